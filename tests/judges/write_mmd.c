/* SPDX-License-Identifier: MIT */
/* usage: vrm_write_mmd FILE.vmd [MODEL.pmx] OUT
 * What the reader makes of a VMD, for judges/judge_vmd.mjs, as JSON: the keys of bones, morphs and
 * switches of IK by name, the names of the skeleton's bones, and for each of them in each frame its
 * world position and rotation, in the axes of MMD. */
#include "motion/mmd/mmd.h"

#include <stdio.h>
#include <stdlib.h>

static void* read_all(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    *out_size = (size_t)ftell(file);
    rewind(file);
    void* bytes = malloc(*out_size + 1);
    if (bytes != NULL && fread(bytes, 1, *out_size, file) != *out_size) *out_size = 0;
    fclose(file);
    return bytes;
}

static void write_text(FILE* out, const char* text) {
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void write_bones(FILE* out, const vrmi_Vmd* vmd) {
    fputs("\"bones\":[", out);
    for (int32_t t = 0; t < vmd->bone_count; t++) {
        fputs(t > 0 ? ",[" : "[", out);
        write_text(out, vmd->bones[t].name);
        for (uint32_t i = 0; i < vmd->bones[t].count; i++) {
            const vrmi_VmdKey* key = &vmd->keys[vmd->bones[t].first + i];
            vrm_Vec3 p = key->position;
            vrm_Quat q = key->rotation;
            fprintf(out, ",[%u,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g", (unsigned)key->frame,
                    (double)p.x, (double)p.y, (double)p.z, (double)q.x, (double)q.y, (double)q.z,
                    (double)q.w);
            for (int c = 0; c < 16; c++) fprintf(out, ",%d", key->curves[c / 4][c % 4]);
            fputc(']', out);
        }
        fputc(']', out);
    }
    fputs("],\n", out);
}

static void write_weights(FILE* out, const char* key, const vrmi_VmdTrack* tracks, int32_t count,
                          const vrmi_VmdWeight* weights) {
    fprintf(out, "\"%s\":[", key);
    for (int32_t t = 0; t < count; t++) {
        fputs(t > 0 ? ",[" : "[", out);
        write_text(out, tracks[t].name);
        for (uint32_t i = 0; i < tracks[t].count; i++) {
            const vrmi_VmdWeight* weight = &weights[tracks[t].first + i];
            fprintf(out, ",[%u,%.9g]", (unsigned)weight->frame, (double)weight->weight);
        }
        fputc(']', out);
    }
    fputs("],\n", out);
}

static void write_poses(FILE* out, vrmi_Mmd* mmd, int32_t frames) {
    fputs("\"skeleton\":[", out);
    for (int32_t b = 0; b < mmd->model.bone_count; b++) {
        if (b > 0) fputc(',', out);
        write_text(out, mmd->model.bones[b].name);
    }
    fputs("],\n\"poses\":[", out);
    for (int32_t f = 0; f < frames; f++) {
        fputs(f > 0 ? ",\n[" : "[", out);
        vrmi_mmd_solve(&mmd->solver, (double)f);
        for (int32_t b = 0; b < mmd->model.bone_count; b++) {
            const vrmi_MmdState* state = &mmd->solver.states[b];
            vrm_Vec3 p = state->world_position;
            vrm_Quat q = state->world_rotation;
            fprintf(out, "%s%.7g,%.7g,%.7g,%.7g,%.7g,%.7g,%.7g", b > 0 ? "," : "", (double)p.x,
                    (double)p.y, (double)p.z, (double)q.x, (double)q.y, (double)q.z, (double)q.w);
        }
        fputc(']', out);
    }
    fputs("]}\n", out);
}

int main(int argc, char** argv) {
    vrmi_CaptureInput input = {.max_bytes = (uint64_t)1 << 30, .allocator = vrmi_allocator(NULL)};
    vrmi_Capture capture;
    if (argc != 3 && argc != 4) return 2;
    void *motion = read_all(argv[1], &input.size), *model = NULL;
    if (argc == 4) model = read_all(argv[2], &input.model_size);
    input.bytes = motion;
    input.model = model;
    FILE* out = fopen(argv[argc - 1], "wb");
    if (motion == NULL || out == NULL || vrmi_mmd_read(&input, &capture) != VRM_OK) return 1;
    vrmi_Mmd* mmd = capture.reader; /* which leaves out what no person needs */
    if (vrmi_mmd_prepare(&mmd->solver, &mmd->model, &mmd->vmd, &mmd->arena, NULL) != VRM_OK)
        return 1;
    fputc('{', out);
    write_bones(out, &mmd->vmd);
    write_weights(out, "morphs", mmd->vmd.morphs, mmd->vmd.morph_count, mmd->vmd.weights);
    write_weights(out, "iks", mmd->vmd.iks, mmd->vmd.ik_count, mmd->vmd.switches);
    write_poses(out, mmd, capture.frame_count);
    capture.destroy(capture.reader);
    free(motion);
    free(model);
    return fclose(out) == 0 ? 0 : 1;
}
