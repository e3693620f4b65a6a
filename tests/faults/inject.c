/* Preloaded into the program by faults_test.py: one call of the system fails, at a place that is named.
 *
 * CONCORD_FAULT=WHAT:N  the N-th call (from 1) of a kind, of the whole process, in whichever thread:
 *   malloc     finds no memory (operator new, calloc, realloc and aligned ones as well)
 *   thread     starts no thread: the system has none left
 *   write      is refused: the disk is full; short-write writes a part
 *   read       is refused by the device; short-read reads a part; mmap maps nothing
 *   open       is refused: no descriptors are left
 *   int, term  a signal comes before the N-th call that reads, writes, opens, allocates or starts a thread
 * CONCORD_FAULT_COUNT=FILE  appended at the end: how many calls of each kind there were.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { MALLOC, THREAD, WRITE, READ, MMAP, OPEN, ANY, KINDS };
static const char* const names[KINDS] = {"malloc", "thread", "write", "read", "mmap", "open", "any"};

static atomic_long counts[KINDS];
static enum kind chosen = KINDS;
static long at;       /* which call of that kind */
static int is_short;  /* it does a part of what it should */
static int signal_of; /* comes before the call instead */
static int is_ready;

__attribute__((constructor)) static void begin(void) {
    const char* wanted = getenv("CONCORD_FAULT");
    if (wanted != NULL) {
        const char* colon = strchr(wanted, ':');
        at = colon != NULL ? atol(colon + 1) : 0;
        if (strncmp(wanted, "short-", 6) == 0) is_short = 1, wanted += 6;
        if (strncmp(wanted, "int:", 4) == 0) chosen = ANY, signal_of = SIGINT;
        if (strncmp(wanted, "term:", 5) == 0) chosen = ANY, signal_of = SIGTERM;
        for (int kind = 0; kind < KINDS; ++kind)
            if (strncmp(wanted, names[kind], strlen(names[kind])) == 0) chosen = (enum kind)kind;
    }
}

/* Calls count from main() on: what fails before, in constructors of global objects, no program can report. */
static int (*real_main)(int, char**, char**);
static int counted_main(int argc, char** argv, char** environment) {
    is_ready = 1;
    return real_main(argc, argv, environment);
}
int __libc_start_main(int (*of_program)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*of_loader)(void), void* stack_end) {
    __typeof__(&__libc_start_main) real = (__typeof__(&__libc_start_main))dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = of_program;
    return real(counted_main, argc, argv, init, fini, of_loader, stack_end);
}

__attribute__((destructor)) static void end(void) {
    is_ready = 0;
    const char* file = getenv("CONCORD_FAULT_COUNT");
    FILE* to = file != NULL ? fopen(file, "a") : NULL;
    if (to == NULL) return;
    for (int kind = 0; kind < KINDS; ++kind)
        fprintf(to, "%s %ld\n", names[kind], atomic_load(&counts[kind]));
    fclose(to);
}

/* Whether this call is the one. */
static int hit(enum kind kind) {
    if (!is_ready) return 0;
    const long any = atomic_fetch_add(&counts[ANY], 1) + 1;
    const long here = atomic_fetch_add(&counts[kind], 1) + 1;
    if (signal_of != 0 && any == at) kill(getpid(), signal_of);
    return signal_of == 0 && kind == chosen && here == at;
}

#define REAL(name)                                                                                                     \
    static __typeof__(&name) real;                                                                                     \
    if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

/* dlsym itself allocates, so these four name glibc's. */
static int no_memory(void) {
    if (!hit(MALLOC)) return 0;
    errno = ENOMEM;
    return 1;
}
void* malloc(size_t size) { return no_memory() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return no_memory() ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return no_memory() ? NULL : __libc_realloc(old, size); }
void* aligned_alloc(size_t alignment, size_t size) { return no_memory() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void** made, size_t alignment, size_t size) {
    if (no_memory()) return ENOMEM;
    *made = __libc_memalign(alignment, size);
    return *made == NULL ? ENOMEM : 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
    REAL(pthread_create);
    return hit(THREAD) ? EAGAIN : real(thread, attributes, run, argument);
}

static int refused(enum kind kind, int number) {
    if (!hit(kind) || is_short) return 0;
    errno = number;
    return 1;
}
static size_t part_of(size_t size) { return size > 1 ? size / 2 : size; }
static int is_hit_short(enum kind kind) { return is_short && kind == chosen && atomic_load(&counts[kind]) == at; }

ssize_t write(int file, const void* bytes, size_t size) {
    REAL(write);
    if (refused(WRITE, ENOSPC)) return -1;
    return real(file, bytes, is_hit_short(WRITE) ? part_of(size) : size);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t where) {
    REAL(pwrite);
    if (refused(WRITE, ENOSPC)) return -1;
    return real(file, bytes, is_hit_short(WRITE) ? part_of(size) : size, where);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off_t where) { return pwrite(file, bytes, size, where); }
ssize_t writev(int file, const struct iovec* pieces, int count) {
    REAL(writev);
    return refused(WRITE, ENOSPC) ? -1 : real(file, pieces, count);
}
ssize_t read(int file, void* bytes, size_t size) {
    REAL(read);
    if (refused(READ, EIO)) return -1;
    return real(file, bytes, is_hit_short(READ) ? part_of(size) : size);
}
ssize_t pread(int file, void* bytes, size_t size, off_t where) {
    REAL(pread);
    if (refused(READ, EIO)) return -1;
    return real(file, bytes, is_hit_short(READ) ? part_of(size) : size, where);
}
ssize_t pread64(int file, void* bytes, size_t size, off_t where) { return pread(file, bytes, size, where); }
void* mmap(void* where, size_t size, int protection, int flags, int file, off_t offset) {
    REAL(mmap);
    if (refused(MMAP, ENOMEM)) return MAP_FAILED;
    return real(where, size, protection, flags, file, offset);
}
void* mmap64(void* where, size_t size, int protection, int flags, int file, off_t offset) {
    return mmap(where, size, protection, flags, file, offset);
}
int open(const char* path, int flags, ...) {
    REAL(open);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return refused(OPEN, EMFILE) ? -1 : real(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
    REAL(openat);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return refused(OPEN, EMFILE) ? -1 : real(folder, path, flags, mode);
}
