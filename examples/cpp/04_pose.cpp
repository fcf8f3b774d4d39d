/* SPDX-License-Identifier: MIT */
/* An avatar nods, smiles and looks at the camera; a lambda sets its inputs within the step. The
 * twin of ../04_pose.c.
 *
 * run: @avatar@ */
#include <vrm/vrm.hpp>

#include <cmath>
#include <cstdio>

static vrm_Quat about_x(float radians) {
    return {std::sin(radians / 2), 0, 0, std::cos(radians / 2)};
}

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    vrm::Rig rig = vrm::Rig::build(vrm::Model::load(argv[1])); /* needs the model no longer */
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig);
    hero.look_at({0.0f, 1.4f, 2.0f});
    int32_t head = rig.bone(VRM_BONE_HEAD), happy = rig.expression(VRM_EXPRESSION_HAPPY);
    for (int frame = 0; frame < 120; frame++) {
        float t = static_cast<float>(frame) / 60.0f;
        sim.step(1.0f / 60.0f, [&](vrm::Avatar avatar) {
            avatar.set_bone(VRM_BONE_NECK, about_x(0.3f * std::sin(6.0f * t)));
            avatar.set_hips({0.0f, 0.02f * std::sin(12.0f * t), 0.0f});
            avatar.set_expression(VRM_EXPRESSION_HAPPY, t / 2.0f);
        });
        if (frame % 20 != 0 || head < 0) continue;
        double weight =
            happy < 0
                ? 0.0
                : static_cast<double>(hero.expression_weights()[static_cast<std::size_t>(happy)]);
        std::printf("%.2f s: head at %.3f m, happy %.2f\n", static_cast<double>(t),
                    static_cast<double>(hero.worlds()[static_cast<std::size_t>(head)].rows[1].w),
                    weight);
    }
    return 0;
} catch (const vrm::Error& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
}
