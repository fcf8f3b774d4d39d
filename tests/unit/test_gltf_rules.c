/* SPDX-License-Identifier: MIT */
/* Every glTF rule by two documents: one edit of the sample that breaks the rule, and a
 * near-identical one that does not. */
#include "support/check.h"
#include "support/gltf_sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Edit {
    const char *at, *json; /* json NULL: removed */
} Edit;

typedef struct DataEdit {
    enum { DATA_NONE, DATA_FLOAT, DATA_SHORT, DATA_BYTE } kind;
    int offset; /* in data.bin */
    float value;
} DataEdit;

typedef struct Case {
    const char *code, *pointer;
    Edit breaks[4], keeps[4];
    DataEdit data_breaks, data_keeps;
} Case;

/* clang-format off */
static const Case cases[] = {
    {"TYPE_MISMATCH", "/scene", {{"/scene", "\"0\""}}, {{"/scene", "0.0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"TYPE_MISMATCH", "/nodes/0/name", {{"/nodes/0/name", "null"}}, {{"/nodes/0/name", "\"\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ARRAY_TYPE_MISMATCH", "/nodes/1/translation", {{"/nodes/1/translation", "[0,\"1\",0]"}}, {{"/nodes/1/translation", "[0,1,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ARRAY_LENGTH_NOT_IN_LIST", "/nodes/1/translation", {{"/nodes/1/translation", "[0,1]"}}, {{"/nodes/1/translation", "[0,1,2]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ARRAY_LENGTH_NOT_IN_LIST", "/accessors/0/max", {{"/accessors/0/max", "[1,1]"}}, {{"/accessors/0/max", "[1,1,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"DUPLICATE_ELEMENTS", "/nodes/0/children/2", {{"/nodes/0/children", "[1,5,5]"}}, {{"/nodes/0/children", "[5,1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"EMPTY_ENTITY", "/nodes/2/children", {{"/nodes/2/children", "[]"}}, {{"/nodes/2/extras", "[]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_INDEX", "/nodes/3/mesh", {{"/nodes/3/mesh", "-1"}}, {{"/nodes/3/mesh", "0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_INDEX", "/skins/0/joints/1", {{"/skins/0/joints", "[1,\"2\"]"}}, {{"/skins/0/joints", "[1,2]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_URI", "/buffers/0/uri", {{"/buffers/0/uri", "\":\""}}, {{"/buffers/0/uri", "\"data%2Ebin\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_URI", "/buffers/1/uri", {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data:application/octet-stream;base64,A\"}"}}, {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data:application/octet-stream;base64,AA\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ONE_OF_MISMATCH", "/images/0", {{"/images/0/uri", "\"red.png\""}}, {{"/images/0/uri", "\"red.png\""}, {"/images/0/bufferView", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ONE_OF_MISMATCH", "/cameras/0", {{"/cameras/0/orthographic", "{\"xmag\":1,\"ymag\":1,\"znear\":0.1,\"zfar\":10}"}}, {{"/cameras/0/name", "\"orthographic\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"PATTERN_MISMATCH", "/asset/version", {{"/asset/version", "\"2\""}}, {{"/asset/version", "\"2.0\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNDEFINED_PROPERTY", "/accessors/0", {{"/accessors/0/count", NULL}}, {{"/accessors/0/byteOffset", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNDEFINED_PROPERTY", "", {{"/asset", NULL}}, {{"/asset/generator", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNEXPECTED_PROPERTY", "/nodes/0/colour", {{"/nodes/0/colour", "1"}}, {{"/nodes/0/extras", "{\"colour\":1}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNSATISFIED_DEPENDENCY", "/images/0/bufferView", {{"/images/0/mimeType", NULL}}, {{"/images/0/name", "\"mimeType\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNSATISFIED_DEPENDENCY", "/nodes/4/skin", {{"/nodes/4/skin", "0"}}, {{"/nodes/4/skin", "0"}, {"/nodes/4/mesh", "0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"VALUE_MULTIPLE_OF", "/bufferViews/0/byteStride", {{"/bufferViews/0/byteStride", "14"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"VALUE_NOT_IN_LIST", "/samplers/0/wrapS", {{"/samplers/0/wrapS", "10498"}}, {{"/samplers/0/wrapS", "33071"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"VALUE_NOT_IN_RANGE", "/materials/1/pbrMetallicRoughness/metallicFactor", {{"/materials/1/pbrMetallicRoughness/metallicFactor", "1.01"}}, {{"/materials/1/pbrMetallicRoughness/metallicFactor", "1"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"VALUE_NOT_IN_RANGE", "/nodes/1/translation/1", {{"/nodes/1/translation", "[0,1e999,0]"}}, {{"/nodes/1/translation", "[0,1e30,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"VALUE_NOT_IN_RANGE", "/accessors/0/count", {{"/accessors/0/count", "0"}}, {{"/accessors/0/count", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_MATRIX_ALIGNMENT", "/accessors/9/byteOffset", {{"/accessors/9/byteOffset", "2"}}, {{"/accessors/9/byteOffset", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_NORMALIZED_INVALID", "/accessors/0/normalized", {{"/accessors/0/normalized", "true"}}, {{"/accessors/5/normalized", "true"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_OFFSET_ALIGNMENT", "/accessors/10/byteOffset", {{"/accessors/10/byteOffset", "2"}}, {{"/accessors/10/byteOffset", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", "/accessors/13/sparse/count", {{"/accessors/13/sparse/count", "5"}}, {{"/accessors/13/sparse/count", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_CHANNEL_TARGET_NODE_SKIN", "/animations/0/channels/0/target/path", {{"/animations/0/channels/0/target/node", "3"}}, {{"/animations/0/channels/0/target/node", "2"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ASSET_MIN_VERSION_GREATER_THAN_VERSION", "/asset/minVersion", {{"/asset/minVersion", "\"2.1\""}}, {{"/asset/minVersion", "\"2.0\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_DATA_URI_MIME_TYPE_INVALID", "/buffers/1/uri", {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data:image/png;base64,AA==\"}"}}, {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data:application/gltf-buffer;base64,AA==\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_INVALID_BYTE_STRIDE", "/bufferViews/7/byteStride", {{"/bufferViews/7/byteStride", "4"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_INVALID_BYTE_STRIDE", "/accessors/13/sparse/values/bufferView", {{"/bufferViews/14/byteStride", "12"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", "/bufferViews/10/byteStride", {{"/bufferViews/10/byteStride", "16"}}, {{"/bufferViews/10/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"CAMERA_XMAG_YMAG_NEGATIVE", "/cameras/1/orthographic/xmag", {{"/cameras/1/orthographic/xmag", "-1"}}, {{"/cameras/1/orthographic/xmag", "2"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"CAMERA_XMAG_YMAG_ZERO", "/cameras/1/orthographic/ymag", {{"/cameras/1/orthographic/ymag", "0"}}, {{"/cameras/1/orthographic/ymag", "0.01"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"CAMERA_YFOV_GEQUAL_PI", "/cameras/0/perspective", {{"/cameras/0/perspective/yfov", "3.15"}}, {{"/cameras/0/perspective/yfov", "3.14"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"CAMERA_ZFAR_LEQUAL_ZNEAR", "/cameras/0/perspective", {{"/cameras/0/perspective/zfar", "0.1"}}, {{"/cameras/0/perspective/zfar", "0.2"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"EXTRA_PROPERTY", "/extensions/KHR_lights_punctual/lights/0/range", {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"directional\",\"range\":1}]}}"}}, {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\",\"range\":1}]}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_EXTENSION_NAME_FORMAT", "/extensionsUsed/0", {{"/extensionsUsed", "[\"shiny\"]"}}, {{"/extensionsUsed", "[\"EXT_shiny\"]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_GL_VALUE", "/accessors/7/max", {{"/accessors/7/max", "[65536]"}}, {{"/accessors/7/max", "[65535]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MATERIAL_ALPHA_CUTOFF_INVALID_MODE", "/materials/1/alphaCutoff", {{"/materials/1/alphaCutoff", "0.5"}}, {{"/materials/1/alphaCutoff", "0.5"}, {"/materials/1/alphaMode", "\"MASK\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_INVALID_WEIGHTS_COUNT", "/meshes/0/weights", {{"/meshes/0/weights", "[0,0]"}}, {{"/meshes/0/weights", "[1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", "/meshes/1/primitives/1", {{"/meshes/1/primitives/-", "{\"attributes\":{\"POSITION\":0}}"}}, {{"/meshes/1/primitives/-", "{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":13}]}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", "/meshes/0/primitives/0/attributes", {{"/meshes/0/primitives/0/attributes/TEXCOORD_2", "3"}}, {{"/meshes/0/primitives/0/attributes/TEXCOORD_1", "3"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_INVALID_ATTRIBUTE", "/meshes/0/primitives/0/attributes/COLOUR_0", {{"/meshes/0/primitives/0/attributes/COLOUR_0", "4"}}, {{"/meshes/0/primitives/0/attributes/_COLOUR_0", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_INVALID_ATTRIBUTE", "/meshes/0/primitives/0/targets/0/JOINTS_0", {{"/meshes/0/primitives/0/targets/0/JOINTS_0", "5"}}, {{"/meshes/0/primitives/0/targets/0/COLOR_0", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", "/meshes/0/primitives/0/attributes", {{"/meshes/0/primitives/0/attributes/WEIGHTS_0", NULL}}, {{"/meshes/0/primitives/0/attributes/COLOR_0", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_NO_POSITION", "/meshes/1/primitives/0/attributes", {{"/meshes/1/primitives/0/attributes", "{\"NORMAL\":1}"}}, {{"/meshes/1/primitives/0/attributes", "{\"NORMAL\":1,\"POSITION\":0}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", "/meshes/0/primitives/0/attributes/TANGENT", {{"/meshes/0/primitives/0/attributes/NORMAL", NULL}}, {{"/meshes/0/primitives/0/attributes/COLOR_0", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MULTIPLE_EXTENSIONS", "/materials/1/extensions/KHR_materials_unlit", {{"/extensionsUsed", "[\"KHR_materials_unlit\",\"KHR_materials_ior\"]"}, {"/materials/1/extensions", "{\"KHR_materials_unlit\":{},\"KHR_materials_ior\":{}}"}}, {{"/extensionsUsed", "[\"KHR_materials_unlit\",\"KHR_materials_ior\"]"}, {"/materials/1/extensions", "{\"KHR_materials_unlit\":{}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_EMPTY", "/nodes/7", {{"/nodes/-", "{\"name\":\"nothing\"}"}}, {{"/nodes/-", "{\"name\":\"something\",\"extras\":{}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_MATRIX_DEFAULT", "/nodes/0/matrix", {{"/nodes/0/matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"}}, {{"/nodes/0/matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_MATRIX_NON_TRS", "/nodes/0/matrix", {{"/nodes/0/matrix", "[1,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"}}, {{"/nodes/0/matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_MATRIX_TRS", "/nodes/1/matrix", {{"/nodes/1/matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1]"}}, {{"/nodes/0/matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_SKINNED_MESH_LOCAL_TRANSFORMS", "/nodes/3", {{"/nodes/3/translation", "[0,1,0]"}}, {{"/nodes/3/translation", "[0,0,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_SKINNED_MESH_NON_ROOT", "/nodes/3", {{"/nodes/0/children", "[1,5,3]"}, {"/scenes/0/nodes", "[0,4,6]"}}, {{"/nodes/0/children", "[1,5,4]"}, {"/scenes/0/nodes", "[0,3,6]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_SKINNED_MESH_PARENT_TRANSFORMS", "/nodes/3", {{"/nodes/0/children", "[1,5,3]"}, {"/scenes/0/nodes", "[0,4,6]"}, {"/nodes/0/scale", "[1,1,2]"}}, {{"/nodes/0/children", "[1,5,3]"}, {"/scenes/0/nodes", "[0,4,6]"}, {"/nodes/0/scale", "[1,1,1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_SKIN_NO_SCENE", "/nodes/3", {{"/scenes/0/nodes", "[3,4,6]"}}, {{"/scenes/0/nodes", "[3,0,6]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NON_OBJECT_EXTRAS", "/nodes/0/extras", {{"/nodes/0/extras", "1"}}, {{"/nodes/0/extras", "{}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NON_RELATIVE_URI", "/buffers/1/uri", {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"http://example.com/data.bin\"}"}}, {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data.bin\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NON_REQUIRED_EXTENSION", "/extensionsUsed/0", {{"/extensionsUsed", "[\"KHR_mesh_quantization\"]"}}, {{"/extensionsUsed", "[\"KHR_mesh_quantization\"]"}, {"/extensionsRequired", "[\"KHR_mesh_quantization\"]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ROTATION_NON_UNIT", "/nodes/1/rotation", {{"/nodes/1/rotation", "[0,0,0,0.98]"}}, {{"/nodes/1/rotation", "[0,0,0,0.995]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"SKIN_NO_COMMON_ROOT", "/skins/0/joints", {{"/skins/0/joints", "[1,4]"}}, {{"/skins/0/joints", "[1,5]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"SKIN_SKELETON_INVALID", "/skins/0/skeleton", {{"/skins/0/skeleton", "2"}}, {{"/skins/0/skeleton", "0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version", {{"/asset/version", "\"3.0\""}}, {{"/asset/version", "\"2.3\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNKNOWN_ASSET_MINOR_VERSION", "/asset/version", {{"/asset/version", "\"2.1\""}}, {{"/asset/version", "\"2.0\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNUSED_EXTENSION_REQUIRED", "/extensionsRequired/0", {{"/extensionsUsed", "[\"EXT_shiny\"]"}, {"/extensionsRequired", "[\"EXT_dull\"]"}}, {{"/extensionsUsed", "[\"EXT_shiny\"]"}, {"/extensionsRequired", "[\"EXT_shiny\"]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_SMALL_BYTESTRIDE", "/accessors/0", {{"/bufferViews/0/byteStride", "8"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_TOO_LONG", "/accessors/10", {{"/accessors/10/count", "4"}}, {{"/accessors/10/count", "3"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_TOO_LONG", "/accessors/10/byteOffset", {{"/accessors/10/byteOffset", "16"}}, {{"/accessors/10/byteOffset", "0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_TOTAL_OFFSET_ALIGNMENT", "/accessors/10", {{"/bufferViews/10/byteOffset", "526"}}, {{"/bufferViews/10/byteOffset", "528"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_USAGE_OVERRIDE", "/animations/0/samplers/0/output", {{"/animations/0/samplers/0/output", "0"}}, {{"/animations/0/samplers/0/output", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_CHANNEL_TARGET_NODE_MATRIX", "/animations/0/channels/0/target", {{"/nodes/5/matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1]"}}, {{"/nodes/5/translation", "[1,0,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", "/animations/0/channels/0/target", {{"/animations/0/channels/0/target", "{\"node\":2,\"path\":\"weights\"}"}}, {{"/animations/0/channels/0/target", "{\"node\":5,\"path\":\"weights\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/0/target", {{"/animations/0/channels/1/target/path", "\"translation\""}}, {{"/animations/0/channels/1/target/path", "\"scale\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", "/animations/0/samplers/0/output", {{"/bufferViews/11/byteStride", "12"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", "/animations/0/samplers/0/input", {{"/accessors/10/type", "\"VEC3\""}}, {{"/accessors/10/type", "\"SCALAR\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", "/animations/0/samplers/0/input", {{"/accessors/10/count", "1"}, {"/animations/0/samplers/0/interpolation", "\"CUBICSPLINE\""}}, {{"/accessors/10/count", "1"}, {"/animations/0/samplers/0/interpolation", "\"STEP\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", "/animations/0/samplers/0/input", {{"/accessors/10/min", NULL}}, {{"/accessors/7/min", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", "/animations/0/channels/0/sampler", {{"/accessors/11/count", "2"}}, {{"/accessors/11/count", "3"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", "/animations/0/channels/0/sampler", {{"/animations/0/channels/0/target/path", "\"rotation\""}}, {{"/animations/0/channels/0/target/path", "\"scale\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_TARGET_MISSING", "/meshes/0/primitives/0/attributes/POSITION", {{"/bufferViews/0/target", NULL}}, {{"/bufferViews/0/name", "\"target\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_TARGET_OVERRIDE", "/meshes/0/primitives/0/attributes/POSITION", {{"/bufferViews/0/target", "34963"}}, {{"/bufferViews/0/target", "34962"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_TOO_LONG", "/bufferViews/15/byteLength", {{"/bufferViews/15/byteLength", "85"}}, {{"/bufferViews/15/byteLength", "83"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_VIEW_TOO_LONG", "/bufferViews/15/byteOffset", {{"/bufferViews/15/byteOffset", "732"}}, {{"/bufferViews/15/byteOffset", "648"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE", "/images/0/bufferView", {{"/bufferViews/15/byteStride", "4"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INCOMPLETE_EXTENSION_SUPPORT", "/animations/0/channels/0/target/extensions/KHR_animation_pointer", {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/scale\"}}}"}}, {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/nodes/0/extras", "{}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"INVALID_IBM_ACCESSOR_COUNT", "/skins/0/inverseBindMatrices", {{"/accessors/9/count", "1"}}, {{"/accessors/9/count", "2"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_ACCESSOR_UNALIGNED", "/meshes/0/primitives/0/attributes/JOINTS_0", {{"/accessors/5/byteOffset", "2"}}, {{"/accessors/5/byteOffset", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", "/meshes/1/primitives/0/attributes/NORMAL", {{"/accessors/-", "{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4}"}, {"/meshes/1/primitives/0/attributes/NORMAL", "14"}}, {{"/accessors/-", "{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4}"}, {"/meshes/1/primitives/0/attributes/NORMAL", "14"}, {"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/attributes/TEXCOORD_0", {{"/accessors/3/type", "\"VEC3\""}}, {{"/accessors/3/type", "\"VEC2\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", "/meshes/0/primitives/0/attributes/_ID", {{"/accessors/-", "{\"bufferView\":10,\"componentType\":5125,\"type\":\"SCALAR\",\"count\":3}"}, {"/meshes/0/primitives/0/attributes/_ID", "14"}}, {{"/accessors/-", "{\"bufferView\":10,\"componentType\":5126,\"type\":\"SCALAR\",\"count\":3}"}, {"/meshes/0/primitives/0/attributes/_ID", "14"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_GENERATED_TANGENT_SPACE", "/meshes/0/primitives/0/material", {{"/meshes/0/primitives/0/attributes/TANGENT", NULL}}, {{"/meshes/0/primitives/0/attributes/COLOR_0", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_INCOMPATIBLE_MODE", "/meshes/0/primitives/0", {{"/accessors/7/count", "5"}}, {{"/accessors/7/count", "3"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", "/meshes/0/primitives/0/indices", {{"/accessors/7/componentType", "5122"}}, {{"/accessors/7/componentType", "5121"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", "/meshes/0/primitives/0/indices", {{"/bufferViews/7/byteStride", "4"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", "/meshes/0/primitives/0/targets/0/POSITION", {{"/accessors/8/count", "3"}}, {{"/accessors/8/count", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", "/meshes/1/primitives/0/targets/0/NORMAL", {{"/meshes/1/primitives/0/targets/0/NORMAL", "8"}}, {{"/meshes/1/primitives/0/targets/0/NORMAL", "8"}, {"/meshes/1/primitives/0/attributes/NORMAL", "1"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_NO_TANGENT_SPACE", "/meshes/1/primitives/0/material", {{"/extensionsUsed", "[\"KHR_materials_anisotropy\"]"}, {"/materials/1/extensions", "{\"KHR_materials_anisotropy\":{\"anisotropyStrength\":1,\"anisotropyTexture\":{\"index\":0}}}"}}, {{"/extensionsUsed", "[\"KHR_materials_anisotropy\"]"}, {"/materials/1/extensions", "{\"KHR_materials_anisotropy\":{\"anisotropyStrength\":1}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", "/meshes/0/primitives/0/attributes/POSITION", {{"/accessors/0/min", NULL}}, {{"/accessors/7/min", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", "/meshes/0/primitives/0/material", {{"/materials/0/normalTexture/texCoord", "1"}}, {{"/materials/0/normalTexture/texCoord", "0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", "/meshes/0/primitives/0/attributes/TEXCOORD_0", {{"/accessors/3/count", "3"}}, {{"/accessors/3/count", "4"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_LOOP", "/nodes/1", {{"/nodes/2/children", "[1]"}}, {{"/nodes/2/extras", "[1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_PARENT_OVERRIDE", "/nodes/2/children/0", {{"/nodes/2/children", "[5]"}}, {{"/nodes/2/children", "[4]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_SKINNED_MESH_WITHOUT_SKIN", "/nodes/3", {{"/nodes/3/skin", NULL}}, {{"/nodes/3/name", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_SKIN_WITH_NON_SKINNED_MESH", "/nodes/3", {{"/nodes/3/mesh", "1"}}, {{"/nodes/3/mesh", "0"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"NODE_WEIGHTS_INVALID", "/nodes/5/weights", {{"/nodes/5/weights", "[0,0]"}}, {{"/nodes/5/weights", "[0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"SCENE_NON_ROOT_NODE", "/scenes/0/nodes/4", {{"/scenes/0/nodes", "[0,3,4,6,1]"}}, {{"/scenes/0/nodes", "[0,3,6,4]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", "/skins/0/inverseBindMatrices", {{"/bufferViews/9/byteStride", "64"}}, {{"/bufferViews/0/byteStride", "12"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"SKIN_IBM_INVALID_FORMAT", "/skins/0/inverseBindMatrices", {{"/accessors/9/type", "\"VEC4\""}}, {{"/accessors/9/type", "\"MAT4\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"TEXTURE_INVALID_IMAGE_MIME_TYPE", "/textures/0/source", {{"/extensionsUsed", "[\"EXT_texture_webp\"]"}, {"/images/0/mimeType", "\"image/webp\""}}, {{"/extensionsUsed", "[\"EXT_texture_webp\"]"}, {"/images/0/mimeType", "\"image/png\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNDECLARED_EXTENSION", "/nodes/0/extensions/EXT_shiny", {{"/nodes/0/extensions", "{\"EXT_shiny\":{}}"}}, {{"/extensionsUsed", "[\"EXT_shiny\"]"}, {"/nodes/0/extensions", "{\"EXT_shiny\":{}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNEXPECTED_EXTENSION_OBJECT", "/nodes/0/extensions/KHR_materials_unlit", {{"/extensionsUsed", "[\"KHR_materials_unlit\"]"}, {"/nodes/0/extensions", "{\"KHR_materials_unlit\":{}}"}}, {{"/extensionsUsed", "[\"KHR_materials_unlit\"]"}, {"/materials/1/extensions", "{\"KHR_materials_unlit\":{}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNRESOLVED_REFERENCE", "/nodes/4/camera", {{"/nodes/4/camera", "2"}}, {{"/nodes/4/camera", "1"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNRESOLVED_REFERENCE", "/animations/0/channels/0/sampler", {{"/animations/0/channels/0/sampler", "2"}}, {{"/animations/0/channels/0/sampler", "1"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNRESOLVED_REFERENCE", "/nodes/4/camera", {{"/cameras/0", "null"}}, {{"/cameras/0/name", "\"null\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNSUPPORTED_EXTENSION", "/extensionsUsed/0", {{"/extensionsUsed", "[\"EXT_shiny\"]"}}, {{"/extensionsUsed", "[\"KHR_materials_unlit\"]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNUSED_MESH_TANGENT", "/meshes/0/primitives/0/attributes/TANGENT", {{"/materials/0/normalTexture", NULL}}, {{"/materials/0/name", NULL}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNUSED_MESH_WEIGHTS", "/meshes/0/weights", {{"/nodes/3/weights", "[1]"}}, {{"/nodes/5/weights", "[1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNUSED_OBJECT", "/materials/2", {{"/materials/-", "{}"}}, {{"/materials/-", "{}"}, {"/meshes/1/primitives/0/material", "2"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNUSED_OBJECT", "/animations/0/samplers/1", {{"/animations/0/channels/1/sampler", "0"}}, {{"/animations/0/channels/0/sampler", "1"}, {"/animations/0/channels/1/sampler", "1"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNUSED_OBJECT", "/meshes/0/primitives/0/attributes/TEXCOORD_1", {{"/meshes/0/primitives/0/attributes/TEXCOORD_1", "3"}}, {{"/meshes/0/primitives/0/attributes/TEXCOORD_1", "3"}, {"/materials/0/normalTexture/texCoord", "1"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"IO_ERROR", "/buffers/1/uri", {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"lost.bin\"}"}}, {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data.bin\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"DATA_URI_REFUSED", "/buffers/1/uri", {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data:application/octet-stream;base64,_w==\"}"}}, {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data:application/octet-stream;base64,/w==\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"URI_REFUSED", "/buffers/1/uri", {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"../data.bin\"}"}}, {{"/buffers/-", "{\"byteLength\":1,\"uri\":\"data.bin\"}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0", {{"/buffers/0/byteLength", "733"}}, {{"/buffers/0/byteLength", "732"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", "/accessors/0/max/0", {{"/accessors/0/max", "[0.5,1,0]"}}, {{"/accessors/0/max", "[1.0,1,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND", "/accessors/0/min/1", {{"/accessors/0/min", "[0,0.5,0]"}}, {{"/accessors/0/min", "[0,-0.0,0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_MAX_MISMATCH", "/accessors/7/max/0", {{"/accessors/7/max", "[4]"}}, {{"/accessors/7/max", "[3.0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_MIN_MISMATCH", "/accessors/10/min/0", {{"/accessors/10/min", "[-1]"}}, {{"/accessors/10/min", "[0.0]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"ACCESSOR_ANIMATION_INPUT_NEGATIVE", "/animations/0/samplers/0/input", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_TIMES, -1}, {DATA_FLOAT, SAMPLE_TIMES, 0}},
    {"ACCESSOR_ANIMATION_INPUT_NON_INCREASING", "/animations/0/samplers/0/input", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_TIMES + 4, 0}, {DATA_FLOAT, SAMPLE_TIMES + 4, 0.5f}},
    {"ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", "/animations/0/channels/1/sampler", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_TURNS + 12, 0.98f}, {DATA_FLOAT, SAMPLE_TURNS + 12, 0.995f}},
    {"ACCESSOR_INDEX_OOB", "/meshes/0/primitives/0/indices", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_SHORT, SAMPLE_INDICES + 10, 4}, {DATA_SHORT, SAMPLE_INDICES + 10, 1}},
    {"ACCESSOR_INDEX_PRIMITIVE_RESTART", "/meshes/0/primitives/0/indices", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_SHORT, SAMPLE_INDICES + 10, 65535}, {DATA_SHORT, SAMPLE_INDICES + 10, 65534}},
    {"ACCESSOR_INDEX_TRIANGLE_DEGENERATE", "/meshes/0/primitives/0/indices", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_SHORT, SAMPLE_INDICES + 10, 2}, {DATA_SHORT, SAMPLE_INDICES + 10, 3}},
    {"ACCESSOR_INVALID_FLOAT", "/accessors/1", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_NORMALS, NAN}, {DATA_FLOAT, SAMPLE_NORMALS, 0}},
    {"ACCESSOR_INVALID_FLOAT", "/accessors/3", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_UVS, INFINITY}, {DATA_FLOAT, SAMPLE_UVS, 1e30f}},
    {"ACCESSOR_INVALID_IBM", "/skins/0/inverseBindMatrices", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_MATRICES + 12, 1}, {DATA_FLOAT, SAMPLE_MATRICES + 12, 0}},
    {"ACCESSOR_INVALID_SIGN", "/meshes/0/primitives/0/attributes/TANGENT", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_TANGENTS + 12, 0}, {DATA_FLOAT, SAMPLE_TANGENTS + 12, -1}},
    {"ACCESSOR_VECTOR3_NON_UNIT", "/meshes/0/primitives/0/attributes/NORMAL", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_NORMALS + 8, 0.99f}, {DATA_FLOAT, SAMPLE_NORMALS + 8, 0.995f}},
    {"ACCESSOR_VECTOR3_NON_UNIT", "/meshes/0/primitives/0/attributes/TANGENT", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_TANGENTS, 0.99f}, {DATA_FLOAT, SAMPLE_TANGENTS, 0.995f}},
    {"ACCESSOR_NON_CLAMPED", "/meshes/0/primitives/0/attributes/COLOR_0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_COLORS, 1.01f}, {DATA_FLOAT, SAMPLE_COLORS, 1}},
    {"ACCESSOR_JOINTS_INDEX_DUPLICATE", "/meshes/0/primitives/0/attributes/JOINTS_0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_JOINTS + 1, 0}, {DATA_BYTE, SAMPLE_JOINTS + 1, 1}},
    {"ACCESSOR_JOINTS_INDEX_OOB", "/meshes/0/primitives/0/attributes/JOINTS_0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_JOINTS + 1, 2}, {DATA_BYTE, SAMPLE_JOINTS + 1, 1}},
    {"ACCESSOR_JOINTS_USED_ZERO_WEIGHT", "/meshes/0/primitives/0/attributes/JOINTS_0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_JOINTS + 2, 1}, {DATA_BYTE, SAMPLE_JOINTS + 2, 0}},
    {"ACCESSOR_WEIGHTS_NEGATIVE", "/meshes/0/primitives/0/attributes/WEIGHTS_0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_WEIGHTS, -0.5f}, {DATA_FLOAT, SAMPLE_WEIGHTS, 0.5f}},
    {"ACCESSOR_WEIGHTS_NON_NORMALIZED", "/meshes/0/primitives/0/attributes/WEIGHTS_0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_FLOAT, SAMPLE_WEIGHTS, 0.499f}, {DATA_FLOAT, SAMPLE_WEIGHTS, 0.5000001f}},
    {"ACCESSOR_SPARSE_INDEX_OOB", "/accessors/13/sparse", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_SHORT, SAMPLE_SPARSE_AT, 4}, {DATA_SHORT, SAMPLE_SPARSE_AT, 3}},
    {"ACCESSOR_SPARSE_INDICES_NON_INCREASING", "/accessors/13/sparse", {{"/accessors/13/sparse/count", "2"}}, {{"/accessors/13/sparse/count", "2"}}, {DATA_SHORT, SAMPLE_SPARSE_AT + 2, 1}, {DATA_SHORT, SAMPLE_SPARSE_AT + 2, 2}},
    {"IMAGE_DATA_INVALID", "/images/0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_IMAGE + 11, 12}, {DATA_BYTE, SAMPLE_IMAGE + 11, 13}},
    {"IMAGE_FEATURES_UNSUPPORTED", "/images/0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_IMAGE + 43, 0}, {DATA_BYTE, SAMPLE_IMAGE + 43, 0xB1}},
    {"IMAGE_NPOT_DIMENSIONS", "/images/0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_IMAGE + 19, 3}, {DATA_BYTE, SAMPLE_IMAGE + 19, 4}},
    {"IMAGE_UNRECOGNIZED_FORMAT", "/images/0", {{NULL, NULL}}, {{NULL, NULL}}, {DATA_BYTE, SAMPLE_IMAGE, 0}, {DATA_BYTE, SAMPLE_IMAGE, 0x89}},
    {"IMAGE_UNEXPECTED_EOS", "/images/0", {{"/bufferViews/15/byteLength", "40"}}, {{"/bufferViews/15/byteLength", "80"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"IMAGE_MIME_TYPE_INVALID", "/images/0/bufferView", {{"/images/0/mimeType", "\"image/jpeg\""}}, {{"/images/0/mimeType", "\"image/png\""}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"IMAGE_NON_ENABLED_MIME_TYPE", "/images/0", {{"/images/0", "{\"uri\":\"red.webp\"}"}}, {{"/images/0", "{\"uri\":\"red.webp\"}"}, {"/extensionsUsed", "[\"EXT_texture_webp\"]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", "/animations/0/channels/0/target/extensions/KHR_animation_pointer", {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/scale\"}},\"node\":5}"}}, {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/scale\"}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", "/animations/0/channels/0/target/extensions/KHR_animation_pointer", {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"scale\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/scale\"}}}"}}, {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/scale\"}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"PATTERN_MISMATCH", "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer", {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/~2\"}}}"}}, {{"/extensionsUsed", "[\"KHR_animation_pointer\"]"}, {"/animations/0/channels/0/target", "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/~1\"}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES", "/extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle", {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"spot\":{\"innerConeAngle\":1,\"outerConeAngle\":1}}]}}"}}, {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"spot\":{\"innerConeAngle\":0.99,\"outerConeAngle\":1}}]}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNSATISFIED_DEPENDENCY", "/nodes/0/extensions/KHR_lights_punctual", {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/nodes/0/extensions", "{\"KHR_lights_punctual\":{\"light\":0}}"}}, {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/nodes/0/extensions", "{\"KHR_lights_punctual\":{\"light\":0}}"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"UNRESOLVED_REFERENCE", "/nodes/0/extensions/KHR_lights_punctual/light", {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/nodes/0/extensions", "{\"KHR_lights_punctual\":{\"light\":1}}"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]}}"}}, {{"/extensionsUsed", "[\"KHR_lights_punctual\"]"}, {"/nodes/0/extensions", "{\"KHR_lights_punctual\":{\"light\":0}}"}, {"/extensions", "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD", "/materials/0/extensions/KHR_materials_anisotropy/anisotropyTexture", {{"/extensionsUsed", "[\"KHR_materials_anisotropy\"]"}, {"/materials/0/extensions", "{\"KHR_materials_anisotropy\":{\"anisotropyStrength\":1,\"anisotropyTexture\":{\"index\":0,\"texCoord\":1}}}"}}, {{"/extensionsUsed", "[\"KHR_materials_anisotropy\"]"}, {"/materials/0/extensions", "{\"KHR_materials_anisotropy\":{\"anisotropyStrength\":1,\"anisotropyTexture\":{\"index\":0}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD", "/materials/0/extensions/KHR_materials_clearcoat/clearcoatNormalTexture", {{"/extensionsUsed", "[\"KHR_materials_clearcoat\"]"}, {"/materials/0/extensions", "{\"KHR_materials_clearcoat\":{\"clearcoatNormalTexture\":{\"index\":0,\"texCoord\":1}}}"}}, {{"/extensionsUsed", "[\"KHR_materials_clearcoat\"]"}, {"/materials/0/extensions", "{\"KHR_materials_clearcoat\":{\"clearcoatNormalTexture\":{\"index\":0,\"texCoord\":0}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_DISPERSION_NO_VOLUME", "/materials/1/extensions/KHR_materials_dispersion", {{"/extensionsUsed", "[\"KHR_materials_dispersion\",\"KHR_materials_volume\"]"}, {"/materials/1/extensions", "{\"KHR_materials_dispersion\":{}}"}}, {{"/extensionsUsed", "[\"KHR_materials_dispersion\",\"KHR_materials_volume\"]"}, {"/materials/1/extensions", "{\"KHR_materials_dispersion\":{},\"KHR_materials_volume\":{}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR", "/materials/1/extensions/KHR_materials_emissive_strength", {{"/extensionsUsed", "[\"KHR_materials_emissive_strength\"]"}, {"/materials/1/extensions", "{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":2}}"}}, {{"/extensionsUsed", "[\"KHR_materials_emissive_strength\"]"}, {"/materials/1/extensions", "{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":2}}"}, {"/materials/1/emissiveFactor", "[0,0,1]"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE", "/materials/0/extensions/KHR_materials_iridescence/iridescenceThicknessMinimum", {{"/extensionsUsed", "[\"KHR_materials_iridescence\"]"}, {"/materials/0/extensions", "{\"KHR_materials_iridescence\":{\"iridescenceThicknessMinimum\":200}}"}}, {{"/extensionsUsed", "[\"KHR_materials_iridescence\"]"}, {"/materials/0/extensions", "{\"KHR_materials_iridescence\":{\"iridescenceThicknessMinimum\":200,\"iridescenceThicknessTexture\":{\"index\":0}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED", "/materials/0/extensions/KHR_materials_iridescence/iridescenceThicknessTexture", {{"/extensionsUsed", "[\"KHR_materials_iridescence\"]"}, {"/materials/0/extensions", "{\"KHR_materials_iridescence\":{\"iridescenceThicknessMinimum\":400,\"iridescenceThicknessTexture\":{\"index\":0}}}"}}, {{"/extensionsUsed", "[\"KHR_materials_iridescence\"]"}, {"/materials/0/extensions", "{\"KHR_materials_iridescence\":{\"iridescenceThicknessMinimum\":399,\"iridescenceThicknessTexture\":{\"index\":0}}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT", "/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/1/variants/0", {{"/extensionsUsed", "[\"KHR_materials_variants\"]"}, {"/extensions", "{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"day\"},{\"name\":\"night\"}]}}"}, {"/meshes/0/primitives/0/extensions", "{\"KHR_materials_variants\":{\"mappings\":[{\"material\":0,\"variants\":[0]},{\"material\":1,\"variants\":[0]}]}}"}}, {{"/extensionsUsed", "[\"KHR_materials_variants\"]"}, {"/extensions", "{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"day\"},{\"name\":\"night\"}]}}"}, {"/meshes/0/primitives/0/extensions", "{\"KHR_materials_variants\":{\"mappings\":[{\"material\":0,\"variants\":[0]},{\"material\":1,\"variants\":[1]}]}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_VOLUME_NO_TRANSMISSION", "/materials/1/extensions/KHR_materials_volume", {{"/extensionsUsed", "[\"KHR_materials_volume\",\"KHR_materials_transmission\"]"}, {"/materials/1/extensions", "{\"KHR_materials_volume\":{}}"}}, {{"/extensionsUsed", "[\"KHR_materials_volume\",\"KHR_materials_transmission\"]"}, {"/materials/1/extensions", "{\"KHR_materials_volume\":{},\"KHR_materials_transmission\":{}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"KHR_MATERIALS_VOLUME_DOUBLE_SIDED", "/materials/1/extensions/KHR_materials_volume", {{"/extensionsUsed", "[\"KHR_materials_volume\",\"KHR_materials_transmission\"]"}, {"/materials/1/extensions", "{\"KHR_materials_volume\":{\"thicknessFactor\":1},\"KHR_materials_transmission\":{}}"}, {"/materials/1/doubleSided", "true"}}, {{"/extensionsUsed", "[\"KHR_materials_volume\",\"KHR_materials_transmission\"]"}, {"/materials/1/extensions", "{\"KHR_materials_volume\":{\"thicknessFactor\":0},\"KHR_materials_transmission\":{}}"}, {"/materials/1/doubleSided", "true"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"VALUE_NOT_IN_RANGE", "/materials/1/extensions/KHR_materials_ior/ior", {{"/extensionsUsed", "[\"KHR_materials_ior\"]"}, {"/materials/1/extensions", "{\"KHR_materials_ior\":{\"ior\":0.5}}"}}, {{"/extensionsUsed", "[\"KHR_materials_ior\"]"}, {"/materials/1/extensions", "{\"KHR_materials_ior\":{\"ior\":0}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
    {"TYPE_MISMATCH", "/nodes/0/extensions/KHR_node_visibility/visible", {{"/extensionsUsed", "[\"KHR_node_visibility\"]"}, {"/nodes/0/extensions", "{\"KHR_node_visibility\":{\"visible\":0}}"}}, {{"/extensionsUsed", "[\"KHR_node_visibility\"]"}, {"/nodes/0/extensions", "{\"KHR_node_visibility\":{\"visible\":false}}"}}, {DATA_NONE, 0, 0}, {DATA_NONE, 0, 0}},
};
/* clang-format on */

static vrm_Report* validate_edited(const Edit* edits, const DataEdit* data) {
    Sample sample;
    sample_init(&sample);
    for (int i = 0; i < 4 && edits[i].at != NULL; i++)
        sample_edit(&sample, edits[i].at, edits[i].json);
    switch (data->kind) {
    case DATA_FLOAT: sample_set_float(&sample, data->offset, data->value); break;
    case DATA_SHORT: sample_set_short(&sample, data->offset, (uint16_t)data->value); break;
    case DATA_BYTE: sample.data[data->offset] = (uint8_t)data->value; break;
    case DATA_NONE: break;
    }
    vrm_Report* report = sample_validate(&sample);
    sample_free(&sample);
    return report;
}

static void print_report(const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        print_message("  %s at \"%s\": %s\n", finding.code, finding.pointer, finding.message);
    }
}

static void sample_has_nothing_wrong(void** state) {
    (void)state;
    Edit none[4] = {{NULL, NULL}};
    DataEdit no_data = {DATA_NONE, 0, 0};
    vrm_Report* report = validate_edited(none, &no_data);
    print_report(report);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
}

static void every_rule_is_broken_by_one_edit_and_kept_by_another(void** state) {
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vrm_Report* broken = validate_edited(cases[i].breaks, &cases[i].data_breaks);
        vrm_Report* kept = validate_edited(cases[i].keeps, &cases[i].data_keeps);
        if (!sample_has(broken, cases[i].code, cases[i].pointer)) {
            print_message("%s at \"%s\" was not found; but:\n", cases[i].code, cases[i].pointer);
            print_report(broken);
            failures++;
        }
        if (sample_has(kept, cases[i].code, cases[i].pointer)) {
            print_message("%s at \"%s\" was found wrongly\n", cases[i].code, cases[i].pointer);
            failures++;
        }
        vrm_report_destroy(broken);
        vrm_report_destroy(kept);
    }
    assert_int_equal(failures, 0);
}

/* ---- GLB ---- */

/* The sample as GLB: `bin_size` bytes of data as BIN chunk (-1: none), `uri` for the buffer. */
static vrm_Report* validate_glb(int bin_size, const char* uri) {
    Sample sample;
    static uint8_t file[16384];
    sample_init(&sample);
    sample_edit(&sample, "/buffers/0/uri", uri);
    size_t json_size = vrm_json_written_size(sample.json);
    size_t padded = (json_size + 3) / 4 * 4;
    memset(file, ' ', sizeof file);
    assert_int_equal(vrm_json_write(sample.json, (char*)file + 20, json_size), VRM_OK);
    size_t size = 20 + padded;
    if (bin_size >= 0) {
        const uint32_t header[2] = {(uint32_t)bin_size, 0x004E4942};
        memcpy(file + size, header, 8);
        memset(file + size + 8, 0, (size_t)bin_size);
        memcpy(file + size + 8, sample.data,
               bin_size < SAMPLE_DATA_SIZE ? (size_t)bin_size : SAMPLE_DATA_SIZE);
        size += 8 + (size_t)bin_size;
    }
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)size, (uint32_t)padded, 0x4E4F534A};
    memcpy(file, head, sizeof head);
    sample_free(&sample);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(file, size, NULL, report, NULL), VRM_OK);
    return report;
}

static void glb_holds_its_first_buffer_in_the_bin_chunk(void** state) {
    (void)state;
    const struct {
        int bin_size;
        const char *uri, *code, *pointer;
    } rules[] = {
        {SAMPLE_DATA_SIZE, NULL, NULL, NULL},
        {SAMPLE_DATA_SIZE + 4, NULL, "BUFFER_GLB_CHUNK_TOO_BIG", "/buffers/0"},
        {SAMPLE_DATA_SIZE - 4, NULL, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"},
        {-1, NULL, "BUFFER_MISSING_GLB_DATA", "/buffers/0"},
        {-1, "\"data.bin\"", "URI_GLB", "/buffers/0/uri"},
        {-1, "\"data:application/octet-stream;base64,AA==\"", "DATA_URI_GLB", "/buffers/0/uri"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        vrm_Report* report = validate_glb(rules[i].bin_size, rules[i].uri);
        if (rules[i].code == NULL) {
            print_report(report);
            assert_int_equal(vrm_report_count(report), 0);
        } else {
            assert_true(sample_has(report, rules[i].code, rules[i].pointer));
        }
        vrm_report_destroy(report);
    }
}

/* ---- Is every rule here? ---- */

/* Rules of gltf.def that other tests break: in GLB files, or while loading. */
static const char* const elsewhere[] = {
    "BUFFER_GLB_CHUNK_TOO_BIG",
    "BUFFER_MISSING_GLB_DATA",
    "DATA_URI_GLB",
    "URI_GLB",
    "DATA_NOT_ALL_LOOKED_AT",
    "REQUIRED_EXTENSION_REFUSED",
    "BUFFER_WITHOUT_DATA",
    "MESHOPT_INVALID",
    "REQUIRED_EXTENSION_UNKNOWN",
};

static bool has_case(const char* code) {
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (strcmp(elsewhere[i], code) == 0) return true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(cases[i].code, code) == 0) return true;
    return false;
}

static void every_gltf_rule_has_a_case(void** state) {
    (void)state;
    static const char* const codes[] = {
#define X(code, severity, place, text) #code,
#include "base/rules/gltf.def"
#undef X
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (!has_case(codes[i])) fail_msg("%s has no case", codes[i]);
}

/* ---- What else the report promises ---- */

static void finding_points_at_the_byte_where_its_value_begins(void** state) {
    (void)state;
    const char* text = "{\"asset\":{\"version\":\"2.0\"},\"scene\":  7}";
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(text, strlen(text), NULL, report, NULL), VRM_OK);
    assert_int_equal(vrm_report_count(report), 1);
    vrm_Finding finding = vrm_report_get(report, 0);
    assert_string_equal(finding.code, "UNRESOLVED_REFERENCE");
    assert_string_equal(finding.pointer, "/scene");
    assert_int_equal(finding.byte_offset, strchr(text, '7') - text);
    assert_int_equal(finding.severity, VRM_ERROR);
    vrm_report_destroy(report);
}

static void data_is_not_looked_at_on_demand(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    sample_set_float(&sample, SAMPLE_NORMALS, NAN);
    sample_set_short(&sample, SAMPLE_INDICES, 9);
    sample.data[SAMPLE_IMAGE] = 0;
    vrm_ValidateDef def = vrm_default_validate_def();
    def.skip_data = true;
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(sample_validate_with(&sample, def, report), VRM_OK);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
    sample_free(&sample);
}

static void side_files_are_not_missed_when_nobody_reads_them(void** state) {
    (void)state;
    const char* text = "{\"asset\":{\"version\":\"2.0\"},"
                       "\"buffers\":[{\"uri\":\"lost.bin\",\"byteLength\":4}]}";
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(text, strlen(text), NULL, report, NULL), VRM_OK);
    assert_false(sample_has(report, "IO_ERROR", NULL));
    vrm_report_destroy(report);
}

/* After a few wrong elements of one accessor the rest is one finding with their number. */
static void many_wrong_elements_are_told_as_a_number(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    for (int i = 0; i < 16; i++) sample_set_float(&sample, SAMPLE_COLORS + i * 4, 2);
    vrm_Report* report = sample_validate(&sample);
    int found = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        found += strcmp(vrm_report_get(report, i).code, "ACCESSOR_NON_CLAMPED") == 0;
    assert_int_equal(found, 9);
    assert_non_null(strstr(vrm_report_get(report, vrm_report_count(report) - 1).message, "8 more"));
    vrm_report_destroy(report);
    sample_free(&sample);
}

static void rule_table_can_be_asked(void** state) {
    (void)state;
    assert_in_range(vrm_rule_count(), 150, 2000);
    for (int32_t i = 0; i < vrm_rule_count(); i++) {
        vrm_Rule rule = vrm_rule_get(i);
        assert_true(strlen(rule.code) > 3 && strlen(rule.place) > 3 && strlen(rule.text) > 10);
        assert_in_range(rule.severity, VRM_ERROR, VRM_HINT);
        for (int32_t k = 0; k < i; k++) assert_string_not_equal(rule.code, vrm_rule_get(k).code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_has_nothing_wrong),
        cmocka_unit_test(every_rule_is_broken_by_one_edit_and_kept_by_another),
        cmocka_unit_test(every_gltf_rule_has_a_case),
        cmocka_unit_test(glb_holds_its_first_buffer_in_the_bin_chunk),
        cmocka_unit_test(finding_points_at_the_byte_where_its_value_begins),
        cmocka_unit_test(data_is_not_looked_at_on_demand),
        cmocka_unit_test(side_files_are_not_missed_when_nobody_reads_them),
        cmocka_unit_test(many_wrong_elements_are_told_as_a_number),
        cmocka_unit_test(rule_table_can_be_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
