/* SPDX-License-Identifier: MIT */
/* Folding joints that nothing moves: fewer bones and nodes, and every vertex where it was, whatever
 * the pose. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/full.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where vertices are ---- */

typedef struct Running {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
} Running;

static Running start(const vrm_Model* model) {
    Running run = {0};
    vrm_SimDef def = vrm_default_sim_def();
    assert_int_equal(vrm_rig_build(model, NULL, &run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &run.sim), VRM_OK);
    run.id = vrm_sim_add(run.sim, run.rig);
    return run;
}

static void end(Running* run) {
    vrm_sim_destroy(run->sim);
    vrm_rig_destroy(run->rig);
}

/* Positions of all vertices of skinned meshes, in the order of nodes and primitives. */
typedef struct Points {
    vrm_Vec3* list;
    size_t count;
} Points;

static void add_point(Points* points, const vrm_Affine* palette, const float* position,
                      const float* joints, const float* weights, int sets, size_t count, size_t v) {
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < sets * 4; k++) {
        size_t at = ((size_t)(k / 4) * count + v) * 4 + (size_t)(k % 4);
        const vrm_Affine* matrix = &palette[(int)joints[at]];
        for (int r = 0; r < 3; r++) {
            const vrm_Vec4 row = matrix->rows[r];
            sum[r] += (double)weights[at] *
                      ((double)row.x * (double)position[0] + (double)row.y * (double)position[1] +
                       (double)row.z * (double)position[2] + (double)row.w);
        }
    }
    points->list[points->count++] = (vrm_Vec3){(float)sum[0], (float)sum[1], (float)sum[2]};
}

static float* floats_of(const vrm_Gltf* gltf, int32_t accessor, float* to) {
    size_t count = (size_t)gltf->accessors[accessor].count *
                   (size_t)vrm_accessor_components(gltf->accessors[accessor].type);
    if (to == NULL) to = malloc(count * sizeof *to + 1);
    assert_int_equal(vrm_accessor_read_floats(gltf, accessor, to, count), VRM_OK);
    return to;
}

static void add_primitive(Points* points, const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                          const vrm_Affine* palette) {
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    int sets = 0;
    while (vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, sets) >= 0) sets++;
    if (position < 0 || sets == 0) return;
    size_t count = (size_t)gltf->accessors[position].count, room = count * 4 * (size_t)sets;
    float* positions = floats_of(gltf, position, NULL);
    float *joints = malloc(room * sizeof *joints), *weights = malloc(room * sizeof *weights);
    for (int s = 0; s < sets; s++) {
        size_t at = (size_t)s * count * 4;
        floats_of(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, s), joints + at);
        floats_of(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, s), weights + at);
    }
    points->list = realloc(points->list, (points->count + count) * sizeof *points->list + 1);
    assert_non_null(points->list);
    for (size_t v = 0; v < count; v++)
        add_point(points, palette, positions + v * 3, joints, weights, sets, count, v);
    free(positions);
    free(joints);
    free(weights);
}

static Points skin_all(const vrm_Model* model, const Running* run) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    Points points = {0};
    int32_t count;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(run->rig, &count);
    for (int32_t i = 0; i < count; i++) {
        if (nodes[i].skin < 0) continue;
        const vrm_Affine* palette = vrm_avatar_palettes(run->sim, run->id) +
                                    vrm_rig_skin(run->rig, nodes[i].skin).first_joint;
        const vrm_Mesh* mesh = &gltf->meshes[nodes[i].mesh];
        for (int32_t p = 0; p < mesh->primitive_count; p++)
            add_primitive(&points, gltf, &mesh->primitives[p], palette);
    }
    return points;
}

static vrm_Pose random_pose(Dice* dice) {
    vrm_Pose pose = vrm_pose_rest();
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = test_turn(roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1.1f),
                                      roll(dice, -40, 40));
    pose.hips_offset = (vrm_Vec3){roll(dice, -0.2f, 0.2f), roll(dice, -0.2f, 0.2f), 0};
    return pose;
}

/* The largest distance of two vertices, as a share of the size of the avatar. */
static double distance(const Points* a, const Points* b) {
    double worst = 0, size = 1e-3;
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        double reach = (double)fabsf(a->list[i].y);
        vrm_Vec3 x = a->list[i], y = b->list[i];
        double d[3] = {(double)x.x - (double)y.x, (double)x.y - (double)y.y,
                       (double)x.z - (double)y.z};
        double apart = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        if (apart > worst) worst = apart;
        if (reach > size) size = reach;
    }
    return worst / size;
}

/* Both get the same poses. */
static double compare(const vrm_Model* before, const vrm_Model* after, uint32_t stages) {
    Dice dice = {7};
    Running a = start(before), b = start(after);
    vrm_avatar_set_stages(a.sim, a.id, stages);
    vrm_avatar_set_stages(b.sim, b.id, stages);
    double worst = 0;
    for (int i = 0; i < 6; i++) {
        vrm_Pose pose = random_pose(&dice);
        vrm_avatar_set_pose(a.sim, a.id, &pose);
        vrm_avatar_set_pose(b.sim, b.id, &pose);
        for (int k = 0; k < 3; k++) {
            vrm_sim_step(a.sim, 1.0f / 60.0f);
            vrm_sim_step(b.sim, 1.0f / 60.0f);
        }
        Points x = skin_all(before, &a), y = skin_all(after, &b);
        double apart = distance(&x, &y);
        if (apart > worst) worst = apart;
        free(x.list);
        free(y.list);
    }
    end(&a);
    end(&b);
    return worst;
}

/* ---- What is claimed of a file ---- */

static int count_bones(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    uint8_t* is_joint = calloc((size_t)gltf->node_count + 1, 1);
    int count = 0;
    assert_non_null(is_joint);
    for (int32_t s = 0; s < gltf->skin_count; s++)
        for (int32_t j = 0; j < gltf->skins[s].joint_count; j++) {
            int32_t node = gltf->skins[s].joints[j];
            count += node >= 0 && !is_joint[node];
            if (node >= 0) is_joint[node] = 1;
        }
    free(is_joint);
    return count;
}

static void check_no_new_findings(const TestBytes* before, const TestBytes* after,
                                  const char* name) {
    vrm_Report *a = test_validate(before), *b = test_validate(after);
    for (int32_t i = 0; i < vrm_report_count(b); i++) {
        vrm_Finding finding = vrm_report_get(b, i);
        int was = test_count_findings(a, finding.code);
        /* A bone of the humanoid that no vertex hangs on is no joint any more, and the turn or
         * scale that a node has may go to several below it. */
        if (test_count_findings(b, finding.code) <= was ||
            strcmp(finding.code, "NODE_EMPTY") == 0 ||
            (was > 0 && strncmp(finding.code, "NODE_", 5) == 0))
            continue;
        fail_msg("%s: new finding %s at %s: %s", name, finding.code, finding.pointer,
                 finding.message);
    }
    vrm_report_destroy(a);
    vrm_report_destroy(b);
}

static vrm_OptimizeDef only_folding(void) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.compacts_vertices = def.joins_primitives = def.stores_morphs_sparse = false;
    def.folds_bones = true;
    return def;
}

/* Folds the file; vertices stay within 1e-5, the validator is as content as before, and a second
 * run keeps every byte. Returns the result. */
static vrm_Model* check_folds(const TestBytes* file, vrm_Report* report, const char* name) {
    vrm_OptimizeDef def = only_folding();
    vrm_Model *before = test_load(file->data, file->size),
              *folded = test_load(file->data, file->size);
    assert_int_equal(vrm_optimize(folded, &def, report, NULL), VRM_OK);
    TestBytes saved = test_save(folded), again;
    vrm_model_destroy(folded);
    vrm_Model* after = test_load(saved.data, saved.size);
    double apart = compare(before, after, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    if (!(apart <= 1e-5)) fail_msg("%s: vertices are off by %g", name, apart);
    apart = compare(before, after, VRM_STAGE_ALL); /* sway makes more of the last bits */
    if (!(apart <= 1e-3)) fail_msg("%s: vertices that sway are off by %g", name, apart);
    check_no_new_findings(file, &saved, name);
    vrm_Model* twice = test_load(saved.data, saved.size);
    assert_int_equal(vrm_optimize(twice, &def, NULL, NULL), VRM_OK);
    again = test_save(twice);
    if (again.size != saved.size || memcmp(again.data, saved.data, saved.size) != 0)
        fail_msg("%s: a second run changes %zu bytes to %zu", name, saved.size, again.size);
    assert_true(count_bones(after) <= count_bones(before));
    vrm_model_destroy(twice);
    vrm_model_destroy(before);
    test_bytes_free(&saved);
    test_bytes_free(&again);
    return after;
}

/* ---- Skins made here ---- */

typedef struct Matrix {
    double m[3][4];
} Matrix;

static Matrix mul(Matrix a, Matrix b) {
    Matrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            out.m[r][c] = c == 3 ? a.m[r][3] : 0;
            for (int k = 0; k < 3; k++) out.m[r][c] += a.m[r][k] * b.m[k][c];
        }
    return out;
}

static Matrix local_of(const TestNode* node) {
    double x = (double)node->rotation.x, y = (double)node->rotation.y, z = (double)node->rotation.z,
           w = (double)node->rotation.w;
    double n = 1 / sqrt(x * x + y * y + z * z + w * w);
    x *= n, y *= n, z *= n, w *= n;
    double s[3] = {(double)node->scale.x, (double)node->scale.y, (double)node->scale.z};
    Matrix out = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
                    (double)node->translation.x},
                   {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                    (double)node->translation.y},
                   {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
                    (double)node->translation.z}}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= s[c];
    return out;
}

static Matrix invert(Matrix a) {
    Matrix out;
    double det = 0;
    for (int c = 0; c < 3; c++)
        det += a.m[0][c] * (a.m[1][(c + 1) % 3] * a.m[2][(c + 2) % 3] -
                            a.m[1][(c + 2) % 3] * a.m[2][(c + 1) % 3]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = (a.m[(c + 1) % 3][(r + 1) % 3] * a.m[(c + 2) % 3][(r + 2) % 3] -
                           a.m[(c + 1) % 3][(r + 2) % 3] * a.m[(c + 2) % 3][(r + 1) % 3]) /
                          det;
    for (int r = 0; r < 3; r++)
        out.m[r][3] =
            -(out.m[r][0] * a.m[0][3] + out.m[r][1] * a.m[1][3] + out.m[r][2] * a.m[2][3]);
    return out;
}

static Matrix world_of(const TestAvatar* avatar, int32_t node) {
    Matrix out = local_of(&avatar->nodes[node]);
    for (int32_t up = avatar->nodes[node].parent; up >= 0; up = avatar->nodes[up].parent)
        out = mul(local_of(&avatar->nodes[up]), out);
    return out;
}

/* A skin and a mesh while they are written. */
typedef struct Skin {
    int32_t joints[TEST_NODES_MAX];
    int joint_count;
    int moved; /* a joint whose matrix does not fit its rest pose; -1: none */
    int sets, weight_type;
    bool wide; /* joints of 16 bits */
    int vertex_count;
    uint32_t vertex_joints[64][8];
    float weights[64][8];
} Skin;

enum { BYTES, SHORTS, FLOATS };

static int32_t add_view(vrm_Edit* edit, const void* bytes, size_t size, int32_t count,
                        int component, const char* rest) {
    int32_t view, accessor;
    char text[200];
    assert_int_equal(vrm_edit_add_view(edit, bytes, size, 34962, 0, &view), VRM_OK);
    int length =
        snprintf(text, sizeof text,
                 "{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"VEC4\"%s}",
                 (int)view, component, (int)count, rest);
    assert_int_equal(vrm_edit_add(edit, "accessors", text, (size_t)length, &accessor), VRM_OK);
    return accessor;
}

static int32_t add_joints(vrm_Edit* edit, const Skin* skin, int set) {
    uint8_t bytes[64][4];
    uint16_t shorts[64][4];
    for (int v = 0; v < skin->vertex_count; v++)
        for (int k = 0; k < 4; k++) {
            bytes[v][k] = (uint8_t)skin->vertex_joints[v][set * 4 + k];
            shorts[v][k] = (uint16_t)skin->vertex_joints[v][set * 4 + k];
        }
    size_t count = (size_t)skin->vertex_count * 4;
    return skin->wide ? add_view(edit, shorts, count * 2, skin->vertex_count, 5123, "")
                      : add_view(edit, bytes, count, skin->vertex_count, 5121, "");
}

/* Integers get what is left in their largest weight, so that the sum stays 1. */
static int32_t add_weights(vrm_Edit* edit, const Skin* skin, int set) {
    uint8_t bytes[64][4];
    uint16_t shorts[64][4];
    float floats[64][4];
    for (int v = 0; v < skin->vertex_count; v++) {
        int left8 = 255, left16 = 65535;
        for (int k = 1; k < 8; k++) {
            left8 -= (int)(skin->weights[v][k] * 255.0f);
            left16 -= (int)(skin->weights[v][k] * 65535.0f);
        }
        for (int k = 0; k < 4; k++) {
            float weight = skin->weights[v][set * 4 + k];
            bool is_first = set == 0 && k == 0;
            bytes[v][k] = (uint8_t)(is_first ? left8 : (int)(weight * 255.0f));
            shorts[v][k] = (uint16_t)(is_first ? left16 : (int)(weight * 65535.0f));
            floats[v][k] = weight;
        }
    }
    size_t count = (size_t)skin->vertex_count * 4;
    const char* normalized = ",\"normalized\":true";
    switch (skin->weight_type) {
    case BYTES: return add_view(edit, bytes, count, skin->vertex_count, 5121, normalized);
    case SHORTS: return add_view(edit, shorts, count * 2, skin->vertex_count, 5123, normalized);
    default: return add_view(edit, floats, count * 4, skin->vertex_count, 5126, "");
    }
}

static int32_t add_binds(vrm_Edit* edit, const TestAvatar* avatar, const Skin* skin) {
    float binds[TEST_NODES_MAX][16] = {{0}};
    int32_t accessor;
    for (int j = 0; j < skin->joint_count; j++) {
        Matrix bind = invert(world_of(avatar, skin->joints[j]));
        if (j == skin->moved) bind.m[0][3] += 0.05;
        for (int c = 0; c < 4; c++)
            for (int r = 0; r < 3; r++) binds[j][4 * c + r] = (float)bind.m[r][c];
        binds[j][15] = 1.0f;
    }
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_MAT4, binds[0],
                                         (size_t)skin->joint_count, 0, false, &accessor),
                     VRM_OK);
    return accessor;
}

static void add_text(vrm_Edit* edit, const char* array, const char* text) {
    assert_int_equal(vrm_edit_add(edit, array, text, strlen(text), NULL), VRM_OK);
}

static void add_skin(vrm_Model* model, const TestAvatar* avatar, const Skin* skin, Dice* dice) {
    vrm_Edit* edit;
    char text[2000];
    float positions[64][3];
    int32_t position, root, joints[2], weights[2], index;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    int32_t binds = add_binds(edit, avatar, skin);
    for (int v = 0; v < skin->vertex_count; v++)
        for (int k = 0; k < 3; k++) positions[v][k] = roll(dice, k == 1 ? 0.0f : -0.5f, 1.7f);
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, positions[0],
                                         (size_t)skin->vertex_count, 34962, true, &position),
                     VRM_OK);
    for (int s = 0; s < skin->sets; s++) {
        joints[s] = add_joints(edit, skin, s);
        weights[s] = add_weights(edit, skin, s);
    }
    int length =
        snprintf(text, sizeof text, "{\"inverseBindMatrices\":%d,\"joints\":[", (int)binds);
    for (int j = 0; j < skin->joint_count; j++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%d", j > 0 ? "," : "",
                           (int)skin->joints[j]);
    snprintf(text + length, sizeof text - (size_t)length, "]}");
    assert_int_equal(vrm_edit_add(edit, "skins", text, strlen(text), &index), VRM_OK);
    length =
        snprintf(text, sizeof text, "{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":%d",
                 (int)position);
    for (int s = 0; s < skin->sets; s++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     ",\"JOINTS_%d\":%d,\"WEIGHTS_%d\":%d", s, (int)joints[s], s, (int)weights[s]);
    snprintf(text + length, sizeof text - (size_t)length, "}}]}");
    int32_t mesh;
    assert_int_equal(vrm_edit_add(edit, "meshes", text, strlen(text), &mesh), VRM_OK);
    snprintf(text, sizeof text, "{\"mesh\":%d,\"skin\":%d}", (int)mesh, (int)index);
    assert_int_equal(vrm_edit_add(edit, "nodes", text, strlen(text), &root), VRM_OK);
    snprintf(text, sizeof text, "%d", (int)root);
    assert_int_equal(vrm_edit_set(edit, "/scenes/0/nodes/-", text, strlen(text)), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

/* ---- One joint at a time ---- */

enum { EXTRA = TEST_NODE_COUNT, BELOW };

/* A joint below the head, and one below that; a vertex hangs on head and both by quarters, another
 * on the head alone. */
static TestAvatar small_avatar(vrm_Dialect dialect, Skin* skin) {
    TestAvatar avatar = test_avatar(dialect);
    test_avatar_add(&avatar, TEST_HEAD, (vrm_Vec3){0.1f, 0.2f, 0.05f});
    test_avatar_add(&avatar, EXTRA, (vrm_Vec3){0.05f, 0.1f, 0.0f});
    avatar.nodes[EXTRA].rotation = test_turn(1, 2, 3, 30);
    *skin = (Skin){.joints = {TEST_HIPS, TEST_HEAD, EXTRA, BELOW},
                   .joint_count = 4,
                   .moved = -1,
                   .sets = 1,
                   .weight_type = BYTES,
                   .vertex_count = 3,
                   .vertex_joints = {{1, 2, 3, 0}, {1, 0, 0, 0}, {3, 0, 0, 0}},
                   .weights = {{0.25f, 0.25f, 0.25f, 0.25f}, {1.0f}, {1.0f}}};
    return avatar;
}

static TestBytes file_of(const TestAvatar* avatar, const Skin* skin, const char* pointer,
                         const char* text) {
    Dice dice = {3};
    vrm_Edit* edit;
    vrm_Model* model = test_avatar_load(avatar, NULL);
    add_skin(model, avatar, skin, &dice);
    if (pointer != NULL) {
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        assert_int_equal(vrm_edit_set(edit, pointer, text, strlen(text)), VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    }
    TestBytes file = test_save(model);
    vrm_model_destroy(model);
    return file;
}

static void joints_that_nothing_moves_are_folded(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (int i = 0; i < 3; i++) {
        Skin skin;
        TestAvatar avatar = small_avatar(dialects[i], &skin);
        TestBytes file = file_of(&avatar, &skin, NULL, NULL);
        vrm_Model* after = check_folds(&file, NULL, "small");
        const vrm_Gltf* gltf = vrm_model_gltf(after);
        assert_int_equal(gltf->node_count, avatar.node_count + 1 - 2);
        assert_int_equal(gltf->skins[0].joint_count, 2);
        const vrm_Primitive* primitive = &gltf->meshes[gltf->mesh_count - 1].primitives[0];
        uint32_t joints[12];
        float weights[12];
        int32_t index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0);
        assert_int_equal(gltf->accessors[index].component_type, VRM_COMPONENT_UNSIGNED_BYTE);
        assert_int_equal(vrm_accessor_read_floats(gltf, index, weights, 12), VRM_OK);
        index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
        assert_int_equal(vrm_accessor_read_u32(gltf, index, joints, 12), VRM_OK);
        /* Three quarters on the head, one on the hips, exactly 1 in all; empty places are 0. */
        const uint32_t expected[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        assert_memory_equal(joints, expected, sizeof joints);
        assert_true(weights[0] > 0.74f && weights[1] == 0.0f && weights[2] == 0.0f);
        assert_true(weights[0] + weights[3] == 1.0f);
        vrm_model_destroy(after);
        test_bytes_free(&file);
    }
}

static int nodes_left(const TestAvatar* avatar, const Skin* skin, const char* pointer,
                      const char* text) {
    TestBytes file = file_of(avatar, skin, pointer, text);
    vrm_Model* after = check_folds(&file, NULL, pointer != NULL ? pointer : "");
    int count = vrm_model_gltf(after)->node_count;
    vrm_model_destroy(after);
    test_bytes_free(&file);
    return count - avatar->node_count - 1;
}

static void joints_that_something_needs_stay(void** state) {
    (void)state;
    Skin skin;
    TestAvatar avatar = small_avatar(VRM_DIALECT_1, &skin);
    char springs[300], animation[300];
    assert_int_equal(nodes_left(&avatar, &skin, NULL, NULL), -2);
    assert_int_equal(nodes_left(&avatar, &skin, "/nodes/25/extras", "{}"), -1);
    assert_int_equal(nodes_left(&avatar, &skin, "/nodes/26/extras", "{}"), -1);
    snprintf(springs, sizeof springs,
             "{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":%d,\"shape\":{\"sphere\":{"
             "\"radius\":0.1}}}]}",
             EXTRA);
    assert_int_equal(nodes_left(&avatar, &skin, "/extensions/VRMC_springBone", springs), -1);
    snprintf(springs, sizeof springs,
             "{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[{\"node\":%d},{\"node\":%d}]}]}",
             EXTRA, BELOW);
    assert_int_equal(nodes_left(&avatar, &skin, "/extensions/VRMC_springBone", springs), 0);
    /* What an animation sets is relative to the parent: the parent stays as a node. */
    snprintf(animation, sizeof animation,
             "[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":[{\"sampler\":0,\"target\":"
             "{\"node\":%d,\"path\":\"translation\"}}]}]",
             BELOW);
    assert_int_equal(nodes_left(&avatar, &skin, "/animations", animation), 0);
    avatar.nodes[BELOW].constraint = "{\"rotation\":{\"source\":8}}";
    assert_int_equal(nodes_left(&avatar, &skin, NULL, NULL), 0);
    avatar.nodes[BELOW].constraint = NULL;
    avatar.nodes[TEST_CHEST].constraint = "{\"rotation\":{\"source\":26}}";
    assert_int_equal(nodes_left(&avatar, &skin, NULL, NULL), 0);
}

static void a_joint_that_does_not_fit_its_rest_pose_stays(void** state) {
    (void)state;
    Skin skin;
    TestAvatar avatar = small_avatar(VRM_DIALECT_1, &skin);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    skin.moved = 2;
    TestBytes file = file_of(&avatar, &skin, NULL, NULL);
    vrm_Model* after = check_folds(&file, report, "moved");
    assert_int_equal(vrm_model_gltf(after)->skins[0].joint_count, 3);
    assert_int_equal(test_count_findings(report, "OPTIMIZE_BONES_KEPT"), 1);
    vrm_model_destroy(after);
    vrm_report_destroy(report);
    test_bytes_free(&file);
}

/* Nodes that are off from the bind matrices by less than 0.x minds, each from the one above it. */
static void joints_between_others_that_would_not_fit_stay(void** state) {
    (void)state;
    static const int moved[] = {TEST_SPINE, TEST_CHEST};
    Skin skin;
    TestAvatar avatar = small_avatar(VRM_DIALECT_0, &skin);
    vrm_Edit* edit;
    skin.joints[1] = TEST_SPINE; /* nothing hangs on it */
    skin.joints[2] = TEST_CHEST;
    skin.joint_count = 3;
    for (int v = 0; v < 3; v++)
        for (int k = 0; k < 4; k++) skin.vertex_joints[v][k] = k == 0 ? 2 : 0;
    skin.weights[0][0] = 0.75f;
    skin.weights[0][1] = 0.25f;
    skin.weights[0][2] = skin.weights[0][3] = 0.0f;
    TestBytes file = file_of(&avatar, &skin, NULL, NULL);
    vrm_Model* model = test_load(file.data, file.size);
    test_bytes_free(&file);
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    for (int i = 0; i < 2; i++) {
        char pointer[60], text[100];
        vrm_Vec3 at = avatar.nodes[moved[i]].translation;
        snprintf(pointer, sizeof pointer, "/nodes/%d/translation", moved[i]);
        snprintf(text, sizeof text, "[%.9g,%.9g,%.9g]", (double)at.x + 0.0009, (double)at.y,
                 (double)at.z);
        assert_int_equal(vrm_edit_set(edit, pointer, text, strlen(text)), VRM_OK);
    }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    file = test_save(model);
    vrm_model_destroy(model);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Model* after = check_folds(&file, report, "off");
    assert_int_equal(vrm_model_gltf(after)->skins[0].joint_count, 3);
    assert_int_equal(test_count_findings(report, "OPTIMIZE_BONES_KEPT"), 1);
    vrm_report_destroy(report);
    vrm_model_destroy(after);
    test_bytes_free(&file);
}

static void a_node_whose_scale_cannot_be_passed_on_stays(void** state) {
    (void)state;
    Skin skin;
    TestAvatar avatar = small_avatar(VRM_DIALECT_0, &skin);
    avatar.nodes[EXTRA].scale = (vrm_Vec3){1.0f, 2.0f, 1.0f};
    avatar.nodes[BELOW].rotation = test_turn(1, 0, 1, 40);
    skin.joint_count = 3;
    skin.vertex_joints[0][2] = skin.vertex_joints[2][0] = 2;
    skin.vertex_joints[0][1] = 0;
    skin.vertex_joints[0][3] = 1;
    /* The other one is no joint. */
    assert_int_equal(nodes_left(&avatar, &skin, NULL, NULL), 0);
    avatar.nodes[EXTRA].scale = (vrm_Vec3){2.0f, 2.0f, 2.0f};
    assert_int_equal(nodes_left(&avatar, &skin, NULL, NULL), -1);
}

/* ---- Random skeletons ---- */

static Skin random_skin(Dice* dice, const TestAvatar* avatar) {
    Skin skin = {.moved = -1,
                 .sets = 1 + roll_int(dice, 2),
                 .weight_type = roll_int(dice, 3),
                 .wide = roll_int(dice, 2) == 0,
                 .vertex_count = 40};
    for (int32_t i = TEST_HIPS; i < avatar->node_count; i++)
        if (i != TEST_FACE && roll_int(dice, 6) > 0) skin.joints[skin.joint_count++] = i;
    if (roll_int(dice, 4) == 0) skin.moved = roll_int(dice, skin.joint_count);
    for (int v = 0; v < skin.vertex_count; v++) {
        int count = 1 + roll_int(dice, skin.sets * 4), first = roll_int(dice, skin.joint_count);
        float left = 1.0f;
        for (int k = 0; k < count; k++) {
            float weight = k + 1 < count ? left * roll(dice, 0.1f, 0.9f) : left;
            int at = k; /* a joint once */
            skin.vertex_joints[v][at] = (uint32_t)((first + k * 5) % skin.joint_count);
            skin.weights[v][at] = weight;
            left -= weight;
            for (int j = 0; j < k; j++)
                if (skin.vertex_joints[v][j] == skin.vertex_joints[v][at]) {
                    skin.vertex_joints[v][at] = 0;
                    skin.weights[v][at] = 0.0f;
                    left += weight;
                    break;
                }
        }
        skin.weights[v][0] += left;
    }
    return skin;
}

static TestAvatar random_avatar(Dice* dice, char springs[300]) {
    TestAvatar avatar = test_avatar(roll_int(dice, 2) == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
    springs[0] = '\0';
    for (int i = 0; i < 22; i++) {
        int parent =
            roll_int(dice, 3) == 0 ? roll_int(dice, avatar.node_count) : avatar.node_count - 1;
        if (parent == TEST_FACE) parent = TEST_HEAD;
        int32_t node = test_avatar_add(
            &avatar, parent,
            (vrm_Vec3){roll(dice, -0.1f, 0.1f), roll(dice, -0.1f, 0.1f), roll(dice, -0.1f, 0.1f)});
        TestNode* at = &avatar.nodes[node];
        at->rotation = test_turn(roll(dice, -1, 1), 0.3f, roll(dice, -1, 1), roll(dice, 0, 180));
        int kind = roll_int(dice, 12);
        if (kind == 0) at->scale = (vrm_Vec3){1.1f, 0.9f, 1.2f};
        if (kind == 1) at->scale = (vrm_Vec3){1.3f, 1.3f, 1.3f};
        if (kind == 2) at->members = "\"extras\":{}";
        if (kind == 3 && avatar.dialect == VRM_DIALECT_1)
            at->constraint = "{\"roll\":{\"source\":4,\"rollAxis\":\"X\"}}";
        if (kind == 4 && springs[0] == '\0' && avatar.nodes[node].parent >= TEST_NODE_COUNT)
            snprintf(springs, 300,
                     avatar.dialect == VRM_DIALECT_1
                         ? "{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[{\"node\":%d},"
                           "{\"node\":%d}]}]}"
                         : "{\"boneGroups\":[{\"bones\":[%d],\"stiffiness\":1,\"dragForce\":0.4}],"
                           "\"colliderGroups\":[{\"node\":%d,\"colliders\":[]}]}",
                     (int)avatar.nodes[node].parent, (int)node);
    }
    return avatar;
}

static void vertices_of_random_skeletons_stay_where_they_are(void** state) {
    (void)state;
    int before = 0, folded = 0;
    for (uint64_t seed = 1; seed <= (TEST_IS_SANITIZED ? 30 : 200); seed++) {
        Dice dice = {seed * 977};
        char springs[300], name[32];
        TestAvatar avatar = random_avatar(&dice, springs);
        vrm_Model* model = test_avatar_load(&avatar, NULL);
        int skins = 1 + roll_int(&dice, 2);
        for (int s = 0; s < skins; s++) {
            Skin skin = random_skin(&dice, &avatar);
            add_skin(model, &avatar, &skin, &dice);
        }
        vrm_Edit* edit;
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        if (springs[0] != '\0')
            assert_int_equal(vrm_edit_set(edit,
                                          avatar.dialect == VRM_DIALECT_1
                                              ? "/extensions/VRMC_springBone"
                                              : "/extensions/VRM/secondaryAnimation",
                                          springs, strlen(springs)),
                             VRM_OK);
        add_text(edit, "materials", "{\"name\":\"nothing uses it\"}");
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        TestBytes file = test_save(model);
        snprintf(name, sizeof name, "seed %d", (int)seed);
        vrm_Model* after = check_folds(&file, NULL, name);
        before += count_bones(model);
        folded += count_bones(after);
        vrm_model_destroy(after);
        vrm_model_destroy(model);
        test_bytes_free(&file);
    }
    print_message("bones of random skeletons: %d, folded %d\n", before, folded);
    assert_true(folded < before * 9 / 10);
}

/* ---- Files of others ---- */

static int corpus_before, corpus_after;

static void check_file(const TestBytes* bytes, const char* path) {
    vrm_Model* model = NULL;
    if (vrm_model_load(bytes->data, bytes->size, NULL, NULL, &model) != VRM_OK) return;
    vrm_Model* after = check_folds(bytes, NULL, path);
    corpus_before += count_bones(model);
    corpus_after += count_bones(after);
    vrm_model_destroy(after);
    vrm_model_destroy(model);
}

static void vertices_of_real_avatars_stay_where_they_are(void** state) {
    (void)state;
    corpus_before = corpus_after = 0;
    corpus_each("vrm0", ".vrm", check_file);
    corpus_each("vrm1", ".vrm", check_file);
    print_message("bones of the corpus: %d to %d\n", corpus_before, corpus_after);
    assert_true(corpus_after < corpus_before);
}

static void full_avatars_of_every_dialect_can_be_folded(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                           VRM_DIALECT_1};
    for (int i = 0; i < 4; i++) {
        TestBytes file = test_full_avatar(dialects[i]);
        vrm_model_destroy(check_folds(&file, NULL, vrm_dialect_text(dialects[i])));
        test_bytes_free(&file);
    }
}

/* ---- Failures ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_OptimizeDef def = only_folding();
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    result = vrm_optimize(model, &def, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void folding_survives_every_failing_allocation(void** state) {
    (void)state;
    Skin skin;
    TestAvatar avatar = small_avatar(VRM_DIALECT_1, &skin);
    TestBytes file = file_of(&avatar, &skin, NULL, NULL);
    assert_true(test_every_allocation_failing(attempt, &file) > 20);
    test_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_nothing_moves_are_folded),
        cmocka_unit_test(joints_that_something_needs_stay),
        cmocka_unit_test(a_joint_that_does_not_fit_its_rest_pose_stays),
        cmocka_unit_test(joints_between_others_that_would_not_fit_stay),
        cmocka_unit_test(a_node_whose_scale_cannot_be_passed_on_stays),
        cmocka_unit_test(vertices_of_random_skeletons_stay_where_they_are),
        cmocka_unit_test(vertices_of_real_avatars_stay_where_they_are),
        cmocka_unit_test(full_avatars_of_every_dialect_can_be_folded),
        cmocka_unit_test(folding_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
