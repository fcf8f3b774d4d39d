/* SPDX-License-Identifier: MIT */
/* What the typed document says of meshes, skins, materials, pictures, animations and cameras. */
#include "gltf/document.h"
#include "support/check.h"
#include "support/glb.h"

#include <stdio.h>
#include <string.h>

typedef struct Loaded {
    vrmi_Document* document;
    const vrm_Gltf* gltf;
    vrm_Report* report;
} Loaded;

/* `rest` is what follows the asset. */
static Loaded load(const char* rest) {
    char json[8192];
    snprintf(json, sizeof json, "{'asset':{'version':'2.0'},%s}", rest);
    TestBytes bytes = test_gltf(json);
    Loaded loaded;
    assert_int_equal(vrm_report_create(NULL, &loaded.report), VRM_OK);
    assert_int_equal(
        vrmi_document_load(bytes.data, bytes.size, NULL, loaded.report, &loaded.document), VRM_OK);
    loaded.gltf = &loaded.document->gltf;
    test_bytes_free(&bytes);
    return loaded;
}

static void unload(Loaded* loaded) {
    vrmi_document_destroy(loaded->document);
    vrm_report_destroy(loaded->report);
}

#define ACCESSOR "{'componentType':5126,'type':'VEC3','count':3}"

/* ---- Meshes ---- */

static void primitives_and_attributes_are_read(void** state) {
    (void)state;
    Loaded loaded =
        load("'accessors':[" ACCESSOR "," ACCESSOR "," ACCESSOR "],'materials':[{},{}],'meshes':[{"
             "'name':'body','weights':[0.5,1],'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,"
             "'TEXCOORD_1':2,'TEXCOORD_12':0,'JOINTS_0':1,'_TEMPERATURE':2,'TEXCOORD_01':2,"
             "'TEXCOORD_':1,'POSITIONS':1},'indices':2,'material':1,'mode':1,"
             "'targets':[{'POSITION':1},{'POSITION':2,'NORMAL':0}]},{'attributes':{}}]}]");
    const vrm_Mesh* mesh = &loaded.gltf->meshes[0];
    assert_string_equal(mesh->name, "body");
    assert_int_equal(mesh->weights->count, 2);
    assert_float_equal(mesh->weights->values[0], 0.5f, 0);
    assert_int_equal(mesh->primitive_count, 2);
    assert_int_equal(mesh->target_count, 2);
    const vrm_Primitive* primitive = &mesh->primitives[0];
    assert_int_equal(primitive->attribute_count, 9);
    assert_int_equal(primitive->indices, 2);
    assert_int_equal(primitive->material, 1);
    assert_int_equal(primitive->mode, 1);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0), 0);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0), 1);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 0), -1);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 1), 2);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 12), 0);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0), 1);
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0), -1);
    assert_true(vrm_json_equals(loaded.gltf->json, primitive->attributes[5].key, "_TEMPERATURE"));
    for (int i = 5; i < 9; i++)
        assert_int_equal(primitive->attributes[i].semantic, VRM_SEMANTIC_OTHER);
    assert_int_equal(vrm_morph_target_attribute(&primitive->targets[0], VRM_SEMANTIC_POSITION), 1);
    assert_int_equal(vrm_morph_target_attribute(&primitive->targets[0], VRM_SEMANTIC_NORMAL), -1);
    assert_int_equal(vrm_morph_target_attribute(&primitive->targets[1], VRM_SEMANTIC_NORMAL), 0);
    assert_int_equal(mesh->primitives[1].indices, -1);
    assert_int_equal(mesh->primitives[1].material, -1);
    assert_int_equal(mesh->primitives[1].mode, 4);
    unload(&loaded);
}

/* */
static void shared_and_divided_vertex_layouts_load_alike(void** state) {
    (void)state;
    Loaded shared = load("'accessors':[" ACCESSOR "," ACCESSOR "],'meshes':[{'primitives':["
                         "{'attributes':{'POSITION':0},'indices':1},"
                         "{'attributes':{'POSITION':0},'indices':1}]}]");
    Loaded divided = load("'accessors':[" ACCESSOR "," ACCESSOR "," ACCESSOR
                          "],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1},"
                          "{'attributes':{'POSITION':2},'indices':1}]}]");
    assert_int_equal(shared.gltf->meshes[0].primitive_count, 2);
    assert_int_equal(divided.gltf->meshes[0].primitive_count, 2);
    const int32_t expected[2][2] = {{0, 0}, {0, 2}};
    const Loaded* both[] = {&shared, &divided};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            assert_int_equal(vrm_primitive_attribute(&both[i]->gltf->meshes[0].primitives[k],
                                                     VRM_SEMANTIC_POSITION, 0),
                             expected[i][k]);
    assert_int_equal(vrm_report_count(shared.report), 0);
    assert_int_equal(vrm_report_count(divided.report), 0);
    unload(&divided);
    unload(&shared);
}

/* */
static void morph_names_come_from_the_mesh_else_from_its_first_primitive(void** state) {
    (void)state;
    Loaded loaded =
        load("'meshes':[{'primitives':[{'attributes':{},'extras':{'targetNames':['p']}}],"
             "'extras':{'targetNames':['a','b']}},"
             "{'primitives':[{'attributes':{},'extras':{'targetNames':['p','q']}},"
             "{'attributes':{},'extras':{'targetNames':['z']}}]},"
             "{'primitives':[{'attributes':{},'extras':{'targetNames':['p']}}],"
             "'extras':{'targetNames':'none'}},"
             "{'primitives':[{'attributes':{}}],'extras':7},"
             "{'primitives':[],'extras':{'targetNames':[1,'x']}}]");
    const vrm_Mesh* meshes = loaded.gltf->meshes;
    assert_int_equal(meshes[0].target_name_count, 2);
    assert_string_equal(meshes[0].target_names[1], "b");
    assert_int_equal(meshes[1].target_name_count, 2);
    assert_string_equal(meshes[1].target_names[0], "p");
    assert_int_equal(meshes[2].target_name_count, 1);
    assert_int_equal(meshes[3].target_name_count, 0);
    assert_int_equal(meshes[4].target_name_count, 2);
    assert_string_equal(meshes[4].target_names[0], "");
    assert_string_equal(meshes[4].target_names[1], "x");
    unload(&loaded);
}

/* */
static void references_to_nothing_become_none_with_a_finding(void** state) {
    (void)state;
    Loaded loaded =
        load("'scene':3,'nodes':[{'mesh':5,'skin':-1,'camera':0}],"
             "'meshes':[{'primitives':[{'attributes':{'POSITION':9},'indices':9,'material':0,"
             "'targets':[{'POSITION':-2}]}]}],"
             "'skins':[{'joints':[0,7,0],'skeleton':1,'inverseBindMatrices':0}],"
             "'textures':[{'source':0,'sampler':0}],"
             "'images':[{'bufferView':0}],'bufferViews':[{'buffer':0,'byteLength':4}],"
             "'materials':[{'normalTexture':{'index':4}}],"
             "'animations':[{'channels':[{'sampler':1,'target':{'node':1,'path':'rotation'}}],"
             "'samplers':[{'input':0,'output':'x'}]}]");
    const vrm_Gltf* gltf = loaded.gltf;
    assert_int_equal(gltf->scene, -1);
    assert_int_equal(gltf->nodes[0].mesh, -1);
    assert_int_equal(gltf->nodes[0].skin, -1);
    assert_int_equal(gltf->nodes[0].camera, -1);
    const vrm_Primitive* primitive = &gltf->meshes[0].primitives[0];
    assert_int_equal(vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0), -1);
    assert_int_equal(primitive->indices, -1);
    assert_int_equal(primitive->material, 0);
    assert_int_equal(vrm_morph_target_attribute(&primitive->targets[0], VRM_SEMANTIC_POSITION), -1);
    assert_int_equal(gltf->skins[0].joint_count, 3);
    assert_int_equal(gltf->skins[0].joints[1], -1);
    assert_int_equal(gltf->skins[0].joints[2], 0);
    assert_int_equal(gltf->skins[0].skeleton, -1);
    assert_int_equal(gltf->skins[0].inverse_bind_matrices, -1);
    assert_int_equal(gltf->textures[0].source, 0);
    assert_int_equal(gltf->textures[0].sampler, -1);
    assert_int_equal(gltf->images[0].buffer_view, 0);
    assert_null(gltf->images[0].data);
    assert_int_equal(gltf->buffer_views[0].buffer, -1);
    assert_int_equal(gltf->materials[0].normal_texture.texture, -1);
    assert_int_equal(gltf->animations[0].channels[0].sampler, -1);
    assert_int_equal(gltf->animations[0].channels[0].node, -1);
    assert_int_equal(gltf->animations[0].samplers[0].input, -1);
    assert_int_equal(gltf->animations[0].samplers[0].output, -1);
    assert_int_equal(test_count_findings(loaded.report, "UNRESOLVED_REFERENCE"), 14);
    assert_int_equal(test_count_findings(loaded.report, "INVALID_INDEX"), 2);
    assert_int_equal(test_count_findings(loaded.report, "TYPE_MISMATCH"), 1);
    vrm_Finding finding = test_get_finding(loaded.report, "INVALID_INDEX");
    assert_true(finding.byte_offset != VRM_NO_OFFSET);
    unload(&loaded);
}

/* ---- Materials ---- */

static void materials_have_the_defaults_of_the_specification(void** state) {
    (void)state;
    Loaded loaded = load("'materials':[{},'no material']");
    for (int i = 0; i < 2; i++) {
        const vrm_Material* material = &loaded.gltf->materials[i];
        assert_string_equal(material->name, "");
        assert_float_equal(material->base_color_factor.w, 1, 0);
        assert_float_equal(material->metallic_factor, 1, 0);
        assert_float_equal(material->roughness_factor, 1, 0);
        assert_float_equal(material->emissive_factor.x, 0, 0);
        assert_float_equal(material->emissive_strength, 1, 0);
        assert_float_equal(material->alpha_cutoff, 0.5f, 0);
        assert_int_equal(material->alpha_mode, VRM_ALPHA_OPAQUE);
        assert_false(material->is_double_sided);
        assert_false(material->is_unlit);
        assert_int_equal(material->base_color_texture.texture, -1);
        assert_float_equal(material->occlusion_strength, 1, 0);
        assert_float_equal(material->normal_scale, 1, 0);
        assert_float_equal(vrm_texture_transform(&material->normal_texture).scale.x, 1, 0);
    }
    assert_int_equal(test_count_findings(loaded.report, "TYPE_MISMATCH"), 1);
    unload(&loaded);
}

/* */
static void materials_and_their_extensions_are_read_without_extensions_used(void** state) {
    (void)state;
    Loaded loaded =
        load("'textures':[{},{},{}],'materials':[{'name':'skin','pbrMetallicRoughness':{"
             "'baseColorFactor':[0.1,0.2,0.3,0.4],'baseColorTexture':{'index':2,'texCoord':1,"
             "'extensions':{'KHR_texture_transform':{'offset':[0.25,-0.5],'rotation':1.5,"
             "'scale':[2,3],'texCoord':4}}},'metallicFactor':0.5,'roughnessFactor':0.75,"
             "'metallicRoughnessTexture':{'index':0}},'normalTexture':{'index':1,'scale':-2},"
             "'occlusionTexture':{'index':1,'strength':0.125},'emissiveTexture':{'index':0,"
             "'extensions':{'KHR_texture_transform':{}}},'emissiveFactor':[1,0.5,0.25],"
             "'alphaMode':'MASK','alphaCutoff':0.75,'doubleSided':true,'extensions':{"
             "'KHR_materials_unlit':{},'KHR_materials_emissive_strength':{'emissiveStrength':4}}},"
             "{'alphaMode':'BLEND'},{'alphaMode':'CUTOUT','alphaCutoff':'no'}]");
    const vrm_Material* material = &loaded.gltf->materials[0];
    assert_string_equal(material->name, "skin");
    assert_float_equal(material->base_color_factor.z, 0.3f, 0);
    const vrm_TextureInfo* info = &material->base_color_texture;
    assert_int_equal(info->texture, 2);
    assert_non_null(info->transform);
    assert_int_equal(info->tex_coord, 4);
    assert_float_equal(info->transform->offset.x, 0.25f, 0);
    assert_float_equal(info->transform->offset.y, -0.5f, 0);
    assert_float_equal(info->transform->rotation, 1.5f, 0);
    assert_float_equal(info->transform->scale.x, 2, 0);
    assert_float_equal(info->transform->scale.y, 3, 0);
    assert_float_equal(material->metallic_factor, 0.5f, 0);
    assert_float_equal(material->roughness_factor, 0.75f, 0);
    assert_int_equal(material->metallic_roughness_texture.texture, 0);
    assert_float_equal(material->normal_scale, -2, 0);
    assert_null(material->normal_texture.transform);
    assert_float_equal(material->occlusion_strength, 0.125f, 0);
    assert_non_null(material->emissive_texture.transform);
    assert_float_equal(material->emissive_texture.transform->scale.y, 1, 0);
    assert_float_equal(material->emissive_factor.y, 0.5f, 0);
    assert_float_equal(material->emissive_strength, 4, 0);
    assert_int_equal(material->alpha_mode, VRM_ALPHA_MASK);
    assert_float_equal(material->alpha_cutoff, 0.75f, 0);
    assert_true(material->is_double_sided);
    assert_true(material->is_unlit);
    assert_int_equal(loaded.gltf->materials[1].alpha_mode, VRM_ALPHA_BLEND);
    assert_int_equal(loaded.gltf->materials[2].alpha_mode, VRM_ALPHA_OPAQUE);
    assert_float_equal(loaded.gltf->materials[2].alpha_cutoff, 0.5f, 0);
    assert_int_equal(test_count_findings(loaded.report, "VALUE_NOT_IN_LIST"), 1);
    assert_int_equal(vrm_report_count(loaded.report), 2);
    vrm_JsonRef unlit = vrm_gltf_extension(loaded.gltf, material->json, "KHR_materials_unlit");
    assert_int_equal(vrm_json_type(loaded.gltf->json, unlit), VRM_JSON_OBJECT);
    assert_int_equal(vrm_gltf_extension(loaded.gltf, material->json, "none"), VRM_JSON_MISSING);
    unload(&loaded);
}

static void textures_and_samplers_are_read(void** state) {
    (void)state;
    Loaded loaded =
        load("'images':[{'uri':'data:;base64,AAAA'},{'uri':'data:image/webp;base64,AAAAAA=='}],"
             "'samplers':[{'magFilter':9728,'minFilter':9987,'wrapS':33071,'wrapT':33648},"
             "{'magFilter':9987,'wrapS':1,'minFilter':'x'}],"
             "'textures':[{'source':0,'sampler':0,'name':'t'},"
             "{'extensions':{'EXT_texture_webp':{'source':1}}},"
             "{'source':0,'extensions':{'EXT_texture_webp':{'source':1}}},{}]");
    const vrm_Gltf* gltf = loaded.gltf;
    assert_int_equal(gltf->samplers[0].mag_filter, 9728);
    assert_int_equal(gltf->samplers[0].min_filter, 9987);
    assert_int_equal(gltf->samplers[0].wrap_s, 33071);
    assert_int_equal(gltf->samplers[0].wrap_t, 33648);
    assert_int_equal(gltf->samplers[1].mag_filter, 0);
    assert_int_equal(gltf->samplers[1].min_filter, 0);
    assert_int_equal(gltf->samplers[1].wrap_s, 10497);
    assert_int_equal(gltf->samplers[1].wrap_t, 10497);
    assert_string_equal(gltf->textures[0].name, "t");
    assert_int_equal(gltf->textures[0].source, 0);
    assert_int_equal(gltf->textures[1].source, 1);
    assert_int_equal(gltf->textures[2].source, 0);
    assert_int_equal(gltf->textures[3].source, -1);
    assert_int_equal(gltf->images[0].size, 3);
    assert_int_equal(gltf->images[1].size, 4);
    assert_int_equal(test_count_findings(loaded.report, "VALUE_NOT_IN_LIST"), 2);
    assert_int_equal(test_count_findings(loaded.report, "TYPE_MISMATCH"), 1);
    unload(&loaded);
}

/* ---- Animations and cameras ---- */

static void animations_have_all_interpolations_and_paths(void** state) {
    (void)state;
    Loaded loaded =
        load("'nodes':[{},{}],'accessors':[" ACCESSOR "," ACCESSOR "],'animations':[{'name':'wave',"
             "'samplers':[{'input':0,'output':1},{'input':0,'output':1,'interpolation':'STEP'},"
             "{'input':0,'output':1,'interpolation':'CUBICSPLINE'},"
             "{'input':0,'output':1,'interpolation':'BEZIER'}],'channels':["
             "{'sampler':0,'target':{'node':1,'path':'translation'}},"
             "{'sampler':1,'target':{'node':0,'path':'rotation'}},"
             "{'sampler':2,'target':{'node':0,'path':'scale'}},"
             "{'sampler':3,'target':{'node':0,'path':'weights'}},"
             "{'sampler':0,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{}}}},"
             "{'sampler':0,'target':{'node':0,'path':'visibility'}}]}]");
    const vrm_Animation* animation = &loaded.gltf->animations[0];
    assert_string_equal(animation->name, "wave");
    assert_int_equal(animation->sampler_count, 4);
    const int interpolations[] = {VRM_INTERPOLATION_LINEAR, VRM_INTERPOLATION_STEP,
                                  VRM_INTERPOLATION_CUBICSPLINE, VRM_INTERPOLATION_LINEAR};
    for (int i = 0; i < 4; i++)
        assert_int_equal(animation->samplers[i].interpolation, interpolations[i]);
    const int paths[] = {VRM_PATH_TRANSLATION, VRM_PATH_ROTATION, VRM_PATH_SCALE,
                         VRM_PATH_WEIGHTS,     VRM_PATH_OTHER,    VRM_PATH_OTHER};
    assert_int_equal(animation->channel_count, 6);
    for (int i = 0; i < 6; i++) assert_int_equal(animation->channels[i].path, paths[i]);
    assert_int_equal(animation->channels[0].node, 1);
    assert_int_equal(animation->channels[4].node, -1);
    assert_int_equal(test_count_findings(loaded.report, "VALUE_NOT_IN_LIST"), 2);
    unload(&loaded);
}

static void cameras_are_read(void** state) {
    (void)state;
    Loaded loaded =
        load("'cameras':[{'type':'perspective','perspective':{'aspectRatio':1.5,'yfov':0.75,"
             "'znear':0.125,'zfar':100}},{'type':'orthographic','orthographic':{'xmag':2,'ymag':3,"
             "'znear':0,'zfar':10}},{}]");
    const vrm_Camera* cameras = loaded.gltf->cameras;
    assert_false(cameras[0].is_orthographic);
    assert_float_equal(cameras[0].aspect_ratio, 1.5f, 0);
    assert_float_equal(cameras[0].y_fov, 0.75f, 0);
    assert_float_equal(cameras[0].z_far, 100, 0);
    assert_true(cameras[1].is_orthographic);
    assert_float_equal(cameras[1].y_mag, 3, 0);
    assert_float_equal(cameras[2].y_fov, 0, 0);
    unload(&loaded);
}

/* ---- Names ---- */

static void names_are_decoded_and_cannot_end_early(void** state) {
    (void)state;
    Loaded loaded = load("'nodes':[{'name':'a\\u0000b'},{'name':'\\u3042\\n\\/'},{'name':5},"
                         "{'name':''},{'name':'plain'},{'name':'\\u0000'}]");
    const vrm_Node* nodes = loaded.gltf->nodes;
    assert_string_equal(nodes[0].name, "a\xEF\xBF\xBD"
                                       "b");
    assert_string_equal(nodes[1].name, "\xE3\x81\x82\n/");
    assert_string_equal(nodes[2].name, "");
    assert_string_equal(nodes[3].name, "");
    assert_string_equal(nodes[4].name, "plain");
    assert_string_equal(nodes[5].name, "\xEF\xBF\xBD");
    assert_int_equal(vrm_report_count(loaded.report), 1);
    unload(&loaded);
}

static void extension_lists_are_read(void** state) {
    (void)state;
    Loaded loaded = load("'extensionsUsed':['VRMC_vrm','X_unknown',7],"
                         "'extensionsRequired':['KHR_mesh_quantization','X_unknown']");
    const vrm_Gltf* gltf = loaded.gltf;
    assert_int_equal(gltf->extension_used_count, 3);
    assert_string_equal(gltf->extensions_used[0], "VRMC_vrm");
    assert_string_equal(gltf->extensions_used[2], "");
    assert_int_equal(gltf->extension_required_count, 2);
    assert_string_equal(gltf->extensions_required[1], "X_unknown");
    vrm_Finding finding = test_get_finding(loaded.report, "REQUIRED_EXTENSION_UNKNOWN");
    assert_int_equal(finding.severity, VRM_WARNING);
    assert_string_equal(finding.pointer, "/extensionsRequired/1");
    unload(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primitives_and_attributes_are_read),
        cmocka_unit_test(shared_and_divided_vertex_layouts_load_alike),
        cmocka_unit_test(morph_names_come_from_the_mesh_else_from_its_first_primitive),
        cmocka_unit_test(references_to_nothing_become_none_with_a_finding),
        cmocka_unit_test(materials_have_the_defaults_of_the_specification),
        cmocka_unit_test(materials_and_their_extensions_are_read_without_extensions_used),
        cmocka_unit_test(textures_and_samplers_are_read),
        cmocka_unit_test(animations_have_all_interpolations_and_paths),
        cmocka_unit_test(cameras_are_read),
        cmocka_unit_test(names_are_decoded_and_cannot_end_early),
        cmocka_unit_test(extension_lists_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
