/* SPDX-License-Identifier: MIT */
#include "support/skeleton_glb.h"

#include "support/check.h"
#include "support/glb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20, FLOATS = 1 << 18, LOCALS = 512 };

typedef struct File {
    const vrmi_Capture* capture;
    const TestSkeletonDef* def;
    char *json, *views, *accessors;
    float* floats;
    size_t float_count;
    int accessor_count;
} File;

static void put(char* text, const char* format, ...) {
    size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    int size = vsnprintf(text + used, ROOM - used, format, list);
    va_end(list);
    assert_true(size >= 0 && (size_t)size < ROOM - used);
}

/* Floats that have just been added become an accessor. */
static int add_accessor(File* file, size_t first, int count, const char* type) {
    const char* comma = file->accessor_count > 0 ? "," : "";
    put(file->views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}", comma, first * 4,
        (file->float_count - first) * 4);
    put(file->accessors, "%s{'bufferView':%d,'componentType':5126,'count':%d,'type':'%s'%s}", comma,
        file->accessor_count, count, type,
        file->accessor_count > 0 ? "" : ",'min':[0],'max':[1000]");
    return file->accessor_count++;
}

static void add_floats(File* file, const void* data, size_t count) {
    assert_true(file->float_count + count <= FLOATS);
    memcpy(file->floats + file->float_count, data, count * sizeof(float));
    file->float_count += count;
}

static float scale_of(const File* file) {
    return file->def->scale > 0.0f ? file->def->scale : 1.0f;
}

static vrm_Transform scaled(const File* file, vrm_Transform local) {
    local.translation = vrmi_vec3_scale(local.translation, 1.0f / scale_of(file));
    return local;
}

/* Of a joint over all frames. */
static int add_track(File* file, int32_t joint, bool is_position, const vrm_Transform* still) {
    vrm_Transform locals[LOCALS];
    size_t first = file->float_count;
    for (int32_t f = 0; f < file->capture->frame_count; f++) {
        int32_t frame = file->def->is_reversed ? file->capture->frame_count - 1 - f : f;
        file->capture->sample(file->capture->reader, frame, locals);
        vrm_Transform local = scaled(file, still != NULL ? still[joint] : locals[joint]);
        if (is_position)
            add_floats(file, &local.translation, 3);
        else
            add_floats(file, &local.rotation, 4);
    }
    return add_accessor(file, first, file->capture->frame_count, is_position ? "VEC3" : "VEC4");
}

/* ---- Nodes ---- */

static void put_node(File* file, int32_t j, vrm_Transform local) {
    const vrmi_Capture* capture = file->capture;
    bool has_child = false;
    local = scaled(file, local);
    const char* name = file->def->is_avatar ? "node" : capture->joints[j].name;
    put(file->json,
        ",{'name':'%s%s','translation':[%.9g,%.9g,%.9g],'rotation':[%.9g,%.9g,%.9g,%.9g]", name,
        file->def->ending != NULL ? file->def->ending : "", (double)local.translation.x,
        (double)local.translation.y, (double)local.translation.z, (double)local.rotation.x,
        (double)local.rotation.y, (double)local.rotation.z, (double)local.rotation.w);
    for (int32_t c = j + 1; c < capture->joint_count; c++) {
        if (capture->joints[c].parent != j) continue;
        put(file->json, has_child ? ",%d" : ",'children':[%d", (int)c + 1);
        has_child = true;
    }
    put(file->json, has_child ? "]}" : "}");
}

static void put_nodes(File* file) {
    const vrmi_Capture* capture = file->capture;
    vrm_Transform locals[LOCALS];
    double scale = (double)scale_of(file);
    assert_true(capture->joint_count <= LOCALS);
    capture->sample(capture->reader, capture->frame_count - 1, locals);
    put(file->json,
        "'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'name':'Armature','scale':"
        "[%g,%g,%g],'children':[",
        scale, scale, scale);
    for (int32_t j = 0, roots = 0; j < capture->joint_count; j++)
        if (capture->joints[j].parent < 0) put(file->json, roots++ > 0 ? ",%d" : "%d", (int)j + 1);
    if (file->def->morphs != NULL) put(file->json, ",%d", (int)capture->joint_count + 1);
    put(file->json, "]}");
    for (int32_t j = 0; j < capture->joint_count; j++)
        put_node(file, j, file->def->rests_in_motion ? locals[j] : capture->joints[j].rest);
    if (file->def->morphs != NULL) put(file->json, ",{'name':'Face','mesh':0}");
    put(file->json, "]");
}

/* ---- Morph targets ---- */

/* Of all morphs over all frames. */
static int add_weights(File* file) {
    size_t first = file->float_count;
    int frames = (int)file->capture->frame_count, morphs = file->def->morph_count;
    for (int i = 0; i < frames * morphs; i++) {
        float weight = file->def->weight(i % morphs, i / morphs);
        add_floats(file, &weight, 1);
    }
    return add_accessor(file, first, frames * morphs, "SCALAR");
}

static void put_mesh(File* file) {
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    size_t first = file->float_count;
    add_floats(file, corners, 9);
    int accessor = add_accessor(file, first, 3, "VEC3");
    put(file->json, ",'meshes':[{'primitives':[{'attributes':{'POSITION':%d},'targets':[",
        accessor);
    for (int m = 0; m < file->def->morph_count; m++)
        put(file->json, "%s{'POSITION':%d}", m > 0 ? "," : "", accessor);
    put(file->json, "]}],'extras':{'targetNames':[");
    for (int m = 0; m < file->def->morph_count; m++)
        put(file->json, "%s'%s'", m > 0 ? "," : "", file->def->morphs[m]);
    put(file->json, "]}}]");
}

/* ---- The skin ---- */

static void put_skin(File* file) {
    const vrmi_Capture* capture = file->capture;
    vrm_Affine worlds[LOCALS];
    size_t first = file->float_count;
    vrm_Transform above = vrmi_transform_identity();
    above.scale = (vrm_Vec3){scale_of(file), scale_of(file), scale_of(file)};
    vrm_Affine root = vrmi_affine_from_transform(above);
    put(file->json, ",'skins':[{'joints':[");
    for (int32_t j = 0; j < capture->joint_count; j++) {
        vrm_Affine local = vrmi_affine_from_transform(scaled(file, capture->joints[j].rest));
        int32_t parent = capture->joints[j].parent;
        worlds[j] = vrmi_affine_mul(parent < 0 ? &root : &worlds[parent], &local);
        vrm_Affine inverse = vrmi_affine_inverse(&worlds[j]);
        vrm_Mat4 matrix = vrmi_mat4_from_affine(&inverse);
        add_floats(file, &matrix, 16);
        put(file->json, j > 0 ? ",%d" : "%d", (int)j + 1);
    }
    int accessor = add_accessor(file, first, capture->joint_count, "MAT4");
    put(file->json, "],'inverseBindMatrices':%d}]", accessor);
}

/* ---- VRM ---- */

static void put_avatar(File* file) {
    const vrmi_Capture* capture = file->capture;
    int count = 0;
    put(file->json, ",'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"
                    "'meta':{'name':'a','authors':['b'],'licenseUrl':"
                    "'https://vrm.dev/licenses/1.0/'},'humanoid':{'humanBones':{");
    for (int32_t j = 0; j < capture->joint_count; j++)
        if (capture->joints[j].has_bone)
            put(file->json, "%s'%s':{'node':%d}", count++ > 0 ? "," : "",
                vrm_bone_name(capture->joints[j].bone), (int)j + 1);
    put(file->json, "}}}}");
}

/* ---- Takes ---- */

static void put_take(File* file, const char* name, bool has_channels, const vrm_Transform* still,
                     int times) {
    char *channels = calloc(1, ROOM), *samplers = calloc(1, ROOM);
    int count = 0;
    assert_true(channels != NULL && samplers != NULL);
    for (int32_t j = 0; j < file->capture->joint_count && has_channels; j++) {
        if (file->def->is_still != NULL && file->def->is_still[j]) continue;
        for (int p = 0; p < (file->capture->joints[j].has_position ? 2 : 1); p++) {
            int track = add_track(file, j, p == 1, still);
            put(samplers, "%s{'input':%d,'output':%d}", count > 0 ? "," : "", times, track);
            put(channels, "%s{'sampler':%d,'target':{'node':%d,'path':'%s'}}", count > 0 ? "," : "",
                count, (int)j + 1, p == 1 ? "translation" : "rotation");
            count++;
        }
    }
    if (file->def->morphs != NULL) {
        put(samplers, "%s{'input':%d,'output':%d}", count > 0 ? "," : "", times, add_weights(file));
        put(channels, "%s{'sampler':%d,'target':{'node':%d,'path':'weights'}}",
            count > 0 ? "," : "", count, (int)file->capture->joint_count + 1);
    }
    put(file->json, "{%s%s%s'samplers':[%s],'channels':[%s]}", name != NULL ? "'name':'" : "",
        name != NULL ? name : "", name != NULL ? "'," : "", samplers, channels);
    free(channels);
    free(samplers);
}

static void put_takes(File* file) {
    for (int32_t f = 0; f < file->capture->frame_count; f++) {
        float time = (float)(f * file->capture->frame_time);
        add_floats(file, &time, 1);
    }
    int times = add_accessor(file, 0, file->capture->frame_count, "SCALAR");
    int count = file->def->takes != NULL ? file->def->take_count : 1;
    put(file->json, ",'animations':[");
    for (int i = 0; i < count; i++) {
        if (i > 0) put(file->json, ",");
        const vrm_Transform* still = count > 1 && i == 0 ? file->def->first_take : NULL;
        put_take(file, file->def->takes != NULL ? file->def->takes[i] : NULL,
                 count == 1 || i > 0 || still != NULL, still, times);
    }
    put(file->json, "]");
}

TestBytes test_skeleton_glb(const vrmi_Capture* capture, const TestSkeletonDef* def) {
    File file = {.capture = capture,
                 .def = def,
                 .json = calloc(1, ROOM),
                 .views = calloc(1, ROOM),
                 .accessors = calloc(1, ROOM),
                 .floats = calloc(FLOATS, sizeof(float))};
    assert_true(file.json != NULL && file.views != NULL && file.accessors != NULL &&
                file.floats != NULL);
    put(file.json, "{'asset':{'version':'2.0'},");
    put_nodes(&file);
    put_takes(&file);
    if (def->morphs != NULL) put_mesh(&file);
    if (def->has_skin) put_skin(&file);
    if (def->is_avatar) put_avatar(&file);
    put(file.json, ",'buffers':[{'byteLength':%zu}],'bufferViews':[%s],'accessors':[%s]}",
        file.float_count * 4, file.views, file.accessors);
    TestBytes glb = test_glb(file.json, file.floats, file.float_count * 4);
    free(file.json);
    free(file.views);
    free(file.accessors);
    free(file.floats);
    return glb;
}
