/* SPDX-License-Identifier: MIT */
/* Plays a VRM animation on an avatar. The twin of ../05_clip.c.
 *
 * run: @avatar@ @clip@ */
#include <vrm/vrm.hpp>

#include <cstdio>

int main(int argc, char** argv) try {
    if (argc != 3) return 2;
    vrm::Rig rig = vrm::Rig::build(vrm::Model::load(argv[1]));
    vrm::Clip clip = vrm::Clip::build(vrm::Model::load(argv[2]));
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig);
    vrm_Player player = clip.player();
    int32_t head = rig.bone(VRM_BONE_HEAD), happy = rig.expression("happy");
    for (int frame = 0; frame < 180; frame++) {
        player.weight = frame < 30 ? static_cast<float>(frame) / 30.0f : 1.0f;
        vrm_player_advance(&player, 1.0f / 60.0f);
        hero.play(player);
        sim.step(1.0f / 60.0f);
        if (frame % 30 != 0 || head < 0) continue;
        auto weights = hero.expression_weights();
        std::printf("%.2f s: head at %.3f m, happy %.2f\n", static_cast<double>(player.time_s),
                    static_cast<double>(hero.worlds().at(static_cast<std::size_t>(head)).rows[1].w),
                    happy < 0 ? 0.0
                              : static_cast<double>(weights.at(static_cast<std::size_t>(happy))));
    }
    return 0;
} catch (const vrm::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
