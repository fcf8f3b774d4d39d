/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* readlink */

#include "serve_host.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

serve_Host serve_host(void) {
    struct utsname name;
    bool is_known = uname(&name) >= 0;
    serve_Host host;
    snprintf(host.system, sizeof host.system, "%.64s", is_known ? name.sysname : "unknown");
    snprintf(host.version, sizeof host.version, "%.128s", is_known ? name.release : "unknown");
    return host;
}

int64_t serve_peak_bytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : -1;
}

bool serve_program_path(char* out, size_t size) {
    ssize_t length = readlink("/proc/self/exe", out, size - 1);
    out[length > 0 ? length : 0] = '\0';
    return length > 0;
}
