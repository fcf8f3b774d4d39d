/* SPDX-License-Identifier: MIT */
/* What a reader of src/motion/fbx makes of a file, as JSON for the judges:
 *
 *   vrm_dump_motion FILE [TAKE]
 *
 * Times are seconds of the file; worlds are place and rotation (x y z, x y z w) of all joints,
 * frame after frame, in the file's own axes. The exit status is 1, with the findings on standard
 * error, when the file cannot be read. */
#include "motion/fbx/fbx.h"

#include <stdio.h>
#include <stdlib.h>

static uint8_t* read_file(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t* bytes = malloc(size > 0 ? (size_t)size : 1); /* no byte more, for sanitizers */
    *out_size = bytes == NULL ? 0 : fread(bytes, 1, (size_t)size, file);
    fclose(file);
    return bytes;
}

static void print_text(const char* text) {
    putchar('"');
    for (; *text != '\0'; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 32)
            printf("\\u%04x", (unsigned)*text);
        else
            putchar(*text);
    putchar('"');
}

static void print_transform(vrm_Transform t) {
    printf("%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g", (double)t.translation.x, (double)t.translation.y,
           (double)t.translation.z, (double)t.rotation.x, (double)t.rotation.y,
           (double)t.rotation.z, (double)t.rotation.w);
}

static void print_worlds(const vrmi_Capture* capture, vrm_Transform* locals) {
    for (int32_t j = 0; j < capture->joint_count; j++) {
        int32_t parent = capture->joints[j].parent;
        if (parent >= 0) locals[j] = vrmi_transform_mul(locals[parent], locals[j]);
        if (j > 0) putchar(',');
        print_transform(locals[j]);
    }
}

static void print_capture(const vrmi_Capture* capture) {
    const vrmi_Fbx* fbx = capture->reader;
    vrm_Transform* locals = calloc((size_t)capture->joint_count, sizeof *locals);
    if (locals == NULL) return;
    printf("{\"frames\":%d,\"frameTime\":%.17g,\"start\":%.17g,\"metres\":%.9g,\"mirrored\":%d,",
           (int)capture->frame_count, capture->frame_time, (double)fbx->start / fbx->ticks,
           (double)capture->metres, (int)fbx->mirrored);
    printf("\"toModel\":[%.9g,%.9g,%.9g,%.9g],\"hasAxes\":%s,\"takes\":[",
           (double)capture->to_model.x, (double)capture->to_model.y, (double)capture->to_model.z,
           (double)capture->to_model.w, capture->has_axes ? "true" : "false");
    for (int32_t t = 0; t < capture->take_count; t++) {
        if (t > 0) putchar(',');
        print_text(capture->take_names[t]);
    }
    printf("],\"take\":%d,\"joints\":[", (int)capture->take);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        printf("%s{\"parent\":%d,\"name\":", j > 0 ? "," : "", (int)capture->joints[j].parent);
        print_text(capture->joints[j].name);
        putchar('}');
        locals[j] = capture->joints[j].rest;
    }
    printf("],\"rest\":[");
    print_worlds(capture, locals);
    printf("],\"worlds\":[");
    for (int32_t f = 0; f < capture->frame_count && f < 10000; f++) {
        capture->sample(capture->reader, (double)f, locals);
        printf("%s[", f > 0 ? ",\n" : "");
        print_worlds(capture, locals);
        putchar(']');
    }
    printf("]}\n");
    free(locals);
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    size_t size = 0;
    uint8_t* bytes = read_file(argv[1], &size);
    if (bytes == NULL) return 2;
    vrm_Report* report = NULL;
    if (vrm_report_create(NULL, &report) != VRM_OK) return 2;
    vrmi_CaptureInput input = {.bytes = bytes,
                               .size = size,
                               .take = argc > 2 ? argv[2] : NULL,
                               .max_bytes = (uint64_t)512 << 20,
                               .report = report,
                               .allocator = vrmi_allocator(NULL)};
    vrmi_Capture capture = {0};
    vrm_Result result =
        vrmi_fbx_recognises(bytes, size) ? vrmi_fbx_read(&input, &capture) : VRM_ERR_UNSUPPORTED;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        fprintf(stderr, "%s: %s\n", vrm_report_get(report, i).code,
                vrm_report_get(report, i).message);
    if (result == VRM_OK) {
        print_capture(&capture);
        capture.destroy(capture.reader);
    } else {
        fprintf(stderr, "result %d\n", (int)result);
    }
    vrm_report_destroy(report);
    free(bytes);
    return result == VRM_OK ? 0 : 1;
}
