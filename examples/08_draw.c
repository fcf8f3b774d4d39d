/* SPDX-License-Identifier: MIT */
/* A portrait: the avatar smiles into the camera, and its face is written as a PNG file. Draws
 * without a screen; where nothing can be drawn it says what to install.
 *
 * run: @avatar@ @out@ */
#include <vrm/framing.h>
#include <vrm/render.h>

#include <stdio.h>

enum { SIZE = 256 };

static vrm_Result draw(const vrm_Model* model, const vrm_Rig* rig, const vrm_Sim* sim,
                       vrm_AvatarId hero, vrm_Report* report, uint8_t* rgba) {
    vrm_Renderer* renderer = NULL;
    vrm_Drawable* drawable = NULL;
    vrm_Framing* framing = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.report = report;
    vrm_Result result = vrm_renderer_create(&def, &renderer);
    if (result == VRM_OK) result = vrm_drawable_create(renderer, model, rig, NULL, &drawable);
    if (result == VRM_OK) result = vrm_framing_create(model, rig, NULL, &framing);
    if (result == VRM_OK) {
        vrm_ShotDef shot = vrm_default_shot_def();
        shot.shot = VRM_SHOT_FACE;
        vrm_framing_add_pose(framing, sim, hero);
        vrm_Viewpoint camera = vrm_framing_viewpoint(framing, &shot);
        vrm_FrameDef frame = vrm_default_frame_def();
        frame.width = frame.height = SIZE;
        frame.view = camera.view;
        frame.projection = camera.projection;
        result = vrm_render_begin(renderer, &frame);
    }
    if (result == VRM_OK) result = vrm_render_draw(renderer, drawable, sim, &hero, 1);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    if (result == VRM_OK) result = vrm_render_read(renderer, rgba, SIZE * SIZE * 4);
    vrm_framing_destroy(framing);
    vrm_drawable_destroy(drawable);
    vrm_renderer_destroy(renderer);
    return result;
}

static vrm_Result write_png(const char* path, const uint8_t* rgba) {
    vrm_ImageWriter* writer = NULL;
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.width = def.height = SIZE;
    vrm_Span bytes = {NULL, 0};
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    if (result == VRM_OK) result = vrm_image_writer_add(writer, rgba);
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    FILE* file = result == VRM_OK ? fopen(path, "wb") : NULL;
    if (result == VRM_OK && (file == NULL || fwrite(bytes.data, 1, bytes.size, file) != bytes.size))
        result = VRM_ERR_IO;
    if (file != NULL) fclose(file);
    vrm_image_writer_destroy(writer);
    return result;
}

int main(int argc, char** argv) {
    static uint8_t rgba[SIZE * SIZE * 4];
    if (argc != 3) return 2;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Report* report = NULL; /* receives the reason when nothing can be drawn */
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) {
        vrm_AvatarId hero = vrm_sim_add(sim, rig);
        vrm_avatar_set_expression(sim, hero, VRM_EXPRESSION_HAPPY, 1.0f);
        vrm_sim_step(sim, 1.0f / 60.0f);
        result = draw(model, rig, sim, hero, report, rgba);
    }
    if (result == VRM_OK) result = write_png(argv[2], rgba);
    bool has_finding = report != NULL && vrm_report_count(report) > 0;
    if (result != VRM_OK)
        printf("%s\n", has_finding ? vrm_report_get(report, 0).message : vrm_result_text(result));
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return result == VRM_OK ? 0 : result == VRM_ERR_UNSUPPORTED ? 77 : 1;
}
