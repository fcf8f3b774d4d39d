/* SPDX-License-Identifier: MIT */
/* Inverse bind matrices. 0.x and the draft require nodes without rotation and scale, so a bind
 * matrix contains only the position of its bone, which the nodes contain too. Where the two
 * contradict each other, the draft's "Error Handling" gives precedence to the nodes' translations.
 * A file that only turned its bones afterwards (many did) has the same translations and is left
 * unchanged. */
#include "gltf/accessor.h"
#include "model/model.h"

/* Metres; and the same share of the bone's length. */
#define TOLERANCE 1e-3f

/* The matrices of the file, as many as there are joints. */
static vrm_Result read_file_binds(const vrm_Gltf* gltf, const vrm_Skin* skin, vrm_Mat4* out) {
    if (skin->inverse_bind_matrices < 0) {
        const vrm_Affine identity = vrmi_affine_identity();
        for (int32_t i = 0; i < skin->joint_count; i++) out[i] = vrmi_mat4_from_affine(&identity);
        return VRM_OK;
    }
    /* An accessor may have more matrices than there are joints; the rest is not looked at. */
    const vrm_Accessor* accessor = &gltf->accessors[skin->inverse_bind_matrices];
    uint64_t count = (uint64_t)skin->joint_count;
    if (accessor->type != VRM_ACCESSOR_MAT4 || accessor->count < count) return VRM_ERR_INVALID;
    return vrmi_accessor_read_first(gltf, skin->inverse_bind_matrices, count, (float*)out,
                                    (size_t)count * 16);
}

/* The joints of all skins, by node. A mark belongs to the current skin if it has the skin's
 * number. */
typedef struct Marks {
    int32_t* skin; /* of each node: skin + 1 */
    int32_t* joint;
} Marks;

/* The nearest ancestor of a joint that is a joint of the same skin, or -1. */
static int32_t joint_above(const vrm_Gltf* gltf, const Marks* marks, int32_t stamp, int32_t node) {
    for (int32_t i = 0; i < VRMI_NEAR_ANCESTORS; i++) {
        node = gltf->nodes[node].parent;
        if (node < 0) return -1;
        if (marks->skin[node] == stamp) return marks->joint[node];
    }
    return -1;
}

/* The position of a node, relative to one above it. */
static vrm_Vec3 place_below(const vrm_Gltf* gltf, int32_t above, int32_t node) {
    vrm_Vec3 place = {0.0f, 0.0f, 0.0f};
    for (; node != above; node = gltf->nodes[node].parent) {
        vrm_Affine local = vrmi_model_local(&gltf->nodes[node]);
        place = vrmi_affine_point(&local, place);
    }
    return place;
}

/* Compares the position of a joint relative to the one above it: by the nodes, and by the
 * matrices. */
static bool agrees(vrm_Vec3 by_nodes, const vrm_Mat4* parent_bind, const vrm_Mat4* child_bind) {
    vrm_Affine child_place;
    vrm_Affine from_model = vrmi_affine_from_mat4(parent_bind);
    vrm_Affine to_child = vrmi_affine_from_mat4(child_bind);
    if (!vrmi_model_invert(&to_child, &child_place))
        return true; /* a scale of zero: not comparable */
    vrm_Vec3 by_binds = vrmi_affine_point(&from_model, vrmi_affine_column(&child_place, 3));
    float apart = vrmi_vec3_distance(by_nodes, by_binds);
    return apart <= TOLERANCE + TOLERANCE * vrmi_vec3_length(by_nodes);
}

bool vrmi_binds_agree(const vrm_Gltf* gltf, int32_t above, int32_t node, const vrm_Mat4* above_bind,
                      const vrm_Mat4* bind) {
    return agrees(place_below(gltf, above, node), above_bind, bind);
}

static bool skin_agrees(const vrm_Gltf* gltf, const Marks* marks, int32_t index,
                        const vrm_Mat4* binds) {
    const vrm_Skin* skin = &gltf->skins[index];
    for (int32_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] < 0) continue;
        marks->skin[skin->joints[i]] = index + 1;
        marks->joint[skin->joints[i]] = i;
    }
    for (int32_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] < 0) continue;
        int32_t above = joint_above(gltf, marks, index + 1, skin->joints[i]);
        if (above >= 0 &&
            !vrmi_binds_agree(gltf, skin->joints[above], skin->joints[i], &binds[above], &binds[i]))
            return false;
    }
    return true;
}

/* Bind matrices of the rest pose, with the mesh placed as the first joint has it. NULL when a
 * joint's scale is zero. */
static const vrm_Mat4* binds_of_rest(vrmi_ModelReader* reader, const vrm_Skin* skin,
                                     const vrm_Mat4* file_binds) {
    const vrm_Affine* rest = vrmi_model_rest(reader);
    vrm_Mat4* binds = vrmi_read_alloc(&reader->base, (size_t)skin->joint_count, sizeof *binds);
    if (binds == NULL || rest == NULL) return NULL;
    vrm_Affine place = vrmi_affine_identity();
    bool has_place = false;
    for (int32_t i = 0; i < skin->joint_count; i++) {
        binds[i] = file_binds[i];
        if (skin->joints[i] < 0) continue;
        vrm_Affine bind = vrmi_affine_from_mat4(&file_binds[i]), to_joint;
        if (!has_place) place = vrmi_affine_mul(&rest[skin->joints[i]], &bind);
        has_place = true;
        if (!vrmi_model_invert(&rest[skin->joints[i]], &to_joint)) return NULL;
        bind = vrmi_affine_mul(&to_joint, &place);
        if (!vrmi_affine_is_finite(&bind)) return NULL;
        binds[i] = vrmi_mat4_from_affine(&bind);
    }
    return binds;
}

static const vrm_Mat4* check_skin(vrmi_ModelReader* reader, const Marks* marks, int32_t index,
                                  vrm_Mat4* binds) {
    const vrm_Skin* skin = &reader->gltf->skins[index];
    if (skin->inverse_bind_matrices < 0) return NULL;
    if (read_file_binds(reader->gltf, skin, binds) != VRM_OK ||
        skin_agrees(reader->gltf, marks, index, binds))
        return NULL;
    const vrm_Mat4* rest_binds = binds_of_rest(reader, skin, binds);
    if (rest_binds != NULL)
        vrmi_read_report(&reader->base, VRMI_RULE_SKIN_BINDS_CONTRADICT_NODES,
                         vrmi_read_member(&reader->base, skin->json, "inverseBindMatrices"), NULL);
    return rest_binds;
}

void vrmi_read_rest_binds(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    vrm_Dialect dialect = reader->model->dialect;
    if (dialect != VRM_DIALECT_0 && dialect != VRM_DIALECT_DRAFT) return;
    size_t nodes = (size_t)gltf->node_count;
    int32_t most = 0;
    for (int32_t i = 0; i < gltf->skin_count; i++)
        if (gltf->skins[i].joint_count > most) most = gltf->skins[i].joint_count;
    Marks marks = {.skin = vrmi_model_scratch(reader, nodes, sizeof(int32_t)),
                   .joint = vrmi_model_scratch(reader, nodes, sizeof(int32_t))};
    vrm_Mat4* binds = vrmi_model_scratch(reader, (size_t)most, sizeof *binds);
    if (marks.skin == NULL || marks.joint == NULL || binds == NULL) return;
    const vrm_Mat4** rest_binds = NULL; /* in most files all skins agree */
    for (int32_t i = 0; i < gltf->skin_count; i++) {
        const vrm_Mat4* made = check_skin(reader, &marks, i, binds);
        if (made != NULL && rest_binds == NULL)
            rest_binds =
                vrmi_read_alloc(&reader->base, (size_t)gltf->skin_count, sizeof *rest_binds);
        if (made != NULL && rest_binds != NULL) rest_binds[i] = made;
    }
    reader->avatar->rest_binds = rest_binds;
}

vrm_Result vrm_model_inverse_binds(const vrm_Model* model, int32_t skin, vrm_Mat4* out,
                                   int32_t count) {
    const vrm_Gltf* gltf = &model->document->gltf;
    if (skin < 0 || skin >= gltf->skin_count || count != gltf->skins[skin].joint_count)
        return VRM_ERR_ARGUMENT;
    if (model->avatar->rest_binds == NULL || model->avatar->rest_binds[skin] == NULL)
        return read_file_binds(gltf, &gltf->skins[skin], out);
    for (int32_t i = 0; i < count; i++) out[i] = model->avatar->rest_binds[skin][i];
    return VRM_OK;
}
