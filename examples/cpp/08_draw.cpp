/* SPDX-License-Identifier: MIT */
/* A portrait as a PNG file, drawn without a screen. The twin of ../08_draw.c.
 *
 * run: @avatar@ @out@ */
#include <vrm/render.hpp>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) try {
    constexpr int32_t size = 256;
    if (argc != 3) return 2;
    vrm::Model model = vrm::Model::load(argv[1]);
    vrm::Rig rig = vrm::Rig::build(model);
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig);
    hero.set_expression(VRM_EXPRESSION_HAPPY, 1.0f);
    sim.step(1.0f / 60.0f);

    vrm::Renderer renderer = vrm::Renderer::create();
    vrm::Drawable drawable = vrm::Drawable::create(renderer, model, rig);
    vrm::Framing framing = vrm::Framing::create(model, rig);
    framing.add_pose(sim, hero);
    vrm_ShotDef shot = vrm_default_shot_def();
    shot.shot = VRM_SHOT_FACE;
    vrm_Viewpoint camera = framing.viewpoint(shot);
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = frame.height = size;
    frame.view = camera.view;
    frame.projection = camera.projection;
    renderer.begin(frame);
    renderer.draw(drawable, sim, hero);
    renderer.end();
    std::vector<unsigned char> rgba(size * size * 4);
    renderer.read(rgba);

    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.width = def.height = size;
    vrm::ImageWriter writer = vrm::ImageWriter::create(def);
    writer.add(rgba.data());
    vrm::Span<const char> bytes = writer.finish();
    std::FILE* file = std::fopen(argv[2], "wb");
    if (file == nullptr) return 1;
    bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && is_written ? 0 : 1;
} catch (const vrm::Error& error) {
    std::printf("%s\n", error.what());
    return error.result() == VRM_ERR_UNSUPPORTED ? 77 : 1;
}
