/* SPDX-License-Identifier: MIT */
/* glTF 2.0 as tables: one row per property of the specification's JSON schema. Checks that a row
 * cannot express are in gltf_checks.c. */
#include "validate/gltf/gltf_schema.h"
#include "base/words.h"

#include "validate/gltf/gltf_checks.h"
#include "validate/gltf/gltf_enclosing.h"

/* ---- Elements ---- */

const vrmi_SchemaValue vrmi_any_number = {.kind = VRMI_NUMBER, .flags = VRMI_AT_ARRAY};
const vrmi_SchemaValue vrmi_unit_number = {.kind = VRMI_NUMBER,
                                           .flags = VRMI_AT_ARRAY | VRMI_HAS_MIN | VRMI_HAS_MAX,
                                           .range = &vrmi_range_0_1};
const vrmi_SchemaValue vrmi_any_string = {.kind = VRMI_STRING};
const vrmi_SchemaValue vrmi_node_index = {.kind = VRMI_INDEX, .target = VRMI_NODES};

static const vrmi_SchemaRange rotation_range = {-1, 1};
static const vrmi_SchemaValue rotation_number = {.kind = VRMI_NUMBER,
                                                 .flags =
                                                     VRMI_AT_ARRAY | VRMI_HAS_MIN | VRMI_HAS_MAX,
                                                 .range = &rotation_range};
static const vrmi_SchemaValue accessor_index = {.kind = VRMI_INDEX, .target = VRMI_ACCESSORS};

/* A top-level array: an element that is not an object is a plain type mismatch. */
static const vrmi_SchemaCode collection_codes[] = {
    {VRMI_PROBLEM_ELEMENT_TYPE, VRMI_RULE_TYPE_MISMATCH}, {VRMI_PROBLEM_NONE, 0}};

#define COLLECTION(name, element_type)                                                             \
    static const vrmi_SchemaValue name = {                                                         \
        .kind = VRMI_OBJECT, .type = &(element_type), .codes = collection_codes}
#define OBJECTS(name, element_type)                                                                \
    static const vrmi_SchemaValue name = {                                                         \
        .kind = VRMI_OBJECT, .flags = VRMI_AT_ARRAY, .type = &(element_type)}
#define NON_EMPTY(element_value)                                                                   \
    { .kind = VRMI_ARRAY, .length_min = 1, .element = &(element_value) }
#define NUMBERS(count, element_value)                                                              \
    {                                                                                              \
        .kind = VRMI_ARRAY, .length_min = (count), .length_max = (count),                          \
        .element = &(element_value)                                                                \
    }
#define AT_LEAST_0                                                                                 \
    { .kind = VRMI_INTEGER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_0_1 }
#define REQUIRED_AT_LEAST_1                                                                        \
    { .kind = VRMI_INTEGER, .flags = VRMI_REQUIRED | VRMI_HAS_MIN, .range = &vrmi_range_from_1 }
#define POSITIVE(extra_flags)                                                                      \
    { .kind = VRMI_NUMBER, .flags = VRMI_ABOVE_MIN | (extra_flags), .range = &vrmi_range_0_1 }
#define UNIT_INTERVAL                                                                              \
    { .kind = VRMI_NUMBER, .flags = VRMI_HAS_MIN | VRMI_HAS_MAX, .range = &vrmi_range_0_1 }
#define OBJECT(object_type)                                                                        \
    { .kind = VRMI_OBJECT, .type = &(object_type) }

/* ---- Accessors, buffers ---- */

static const int32_t component_types[] = {5120, 5121, 5122, 5123, 5125, 5126, -1};
static const int32_t index_types[] = {5121, 5123, 5125, -1};

static const vrmi_SchemaMember sparse_indices_members[] = {
    {"bufferView", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED, .target = VRMI_BUFFER_VIEWS}},
    {"byteOffset", AT_LEAST_0},
    {"componentType", {.kind = VRMI_INTEGER, .flags = VRMI_REQUIRED, .integers = index_types}},
};
static const vrmi_SchemaType sparse_indices =
    VRMI_SCHEMA_TYPE(sparse_indices_members, .like = NULL);

static const vrmi_SchemaMember sparse_values_members[] = {
    {"bufferView", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED, .target = VRMI_BUFFER_VIEWS}},
    {"byteOffset", AT_LEAST_0},
};
static const vrmi_SchemaType sparse_values = VRMI_SCHEMA_TYPE(sparse_values_members, .like = NULL);

static const vrmi_SchemaMember sparse_members[] = {
    {"count", REQUIRED_AT_LEAST_1},
    {"indices", {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &sparse_indices}},
    {"values", {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &sparse_values}},
};
static const vrmi_SchemaType sparse = VRMI_SCHEMA_TYPE(sparse_members, .like = NULL);

static const vrmi_SchemaMember accessor_members[] = {
    [VRMI_ACCESSOR_BUFFER_VIEW] = {"bufferView", {.kind = VRMI_INDEX, .target = VRMI_BUFFER_VIEWS}},
    [VRMI_ACCESSOR_BYTE_OFFSET] = {"byteOffset",
                                   {.kind = VRMI_INTEGER,
                                    .flags = VRMI_HAS_MIN,
                                    .range = &vrmi_range_0_1,
                                    .needs = VRMI_NEEDS(VRMI_ACCESSOR_BUFFER_VIEW)}},
    [VRMI_ACCESSOR_COMPONENT_TYPE] = {"componentType",
                                      {.kind = VRMI_INTEGER,
                                       .flags = VRMI_REQUIRED,
                                       .integers = component_types}},
    [VRMI_ACCESSOR_COUNT] = {"count", REQUIRED_AT_LEAST_1},
    [VRMI_ACCESSOR_TYPE] =
        {"type", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED, .strings = vrmi_accessor_types}},
    [VRMI_ACCESSOR_NORMALIZED] = {"normalized", {.kind = VRMI_BOOL}},
    [VRMI_ACCESSOR_MAX] = {"max",
                           {.kind = VRMI_ARRAY}}, /* checked together with type and componentType */
    [VRMI_ACCESSOR_MIN] = {"min", {.kind = VRMI_ARRAY}},
    [VRMI_ACCESSOR_SPARSE] = {"sparse", OBJECT(sparse)},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_accessor =
    VRMI_SCHEMA_TYPE(accessor_members, .check = vrmi_check_accessor);

static const vrmi_SchemaMember buffer_members[] = {
    {"uri", {.kind = VRMI_STRING}},
    {"byteLength", REQUIRED_AT_LEAST_1},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_buffer = VRMI_SCHEMA_TYPE(buffer_members, .like = NULL);

static const int32_t buffer_view_targets[] = {34962, 34963, -1};

static const vrmi_SchemaRange stride_range = {4, 252};

static const vrmi_SchemaMember buffer_view_members[] = {
    [VRMI_BUFFER_VIEW_BUFFER] =
        {"buffer", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED, .target = VRMI_BUFFERS}},
    [VRMI_BUFFER_VIEW_BYTE_OFFSET] = {"byteOffset", AT_LEAST_0},
    [VRMI_BUFFER_VIEW_BYTE_LENGTH] = {"byteLength", REQUIRED_AT_LEAST_1},
    [VRMI_BUFFER_VIEW_BYTE_STRIDE] = {"byteStride",
                                      {.kind = VRMI_INTEGER,
                                       .flags = VRMI_HAS_MIN | VRMI_HAS_MAX,
                                       .range = &stride_range}},
    [VRMI_BUFFER_VIEW_TARGET] = {"target", {.kind = VRMI_INTEGER, .integers = buffer_view_targets}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_buffer_view =
    VRMI_SCHEMA_TYPE(buffer_view_members, .check = vrmi_check_buffer_view);

/* ---- Animations ---- */

static const vrmi_SchemaMember animation_target_members[] = {
    [VRMI_TARGET_NODE] = {"node", {.kind = VRMI_INDEX, .target = VRMI_NODES}},
    [VRMI_TARGET_PATH] =
        {"path", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED, .check = vrmi_check_animation_path}},
};
const vrmi_SchemaType vrmi_gltf_animation_target =
    VRMI_SCHEMA_TYPE(animation_target_members, .check = vrmi_check_animation_target);

static const vrmi_SchemaMember animation_channel_members[] = {
    {"sampler", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED}},
    {"target", {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &vrmi_gltf_animation_target}},
};
const vrmi_SchemaType vrmi_gltf_animation_channel =
    VRMI_SCHEMA_TYPE(animation_channel_members, .like = NULL);

static const vrmi_SchemaMember animation_sampler_members[] = {
    {"input", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED, .target = VRMI_ACCESSORS}},
    {"interpolation", {.kind = VRMI_STRING, .strings = vrmi_interpolations}},
    {"output", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED, .target = VRMI_ACCESSORS}},
};
static const vrmi_SchemaType animation_sampler =
    VRMI_SCHEMA_TYPE(animation_sampler_members, .like = NULL);

OBJECTS(channel_element, vrmi_gltf_animation_channel);
OBJECTS(animation_sampler_element, animation_sampler);

static const vrmi_SchemaMember animation_members[] = {
    {"channels",
     {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .length_min = 1, .element = &channel_element}},
    {"samplers",
     {.kind = VRMI_ARRAY,
      .flags = VRMI_REQUIRED,
      .length_min = 1,
      .element = &animation_sampler_element}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_animation = VRMI_SCHEMA_TYPE(animation_members, .like = NULL);

/* ---- Asset, cameras ---- */

static const vrmi_SchemaMember asset_members[] = {
    [VRMI_ASSET_VERSION] = {"version",
                            {.kind = VRMI_STRING,
                             .flags = VRMI_REQUIRED,
                             .check = vrmi_check_version_form}},
    [VRMI_ASSET_MIN_VERSION] = {"minVersion",
                                {.kind = VRMI_STRING, .check = vrmi_check_version_form}},
    {"copyright", {.kind = VRMI_STRING}},
    {"generator", {.kind = VRMI_STRING}},
};
const vrmi_SchemaType vrmi_gltf_asset = VRMI_SCHEMA_TYPE(asset_members, .check = vrmi_check_asset);

static const char* const camera_types[] = {"orthographic", "perspective", NULL};

static const vrmi_SchemaMember orthographic_members[] = {
    [VRMI_ORTHOGRAPHIC_XMAG] = {"xmag", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
    [VRMI_ORTHOGRAPHIC_YMAG] = {"ymag", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
    [VRMI_ORTHOGRAPHIC_ZFAR] = {"zfar", POSITIVE(VRMI_REQUIRED)},
    [VRMI_ORTHOGRAPHIC_ZNEAR] = {"znear",
                                 {.kind = VRMI_NUMBER,
                                  .flags = VRMI_REQUIRED | VRMI_HAS_MIN,
                                  .range = &vrmi_range_0_1}},
};
static const vrmi_SchemaType orthographic =
    VRMI_SCHEMA_TYPE(orthographic_members, .check = vrmi_check_orthographic);

static const vrmi_SchemaMember perspective_members[] = {
    [VRMI_PERSPECTIVE_YFOV] = {"yfov", POSITIVE(VRMI_REQUIRED)},
    [VRMI_PERSPECTIVE_ZFAR] = {"zfar", POSITIVE(0)},
    [VRMI_PERSPECTIVE_ZNEAR] = {"znear", POSITIVE(VRMI_REQUIRED)},
    {"aspectRatio", POSITIVE(0)},
};
static const vrmi_SchemaType perspective =
    VRMI_SCHEMA_TYPE(perspective_members, .check = vrmi_check_perspective);

static const vrmi_SchemaMember camera_members[] = {
    [VRMI_CAMERA_TYPE] = {"type",
                          {.kind = VRMI_STRING, .flags = VRMI_REQUIRED, .strings = camera_types}},
    [VRMI_CAMERA_ORTHOGRAPHIC] = {"orthographic", OBJECT(orthographic)},
    [VRMI_CAMERA_PERSPECTIVE] = {"perspective", OBJECT(perspective)},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_camera = VRMI_SCHEMA_TYPE(
    camera_members, .check = vrmi_check_camera,
    .at_most_one_of = VRMI_BIT(VRMI_CAMERA_ORTHOGRAPHIC) | VRMI_BIT(VRMI_CAMERA_PERSPECTIVE));

/* ---- Images, samplers, textures ---- */

static const vrmi_SchemaMember image_members[] = {
    [VRMI_IMAGE_BUFFER_VIEW] = {"bufferView",
                                {.kind = VRMI_INDEX,
                                 .target = VRMI_BUFFER_VIEWS,
                                 .needs = VRMI_NEEDS(VRMI_IMAGE_MIME_TYPE)}},
    [VRMI_IMAGE_MIME_TYPE] = {"mimeType", {.kind = VRMI_STRING, .check = vrmi_check_mime_type}},
    [VRMI_IMAGE_URI] = {"uri", {.kind = VRMI_STRING}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_image = VRMI_SCHEMA_TYPE(
    image_members, .exactly_one_of = VRMI_BIT(VRMI_IMAGE_BUFFER_VIEW) | VRMI_BIT(VRMI_IMAGE_URI));

static const int32_t mag_filters[] = {9728, 9729, -1};
static const int32_t min_filters[] = {9728, 9729, 9984, 9985, 9986, 9987, -1};
static const int32_t wraps[] = {33071, 33648, 10497, -1};

static const vrmi_SchemaMember sampler_members[] = {
    {"magFilter", {.kind = VRMI_INTEGER, .integers = mag_filters}},
    {"minFilter", {.kind = VRMI_INTEGER, .integers = min_filters}},
    {"wrapS", {.kind = VRMI_INTEGER, .integers = wraps}},
    {"wrapT", {.kind = VRMI_INTEGER, .integers = wraps}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_sampler = VRMI_SCHEMA_TYPE(sampler_members, .like = NULL);

static const vrmi_SchemaMember texture_members[] = {
    {"sampler", {.kind = VRMI_INDEX, .target = VRMI_SAMPLERS}},
    {"source", {.kind = VRMI_INDEX, .target = VRMI_IMAGES}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_texture = VRMI_SCHEMA_TYPE(texture_members, .like = NULL);

/* ---- Materials ---- */

#define TEXTURE_INFO_ROWS                                                                          \
    [VRMI_TEXTURE_INFO_INDEX] = {"index",                                                          \
                                 {.kind = VRMI_INDEX,                                              \
                                  .flags = VRMI_REQUIRED,                                          \
                                  .target = VRMI_TEXTURES}},                                       \
    [VRMI_TEXTURE_INFO_TEX_COORD] = {"texCoord", AT_LEAST_0}

static const vrmi_SchemaMember texture_info_members[] = {TEXTURE_INFO_ROWS};
const vrmi_SchemaType vrmi_gltf_texture_info =
    VRMI_SCHEMA_TYPE(texture_info_members, .check = vrmi_check_texture_info);

static const vrmi_SchemaMember normal_texture_info_members[] = {TEXTURE_INFO_ROWS,
                                                                {"scale", {.kind = VRMI_NUMBER}}};
const vrmi_SchemaType vrmi_gltf_normal_texture_info =
    VRMI_SCHEMA_TYPE(normal_texture_info_members, .check = vrmi_check_normal_texture_info,
                     .like = &vrmi_gltf_texture_info);

static const vrmi_SchemaMember occlusion_texture_info_members[] = {TEXTURE_INFO_ROWS,
                                                                   {"strength", UNIT_INTERVAL}};
const vrmi_SchemaType vrmi_gltf_occlusion_texture_info =
    VRMI_SCHEMA_TYPE(occlusion_texture_info_members, .check = vrmi_check_texture_info,
                     .like = &vrmi_gltf_texture_info);

static const vrmi_SchemaMember pbr_members[] = {
    {"baseColorFactor", NUMBERS(4, vrmi_unit_number)},
    {"baseColorTexture", OBJECT(vrmi_gltf_texture_info)},
    {"metallicFactor", UNIT_INTERVAL},
    {"roughnessFactor", UNIT_INTERVAL},
    {"metallicRoughnessTexture", OBJECT(vrmi_gltf_texture_info)},
};
static const vrmi_SchemaType pbr = VRMI_SCHEMA_TYPE(pbr_members, .like = NULL);

static const vrmi_SchemaMember material_members[] = {
    [VRMI_MATERIAL_PBR] = {"pbrMetallicRoughness", OBJECT(pbr)},
    [VRMI_MATERIAL_NORMAL_TEXTURE] = {"normalTexture", OBJECT(vrmi_gltf_normal_texture_info)},
    [VRMI_MATERIAL_OCCLUSION_TEXTURE] = {"occlusionTexture",
                                         OBJECT(vrmi_gltf_occlusion_texture_info)},
    [VRMI_MATERIAL_EMISSIVE_TEXTURE] = {"emissiveTexture", OBJECT(vrmi_gltf_texture_info)},
    [VRMI_MATERIAL_EMISSIVE_FACTOR] = {"emissiveFactor", NUMBERS(3, vrmi_unit_number)},
    [VRMI_MATERIAL_ALPHA_MODE] = {"alphaMode", {.kind = VRMI_STRING, .strings = vrmi_alpha_modes}},
    [VRMI_MATERIAL_ALPHA_CUTOFF] =
        {"alphaCutoff", {.kind = VRMI_NUMBER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_0_1}},
    [VRMI_MATERIAL_DOUBLE_SIDED] = {"doubleSided", {.kind = VRMI_BOOL}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_material =
    VRMI_SCHEMA_TYPE(material_members, .check = vrmi_check_material);

/* ---- Meshes ---- */

static const vrmi_SchemaValue target_element = {
    .kind = VRMI_MAP, .flags = VRMI_AT_ARRAY, .length_min = 1, .element = &accessor_index};

static const vrmi_SchemaRange mode_range = {0, 6};

static const vrmi_SchemaMember primitive_members[] = {
    [VRMI_PRIMITIVE_ATTRIBUTES] =
        {"attributes",
         {.kind = VRMI_MAP, .flags = VRMI_REQUIRED, .length_min = 1, .element = &accessor_index}},
    [VRMI_PRIMITIVE_INDICES] = {"indices", {.kind = VRMI_INDEX, .target = VRMI_ACCESSORS}},
    [VRMI_PRIMITIVE_MATERIAL] = {"material", {.kind = VRMI_INDEX, .target = VRMI_MATERIALS}},
    [VRMI_PRIMITIVE_MODE] = {"mode",
                             {.kind = VRMI_INTEGER,
                              .flags = VRMI_HAS_MIN | VRMI_HAS_MAX,
                              .range = &mode_range}},
    [VRMI_PRIMITIVE_TARGETS] = {"targets", NON_EMPTY(target_element)},
};
const vrmi_SchemaType vrmi_gltf_primitive =
    VRMI_SCHEMA_TYPE(primitive_members, .check = vrmi_check_primitive);

OBJECTS(primitive_element, vrmi_gltf_primitive);

static const vrmi_SchemaMember mesh_members[] = {
    [VRMI_MESH_PRIMITIVES] = {"primitives",
                              {.kind = VRMI_ARRAY,
                               .flags = VRMI_REQUIRED,
                               .length_min = 1,
                               .element = &primitive_element}},
    [VRMI_MESH_WEIGHTS] = {"weights", NON_EMPTY(vrmi_any_number)},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_mesh = VRMI_SCHEMA_TYPE(mesh_members, .check = vrmi_check_mesh);

/* ---- Nodes, scenes, skins ---- */

static const vrmi_SchemaMember node_members[] = {
    [VRMI_NODE_CAMERA] = {"camera", {.kind = VRMI_INDEX, .target = VRMI_CAMERAS}},
    [VRMI_NODE_CHILDREN] =
        {"children",
         {.kind = VRMI_ARRAY, .flags = VRMI_UNIQUE, .length_min = 1, .element = &vrmi_node_index}},
    [VRMI_NODE_SKIN] =
        {"skin", {.kind = VRMI_INDEX, .target = VRMI_SKINS, .needs = VRMI_NEEDS(VRMI_NODE_MESH)}},
    [VRMI_NODE_MATRIX] = {"matrix", NUMBERS(16, vrmi_any_number)},
    [VRMI_NODE_MESH] = {"mesh", {.kind = VRMI_INDEX, .target = VRMI_MESHES}},
    [VRMI_NODE_ROTATION] = {"rotation", NUMBERS(4, rotation_number)},
    [VRMI_NODE_SCALE] = {"scale", NUMBERS(3, vrmi_any_number)},
    [VRMI_NODE_TRANSLATION] = {"translation", NUMBERS(3, vrmi_any_number)},
    [VRMI_NODE_WEIGHTS] = {"weights",
                           {.kind = VRMI_ARRAY,
                            .length_min = 1,
                            .element = &vrmi_any_number,
                            .needs = VRMI_NEEDS(VRMI_NODE_MESH)}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_node = VRMI_SCHEMA_TYPE(node_members, .check = vrmi_check_node);

static const vrmi_SchemaMember scene_members[] = {
    {"nodes",
     {.kind = VRMI_ARRAY, .flags = VRMI_UNIQUE, .length_min = 1, .element = &vrmi_node_index}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_scene = VRMI_SCHEMA_TYPE(scene_members, .like = NULL);

static const vrmi_SchemaMember skin_members[] = {
    {"inverseBindMatrices", {.kind = VRMI_INDEX, .target = VRMI_ACCESSORS}},
    {"skeleton", {.kind = VRMI_INDEX, .flags = VRMI_NO_USE, .target = VRMI_NODES}},
    {"joints",
     {.kind = VRMI_ARRAY,
      .flags = VRMI_REQUIRED | VRMI_UNIQUE,
      .length_min = 1,
      .element = &vrmi_node_index}},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_gltf_skin = VRMI_SCHEMA_TYPE(skin_members, .like = NULL);

/* ---- Root ---- */

COLLECTION(accessors, vrmi_gltf_accessor);
COLLECTION(animations, vrmi_gltf_animation);
COLLECTION(buffers, vrmi_gltf_buffer);
COLLECTION(buffer_views, vrmi_gltf_buffer_view);
COLLECTION(cameras, vrmi_gltf_camera);
COLLECTION(images, vrmi_gltf_image);
COLLECTION(materials, vrmi_gltf_material);
COLLECTION(meshes, vrmi_gltf_mesh);
COLLECTION(nodes, vrmi_gltf_node);
COLLECTION(samplers, vrmi_gltf_sampler);
COLLECTION(scenes, vrmi_gltf_scene);
COLLECTION(skins, vrmi_gltf_skin);
COLLECTION(textures, vrmi_gltf_texture);

#define EXTENSION_NAMES(needed_row)                                                                \
    {                                                                                              \
        .kind = VRMI_ARRAY, .flags = VRMI_UNIQUE, .length_min = 1, .element = &vrmi_any_string,    \
        .needs = (needed_row)                                                                      \
    }

static const vrmi_SchemaMember root_members[] = {
    [VRMI_ROOT_EXTENSIONS_USED] = {"extensionsUsed", EXTENSION_NAMES(0)},
    [VRMI_ROOT_EXTENSIONS_REQUIRED] = {"extensionsRequired",
                                       EXTENSION_NAMES(VRMI_NEEDS(VRMI_ROOT_EXTENSIONS_USED))},
    [VRMI_ROOT_ASSET] = {"asset",
                         {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &vrmi_gltf_asset}},
    {"accessors", NON_EMPTY(accessors)},
    {"animations", NON_EMPTY(animations)},
    {"buffers", NON_EMPTY(buffers)},
    {"bufferViews", NON_EMPTY(buffer_views)},
    {"cameras", NON_EMPTY(cameras)},
    {"images", NON_EMPTY(images)},
    {"materials", NON_EMPTY(materials)},
    {"meshes", NON_EMPTY(meshes)},
    {"nodes", NON_EMPTY(nodes)},
    {"samplers", NON_EMPTY(samplers)},
    {"scene", {.kind = VRMI_INDEX, .target = VRMI_SCENES}},
    {"scenes", NON_EMPTY(scenes)},
    {"skins", NON_EMPTY(skins)},
    {"textures", NON_EMPTY(textures)},
};
const vrmi_SchemaType vrmi_gltf_root = VRMI_SCHEMA_TYPE(root_members, .check = vrmi_check_root);

/* A file that is not glTF 2: only the members that show this are checked. */
static const vrmi_SchemaMember stranger_members[] = {
    [VRMI_ROOT_EXTENSIONS_USED] = {"extensionsUsed", EXTENSION_NAMES(0)},
    [VRMI_ROOT_EXTENSIONS_REQUIRED] = {"extensionsRequired",
                                       EXTENSION_NAMES(VRMI_NEEDS(VRMI_ROOT_EXTENSIONS_USED))},
    [VRMI_ROOT_ASSET] = {"asset",
                         {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &vrmi_gltf_asset}},
};
const vrmi_SchemaType vrmi_gltf_stranger = VRMI_SCHEMA_TYPE(
    stranger_members, .allows_unknown = true, .is_bare = true, .check = vrmi_check_root);
