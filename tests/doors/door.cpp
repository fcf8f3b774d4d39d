/* SPDX-License-Identifier: MIT */
/* door.c in C++. */
#include <vrm/vrm.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>

template <class T> static uint32_t hash(uint32_t state, vrm::Span<T> values) {
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(values.data());
    for (std::size_t i = 0; i < values.size() * sizeof(T); i++)
        state = (state ^ bytes[i]) * 16777619u;
    return state;
}

static std::string play(const std::string& avatar_path, const std::string& path,
                        const std::string& pmx, const std::string& name) {
    std::ifstream file(pmx, std::ios::binary);
    std::vector<char> figure{std::istreambuf_iterator<char>(file), {}};
    vrm_MotionDef motion_def = vrm_default_motion_def();
    motion_def.model = pmx.empty() ? nullptr : figure.data();
    motion_def.model_size = figure.size();
    vrm::Rig rig = vrm::Rig::build(vrm::Model::load(avatar_path));
    vrm::Clip clip = vrm::Motion::load(path, motion_def).clip(rig);
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar avatar = sim.add(rig);
    vrm_ActorDef def = vrm_default_actor_def();
    def.stance = VRM_STANCE_REST;
    vrm::Actor actor = vrm::Actor::create(sim, avatar, def);
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    layer.fade_in_s = 0.0f;
    vrm_MotionPart part;
    if (vrm_motion_part(name.c_str(), &part)) {
        layer.bones = part.bones;
        layer.has_expressions = part.expressions;
        layer.has_gaze = part.gaze;
    }
    if (actor.play(layer) == 0) return "refused";
    std::string line;
    for (double time : {0.0, 0.25, 0.5, 1.0, 2.0, 4.0}) {
        if (time > 0.0 && time >= static_cast<double>(vrm_clip_duration(clip))) break;
        actor.seek(time);
        sim.step(0.0f);
        char text[16];
        std::snprintf(text, sizeof text, "%08x ",
                      hash(hash(2166136261u, avatar.worlds()), avatar.expression_weights()));
        line += text;
    }
    return line;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream list(argv[1]);
    std::string line, avatar, motion, pmx, part;
    while (std::getline(list, line)) {
        std::istringstream row(line);
        std::getline(row, avatar, '\t');
        std::getline(row, motion, '\t');
        std::getline(row, pmx, '\t');
        part.clear();
        std::getline(row, part);
        try {
            std::puts(play(avatar, motion, pmx, part).c_str());
        } catch (const vrm::Error&) {
            std::puts("refused");
        }
    }
}
