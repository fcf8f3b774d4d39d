/* SPDX-License-Identifier: MIT */
#include "support/full.h"

#include "scenes/scenes.h"
#include "support/check.h"
#include "support/glb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Draft {
    vrm_Json* json;
    uint8_t* bin;
    size_t bin_size;
} Draft;

/* ---- JSON ---- */

static uint32_t count_of(const Draft* draft, const char* list) {
    return vrm_json_count(draft->json, vrm_json_at(draft->json, list));
}

/* Sets or appends ("/nodes/-") a value, written with ' for ". */
static void put(Draft* draft, const char* pointer, const char* format, ...) {
    char text[8192], parent[256];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert_true(size > 0 && (size_t)size < sizeof text);
    for (char* at = text; *at != '\0'; at++)
        if (*at == '\'') *at = '"';
    snprintf(parent, sizeof parent, "%s", pointer);
    char* key = strrchr(parent, '/');
    *key++ = '\0';
    vrm_JsonRef owner = vrm_json_at(draft->json, parent);
    if (owner == VRM_JSON_MISSING) fail_msg("nothing at %s", parent);
    vrm_Result result;
    if (strcmp(key, "-") == 0)
        result = vrm_json_insert(draft->json, owner, vrm_json_count(draft->json, owner), text,
                                 (size_t)size, NULL);
    else if (vrm_json_type(draft->json, owner) == VRM_JSON_ARRAY)
        result = vrm_json_replace(draft->json, vrm_json_at(draft->json, pointer), text,
                                  (size_t)size, NULL);
    else
        result = vrm_json_set(draft->json, owner, key, text, (size_t)size, NULL);
    if (result != VRM_OK) fail_msg("cannot put %s: %s", pointer, text);
}

static void use_extension(Draft* draft, const char* name) {
    vrm_JsonIter it = vrm_json_iter(draft->json, vrm_json_at(draft->json, "/extensionsUsed"));
    while (vrm_json_next(&it))
        if (vrm_json_equals(draft->json, it.value, name)) return;
    put(draft, "/extensionsUsed/-", "'%s'", name);
}

/* ---- Data ---- */

static uint32_t add_view(Draft* draft, const void* bytes, size_t size, const char* rest) {
    size_t at = (draft->bin_size + 3) / 4 * 4;
    draft->bin = realloc(draft->bin, at + size);
    assert_non_null(draft->bin);
    memset(draft->bin + draft->bin_size, 0, at - draft->bin_size);
    memcpy(draft->bin + at, bytes, size);
    draft->bin_size = at + size;
    put(draft, "/bufferViews/-", "{'buffer':0,'byteOffset':%zu,'byteLength':%zu%s}", at, size,
        rest);
    return count_of(draft, "/bufferViews") - 1;
}

static uint32_t add_accessor(Draft* draft, const void* bytes, size_t size, int component_type,
                             const char* type, int count, const char* rest) {
    uint32_t view = add_view(draft, bytes, size, "");
    put(draft, "/accessors/-",
        "{'bufferView':%u,'byteOffset':0,'componentType':%d,'type':'%s','count':%d%s}",
        (unsigned)view, component_type, type, count, rest);
    return count_of(draft, "/accessors") - 1;
}

#define FLOATS(draft, type, count, ...)                                                            \
    add_accessor(draft, (float[]){__VA_ARGS__}, sizeof(float[]){__VA_ARGS__}, 5126, type, count, "")

/* ---- A mesh with every attribute ---- */

static uint32_t add_sparse(Draft* draft) {
    static const uint16_t indices[] = {1, 3};
    static const float values[] = {0.0f, 0.1f, 0.0f, 0.1f, 0.1f, 0.1f};
    uint32_t index_view = add_view(draft, indices, sizeof indices, "");
    uint32_t value_view = add_view(draft, values, sizeof values, "");
    put(draft, "/accessors/-",
        "{'componentType':5126,'type':'VEC3','count':4,'sparse':{'count':2,"
        "'indices':{'bufferView':%u,'byteOffset':0,'componentType':5123},"
        "'values':{'bufferView':%u,'byteOffset':0}}}",
        (unsigned)index_view, (unsigned)value_view);
    return count_of(draft, "/accessors") - 1;
}

/* Positions and normals of four vertices, one after the other. */
static void add_interleaved(Draft* draft, uint32_t* out_positions, uint32_t* out_normals) {
    static const float numbers[] = {0.0f, 1.0f, 0.3f, 0.0f, 0.0f, 1.0f, 0.2f, 1.0f,
                                    0.3f, 0.0f, 0.6f, 0.8f, 0.0f, 1.2f, 0.3f, 0.6f,
                                    0.0f, 0.8f, 0.2f, 1.2f, 0.3f, 0.0f, 0.8f, 0.6f};
    uint32_t view = add_view(draft, numbers, sizeof numbers, ",'byteStride':24,'target':34962");
    put(draft, "/accessors/-",
        "{'bufferView':%u,'componentType':5126,'type':'VEC3','count':4,'min':[0,1,0.3],"
        "'max':[0.2,1.2,0.3],'normalized':false}",
        (unsigned)view);
    *out_positions = count_of(draft, "/accessors") - 1;
    put(draft, "/accessors/-",
        "{'bufferView':%u,'byteOffset':12,'componentType':5126,'type':'VEC3','count':4}",
        (unsigned)view);
    *out_normals = *out_positions + 1;
}

static void add_mesh(Draft* draft) {
    static const uint8_t colors[] = {255, 128, 64, 255, 200, 100, 50, 255,
                                     150, 75,  37, 200, 100, 50,  25, 100};
    static const uint8_t joints_0[] = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4};
    static const uint16_t joints_1[] = {5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8};
    static const uint16_t corners[] = {0, 1, 2, 2, 1, 3};
    uint32_t positions, normals;
    add_interleaved(draft, &positions, &normals);
    uint32_t tangents =
        FLOATS(draft, "VEC4", 4, 1, 0, 0, 1, 1, 0, 0, 1, 0.8f, 0, -0.6f, 1, 1, 0, 0, -1);
    uint32_t uv_0 = FLOATS(draft, "VEC2", 4, 0, 0, 1, 0, 0, 1, 1, 1);
    uint32_t uv_1 = FLOATS(draft, "VEC2", 4, 0, 0, 0.5f, 0, 0, 0.5f, 0.5f, 0.5f);
    uint32_t color =
        add_accessor(draft, colors, sizeof colors, 5121, "VEC4", 4, ",'normalized':true");
    uint32_t joint_0 = add_accessor(draft, joints_0, sizeof joints_0, 5121, "VEC4", 4, "");
    uint32_t joint_1 = add_accessor(draft, joints_1, sizeof joints_1, 5123, "VEC4", 4, "");
    uint32_t weight_0 = FLOATS(draft, "VEC4", 4, 0.2f, 0.2f, 0.1f, 0.1f, 0.2f, 0.2f, 0.1f, 0.1f,
                               0.2f, 0.2f, 0.1f, 0.1f, 0.2f, 0.2f, 0.1f, 0.1f);
    uint32_t weight_1 = FLOATS(draft, "VEC4", 4, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f,
                               0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f);
    uint32_t indices = add_accessor(draft, corners, sizeof corners, 5123, "SCALAR", 6, "");
    uint32_t move = FLOATS(draft, "VEC3", 4, 0, 0, 0.1f, 0, 0, 0.1f, 0, 0.1f, 0, 0, 0.1f, 0);
    uint32_t turn = FLOATS(draft, "VEC3", 4, 0.1f, 0, 0, 0.1f, 0, 0, 0, 0.1f, 0, 0, 0.1f, 0);
    uint32_t twist = FLOATS(draft, "VEC3", 4, 0, 0.1f, 0, 0, 0.1f, 0, 0, 0.1f, 0, 0.1f, 0, 0);
    uint32_t sparse = add_sparse(draft);
    put(draft, "/meshes/-",
        "{'name':'Everything','weights':[0.25,0.5],'extras':{'targetNames':['first','second']},"
        "'primitives':[{'mode':4,'indices':%u,'material':1,'attributes':{'POSITION':%u,"
        "'NORMAL':%u,'TANGENT':%u,'TEXCOORD_0':%u,'TEXCOORD_1':%u,'COLOR_0':%u,'JOINTS_0':%u,"
        "'JOINTS_1':%u,'WEIGHTS_0':%u,'WEIGHTS_1':%u},'targets':[{'POSITION':%u,'NORMAL':%u,"
        "'TANGENT':%u},{'POSITION':%u}]}]}",
        (unsigned)indices, (unsigned)positions, (unsigned)normals, (unsigned)tangents,
        (unsigned)uv_0, (unsigned)uv_1, (unsigned)color, (unsigned)joint_0, (unsigned)joint_1,
        (unsigned)weight_0, (unsigned)weight_1, (unsigned)move, (unsigned)turn, (unsigned)twist,
        (unsigned)sparse);
    uint32_t mesh = count_of(draft, "/meshes") - 1, node = count_of(draft, "/nodes");
    put(draft, "/nodes/-", "{'name':'Everything','mesh':%u,'skin':0}", (unsigned)mesh);
    put(draft, "/scenes/0/nodes/-", "%u", (unsigned)node);
    /* The same mesh again without a skin, in a matrix, with weights of its own. */
    put(draft, "/nodes/-",
        "{'name':'Again','mesh':%u,'weights':[0.75,0],"
        "'matrix':[0,0,-1,0, 0,1,0,0, 1,0,0,0, 0.1,0.2,0.3,1]}",
        (unsigned)mesh);
    put(draft, "/scenes/0/nodes/-", "%u", (unsigned)node + 1);
}

/* ---- Everything else that glTF has ---- */

static void add_animation(Draft* draft, uint32_t node, uint32_t mesh_node) {
    uint32_t times = FLOATS(draft, "SCALAR", 2, 0, 1);
    uint32_t places = FLOATS(draft, "VEC3", 2, 0, 0, 0, 0, 0.1f, 0);
    uint32_t turns = FLOATS(draft, "VEC4", 2, 0, 0, 0, 1, 0.6f, 0, 0, 0.8f);
    uint32_t scales =
        FLOATS(draft, "VEC3", 6, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1.5f, 2, 0, 0, 0);
    uint32_t weights = FLOATS(draft, "SCALAR", 4, 0, 0, 1, 0.5f);
    put(draft, "/animations",
        "[{'name':'idle','channels':[{'sampler':0,'target':{'node':%u,'path':'translation'}},"
        "{'sampler':1,'target':{'node':%u,'path':'rotation'}},"
        "{'sampler':2,'target':{'node':%u,'path':'scale'}},"
        "{'sampler':3,'target':{'node':%u,'path':'weights'}}],"
        "'samplers':[{'input':%u,'output':%u,'interpolation':'LINEAR'},"
        "{'input':%u,'output':%u,'interpolation':'STEP'},"
        "{'input':%u,'output':%u,'interpolation':'CUBICSPLINE'},{'input':%u,'output':%u}]}]",
        (unsigned)node, (unsigned)node, (unsigned)node, (unsigned)mesh_node, (unsigned)times,
        (unsigned)places, (unsigned)times, (unsigned)turns, (unsigned)times, (unsigned)scales,
        (unsigned)times, (unsigned)weights);
}

static void add_views(Draft* draft) {
    static const char* const kinds[] = {"'camera':0", "'camera':1",
                                        "'extensions':{'KHR_lights_punctual':{'light':0}}",
                                        "'extensions':{'KHR_lights_punctual':{'light':1}}",
                                        "'extensions':{'KHR_lights_punctual':{'light':2}}"};
    uint32_t first = count_of(draft, "/nodes");
    put(draft, "/cameras",
        "[{'name':'near','type':'perspective','perspective':{'aspectRatio':1.5,'yfov':0.6,"
        "'znear':0.1,'zfar':50}},{'type':'orthographic','orthographic':{'xmag':1,'ymag':1.5,"
        "'znear':0.1,'zfar':50}}]");
    put(draft, "/extensions/KHR_lights_punctual",
        "{'lights':[{'name':'sun','type':'directional','color':[1,0.9,0.8],'intensity':2},"
        "{'type':'point','color':[0.5,0.5,0.5],'intensity':3,'range':4},"
        "{'type':'spot','color':[0.5,0.5,0.25],'intensity':3,'range':4,"
        "'spot':{'innerConeAngle':0.2,'outerConeAngle':0.4}}]}");
    use_extension(draft, "KHR_lights_punctual");
    for (uint32_t i = 0; i < 5; i++) {
        put(draft, "/nodes/-", "{'name':'View%u','rotation':[0,0.6,0,0.8],%s}", (unsigned)i,
            kinds[i]);
        put(draft, "/scenes/0/nodes/-", "%u", (unsigned)(first + i));
    }
}

#define TRANSFORM                                                                                  \
    "'extensions':{'KHR_texture_transform':{'offset':[0.1,0.2],'rotation':0.3,'scale':[2,3],"      \
    "'texCoord':1}}"

static void add_glTF(Draft* draft) {
    put(draft, "/asset/copyright", "'nobody'");
    put(draft, "/asset/minVersion", "'2.0'");
    put(draft, "/extensionsRequired", "['KHR_texture_transform']");
    put(draft, "/scenes/0/name", "'stage'");
    put(draft, "/scenes/-", "{'nodes':[0]}");
    uint32_t node = count_of(draft, "/nodes");
    add_mesh(draft);
    add_views(draft);
    put(draft, "/nodes/-",
        "{'name':'Moved','translation':[0,1,0],'rotation':[0,0.6,0,0.8],'scale':[1,2,1]}");
    put(draft, "/nodes/0/children/-", "%u", (unsigned)count_of(draft, "/nodes") - 1);
    add_animation(draft, count_of(draft, "/nodes") - 1, node);
    put(draft, "/skins/0/name", "'skin'");
    put(draft, "/textures/0/name", "'skin'");
    put(draft, "/samplers/0/name", "'sampler'");
    put(draft, "/buffers/0/name", "'data'");
    put(draft, "/bufferViews/0/name", "'view'");
    put(draft, "/accessors/0/name", "'accessor'");
    put(draft, "/textures/-", "{'sampler':0,'extensions':{'EXT_texture_webp':{'source':3}}}");
    use_extension(draft, "EXT_texture_webp");
    put(draft, "/materials/1",
        "{'name':'Cloth','pbrMetallicRoughness':{'baseColorFactor':[0.9,0.8,0.7,0.6],"
        "'baseColorTexture':{'index':1,'texCoord':0," TRANSFORM "},'metallicFactor':0.5,"
        "'roughnessFactor':0.75,'metallicRoughnessTexture':{'index':%u}},"
        "'normalTexture':{'index':6,'scale':0.5,'texCoord':1},'occlusionTexture':{'index':5,'"
        "strength':0.5,"
        "'texCoord':1},'emissiveTexture':{'index':2},'emissiveFactor':[0.1,0.2,0.3],"
        "'alphaMode':'MASK','alphaCutoff':0.25,'doubleSided':true,"
        "'extensions':{'KHR_materials_emissive_strength':{'emissiveStrength':2}}}",
        (unsigned)count_of(draft, "/textures") - 1);
    use_extension(draft, "KHR_materials_emissive_strength");
    use_extension(draft, "KHR_texture_transform");
}

/* Nobody looks at the pictures: their first bytes are enough, and quicker to compare. */
static void cut_images(Draft* draft) {
    char pointer[64];
    for (uint32_t i = 0; i < count_of(draft, "/images"); i++) {
        snprintf(pointer, sizeof pointer, "/images/%u/bufferView", (unsigned)i);
        double view = vrm_json_number(draft->json, vrm_json_at(draft->json, pointer), -1.0);
        snprintf(pointer, sizeof pointer, "/bufferViews/%d/byteLength", (int)view);
        put(draft, pointer, "64");
    }
}

/* ---- VRM ---- */

static uint32_t find_node(const Draft* draft, const char* name) {
    vrm_JsonIter it = vrm_json_iter(draft->json, vrm_json_at(draft->json, "/nodes"));
    while (vrm_json_next(&it))
        if (vrm_json_equals(draft->json, vrm_json_member(draft->json, it.value, "name"), name))
            return it.index;
    fail_msg("no node %s", name);
    return 0;
}

#define MTOON "/materials/0/extensions/VRMC_materials_mtoon"

static void add_1(Draft* draft, vrm_Dialect dialect) {
    put(draft, "/extensions/VRMC_vrm/meta/contactInformation", "'a@example.com'");
    put(draft, "/extensions/VRMC_vrm/meta/references", "['one','two']");
    put(draft, "/extensions/VRMC_vrm/meta/authors", "['first','second']");
    put(draft, "/extensions/VRMC_vrm/firstPerson/meshAnnotations/-", "{'node':%u,'type':'both'}",
        (unsigned)find_node(draft, "Everything"));
    put(draft, "/extensions/VRMC_springBone/colliders/0/name", "'head'");
    put(draft, MTOON,
        "{'specVersion':'%s','transparentWithZWrite':true,'renderQueueOffsetNumber':2,"
        "'shadeColorFactor':[0.9,0.6,0.5],'shadeMultiplyTexture':{'index':0,'texCoord':1},"
        "'shadingShiftFactor':-0.05,'shadingShiftTexture':{'index':5,'scale':0.5,'texCoord':1},"
        "'shadingToonyFactor':0.8,'giEqualizationFactor':0.7,'matcapFactor':[0.5,0.6,0.7],"
        "'matcapTexture':{'index':4},'parametricRimColorFactor':[0.1,0.2,0.3],"
        "'parametricRimFresnelPowerFactor':4,'parametricRimLiftFactor':0.1,"
        "'rimMultiplyTexture':{'index':5},'rimLightingMixFactor':0.5,"
        "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.001,"
        "'outlineWidthMultiplyTexture':{'index':5},'outlineColorFactor':[0.2,0.1,0.1],"
        "'outlineLightingMixFactor':0.5,'uvAnimationMaskTexture':{'index':5},"
        "'uvAnimationScrollXSpeedFactor':0.1,'uvAnimationScrollYSpeedFactor':0.2,"
        "'uvAnimationRotationSpeedFactor':0.3}",
        dialect == VRM_DIALECT_1 ? "1.0" : "1.0-beta");
    put(draft, "/materials/0/alphaMode", "'BLEND'");
    if (dialect == VRM_DIALECT_1) {
        put(draft,
            "/extensions/VRMC_springBone/springs/0/joints/1/extensions/VRMC_springBone_limit/limit/"
            "cone/rotation",
            "[0.6,0,0,0.8]");
        return;
    }
    put(draft, "/materials/2/emissiveFactor", "[0.1,0.2,0.3]");
    put(draft, "/materials/2/extensions/VRMC_materials_hdr_emissiveMultiplier",
        "{'emissiveMultiplier':2}");
    use_extension(draft, "VRMC_materials_hdr_emissiveMultiplier");
}

static void add_draft(Draft* draft) {
    put(draft, "/extensions/VRMC_vrm/meta/contactInformation", "'a@example.com'");
    put(draft, "/extensions/VRMC_vrm/meta/reference", "'one'");
    put(draft, "/extensions/VRMC_vrm/meta/otherPermissionUrl", "'https://example.com/a'");
    put(draft, "/extensions/VRMC_vrm/meta/otherLicenseUrl", "'https://example.com/b'");
    put(draft, "/extensions/VRMC_vrm/springBone/boneGroups/0/comment", "'hair'");
    put(draft, MTOON,
        "{'version':'3.2','renderMode':'transparentWithZWrite','cullMode':'off',"
        "'renderQueueOffsetNumber':1,'litFactor':[0.9,0.8,0.7,0.6],'litMultiplyTexture':0,"
        "'shadeFactor':[0.9,0.6,0.5],'shadeMultiplyTexture':1,'cutoutThresholdFactor':0.4,"
        "'shadingShiftFactor':-0.1,'shadingToonyFactor':0.8,"
        "'shadowReceiveMultiplierFactor':0.5,'shadowReceiveMultiplierMultiplyTexture':5,"
        "'litAndShadeMixingMultiplierFactor':0.5,'litAndShadeMixingMultiplierMultiplyTexture':5,"
        "'lightColorAttenuationFactor':0.5,'giIntensityFactor':0.2,'normalTexture':6,"
        "'normalScaleFactor':0.5,'emissionFactor':[0.1,0.2,0.3],'emissionMultiplyTexture':2,"
        "'additiveTexture':4,'rimFactor':[0.1,0.2,0.3],'rimMultiplyTexture':5,"
        "'rimLightingMixFactor':0.5,'rimFresnelPowerFactor':4,'rimLiftFactor':0.1,"
        "'outlineWidthMode':'screenCoordinates','outlineWidthFactor':0.5,"
        "'outlineWidthMultiplyTexture':5,'outlineScaledMaxDistanceFactor':2,"
        "'outlineColorMode':'mixedLighting','outlineFactor':[0.2,0.1,0.1],"
        "'outlineLightingMixFactor':0.5,'mainTextureLeftBottomOriginScale':[2,3],"
        "'mainTextureLeftBottomOriginOffset':[0.1,0.2],'uvAnimationMaskTexture':5,"
        "'uvAnimationScrollXSpeedFactor':0.1,'uvAnimationScrollYSpeedFactor':0.2,"
        "'uvAnimationRotationSpeedFactor':0.3}");
}

#define PROPERTIES "/extensions/VRM/materialProperties"

static void add_0(Draft* draft) {
    put(draft, "/extensions/VRM/meta/contactInformation", "'a@example.com'");
    put(draft, "/extensions/VRM/meta/reference", "'one'");
    put(draft, "/extensions/VRM/meta/otherPermissionUrl", "'https://example.com/a'");
    put(draft, "/extensions/VRM/meta/otherLicenseUrl", "'https://example.com/b'");
    put(draft, "/extensions/VRM/humanoid/humanBones/0",
        "{'bone':'hips','node':1,'useDefaultValues':false,'min':{'x':-10,'y':-20,'z':-30},"
        "'max':{'x':10,'y':20,'z':30},'center':{'x':1,'y':2,'z':3},'axisLength':0.1}");
    put(draft, PROPERTIES "/0/floatProperties",
        "{'_BlendMode':3,'_Cutoff':0.4,'_CullMode':0,'_ZWrite':1,'_ShadeShift':-0.1,"
        "'_ShadeToony':0.8,'_ReceiveShadowRate':0.5,'_ShadingGradeRate':0.5,"
        "'_LightColorAttenuation':0.5,'_IndirectLightIntensity':0.2,'_BumpScale':0.5,"
        "'_RimLightingMix':0.5,'_RimFresnelPower':4,'_RimLift':0.1,'_OutlineWidthMode':2,"
        "'_OutlineWidth':0.5,'_OutlineScaledMaxDistance':2,'_OutlineColorMode':1,"
        "'_OutlineLightingMix':0.5,'_UvAnimScrollX':0.1,'_UvAnimScrollY':0.2,"
        "'_UvAnimRotation':0.3}");
    put(draft, PROPERTIES "/0/textureProperties",
        "{'_MainTex':0,'_ShadeTexture':1,'_BumpMap':6,'_ReceiveShadowTexture':5,"
        "'_ShadingGradeTexture':5,'_EmissionMap':2,'_SphereAdd':4,'_RimTexture':5,"
        "'_OutlineWidthTexture':5,'_UvAnimMaskTexture':5}");
    put(draft, PROPERTIES "/0/vectorProperties",
        "{'_Color':[0.9,0.8,0.7,0.6],'_ShadeColor':[0.9,0.7,0.6,1],'_RimColor':[0.1,0.2,0.3,1],"
        "'_OutlineColor':[0.4,0.3,0.2,1],'_EmissionColor':[0.1,0.2,0.3,1],"
        "'_MainTex':[0.1,0.2,2,3]}");
    /* Two more that are blended: their order is what queues say. */
    put(draft, PROPERTIES "/0/renderQueue", "2501");
    put(draft, PROPERTIES "/4/floatProperties/_BlendMode", "3");
    put(draft, PROPERTIES "/4/renderQueue", "2502");
}

static TestBytes finish(Draft* draft) {
    put(draft, "/buffers/0/byteLength", "%zu", draft->bin_size);
    size_t size = vrm_json_written_size(draft->json);
    char* text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(vrm_json_write(draft->json, text, size), VRM_OK);
    text[size] = '\0';
    TestBytes glb = test_glb(text, draft->bin, draft->bin_size);
    free(text);
    free(draft->bin);
    vrm_json_destroy(draft->json);
    return glb;
}

static Draft begin(SceneBytes* scene) {
    Draft draft = {0};
    assert_non_null(scene->data);
    vrm_Span text = scene_json(scene);
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &draft.json), VRM_OK);
    size_t begin = (size_t)((const uint8_t*)text.data - scene->data) + (text.size + 3) / 4 * 4 + 8;
    draft.bin_size = scene->size - begin;
    draft.bin = malloc(draft.bin_size);
    assert_non_null(draft.bin);
    memcpy(draft.bin, scene->data + begin, draft.bin_size);
    scene_bytes_free(scene);
    return draft;
}

TestBytes test_full_avatar(vrm_Dialect dialect) {
    SceneDef def = scene_default_def(dialect);
    def.has_fingers = false;
    def.has_limits = true;
    def.chain_count = 3;
    def.joints_per_chain = 4;
    def.sides = 4;
    SceneBytes scene = scene_avatar(&def);
    Draft draft = begin(&scene);
    add_glTF(&draft);
    cut_images(&draft);
    if (dialect == VRM_DIALECT_0)
        add_0(&draft);
    else if (dialect == VRM_DIALECT_DRAFT)
        add_draft(&draft);
    else
        add_1(&draft, dialect);
    return finish(&draft);
}

TestBytes test_full_clip(void) {
    SceneBytes scene = scene_clip(true);
    Draft draft = begin(&scene);
    put(&draft, "/asset/copyright", "'nobody'");
    return finish(&draft);
}
