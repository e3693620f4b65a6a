"""What all tests share: a profile with a fixed seed, and which of the cases a run tries.

CONCORD_CASES, as the tests in C++ have it, is `some` in the fast tests: a fifth of the random examples (strategies.examples)
and of the cases of tests that are marked `divided`, and no test that is marked `integration`. Where it is `others`, all random
examples, the other cases, and the tests of integration run, and nothing else; where it is not set, everything.
"""

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from strategies import CASES, examples

settings.register_profile(
    "concord", examples(100), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("concord")


@pytest.fixture(scope="session")
def edlib():
    return pytest.importorskip("edlib")  # of which there is no wheel for aarch64


def pytest_configure(config):
    config.addinivalue_line("markers", "divided: the fast tests try one of five of its cases")
    config.addinivalue_line("markers", "integration: not one of the fast tests")


def pytest_collection_modifyitems(config, items):
    if not CASES:
        return
    seen = {}  # cases of each divided test so far

    def is_of_this_run(item):
        if item.get_closest_marker("integration"):
            return CASES == "others"
        if item.get_closest_marker("divided"):
            number = seen[item.function] = seen.get(item.function, -1) + 1
            return (number % 5 == 0) == (CASES == "some")
        return CASES == "some" or is_hypothesis_test(getattr(item, "function", None))

    chosen = [item for item in items if is_of_this_run(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen
