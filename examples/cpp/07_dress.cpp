/* SPDX-License-Identifier: MIT */
/* Changes what an avatar shows. The twin of ../07_dress.c.
 *
 * run: @avatar@ @out@ */
#include <vrm/vrm.hpp>

#include <cstdio>
#include <vector>

static int32_t first_toon(const vrm::Model& model) {
    int32_t index = 0;
    for (const vrm_Surface& surface : model.surfaces()) {
        if (surface.kind == VRM_SURFACE_MTOON) return index;
        index++;
    }
    return -1;
}

int main(int argc, char** argv) try {
    if (argc != 3) return 2;
    vrm::Model model = vrm::Model::load(argv[1]);
    int32_t material = first_toon(model);
    if (material < 0) return 1;

    vrm_Surface surface = model.surfaces()[static_cast<std::size_t>(material)];
    vrm_Mtoon mtoon = *surface.mtoon;
    mtoon.parametric_rim_color_factor = {0.1f, 0.3f, 1};
    surface.mtoon = &mtoon;

    vrm_ColorBind light = {material, VRM_COLOR_EMISSION, {0.2f, 0.5f, 1, 1}};
    vrm_Expression glow = {};
    glow.name = "glow";
    glow.preset = VRM_EXPRESSION_CUSTOM;
    glow.color_binds = &light;
    glow.color_bind_count = 1;
    std::vector<vrm_Expression> expressions(model.expressions().begin(), model.expressions().end());
    expressions.push_back(glow);

    vrm::Edit edit = model.edit();
    edit.set_surface(material, surface).set_expressions(expressions).commit();
    model.save(argv[2]);
    std::printf("%s: %s\n", argv[2], vrm_result_text(VRM_OK));
    return 0;
} catch (const vrm::Error& error) {
    std::printf("%s\n", error.what());
    return 1;
}
