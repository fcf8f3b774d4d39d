/* SPDX-License-Identifier: MIT */
/* An avatar that walks, waves and speaks: two layers of motion and a face. The motion may be of any
 * format, the wave moves an arm over it. Prints what happens. The twin of ../16_actor.c.
 *
 * run: @avatar@ @motion@ @clip@ */
#include <vrm/vrm.hpp>

#include <cstdio>

static void tell(vrm::Actor& actor) {
    static const char* const words[] = {"looped",  "ended",          "stopped",
                                        "blinked", "begins to talk", "ends talking"};
    vrm_ActorEvent event;
    while (actor.poll(event)) std::printf("%.2f s: %s\n", event.time_s, words[event.kind]);
}

static void act(vrm::Sim& sim, vrm::Actor& actor, const vrm::Clip& walk, const vrm::Clip& wave) {
    std::vector<vrm_LipFrame> speech; // of vrm::Lip::feed(), which hears them in a sound
    for (int i = 0; i < 100; i++) {
        vrm_LipFrame frame = {};
        frame.time_s = i * VRM_LIP_FRAME_S;
        frame.vowels[VRM_VOWEL_AA] = i % 20 < 10 ? 0.7f : 0.1f;
        frame.is_speech = true;
        speech.push_back(frame);
    }
    vrm_LayerDef waving = vrm::layer_of_part(wave, "right-arm");
    waving.begin_s = 1.0; // a second later
    waving.at_end = VRM_LAYER_STOPS;
    actor.play(walk);
    actor.play(waving);
    actor.speak(speech, 1.5);
    for (int frame = 0; frame < 6 * 60; frame++) {
        actor.step(1.0f / 60.0f);
        sim.step(1.0f / 60.0f); // then draw: vrm::Avatar::palettes()
        tell(actor);
    }
}

int main(int argc, char** argv) try {
    if (argc != 4) return 2;
    vrm::Model model = vrm::Model::load(argv[1]);
    vrm::Rig rig = vrm::Rig::build(model);
    vrm::FaceMap face_map = vrm::FaceMap::build(model, rig);
    vrm::Clip walk = vrm::Motion::load(argv[2]).clip(rig);
    vrm::Clip wave = vrm::Motion::load(argv[3]).clip(rig);
    vrm::Sim sim = vrm::Sim::create();
    vrm_ActorDef def = vrm_default_actor_def();
    def.face_map = face_map;
    vrm::Actor actor = vrm::Actor::create(sim, sim.add(rig), def);
    act(sim, actor, walk, wave);
    return 0;
} catch (const vrm::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
