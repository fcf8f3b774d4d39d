/* SPDX-License-Identifier: MIT */
/* serve_host.h for Windows. */
#include "serve_host.h"

#include "wide.h"

#include <psapi.h>
#include <stdlib.h>
#include <string.h>

typedef LONG WINAPI VersionFn(OSVERSIONINFOW* out);

serve_Host serve_host(void) {
    serve_Host host = {.system = "Windows", .version = "unknown"};
    HMODULE library = GetModuleHandleW(L"ntdll.dll");
    VersionFn* version = NULL; /* which, unlike GetVersionEx(), is not told what to say */
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

bool serve_program_path(char* out, size_t size) {
    wchar_t path[32768];
    DWORD length = GetModuleFileNameW(NULL, path, 32768);
    char* text = length > 0 && length < 32768 ? wide_to_utf8(path) : NULL;
    bool fits = text != NULL && strlen(text) < size;
    if (fits) memcpy(out, text, strlen(text) + 1);
    free(text);
    return fits;
}
