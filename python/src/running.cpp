#include "running.hpp"

#include <concord/error.hpp>

#include <exception>
#include <new>
#include <system_error>

namespace concord::python {

run_arguments arguments_of(nb::handle run) {
    if (run.is_none()) return {.device = device::automatic(), .threads = 1, .progress = nb::none()};
    const auto parts = nb::cast<nb::tuple>(run);
    return {.device = device::parse(nb::cast<std::string>(parts[0])),
            .threads = nb::cast<unsigned>(parts[1]),
            .memory = nb::cast<std::uint64_t>(parts[2]),
            .progress = nb::borrow(parts[3])};
}

watched_run::watched_run(const run_arguments& requested) : progress_(requested.progress) {
    options_.device = requested.device;
    options_.threads = requested.threads;
    options_.memory = requested.memory;
    options_.cancelled = [this] { return is_stopped(); };
    if (progress_.is_valid() && !progress_.is_none())
        options_.on_progress = [this](const progress_update& update) { report(update); };
}

bool watched_run::is_stopped() {
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (std::this_thread::get_id() != caller_) return false;
    const auto now = std::chrono::steady_clock::now();
    constexpr std::chrono::milliseconds pause(20);
    if (now - last_look_ < pause) return false;
    const nb::gil_scoped_acquire lock;
    last_look_ = std::chrono::steady_clock::now(); // other threads may have held the lock for long
    if (PyErr_CheckSignals() == 0) return false;
    keep_error();
    return true;
}

void watched_run::report(const progress_update& update) {
    if (stopped_.load(std::memory_order_relaxed)) return;
    const nb::gil_scoped_acquire lock;
    const std::string stage(update.stage);
    const std::string unit(update.unit);
    const nb::object answer = nb::steal(
        PyObject_CallFunction(progress_.ptr(), "sKKs", stage.c_str(), static_cast<unsigned long long>(update.done),
                              static_cast<unsigned long long>(update.total), unit.c_str()));
    if (!answer.is_valid()) keep_error();
}

void watched_run::keep_error() {
    PyObject* type = nullptr;
    PyObject* value = nullptr;
    PyObject* trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != nullptr) PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    problem_ = nb::steal(value);
    stopped_.store(true, std::memory_order_relaxed);
}

void watched_run::raise_what_stopped_it() {
    if (!problem_.is_valid()) return;
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(problem_.ptr())), problem_.ptr());
    throw nb::python_error();
}

namespace {

void raise(error_code code, const char* what) {
    // A message may quote a path, which is bytes.
    const nb::object message = nb::steal(PyUnicode_DecodeFSDefault(what));
    if (!message.is_valid()) throw nb::python_error();
    const nb::object made = nb::module_::import_("concord._errors").attr("made_from")(static_cast<int>(code), message);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

} // namespace

void raise_translated(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const error& problem) {
        raise(problem.code(), problem.what());
    } catch (const std::bad_alloc&) {
        raise(error_code::resource, "there is not enough memory");
    } catch (const std::system_error& problem) {
        raise(error_code::resource, problem.what());
    }
}

void translate_errors() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) { raise_translated(thrown); });
}

nb::dict report_of(const run_report& report) {
    nb::dict made;
    made["device"] = report.device;
    made["vectors"] = report.vectors;
    made["threads"] = report.threads;
    nb::list notes;
    for (const std::string& note : report.notes)
        notes.append(note);
    made["notes"] = nb::tuple(notes);
    return made;
}

} // namespace concord::python
