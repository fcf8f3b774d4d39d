/* SPDX-License-Identifier: MIT */
/* What becomes of a file that requires an extension: every name of the Khronos registry of glTF 2.0
 * (ratified, in development, of vendors, archived) and of VRM. */
#include "support/check.h"
#include "support/glb.h"
#include "support/model.h"
#include "vrm/model.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <string.h>

typedef enum Answer {
    READ,    /* libvrm implements it: no word */
    NAMED,   /* the file loads, and a warning names the extension */
    REFUSED, /* shapes or pictures would be missing: an error names the extension */
} Answer;

static const struct {
    const char* name;
    Answer answer;
} extensions[] = {
    /* VRM */
    {"VRM", READ},
    {"VRMC_vrm", READ},
    {"VRMC_vrm_animation", READ},
    {"VRMC_springBone", READ},
    {"VRMC_springBone_extended_collider", READ},
    {"VRMC_springBone_limit", READ},
    {"VRMC_node_constraint", READ},
    {"VRMC_materials_mtoon", READ},
    {"VRMC_materials_hdr_emissiveMultiplier", READ},
    /* Khronos */
    {"KHR_accessor_float64", NAMED},
    {"KHR_animation_pointer", NAMED},
    {"KHR_audio_emitter", NAMED},
    {"KHR_audio_graph", NAMED},
    {"KHR_character", NAMED},
    {"KHR_character_expression", NAMED},
    {"KHR_character_expression_joint", NAMED},
    {"KHR_character_expression_mapping", NAMED},
    {"KHR_character_expression_morphtarget", NAMED},
    {"KHR_character_expression_procedural", NAMED},
    {"KHR_character_expression_texture", NAMED},
    {"KHR_character_reference_pose", NAMED},
    {"KHR_character_skeleton_mapping", NAMED},
    {"KHR_collision_shapes", NAMED},
    {"KHR_draco_mesh_compression", REFUSED},
    {"KHR_environment_map", NAMED},
    {"KHR_gaussian_splatting", NAMED},
    {"KHR_gaussian_splatting_compression_spz", NAMED},
    {"KHR_gaussian_splatting_compression_spz_2", NAMED},
    {"KHR_implicit_shapes", NAMED},
    {"KHR_interactivity", NAMED},
    {"KHR_lights_environment", NAMED},
    {"KHR_lights_image_based", NAMED},
    {"KHR_lights_punctual", NAMED},
    {"KHR_materials_anisotropy", NAMED},
    {"KHR_materials_clearcoat", NAMED},
    {"KHR_materials_diffuse_transmission", NAMED},
    {"KHR_materials_dispersion", NAMED},
    {"KHR_materials_emissive_strength", READ},
    {"KHR_materials_ior", NAMED},
    {"KHR_materials_iridescence", NAMED},
    {"KHR_materials_pbrSpecularGlossiness", NAMED},
    {"KHR_materials_sheen", NAMED},
    {"KHR_materials_specular", NAMED},
    {"KHR_materials_sss", NAMED},
    {"KHR_materials_subsurface", NAMED},
    {"KHR_materials_transmission", NAMED},
    {"KHR_materials_unlit", READ},
    {"KHR_materials_variants", NAMED},
    {"KHR_materials_volume", NAMED},
    {"KHR_materials_volume_scatter", NAMED},
    {"KHR_mesh_quantization", READ},
    {"KHR_meshopt_compression", REFUSED},
    {"KHR_node_hoverability", NAMED},
    {"KHR_node_selectability", NAMED},
    {"KHR_node_visibility", NAMED},
    {"KHR_physics_rigid_bodies", NAMED},
    {"KHR_techniques_webgl", NAMED},
    {"KHR_texture_basisu", REFUSED},
    {"KHR_texture_procedurals", NAMED},
    {"KHR_texture_transform", READ},
    {"KHR_virtual_joints", NAMED},
    {"KHR_xmp", NAMED},
    {"KHR_xmp_json_ld", NAMED},
    /* Several vendors */
    {"EXT_gltf_interactivity", NAMED},
    {"EXT_implicit_cylinder_region", NAMED},
    {"EXT_implicit_ellipsoid_region", NAMED},
    {"EXT_instance_features", NAMED},
    {"EXT_lights_ies", NAMED},
    {"EXT_lights_image_based", NAMED},
    {"EXT_materials_bump", NAMED},
    {"EXT_mesh_features", NAMED},
    {"EXT_mesh_gpu_instancing", NAMED},
    {"EXT_mesh_manifold", NAMED},
    {"EXT_mesh_polygon", NAMED},
    {"EXT_mesh_primitive_edge_visibility", NAMED},
    {"EXT_mesh_primitive_restart", NAMED},
    {"EXT_meshopt_compression", READ},
    {"EXT_primitive_voxels", NAMED},
    {"EXT_property_anim", NAMED},
    {"EXT_structural_metadata", NAMED},
    {"EXT_texture_avif", REFUSED},
    {"EXT_texture_procedurals_mx_1_39", NAMED},
    {"EXT_texture_video", NAMED},
    {"EXT_texture_webp", READ},
    {"EXT_textureInfo_constant_lod", NAMED},
    /* Vendors */
    {"ADOBE_materials_clearcoat_specular", NAMED},
    {"ADOBE_materials_clearcoat_tint", NAMED},
    {"ADOBE_materials_thin_transparency", NAMED},
    {"AGI_articulations", NAMED},
    {"AGI_stk_metadata", NAMED},
    {"BENTLEY_materials_line_style", NAMED},
    {"BENTLEY_materials_planar_fill", NAMED},
    {"BENTLEY_materials_point_style", NAMED},
    {"CESIUM_primitive_outline", NAMED},
    {"EMBARK_materials_triplanar", NAMED},
    {"FB_geometry_metadata", NAMED},
    {"FB_materials_modmap", NAMED},
    {"FB_ngon_encoding", NAMED},
    {"GODOT_single_root", NAMED},
    {"GOOGLE_backgrounds", NAMED},
    {"GOOGLE_camera_settings", NAMED},
    {"GRIFFEL_bim_data", NAMED},
    {"MAXAR_image_ortho", NAMED},
    {"MAXAR_temporal_light_traits", NAMED},
    {"MPEG_accessor_timed", NAMED},
    {"MPEG_animation_timing", NAMED},
    {"MPEG_audio_spatial", NAMED},
    {"MPEG_buffer_circular", NAMED},
    {"MPEG_media", NAMED},
    {"MPEG_mesh_linking", NAMED},
    {"MPEG_primitive_V3C", NAMED},
    {"MPEG_scene_dynamic", NAMED},
    {"MPEG_texture_video", NAMED},
    {"MPEG_viewport_recommended", NAMED},
    {"MSFT_audio_emitter", NAMED},
    {"MSFT_collision_primitives", NAMED},
    {"MSFT_lod", NAMED},
    {"MSFT_packing_normalRoughnessMetallic", NAMED},
    {"MSFT_packing_occlusionRoughnessMetallic", NAMED},
    {"MSFT_physics_rigid_bodies", NAMED},
    {"MSFT_texture_dds", REFUSED},
    {"NEEDLE_components", NAMED},
    {"NEEDLE_progressive", NAMED},
    {"NV_materials_mdl", NAMED},
    {"OMI_physics_body", NAMED},
    {"OMI_physics_shape", NAMED},
    {"OWLII_compressed_animation_mesh", NAMED},
    {"S8S_v3c_dynamic_mesh", NAMED},
    {"WEB3D_quantized_attributes", NAMED},
};

enum { EXTENSIONS = sizeof extensions / sizeof *extensions };

/* A build without meshoptimizer refuses a file that is sound: nothing to check then. */
static bool is_of_build(const char* name, vrm_Result result) {
    return strcmp(name, "EXT_meshopt_compression") == 0 && result == VRM_ERR_UNSUPPORTED;
}

static int count_names(const vrm_Report* report, const char* code, const char* name) {
    int count = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, code) != 0) continue;
        assert_string_equal(finding.pointer, "/extensionsRequired/0");
        count += name == NULL || strstr(finding.message, name) != NULL;
    }
    return count;
}

/* Whether anything in the file refers to the extension or not. */
static void every_required_extension_is_read_named_or_refused(void** state) {
    (void)state;
    for (size_t i = 0; i < 2 * EXTENSIONS; i++) {
        const char* name = extensions[i / 2].name;
        Answer answer = extensions[i / 2].answer;
        char json[256];
        vrm_Model* model = NULL;
        vrm_Report* loading;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensionsUsed':['%s'],'extensionsRequired':['%s']%s"
                 "%s%s}",
                 name, name, i % 2 == 1 ? ",'materials':[{'extensions':{'" : "",
                 i % 2 == 1 ? name : "", i % 2 == 1 ? "':{}}}]" : "");
        TestBytes file = test_gltf(json);
        assert_int_equal(vrm_report_create(NULL, &loading), VRM_OK);
        vrm_Result result = vrm_model_load(file.data, file.size, NULL, loading, &model);
        bool is_checked = !is_of_build(name, result);
        if (is_checked && result != (answer == REFUSED ? VRM_ERR_UNSUPPORTED : VRM_OK))
            fail_msg("%s: result %d", name, (int)result);
        vrm_Report* validated = test_validate(&file);
        for (int k = 0; k < 2 && is_checked; k++) {
            const vrm_Report* report = k == 0 ? loading : validated;
            int refused = count_names(report, "REQUIRED_EXTENSION_REFUSED", NULL);
            int named = count_names(report, "REQUIRED_EXTENSION_UNKNOWN", name);
            if (refused != (answer == REFUSED) || named != (answer == NAMED))
                fail_msg("%s: refused %d, named %d", name, refused, named);
        }
        vrm_report_destroy(validated);
        vrm_report_destroy(loading);
        vrm_model_destroy(model);
        test_bytes_free(&file);
    }
}

/* Extensions that are used, but not required, never keep a file from loading. */
static void every_used_extension_lets_the_file_load(void** state) {
    (void)state;
    for (size_t i = 0; i < EXTENSIONS; i++) {
        char json[160];
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},'extensionsUsed':['%s']}",
                 extensions[i].name);
        TestBytes file = test_gltf(json);
        vrm_model_destroy(test_load(file.data, file.size));
        test_bytes_free(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_required_extension_is_read_named_or_refused),
        cmocka_unit_test(every_used_extension_lets_the_file_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
