/* SPDX-License-Identifier: MIT */
/* --map-template: a mapping to edit. */
#include "files/whole_file.h"
#include "motion/inspect.h"
#include "motion/inspect_open.h"
#include "motion/motion_map.h"
#include "words/output.h"

static void write_joints(FILE* out, const Inspected* it) {
    InspectedJoint joint;
    for (int32_t j = 0; j < inspected_joint_count(it); j++) {
        if (!inspected_joint(it, j, &joint)) continue;
        const char* bone = joint.bone != VRM_BONE_NONE ? vrm_bone_name(joint.bone) : "-";
        motion_map_write_line(out, joint.name, joint.number, bone);
    }
}

/* Only presets and shapes of face tracking can be named; other morphs are listed as a comment. */
static void write_morphs(FILE* out, const Inspected* it) {
    const vrm_Capture* capture = inspected_skeleton(it);
    if (inspected_morph_count(it) > 0)
        fprintf(out, "\n# Morphs and their expressions (happy), or - to leave them out\n");
    for (int32_t m = 0; m < inspected_morph_count(it); m++) {
        const char* expression = vrm_capture_morph_expression(capture, m);
        bool is_none = expression[0] == '\0', is_known = motion_map_has_expression(expression);
        if (!is_none && !is_known) fputs("# ", out);
        motion_map_write_line(out, vrm_capture_morph_name(capture, m), 0,
                              is_none    ? "-"
                              : is_known ? expression
                                         : "?");
    }
}

static void write_map(FILE* out, const char* path, const Inspected* it) {
    fprintf(out, "# Joints of ");
    cli_put_text(out, path);
    fprintf(out, " and the bones that they were recognised as, for --map.\n"
                 "# Change what is behind the last =: the name of a bone (leftUpperArm), or - for "
                 "none.\n\n");
    write_joints(out, it);
    write_morphs(out, it);
}

int inspect_write_map(const char* path, const ConvertOptions* options, const char* output) {
    Inspected it;
    cli_Output out;
    int status = inspected_open(path, options, &it);
    if (it.model != NULL) status = CLI_INVALID;
    if (it.model != NULL)
        (void)cli_file_error(options->command, path,
                             "a %s names its bones itself; it needs no mapping", it.kind);
    if (it.model == NULL && inspected_skeleton(&it) != NULL) {
        vrm_Result result = cli_output_begin(output, &out);
        if (result == VRM_OK) {
            write_map(out.file, path, &it);
            result = cli_output_end(&out, true);
        }
        /* Without a person the mapping is what was missing: that it was written is a success. */
        status =
            result == VRM_OK ? CLI_OK : cli_result_error(options->command, output, result, NULL);
    }
    inspected_close(&it);
    return status;
}
