/* SPDX-License-Identifier: MIT */
/* One second of an avatar. The twin of ../03_play.c.
 *
 * run: @avatar@ */
#include <vrm/vrm.hpp>

#include <cstdio>

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    vrm::Model model = vrm::Model::load(argv[1]);
    vrm::Rig rig = vrm::Rig::build(model);
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig);
    hero.set_expression(VRM_EXPRESSION_HAPPY, 1.0f);
    hero.look_at({0.0f, 1.4f, 2.0f});

    int32_t hand = rig.bone(VRM_BONE_LEFT_HAND);
    if (hand < 0) return 1;
    for (int frame = 0; frame <= 60; frame++) {
        float lift = static_cast<float>(frame) / 60.0f;
        hero.set_bone(VRM_BONE_LEFT_UPPER_ARM, {0.0f, 0.0f, lift, 1.0f});
        sim.step(1.0f / 60.0f);
        if (frame % 20 != 0) continue;
        const vrm_Affine& world = hero.worlds().at(static_cast<std::size_t>(hand));
        std::printf("frame %2d: left hand at %.3f %.3f %.3f\n", frame,
                    static_cast<double>(world.rows[0].w), static_cast<double>(world.rows[1].w),
                    static_cast<double>(world.rows[2].w));
    }
    return 0;
} catch (const vrm::Error& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
}
