/* SPDX-License-Identifier: MIT */
#include "serve/serve_host.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/utsname.h>

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
