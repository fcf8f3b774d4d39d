/* SPDX-License-Identifier: MIT */
#include "support/figure.h"

#include "support/check.h"
#include "vrm/edit.h"
#include "vrm/normalize.h"
#include "vrm/sim.h"

TestBones figure_bones(const vrm_Model* model) {
    TestBones bones;
    for (int b = 0; b < VRM_BONE_COUNT; b++) bones.nodes[b] = vrm_model_bone(model, (vrm_Bone)b);
    return bones;
}

static vrm_Edit* begin(vrm_Model* model) {
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    return edit;
}

static void commit(vrm_Edit* edit) {
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

static void put(vrm_Edit* edit, const char* pointer, const char* text) {
    assert_int_equal(vrm_edit_set(edit, pointer, text, strlen(text)), VRM_OK);
}

/* ---- Names and extensions ---- */

void figure_strip(vrm_Model* model) {
    static const char* const parts[] = {"/extensions/VRM", "/extensions/VRMC_vrm",
                                        "/extensions/VRMC_springBone"};
    vrm_Edit* edit = begin(model);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_int_equal(vrm_edit_remove(edit, parts[i]), VRM_OK);
    commit(edit);
    assert_int_equal(vrm_model_dialect(model), VRM_DIALECT_NONE);
}

static void put_name(vrm_Edit* edit, int32_t node, const char* name) {
    char pointer[64], text[64];
    (void)snprintf(pointer, sizeof pointer, "/nodes/%d/name", node);
    (void)snprintf(text, sizeof text, "\"%s\"", name);
    put(edit, pointer, text);
}

void figure_rename(vrm_Model* model, int32_t node, const char* name) {
    vrm_Edit* edit = begin(model);
    put_name(edit, node, name);
    commit(edit);
}

void figure_scramble(vrm_Model* model) {
    vrm_Edit* edit = begin(model);
    for (int32_t n = 0; n < vrm_model_gltf(model)->node_count; n++) {
        char name[32];
        (void)snprintf(name, sizeof name, "q%d", n * 7919 % 1009);
        put_name(edit, n, name);
    }
    commit(edit);
}

/* ---- Pose ---- */

static void write_rotations(vrm_Model* model, const vrm_Transform* locals) {
    vrm_Edit* edit = begin(model);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        char pointer[64], text[128];
        int32_t node = vrm_model_bone(model, (vrm_Bone)b);
        if (node < 0) continue;
        vrm_Quat q = locals[node].rotation;
        (void)snprintf(pointer, sizeof pointer, "/nodes/%d/rotation", node);
        (void)snprintf(text, sizeof text, "[%.9g,%.9g,%.9g,%.9g]", (double)q.x, (double)q.y,
                       (double)q.z, (double)q.w);
        put(edit, pointer, text);
    }
    commit(edit);
}

static void move_point(const vrm_Affine* map, float weight, const float in[3], float out[3]) {
    for (int r = 0; r < 3; r++)
        out[r] += weight * (map->rows[r].x * in[0] + map->rows[r].y * in[1] +
                            map->rows[r].z * in[2] + map->rows[r].w);
}

/* Vertices where a skin takes them. Accessors may be shared: of the first skin that uses one. */
typedef struct Bound {
    int32_t from, to;
} Bound;

static int32_t bind_positions(vrm_Edit* edit, const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                              const vrm_Affine* palette) {
    int32_t from = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    size_t count = (size_t)gltf->accessors[from].count;
    int32_t to;
    float* places = calloc(count, 3 * sizeof *places);
    float* moved = calloc(count, 3 * sizeof *moved);
    float* weights = calloc(count, 4 * sizeof *weights);
    uint32_t* joints = calloc(count, 4 * sizeof *joints);
    assert_true(places != NULL && moved != NULL && weights != NULL && joints != NULL);
    int32_t w = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0);
    int32_t j = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
    assert_int_equal(vrm_accessor_read_floats(gltf, from, places, 3 * count), VRM_OK);
    assert_int_equal(vrm_accessor_read_floats(gltf, w, weights, 4 * count), VRM_OK);
    assert_int_equal(vrm_accessor_read_u32(gltf, j, joints, 4 * count), VRM_OK);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++)
            move_point(&palette[joints[4 * i + k]], weights[4 * i + k], &places[3 * i],
                       &moved[3 * i]);
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, moved, count, 34962, true, &to),
                     VRM_OK);
    free(places);
    free(moved);
    free(weights);
    free(joints);
    return to;
}

enum { BOUND_MOST = 64 };

static void bind_mesh(vrm_Edit* edit, const vrm_Gltf* gltf, const vrm_Node* node,
                      const vrm_Affine* palette, Bound* bound, int* count) {
    const vrm_Mesh* mesh = &gltf->meshes[node->mesh];
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        char pointer[96], text[16];
        int32_t from = vrm_primitive_attribute(&mesh->primitives[p], VRM_SEMANTIC_POSITION, 0);
        int i = 0;
        while (i < *count && bound[i].from != from) i++;
        if (i == *count) {
            assert_true(*count < BOUND_MOST);
            int32_t to = bind_positions(edit, gltf, &mesh->primitives[p], palette);
            bound[(*count)++] = (Bound){from, to};
        }
        (void)snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/attributes/POSITION",
                       node->mesh, p);
        (void)snprintf(text, sizeof text, "%d", bound[i].to);
        put(edit, pointer, text);
    }
}

/* The inverse of a joint's place; joints have no scale. */
static void put_inverse(const vrm_Affine* world, float out[16]) {
    const vrm_Vec4* rows = world->rows;
    const float at[3] = {rows[0].w, rows[1].w, rows[2].w};
    for (int r = 0; r < 3; r++) {
        const float turned[3] = {rows[r].x, rows[r].y, rows[r].z};
        for (int c = 0; c < 3; c++) {
            out[4 * r + c] = turned[c];
            out[12 + c] -= turned[c] * at[r];
        }
    }
    out[15] = 1.0f;
}

static void bind_skin(vrm_Edit* edit, const vrm_Gltf* gltf, int32_t s, const vrm_Affine* worlds) {
    const vrm_Skin* skin = &gltf->skins[s];
    float* binds = calloc((size_t)skin->joint_count, 16 * sizeof *binds);
    char pointer[64], text[16];
    int32_t accessor;
    assert_non_null(binds);
    for (int32_t j = 0; j < skin->joint_count; j++)
        put_inverse(&worlds[skin->joints[j]], binds + 16 * (size_t)j);
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_MAT4, binds, (size_t)skin->joint_count,
                                         0, false, &accessor),
                     VRM_OK);
    (void)snprintf(pointer, sizeof pointer, "/skins/%d/inverseBindMatrices", s);
    (void)snprintf(text, sizeof text, "%d", accessor);
    put(edit, pointer, text);
    free(binds);
}

/* Meshes are bound where they are. */
static void bind_here(vrm_Model* model, const vrm_Rig* rig, const vrm_Sim* sim, vrm_AvatarId id) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    Bound bound[BOUND_MOST];
    int count = 0;
    vrm_Edit* edit = begin(model);
    for (int32_t n = 0; n < gltf->node_count; n++) {
        const vrm_Node* node = &gltf->nodes[n];
        if (node->mesh < 0 || node->skin < 0) continue;
        const vrm_Affine* palette =
            vrm_avatar_palettes(sim, id) + vrm_rig_skin(rig, node->skin).first_joint;
        bind_mesh(edit, gltf, node, palette, bound, &count);
    }
    for (int32_t s = 0; s < gltf->skin_count; s++)
        bind_skin(edit, gltf, s, vrm_avatar_worlds(sim, id));
    commit(edit);
}

void figure_rest(vrm_Model* model, const vrm_Pose* pose) {
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_LOCALS | VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    assert_true(vrm_avatar_set_pose(sim, id, pose));
    vrm_sim_step(sim, 0.0f);
    bind_here(model, rig, sim, id);
    write_rotations(model, vrm_avatar_locals(sim, id));
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    assert_int_equal(vrm_normalize(model, NULL, NULL), VRM_OK);
}

void figure_move(vrm_Model* model, vrm_Transform root) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    char text[4096], list[64];
    int32_t top;
    int size = snprintf(text, sizeof text,
                        "{\"name\":\"Scene\",\"translation\":[%.9g,%.9g,%.9g],"
                        "\"rotation\":[%.9g,%.9g,%.9g,%.9g],\"scale\":[%.9g,%.9g,%.9g],"
                        "\"children\":[",
                        (double)root.translation.x, (double)root.translation.y,
                        (double)root.translation.z, (double)root.rotation.x,
                        (double)root.rotation.y, (double)root.rotation.z, (double)root.rotation.w,
                        (double)root.scale.x, (double)root.scale.y, (double)root.scale.z);
    bool is_first = true;
    for (int32_t n = 0; n < gltf->node_count; n++) {
        if (gltf->nodes[n].parent >= 0) continue;
        size += snprintf(text + size, sizeof text - (size_t)size, "%s%d", is_first ? "" : ",", n);
        is_first = false;
        assert_true(size < (int)sizeof text - 8);
    }
    size += snprintf(text + size, sizeof text - (size_t)size, "]}");
    vrm_Edit* edit = begin(model);
    assert_int_equal(vrm_edit_add(edit, "nodes", text, (size_t)size, &top), VRM_OK);
    (void)snprintf(list, sizeof list, "[%d]", top);
    put(edit, "/scenes/0/nodes", list);
    commit(edit);
}

/* ---- Helpers ---- */

/* Joints are added to the first skin with identities: they move nothing. */
static int32_t add_node(vrm_Edit* edit, int32_t parent, const char* name, vrm_Vec3 at) {
    char text[256], pointer[64], number[16];
    int32_t node;
    int size = snprintf(text, sizeof text, "{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g]}",
                        name, (double)at.x, (double)at.y, (double)at.z);
    assert_int_equal(vrm_edit_add(edit, "nodes", text, (size_t)size, &node), VRM_OK);
    (void)snprintf(number, sizeof number, "%d", node);
    if (parent >= 0)
        (void)snprintf(pointer, sizeof pointer, "/nodes/%d/children/-", parent);
    else
        (void)snprintf(pointer, sizeof pointer, "/scenes/0/nodes/-");
    put(edit, pointer, number);
    return node;
}

static vrm_Vec3 world_of(const vrm_Gltf* gltf, int32_t node) {
    vrm_Vec3 at = {0.0f, 0.0f, 0.0f};
    for (; node >= 0; node = gltf->nodes[node].parent) { /* no node has a rotation */
        at.x += gltf->nodes[node].rest.translation.x;
        at.y += gltf->nodes[node].rest.translation.y;
        at.z += gltf->nodes[node].rest.translation.z;
    }
    return at;
}

typedef struct Helper {
    vrm_Bone bone;
    const char* name;
    float ahead; /* along +Z, of a target */
} Helper;

static void add_twists(vrm_Edit* edit, const vrm_Gltf* gltf, const TestBones* bones) {
    static const Helper twists[] = {
        {VRM_BONE_LEFT_UPPER_ARM, "upperarm_twist_01_l", 0.0f},
        {VRM_BONE_RIGHT_UPPER_ARM, "upperarm_twist_01_r", 0.0f},
        {VRM_BONE_LEFT_LOWER_ARM, "lowerarm_twist_01_l", 0.0f},
        {VRM_BONE_RIGHT_LOWER_ARM, "lowerarm_twist_01_r", 0.0f},
        {VRM_BONE_LEFT_UPPER_LEG, "thigh_twist_01_l", 0.0f},
        {VRM_BONE_RIGHT_UPPER_LEG, "thigh_twist_01_r", 0.0f},
    };
    for (size_t i = 0; i < sizeof twists / sizeof *twists; i++) {
        int32_t from = bones->nodes[twists[i].bone], to = bones->nodes[twists[i].bone + 1];
        vrm_Vec3 step = gltf->nodes[to].rest.translation;
        (void)add_node(edit, from, twists[i].name,
                       (vrm_Vec3){0.5f * step.x, 0.5f * step.y, 0.5f * step.z});
    }
}

static void add_targets(vrm_Edit* edit, const vrm_Gltf* gltf, const TestBones* bones) {
    static const Helper targets[] = {
        {VRM_BONE_LEFT_HAND, "ik_hand_l", 0.0f},
        {VRM_BONE_RIGHT_HAND, "ik_hand_r", 0.0f},
        {VRM_BONE_LEFT_FOOT, "ik_foot_l", 0.0f},
        {VRM_BONE_RIGHT_FOOT, "ik_foot_r", 0.0f},
        {VRM_BONE_LEFT_LOWER_LEG, "ik_knee_pole_l", 0.5f},
        {VRM_BONE_RIGHT_LOWER_LEG, "ik_knee_pole_r", 0.5f},
        {VRM_BONE_LEFT_LOWER_ARM, "ik_elbow_pole_l", -0.5f},
        {VRM_BONE_RIGHT_LOWER_ARM, "ik_elbow_pole_r", -0.5f},
    };
    int32_t root = add_node(edit, -1, "ik_root", (vrm_Vec3){0.0f, 0.0f, 0.0f});
    assert_int_equal(vrm_edit_remove(edit, "/skins/0/skeleton"), VRM_OK); /* not above these */
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        vrm_Vec3 at = world_of(gltf, bones->nodes[targets[i].bone]);
        at.z += targets[i].ahead;
        (void)add_node(edit, root, targets[i].name, at);
    }
}

/* The matrices of these joints do not matter: without its list of matrices a skin has identities,
 * so that the list must go on. */
static void add_to_skin(vrm_Edit* edit, const vrm_Model* model, int32_t first, int32_t count) {
    const vrm_Skin* skin = &vrm_model_gltf(model)->skins[0];
    size_t room = (size_t)(skin->joint_count + count);
    float* values = calloc(room, 16 * sizeof *values);
    char text[64];
    int32_t accessor;
    assert_non_null(values);
    assert_int_equal(vrm_accessor_read_floats(vrm_model_gltf(model), skin->inverse_bind_matrices,
                                              values, 16 * (size_t)skin->joint_count),
                     VRM_OK);
    for (int32_t i = 0; i < count; i++) {
        for (int d = 0; d < 4; d++) values[16 * (skin->joint_count + i) + 5 * d] = 1.0f;
        (void)snprintf(text, sizeof text, "%d", first + i);
        put(edit, "/skins/0/joints/-", text);
    }
    assert_int_equal(
        vrm_edit_add_floats(edit, VRM_ACCESSOR_MAT4, values, room, 0, false, &accessor), VRM_OK);
    (void)snprintf(text, sizeof text, "%d", accessor);
    put(edit, "/skins/0/inverseBindMatrices", text);
    free(values);
}

void figure_add_helpers(vrm_Model* model, const TestBones* bones) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t first = gltf->node_count;
    enum { HELPERS = 15 };
    vrm_Edit* edit = begin(model);
    add_twists(edit, gltf, bones);
    add_targets(edit, gltf, bones);
    add_to_skin(edit, model, first, HELPERS);
    commit(edit);
}

void figure_add_joint(vrm_Model* model, int32_t node) {
    vrm_Edit* edit = begin(model);
    add_to_skin(edit, model, node, 1);
    commit(edit);
}

/* ---- A vertex ---- */

void figure_stray(vrm_Model* model, vrm_Vec3 place) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t node = 0, made;
    while (gltf->nodes[node].skin < 0) node++;
    int32_t mesh = gltf->nodes[node].mesh;
    int32_t from =
        vrm_primitive_attribute(&gltf->meshes[mesh].primitives[0], VRM_SEMANTIC_POSITION, 0);
    size_t count = (size_t)gltf->accessors[from].count;
    float* places = calloc(count, 3 * sizeof *places);
    char pointer[96], text[16];
    assert_non_null(places);
    assert_int_equal(vrm_accessor_read_floats(gltf, from, places, 3 * count), VRM_OK);
    places[0] = place.x, places[1] = place.y, places[2] = place.z;
    vrm_Edit* edit = begin(model);
    assert_int_equal(
        vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, places, count, 34962, true, &made), VRM_OK);
    (void)snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/0/attributes/POSITION", mesh);
    (void)snprintf(text, sizeof text, "%d", made);
    put(edit, pointer, text);
    commit(edit);
    free(places);
}

/* ---- Two figures ---- */

typedef struct Text {
    char bytes[8192];
    int size;
} Text;

__attribute__((format(printf, 2, 3))) static void say(Text* text, const char* format, ...) {
    size_t room = sizeof text->bytes - (size_t)text->size;
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text->bytes + text->size, room, format, values);
    va_end(values);
    assert_true(size >= 0 && (size_t)size < room);
    text->size += size;
}

static void say_list(Text* text, const char* key, const int32_t* list, int32_t count, int32_t add) {
    say(text, ",\"%s\":[", key);
    for (int32_t i = 0; i < count; i++) say(text, "%s%d", i == 0 ? "" : ",", list[i] + add);
    say(text, "]");
}

static void copy_node(vrm_Edit* edit, const vrm_Gltf* gltf, const vrm_Node* node) {
    vrm_Transform rest = node->rest;
    Text text = {.size = 0};
    if (node->parent < 0) rest.translation.x += 2.0f;
    say(&text, "{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g]", node->name,
        (double)rest.translation.x, (double)rest.translation.y, (double)rest.translation.z);
    say(&text, ",\"rotation\":[%.9g,%.9g,%.9g,%.9g]", (double)rest.rotation.x,
        (double)rest.rotation.y, (double)rest.rotation.z, (double)rest.rotation.w);
    if (node->child_count > 0)
        say_list(&text, "children", node->children, node->child_count, gltf->node_count);
    if (node->mesh >= 0) say(&text, ",\"mesh\":%d", node->mesh);
    if (node->skin >= 0) say(&text, ",\"skin\":%d", node->skin + gltf->skin_count);
    say(&text, "}");
    assert_int_equal(vrm_edit_add(edit, "nodes", text.bytes, (size_t)text.size, NULL), VRM_OK);
}

static void copy_skin(vrm_Edit* edit, const vrm_Gltf* gltf, const vrm_Skin* skin) {
    Text text = {.size = 0};
    say(&text, "{\"inverseBindMatrices\":%d", skin->inverse_bind_matrices);
    say_list(&text, "joints", skin->joints, skin->joint_count, gltf->node_count);
    say(&text, "}");
    assert_int_equal(vrm_edit_add(edit, "skins", text.bytes, (size_t)text.size, NULL), VRM_OK);
}

void figure_double(vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_Edit* edit = begin(model);
    for (int32_t n = 0; n < gltf->node_count; n++) copy_node(edit, gltf, &gltf->nodes[n]);
    for (int32_t s = 0; s < gltf->skin_count; s++) copy_skin(edit, gltf, &gltf->skins[s]);
    for (int32_t n = 0; n < gltf->node_count; n++) {
        char number[16];
        if (gltf->nodes[n].parent >= 0) continue;
        (void)snprintf(number, sizeof number, "%d", n + gltf->node_count);
        put(edit, "/scenes/0/nodes/-", number);
    }
    commit(edit);
}
