/* SPDX-License-Identifier: MIT */
/* Says what is wrong with a file, worst first, without exceptions. The twin of ../02_validate.c.
 *
 * run: @avatar@ */
#include <vrm/vrm.hpp>

#include <cstdio>

int main(int argc, char** argv) {
    static const char* const names[VRM_SEVERITY_COUNT] = {"error", "warning", "info", "hint"};
    if (argc != 2) return 2;
    vrm::Expected<vrm::Report> report = vrm::try_validate(argv[1]);
    if (!report) {
        std::fprintf(stderr, "%s: %s\n", argv[1], report.error().message().c_str());
        return 3;
    }
    for (int severity = 0; severity < VRM_SEVERITY_COUNT; severity++)
        for (vrm_Finding finding : *report)
            if (finding.severity == severity)
                std::printf("%s: %s [%s] at %s\n", names[severity], finding.message, finding.code,
                            finding.pointer);
    std::printf("%s is %s\n", argv[1], report->is_valid() ? "valid" : "not valid");
    return report->is_valid() ? 0 : 1;
}
