/* SPDX-License-Identifier: MIT */
/* The glTF around the character: nodes, meshes, skin, materials, textures. */
#include "scene_write.h"

#include <math.h>
#include <stdlib.h>

/* ---- Data ---- */

#define IMAGE_MAX 16

enum { POSITION, NORMAL, TEXCOORD, JOINTS, WEIGHTS, ATTRIBUTE_COUNT };

/* Accessors of one primitive. */
typedef struct PartData {
    int32_t attributes[ATTRIBUTE_COUNT];
    int32_t first_target; /* targets follow one another */
    int32_t indices;
} PartData;

typedef struct Layout {
    PartData parts[MESH_MAX][MESH_PARTS];
    int32_t inverse_bind;
    int32_t image_views[IMAGE_MAX];
} Layout;

/* The place of a node in the skin's list of joints. */
static int32_t* number_joints(const Character* character) {
    int32_t* numbers = calloc((size_t)character->node_count, sizeof *numbers);
    int32_t count = 0;
    for (int32_t i = 0; numbers != NULL && i < character->node_count; i++)
        numbers[i] = character->nodes[i].is_joint ? count++ : 0;
    return numbers;
}

static void add_joints(File* file, const Vertex* v, const int32_t* numbers, bool is_small) {
    for (int32_t i = 0; i < 4; i++) {
        unsigned joint = v->weights[i] > 0 ? (unsigned)numbers[v->joints[i]] : 0;
        if (is_small)
            bytes_add_u8(&file->bin, joint);
        else
            bytes_add_u16(&file->bin, joint);
    }
}

/* In 255ths that sum to 255: what rounding leaves goes to the heaviest. */
static void small_weights(const Vertex* v, int32_t small[4]) {
    int32_t left = 255, heaviest = 0;
    for (int32_t i = 0; i < 4; i++) {
        small[i] = (int32_t)(v->weights[i] * 255 + 0.5f);
        left -= small[i];
        if (small[i] > small[heaviest]) heaviest = i;
    }
    small[heaviest] += left;
}

static void add_weights(File* file, const Vertex* v) {
    for (int32_t i = 0; i < 4; i++) bytes_add_float(&file->bin, v->weights[i]);
}

/* A joint whose weight rounds to nothing is not named (glTF: unused joints are 0). */
static void add_small_skin(File* file, const Vertex* v, int32_t kind, const int32_t* numbers) {
    int32_t small[4];
    Vertex rounded = *v;
    small_weights(v, small);
    for (int32_t i = 0; i < 4; i++) rounded.weights[i] = (float)small[i];
    if (kind == JOINTS) {
        add_joints(file, &rounded, numbers, true);
        return;
    }
    for (int32_t i = 0; i < 4; i++) bytes_add_u8(&file->bin, (unsigned)small[i]);
}

static void add_attribute(File* file, const Character* character, const Vertex* v, int32_t kind,
                          const int32_t* numbers) {
    vrm_Dialect dialect = character->def.dialect;
    switch (kind) {
    case POSITION: bytes_add_vec3(&file->bin, turned(dialect, v->position)); break;
    case NORMAL: bytes_add_vec3(&file->bin, turned(dialect, v->normal)); break;
    case TEXCOORD:
        bytes_add_float(&file->bin, v->uv.x);
        bytes_add_float(&file->bin, v->uv.y);
        break;
    default:
        if (character->has_small_skin)
            add_small_skin(file, v, kind, numbers);
        else if (kind == JOINTS)
            add_joints(file, v, numbers, false);
        else
            add_weights(file, v);
        break;
    }
}

static int32_t lay_attribute(File* file, const Character* character, const Mesh* mesh,
                             const MeshPart* range, int32_t kind, const int32_t* numbers) {
    size_t begin = file_begin_view(file);
    for (int32_t i = 0; i < range->vertex_count; i++)
        add_attribute(file, character, &mesh->vertices[range->first_vertex + i], kind, numbers);
    static const vrm_AccessorType types[ATTRIBUTE_COUNT] = {VRM_ACCESSOR_VEC3, VRM_ACCESSOR_VEC3,
                                                            VRM_ACCESSOR_VEC2, VRM_ACCESSOR_VEC4,
                                                            VRM_ACCESSOR_VEC4};
    if (kind == POSITION)
        return file_end_bounded(file, begin, VERTEX_DATA, VRM_ACCESSOR_VEC3, range->vertex_count);
    bool is_skin = kind == JOINTS || kind == WEIGHTS;
    int32_t component = is_skin && character->has_small_skin ? VRM_COMPONENT_UNSIGNED_BYTE
                        : kind == JOINTS                     ? VRM_COMPONENT_UNSIGNED_SHORT
                                                             : VRM_COMPONENT_FLOAT;
    int32_t accessor =
        file_end_accessor(file, begin, VERTEX_DATA, component, types[kind], range->vertex_count);
    if (kind == WEIGHTS && character->has_small_skin) file_set_normalized(file, accessor);
    return accessor;
}

/* Less than a hundredth of a millimetre is no motion. */
static bool is_still(vrm_Vec3 move) {
    return v3_dot(move, move) < 1e-10f;
}

/* Only the vertices that move. */
static int32_t lay_sparse_target(File* file, const Character* character, const vrm_Vec3* moves,
                                 int32_t count) {
    int32_t moved = 0;
    bool is_wide = count > 65534;
    size_t indices = file_begin_view(file);
    for (int32_t i = 0; i < count; i++) {
        if (is_still(moves[i])) continue;
        if (is_wide)
            bytes_add_u32(&file->bin, (uint32_t)i);
        else
            bytes_add_u16(&file->bin, (unsigned)i);
        moved++;
    }
    int32_t index_view = moved > 0 ? file_end_view(file, indices, 0) : -1;
    size_t values = file_begin_view(file);
    for (int32_t i = 0; i < count; i++)
        if (!is_still(moves[i]))
            bytes_add_vec3(&file->bin, turned(character->def.dialect, moves[i]));
    return file_end_sparse(file, values, count, moved, index_view,
                           is_wide ? VRM_COMPONENT_UNSIGNED_INT : VRM_COMPONENT_UNSIGNED_SHORT);
}

static int32_t lay_target(File* file, const Character* character, const Mesh* mesh,
                          const MeshPart* range, int32_t morph) {
    const vrm_Vec3* moves = mesh->moves + (size_t)morph * (size_t)mesh->vertex_count;
    if (mesh->has_few_moves && character->is_compact)
        return lay_sparse_target(file, character, moves + range->first_vertex, range->vertex_count);
    size_t begin = file_begin_view(file);
    for (int32_t i = 0; i < range->vertex_count; i++) {
        vrm_Vec3 move = moves[range->first_vertex + i];
        if (mesh->has_few_moves && is_still(move)) move = (vrm_Vec3){0, 0, 0};
        bytes_add_vec3(&file->bin, turned(character->def.dialect, move));
    }
    return file_end_bounded(file, begin, VERTEX_DATA, VRM_ACCESSOR_VEC3, range->vertex_count);
}

static bool has_skin(const Character* character, int32_t mesh) {
    return character->nodes[character->mesh_nodes[mesh]].has_skin;
}

static PartData lay_vertices(File* file, const Character* character, int32_t mesh_index,
                             const MeshPart* range, const int32_t* numbers) {
    const Mesh* mesh = &character->meshes[mesh_index];
    PartData data = {.indices = -1};
    int32_t kinds = has_skin(character, mesh_index) ? ATTRIBUTE_COUNT : JOINTS;
    for (int32_t kind = 0; kind < kinds; kind++)
        data.attributes[kind] = lay_attribute(file, character, mesh, range, kind, numbers);
    data.first_target = file->accessor_count;
    for (int32_t m = 0; m < mesh->target_count; m++) lay_target(file, character, mesh, range, m);
    return data;
}

static int32_t lay_indices(File* file, const Mesh* mesh, const MeshPart* part, uint32_t first) {
    size_t begin = file_begin_view(file);
    bool is_wide = mesh->vertex_count > 65534;
    for (int32_t i = 0; i < part->index_count; i++) {
        uint32_t index = mesh->indices[part->first_index + i] - first;
        if (is_wide)
            bytes_add_u32(&file->bin, index);
        else
            bytes_add_u16(&file->bin, index);
    }
    return file_end_accessor(file, begin, INDEX_DATA,
                             is_wide ? VRM_COMPONENT_UNSIGNED_INT : VRM_COMPONENT_UNSIGNED_SHORT,
                             VRM_ACCESSOR_SCALAR, part->index_count);
}

static void lay_mesh(File* file, const Character* character, int32_t index, PartData* parts,
                     const int32_t* numbers) {
    const Mesh* mesh = &character->meshes[index];
    bool is_divided = character->def.has_divided_meshes;
    MeshPart whole = {.vertex_count = mesh->vertex_count};
    for (int32_t i = 0; i < mesh->part_count; i++) {
        const MeshPart* part = &mesh->parts[i];
        if (part->index_count == 0) continue;
        parts[i] = is_divided || i == 0
                       ? lay_vertices(file, character, index, is_divided ? part : &whole, numbers)
                       : parts[0];
        parts[i].indices =
            lay_indices(file, mesh, part, is_divided ? (uint32_t)part->first_vertex : 0);
    }
}

static int32_t lay_inverse_bind(File* file, const Character* character) {
    size_t begin = file_begin_view(file);
    for (int32_t i = 0; i < character->node_count; i++) {
        const BodyNode* node = &character->nodes[i];
        if (!node->is_joint) continue;
        vrm_Quat back = q_inverse(node->rotation);
        vrm_Vec3 position = turned(character->def.dialect, node->position);
        vrm_Vec3 columns[4] = {q_rotate(back, v3(1, 0, 0)), q_rotate(back, v3(0, 1, 0)),
                               q_rotate(back, v3(0, 0, 1)), v3_scale(q_rotate(back, position), -1)};
        for (int32_t c = 0; c < 4; c++) {
            bytes_add_vec3(&file->bin, columns[c]);
            bytes_add_float(&file->bin, c == 3 ? 1.0f : 0.0f);
        }
    }
    return file_end_accessor(file, begin, 0, VRM_COMPONENT_FLOAT, VRM_ACCESSOR_MAT4,
                             character->joint_count);
}

static bool lay_out(File* file, const Character* character, Layout* layout) {
    int32_t* numbers = number_joints(character);
    if (numbers == NULL) return false;
    for (int32_t i = 0; i < character->mesh_count; i++)
        lay_mesh(file, character, i, layout->parts[i], numbers);
    free(numbers);
    layout->inverse_bind = lay_inverse_bind(file, character);
    for (int32_t i = 0; i < character->looks->image_count; i++) {
        size_t begin = file_begin_view(file);
        character->looks->paint(&file->bin, character, i);
        layout->image_views[i] = file_end_view(file, begin, 0);
    }
    return !file->has_failed;
}

/* ---- JSON ---- */

static void put_node(File* file, const Character* character, int32_t index) {
    const BodyNode* node = &character->nodes[index];
    vrm_Vec3 translation = node->position;
    vrm_Quat rotation = node->rotation;
    if (node->parent >= 0) {
        const BodyNode* parent = &character->nodes[node->parent];
        translation = to_local_point(parent, node->position);
        rotation = q_normalize(q_mul(q_inverse(parent->rotation), node->rotation));
    }
    begin_object(file, NULL);
    put_text(file, "name", node->name);
    translation = turned(character->def.dialect, translation);
    if (v3_length(translation) > 0) put_vec3(file, "translation", translation);
    if (character->def.has_rotated_rest && node->parent >= 0)
        put_vec4(file, "rotation", (vrm_Vec4){rotation.x, rotation.y, rotation.z, rotation.w});
    if (node->first_child >= 0) {
        begin_array(file, "children");
        for (int32_t i = node->first_child; i >= 0; i = character->nodes[i].next_sibling)
            put_int(file, NULL, i);
        end_array(file);
    }
    if (node->mesh >= 0) put_int(file, "mesh", node->mesh);
    if (node->has_skin) put_int(file, "skin", 0);
    write_constraint(file, character, index);
    end_object(file);
}

static void put_target_names(File* file, const Character* character) {
    begin_object(file, "extras");
    begin_array(file, "targetNames");
    for (int32_t i = 0; i < character->def.morph_count; i++) {
        char name[32];
        character->looks->name_morph(i, name);
        put_text(file, NULL, name);
    }
    end_array(file);
    end_object(file);
}

static void put_primitive(File* file, const Character* character, int32_t mesh,
                          const MeshPart* part, const PartData* data) {
    static const char* const names[ATTRIBUTE_COUNT] = {"POSITION", "NORMAL", "TEXCOORD_0",
                                                       "JOINTS_0", "WEIGHTS_0"};
    begin_object(file, NULL);
    begin_object(file, "attributes");
    for (int32_t kind = 0; kind < (has_skin(character, mesh) ? ATTRIBUTE_COUNT : JOINTS); kind++)
        put_int(file, names[kind], data->attributes[kind]);
    end_object(file);
    put_int(file, "indices", data->indices);
    put_int(file, "material", part->material);
    int32_t target_count = character->meshes[mesh].target_count;
    if (target_count > 0) {
        begin_array(file, "targets");
        for (int32_t i = 0; i < target_count; i++) {
            begin_object(file, NULL);
            put_int(file, "POSITION", data->first_target + i);
            end_object(file);
        }
        end_array(file);
        /* 0.x and the draft keep the names of morph targets here. */
        if (faces_back(character->def.dialect)) put_target_names(file, character);
    }
    end_object(file);
}

static void put_meshes(File* file, const Character* character, const Layout* layout) {
    begin_array(file, "meshes");
    for (int32_t i = 0; i < character->mesh_count; i++) {
        const Mesh* mesh = &character->meshes[i];
        begin_object(file, NULL);
        put_text(file, "name", mesh->name);
        begin_array(file, "primitives");
        for (int32_t p = 0; p < mesh->part_count; p++)
            if (mesh->parts[p].index_count > 0)
                put_primitive(file, character, i, &mesh->parts[p], &layout->parts[i][p]);
        end_array(file);
        if (mesh->target_count > 0 && !faces_back(character->def.dialect))
            put_target_names(file, character);
        end_object(file);
    }
    end_array(file);
}

static void put_materials(File* file, const Character* character) {
    static const char* const alpha_modes[] = {"OPAQUE", "MASK", "BLEND"};
    begin_array(file, "materials");
    for (int32_t i = 0; i < character->looks->material_count; i++) {
        const MaterialRow* row = &character->looks->materials[i];
        begin_object(file, NULL);
        put_text(file, "name", row->name);
        begin_object(file, "pbrMetallicRoughness");
        put_vec4(file, "baseColorFactor", row->base_color);
        write_texture_info(file, "baseColorTexture", row->base_texture,
                           row->kind == VRM_SURFACE_UNLIT);
        put_number(file, "metallicFactor", row->is_metal ? 1.0f : 0.0f);
        put_number(file, "roughnessFactor", row->is_metal ? 0.4f : 0.9f);
        end_object(file);
        if (row->normal_texture >= 0)
            write_texture_info(file, "normalTexture", row->normal_texture, false);
        if (row->emissive_texture >= 0)
            write_texture_info(file, "emissiveTexture", row->emissive_texture, false);
        if (v3_length(row->emissive) > 0) put_vec3(file, "emissiveFactor", row->emissive);
        if (row->alpha_mode != VRM_ALPHA_OPAQUE)
            put_text(file, "alphaMode", alpha_modes[row->alpha_mode]);
        if (row->is_double_sided) put_flag(file, "doubleSided", true);
        write_material_extensions(file, character, i);
        end_object(file);
    }
    end_array(file);
}

static void put_sampler(File* file, int32_t wrap) {
    begin_object(file, NULL);
    put_int(file, "magFilter", 9729);
    put_int(file, "minFilter", 9987);
    put_int(file, "wrapS", wrap);
    put_int(file, "wrapT", wrap);
    end_object(file);
}

static void put_textures(File* file, const Character* character, const Layout* layout) {
    /* The thumbnail of 0.x is a texture; later dialects name the image. */
    const Looks* looks = character->looks;
    bool has_thumbnail = character->def.dialect == VRM_DIALECT_0;
    bool has_clamped = false;
    begin_array(file, "textures");
    for (int32_t i = 0; i < (has_thumbnail ? looks->image_count : texture_count(looks)); i++) {
        begin_object(file, NULL);
        put_int(file, "sampler", looks->images[i].is_clamped);
        has_clamped = has_clamped || looks->images[i].is_clamped;
        put_int(file, "source", i);
        end_object(file);
    }
    end_array(file);
    begin_array(file, "images");
    for (int32_t i = 0; i < looks->image_count; i++) {
        begin_object(file, NULL);
        put_text(file, "name", looks->images[i].name);
        put_int(file, "bufferView", layout->image_views[i]);
        put_text(file, "mimeType", "image/png");
        end_object(file);
    }
    end_array(file);
    begin_array(file, "samplers");
    put_sampler(file, 10497); /* repeat */
    if (has_clamped) put_sampler(file, 33071);
    end_array(file);
}

static void put_skin(File* file, const Character* character, const Layout* layout) {
    begin_array(file, "skins");
    begin_object(file, NULL);
    put_int(file, "inverseBindMatrices", layout->inverse_bind);
    put_int(file, "skeleton", character->root);
    begin_array(file, "joints");
    for (int32_t i = 0; i < character->node_count; i++)
        if (character->nodes[i].is_joint) put_int(file, NULL, i);
    end_array(file);
    end_object(file);
    end_array(file);
}

static bool has_extended_collider(const Character* character) {
    for (int32_t i = 0; i < character->collider_count; i++)
        if (character->colliders[i].shape >= VRM_COLLIDER_INSIDE_SPHERE) return true;
    return false;
}

static bool has_emissive_strength(const Looks* looks) {
    for (int32_t i = 0; i < looks->material_count; i++)
        if (looks->materials[i].emissive_strength != 1) return true;
    return false;
}

static void put_extensions_used(File* file, const Character* character) {
    const SceneDef* def = &character->def;
    bool is_1 = def->dialect == VRM_DIALECT_1 || def->dialect == VRM_DIALECT_BETA;
    bool has_springs = character->chain_count > 0 || character->collider_count > 0;
    const struct {
        const char* name;
        bool is_used;
    } rows[] = {
        {"VRM", def->dialect == VRM_DIALECT_0},
        {"VRMC_vrm", def->dialect != VRM_DIALECT_0},
        {"VRMC_springBone", is_1 && has_springs},
        {"VRMC_springBone_extended_collider",
         def->dialect == VRM_DIALECT_1 && has_extended_collider(character)},
        {"VRMC_springBone_limit", def->dialect == VRM_DIALECT_1 && def->has_limits &&
                                      def->chain_count > 0 && def->joints_per_chain > 1},
        {"VRMC_node_constraint", is_1 && character->constraint_count > 0},
        {"VRMC_materials_mtoon", def->dialect != VRM_DIALECT_0},
        {"KHR_materials_unlit", true},
        {"KHR_materials_emissive_strength", is_1 && has_emissive_strength(character->looks)},
        {"KHR_texture_transform", has_surface(character->looks, VRM_SURFACE_UNLIT)},
    };
    begin_array(file, "extensionsUsed");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_used) put_text(file, NULL, rows[i].name);
    end_array(file);
}

static void put_scene(File* file, const Character* character) {
    put_int(file, "scene", 0);
    begin_array(file, "scenes");
    begin_object(file, NULL);
    begin_array(file, "nodes");
    for (int32_t i = 0; i < character->node_count; i++)
        if (character->nodes[i].parent < 0) put_int(file, NULL, i);
    end_array(file);
    end_object(file);
    end_array(file);
    begin_array(file, "nodes");
    for (int32_t i = 0; i < character->node_count; i++) put_node(file, character, i);
    end_array(file);
}

static void put_document(File* file, const Character* character, const Layout* layout) {
    begin_object(file, NULL);
    begin_object(file, "asset");
    put_text(file, "version", "2.0");
    put_text(file, "generator", "libvrm scenes");
    end_object(file);
    put_extensions_used(file, character);
    begin_object(file, "extensions");
    switch (character->def.dialect) {
    case VRM_DIALECT_0: write_vrm0(file, character); break;
    case VRM_DIALECT_DRAFT: write_draft(file, character); break;
    default: write_vrm1(file, character); break;
    }
    end_object(file);
    put_scene(file, character);
    put_meshes(file, character, layout);
    put_skin(file, character, layout);
    put_materials(file, character);
    put_textures(file, character, layout);
    file_put_data(file);
    end_object(file);
}

SceneBytes write_character(Character* character) {
    File file = {0};
    Layout* layout = calloc(1, sizeof *layout);
    bool is_ready = !character->has_failed && layout != NULL && file_open(&file);
    if (is_ready && lay_out(&file, character, layout))
        put_document(&file, character, layout);
    else
        file.has_failed = true;
    character_release(character);
    free(layout);
    return file_close(&file);
}

SceneBytes scene_avatar(const SceneDef* def) {
    Character character;
    if (!character_build(&character, def, true)) {
        character_release(&character);
        return (SceneBytes){0};
    }
    return write_character(&character);
}
