/* SPDX-License-Identifier: MIT */
/* serve_host.h for Windows. */
#include "serve/serve_host.h"

#include "windows/utf16.h"

#include <psapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef LONG WINAPI VersionFn(OSVERSIONINFOW* out);

serve_Host serve_host(void) {
    serve_Host host = {.system = "Windows", .version = "unknown"};
    HMODULE library = GetModuleHandleW(L"ntdll.dll");
    /* RtlGetVersion(), unlike GetVersionEx(), does not depend on the program's manifest. */
    VersionFn* version = NULL;
    FARPROC proc = library != NULL ? GetProcAddress(library, "RtlGetVersion") : NULL;
    memcpy(&version, &proc, sizeof version);
    OSVERSIONINFOW info = {.dwOSVersionInfoSize = sizeof info};
    if (version != NULL && version(&info) == 0)
        snprintf(host.version, sizeof host.version, "%lu.%lu.%lu", info.dwMajorVersion,
                 info.dwMinorVersion, info.dwBuildNumber);
    return host;
}

int64_t serve_peak_bytes(void) {
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    if (!K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) return -1;
    return (int64_t)counters.PeakWorkingSetSize;
}
