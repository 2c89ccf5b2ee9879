/*
 * Preloaded into a process: from the call FAULT_AT on that changes (FAULT_KIND w) or reads (r) a file whose path contains FAULT_PATH, such calls
 * fail with the error number FAULT_ERRNO, all of them or, with FAULT_ONCE, only this one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;

static int fails(char kind, const char *path) {
  const char *part = getenv("FAULT_PATH"), *at = getenv("FAULT_AT");
  if (part == NULL || path == NULL || strstr(path, part) == NULL || *getenv("FAULT_KIND") != kind) return 0;
  long call = atomic_fetch_add(&calls, 1) + 1, first = at ? atol(at) : 1;
  if (call < first || (getenv("FAULT_ONCE") && call > first)) return 0;
  errno = atoi(getenv("FAULT_ERRNO"));
  return 1;
}

static int failsOpened(char kind, int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = file > 2 ? readlink(link, path, sizeof path - 1) : -1;
  if (length < 0) return 0;
  path[length] = 0;
  return fails(kind, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OPEN(name)                                                                    \
  int name(const char *path, int flags, ...) {                                        \
    va_list rest;                                                                     \
    va_start(rest, flags);                                                            \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;               \
    va_end(rest);                                                                     \
    int writes = (flags & O_ACCMODE) != O_RDONLY;                                     \
    return fails(writes ? 'w' : 'r', path) ? -1 : REAL(name)(path, flags, mode);      \
  }
OPEN(open)
OPEN(open64)
#define ON_PATH(name, kind, path, parameters, arguments) \
  int name parameters { return fails(kind, path) ? -1 : REAL(name) arguments; }
ON_PATH(rename, 'w', to, (const char *from, const char *to), (from, to))
ON_PATH(link, 'w', to, (const char *from, const char *to), (from, to))
ON_PATH(unlink, 'w', path, (const char *path), (path))
ON_PATH(remove, 'w', path, (const char *path), (path))
ON_PATH(rmdir, 'w', path, (const char *path), (path))
ON_PATH(mkdir, 'w', path, (const char *path, mode_t mode), (path, mode))
#define ON_FILE(type, name, kind, parameters, arguments) \
  type name parameters { return failsOpened(kind, file) ? -1 : REAL(name) arguments; }
ON_FILE(ssize_t, write, 'w', (int file, const void *from, size_t size), (file, from, size))
ON_FILE(ssize_t, pwrite64, 'w', (int file, const void *from, size_t size, off64_t at), (file, from, size, at))
ON_FILE(ssize_t, read, 'r', (int file, void *to, size_t size), (file, to, size))
ON_FILE(int, fsync, 'w', (int file), (file))
ON_FILE(int, futimens, 'w', (int file, const struct timespec times[2]), (file, times))
