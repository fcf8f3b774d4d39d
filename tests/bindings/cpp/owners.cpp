/* SPDX-License-Identifier: MIT */
/* What vrm/vrm.hpp adds to C: owners that end once, failures as exceptions and as values, edits
 * that are forgotten, callbacks that throw. Run under AddressSanitizer. */
#include <vrm/render.hpp>

#include <cstdio>
#include <string>
#include <type_traits>

static int failures = 0;
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                            \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static_assert(!std::is_copy_constructible<vrm::Model>::value, "an owner is not copied");
static_assert(std::is_nothrow_move_constructible<vrm::Model>::value, "an owner is moved");
static_assert(std::is_convertible<vrm::Sim, vrm_Sim*>::value, "C takes it");

static void owners(const char* path) {
    vrm::Model model = vrm::Model::load(path);
    vrm::Model moved = std::move(model);
    CHECK(!model && moved);
    moved = std::move(moved);
    CHECK(moved.bone_count() > 0);
    vrm::Rig rig = vrm::Rig::build(moved);
    moved.reset();
    CHECK(!moved && rig.node_count() > 0);
    vrm_Rig* raw = rig.release();
    CHECK(!rig);
    vrm::Rig again(raw);
    std::vector<vrm::Sim> sims;
    for (int i = 0; i < 5; i++) {
        sims.push_back(vrm::Sim::create());
        sims.back().add(again);
    }
    CHECK(sims[0].size() == 1);
}

static void errors() {
    vrm::Expected<vrm::Model> missing = vrm::Model::try_load("/nonexistent/file.vrm");
    CHECK(!missing && missing.result() == VRM_ERR_IO);
    const unsigned char text[] = {'{', '"', 'a'};
    vrm::Expected<vrm::Model> broken = vrm::Model::try_load(vrm::Span<const unsigned char>(text));
    CHECK(broken.result() == VRM_ERR_JSON && broken.error().report->size() > 0);
    bool is_thrown = false;
    try {
        vrm::Model::load("/nonexistent/file.vrm");
    } catch (const vrm::Error& error) {
        is_thrown = error.result() == VRM_ERR_IO && std::string(error.what()).size() > 5;
        vrm::Error copy = error; /* exceptions are copied: the report is shared */
        CHECK(copy.result() == VRM_ERR_IO);
    }
    CHECK(is_thrown);
    vrm_SimDef def = {};
    CHECK(vrm::Sim::try_create(def).result() == VRM_ERR_DEF);
}

static void edits(const char* path) {
    vrm::Model model = vrm::Model::load(path);
    std::vector<unsigned char> before = model.save();
    try {
        vrm::Edit edit = model.edit();
        edit.set("/asset/copyright", "\"me\"");
        throw 5;
    } catch (int) {}
    CHECK(model.save() == before);
    vrm::Edit edit = model.edit();
    CHECK(edit.try_set("/asset/copyright", "no json").result() == VRM_ERR_JSON);
    edit.set("/asset/copyright", "\"me\"").commit();
    CHECK(!edit && model.save() != before);
    CHECK(model.validate().is_valid());
}

static void callbacks(const char* path) {
    vrm::Rig rig = vrm::Rig::build(vrm::Model::load(path));
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig), other = sim.add(rig);
    int called = 0;
    sim.step(0.1f, [&](vrm::Avatar avatar) { called += avatar.set_hips({0, 0.1f, 0}); });
    CHECK(called == 2);
    bool is_thrown = false;
    try {
        sim.step(0.1f, [](vrm::Avatar) { throw std::runtime_error("mine"); });
    } catch (const std::runtime_error& error) {
        is_thrown = std::string(error.what()) == "mine";
    }
    CHECK(is_thrown);
    CHECK(hero.worlds().size() == static_cast<std::size_t>(rig.node_count()));
    CHECK(other.remove() && !other.is_valid() && other.worlds().empty() && !other.look_off());
    CHECK(hero.is_valid());
    is_thrown = false;
    try {
        hero.worlds().at(1000000);
    } catch (const std::out_of_range&) {
        is_thrown = true;
    }
    CHECK(is_thrown);
}

static void others() {
    vrm::Json json = vrm::Json::parse(R"({"a":[1,{"b":"\u00e9\n"}]})");
    CHECK(json.number(json.at("/a/0")) == 1.0 && json.string(json.at("/a/1/b")) == "\xc3\xa9\n");
    CHECK(json.text() == R"({"a":[1,{"b":"\u00e9\n"}]})");
    CHECK(vrm::Bvh::try_read("nothing").result() == VRM_ERR_INVALID);
    vrm::Recorder recorder = vrm::Recorder::create();
    recorder.add_frame(0.0, vrm_pose_rest());
    recorder.add_frame(1.0, vrm_pose_a());
    vrm::Clip clip = vrm::Clip::build(recorder.finish());
    CHECK(clip.duration() == 1.0f && clip.kind() == VRM_CLIP_HUMANOID);
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    owners(argv[1]);
    errors();
    edits(argv[1]);
    callbacks(argv[1]);
    others();
    if (failures == 0) std::puts("all well");
    return failures == 0 ? 0 : 1;
}
