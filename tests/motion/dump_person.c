/* SPDX-License-Identifier: MIT */
/* The skeleton in motion of another program, for film.mjs:
 *
 *   vrm_dump_person MOTION [MODEL]
 *
 * Prints one JSON object: frames, frameTime (seconds), hips (their height at rest), joints (the
 * parent of each, and the bone that it was taken for) and places (x y z of all joints, frame after
 * frame). Places are metres, facing +Z, from where the motion of the avatar begins, too; nothing of
 * the rest pose is in them. Joints that nobody needs (hair, faces) are left out. */
#include "motion/capture/person_pose.h"

#include <stdio.h>
#include <stdlib.h>

static void* read_file(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void* bytes = malloc(size > 0 ? (size_t)size : 1);
    *out_size = bytes == NULL ? 0 : fread(bytes, 1, (size_t)size, file);
    fclose(file);
    return bytes;
}

/* The nearest joint above that is printed, by its number there; -1: none. */
static int32_t parent_of(const vrm_Capture* capture, const int32_t* numbers, int32_t joint) {
    int32_t parent = capture->joints[joint].parent;
    return parent < 0 ? -1 : numbers[parent];
}

static void print_joints(const vrm_Capture* capture, int32_t* numbers) {
    int32_t count = 0;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        if (!capture->is_needed[j]) continue;
        numbers[j] = count++;
        printf("%s{\"parent\":%d,\"bone\":\"%s\"}", numbers[j] > 0 ? "," : "",
               (int)parent_of(capture, numbers, j),
               capture->joints[j].bone == VRM_BONE_NONE ? ""
                                                        : vrm_bone_name(capture->joints[j].bone));
    }
}

static void print_places(vrm_Capture* capture, int32_t frame) {
    vrm_Vec3 ground = capture->start; /* what hips_offset of a pose is measured from */
    const char* separator = "";
    ground.y -= capture->hips_height;
    vrmi_person_pose(capture, frame);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        if (!capture->is_needed[j]) continue;
        vrm_Vec3 place = vrmi_quat_rotate(capture->to_model, capture->joints[j].place);
        place = vrmi_vec3_sub(vrmi_vec3_scale(place, capture->metres), ground);
        printf("%s%.4f,%.4f,%.4f", separator, (double)place.x, (double)place.y, (double)place.z);
        separator = ",";
    }
}

int main(int argc, char** argv) {
    vrm_CaptureDef def = vrm_default_capture_def();
    size_t size = 0;
    void *bytes = argc < 2 ? NULL : read_file(argv[1], &size), *model = NULL;
    if (argc > 2) model = read_file(argv[2], &def.model_size);
    def.model = model;
    vrm_Capture* capture = NULL;
    if (bytes == NULL || (argc > 2 && model == NULL)) return 2;
    if (vrm_capture_read(bytes, size, &def, &capture) != VRM_OK) return 1;
    int32_t* numbers = calloc((size_t)capture->joint_count, sizeof *numbers);
    if (numbers == NULL) return 2;
    printf("{\"frames\":%d,\"frameTime\":%.9g,\"hips\":%.6g,\"joints\":[",
           (int)capture->frame_count, vrm_capture_frame_time(capture),
           (double)capture->hips_height);
    print_joints(capture, numbers);
    printf("],\"places\":[");
    for (int32_t f = 0; f < capture->frame_count && f < 10000; f++) {
        printf("%s[", f > 0 ? ",\n" : "");
        print_places(capture, f);
        putchar(']');
    }
    printf("]}\n");
    free(numbers);
    vrm_capture_destroy(capture);
    free(bytes);
    free(model);
    return 0;
}
