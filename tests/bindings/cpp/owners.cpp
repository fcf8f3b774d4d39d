/* SPDX-License-Identifier: MIT */
/* What vrm/vrm.hpp adds to C: owners that end once, failures as exceptions and as values, edits
 * that are forgotten, callbacks that throw, misuse that does not compile or is an error. Run under
 * AddressSanitizer and UndefinedBehaviorSanitizer. */
#include <vrm/render.hpp>

#include <cerrno>
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

/* Does an expression with a T compile? What would outlive a temporary does not. */
template <class T, class = void> struct CanAdd : std::false_type {};
template <class T>
struct CanAdd<T, std::void_t<decltype(std::declval<vrm::Sim&>().add(std::declval<T>()))>>
    : std::true_type {};
static_assert(CanAdd<vrm::Rig&>::value && CanAdd<const vrm_Rig*>::value, "a rig that stays");
static_assert(!CanAdd<vrm::Rig>::value, "a rig that ends before its avatar");
template <class T, class = void> struct CanEdit : std::false_type {};
template <class T>
struct CanEdit<T, std::void_t<decltype(std::declval<T>().edit())>> : std::true_type {};
static_assert(CanEdit<vrm::Model&>::value && !CanEdit<vrm::Model>::value, "the model stays");
template <class T, class = void> struct CanPlay : std::false_type {};
template <class T>
struct CanPlay<T, std::void_t<decltype(std::declval<T>().player())>> : std::true_type {};
static_assert(CanPlay<const vrm::Clip&>::value && !CanPlay<vrm::Clip>::value, "the clip stays");
template <class T, class = void> struct CanBake : std::false_type {};
template <class T>
struct CanBake<T, std::void_t<decltype(vrm::Baker::create(std::declval<T>()))>> : std::true_type {};
static_assert(CanBake<vrm::Rig&>::value && !CanBake<vrm::Rig>::value, "the rig stays");

template <class T, class = void> struct CanFace : std::false_type {};
template <class T>
struct CanFace<T, std::void_t<decltype(vrm::Face::create(std::declval<T>()))>> : std::true_type {};
static_assert(CanFace<vrm::FaceMap&>::value && !CanFace<vrm::FaceMap>::value, "the map stays");

using Bytes = vrm::Span<const unsigned char>;
static_assert(std::is_constructible<Bytes, std::vector<unsigned char>&>::value, "");
static_assert(std::is_constructible<Bytes, const std::vector<unsigned char>&>::value, "");
static_assert(!std::is_constructible<Bytes, std::string&>::value, "text is no bytes");
static_assert(
    !std::is_constructible<vrm::Span<unsigned char>, const std::vector<unsigned char>&>::value,
    "what is const stays so");

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

static void optimizing(const char* path) {
    vrm::Model model = vrm::Model::load(path);
    vrm_Weight before = model.weigh();
    vrm_OptimizeStats stats;
    vrm::Report report = model.optimize(vrm_default_optimize_def(), &stats);
    CHECK(report.is_valid() && stats.before.file_bytes == before.file_bytes);
    CHECK(stats.after.file_bytes == model.weigh().file_bytes);
    CHECK(stats.after.file_bytes <= before.file_bytes);
    CHECK(model.optimize().size() == 1); /* OPTIMIZE_ALREADY */
    vrm_OptimizeDef def = {};
    CHECK(model.try_optimize(def).result() == VRM_ERR_DEF);
}

static void authoring(const char* path) {
    vrm::Model model = vrm::Model::load(path);
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    def.replaces = true;
    {
        vrm::SpringProposal springs = vrm::SpringProposal::create(model, def);
        CHECK(springs.size() > 0 && springs[0].node_count > 0 && springs[-1].name == nullptr);
        for (int32_t i = 1; i < springs.size(); i++) CHECK(springs.set(i, false, VRM_SWAY_HAIR));
        CHECK(!springs.set(springs.size(), true, VRM_SWAY_HAIR));
        CHECK(springs.set(0, true, VRM_SWAY_HAIR, VRM_SWAY_HEAVY));
        model.edit().set_spring_bones(springs.result()).commit();
    }
    CHECK(model.spring_bones().spring_count == 1);
    vrm::Report report = vrm::Report::create();
    {
        vrm::AvatarProposal refused =
            vrm::AvatarProposal::create(model, vrm_default_avatar_proposal_def(), report);
        CHECK(!refused.facts().is_possible && report.size() == 1); /* CREATE_ALREADY */
        CHECK(refused.try_apply(model).result() == VRM_ERR_INVALID);
    }
    int32_t head = vrm_model_bone(model, VRM_BONE_HEAD);
    vrm::Edit edit = model.edit();
    CHECK(edit.try_remove("/extensions"));
    edit.commit();
    vrm::AvatarProposal proposal = vrm::AvatarProposal::create(model);
    CHECK(proposal.facts().is_possible && proposal.bone(VRM_BONE_HEAD).node == head);
    CHECK(proposal.expressions().size() ==
          static_cast<std::size_t>(proposal.facts().expression_count));
    for (const vrm_PosedNode& posed : proposal.nodes()) CHECK(posed.node >= 0);
    vrm_Meta meta = vrm_default_meta();
    meta.name = "Nova";
    CHECK(proposal.apply(model, &meta).is_valid() && model.meta() != nullptr);
    CHECK(model.dialect() == VRM_DIALECT_1 && std::string(model.meta()->name) == "Nova");
    CHECK(vrm::SpringProposal::try_create(static_cast<vrm_Model*>(nullptr)).result() ==
          VRM_ERR_ARGUMENT);
    CHECK(vrm::AvatarProposal::try_create(static_cast<vrm_Model*>(nullptr)).result() ==
          VRM_ERR_ARGUMENT);
    CHECK(proposal.try_apply(nullptr).result() == VRM_ERR_ARGUMENT);
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
    CHECK(vrm::Capture::try_read("nothing").result() == VRM_ERR_INVALID);
    const unsigned char nothing[] = {'n', 'o', 'n', 'e'};
    CHECK(vrm::Motion::try_load(vrm::Span<const unsigned char>(nothing, 4)).result() ==
          VRM_ERR_INVALID);
    CHECK(vrm::Motion::try_load(std::string("no-such-file.fbx")).result() == VRM_ERR_IO);
    const char bvh[] = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition "
                       "Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n"
                       "MOTION\nFrames: 2\nFrame Time: 0.5\n0 90 0 0 0 0\n0 91 0 0 0 0\n";
    const vrm::Motion moved = vrm::Motion::load(vrm::Span<const unsigned char>(
        reinterpret_cast<const unsigned char*>(bvh), sizeof bvh - 1));
    vrm_FitReport clip_report = {}, animation_report = {};
    CHECK(moved.clip(nullptr, vrm_default_fit_def(), &clip_report).duration() == 0.5f);
    moved.animation(nullptr, vrm_default_fit_def(), &animation_report);
    CHECK(clip_report.stats.frames == 2 && animation_report.stats.frames == 2);
    vrm_MotionTrimReport trim = {};
    vrm_MotionSmoothReport smooth = {};
    vrm_MotionJoinReport join = {};
    CHECK(moved.frame_time(0.0) == 0.0 && !moved.try_frame_time(-1.0));
    CHECK(moved.cut(0.25, 9.0).info().seconds == 0.25 && moved.speed(2.0).info().seconds == 0.25);
    CHECK(moved.reverse().mirror().trim_rest(12.0f, &trim).info().seconds == 0.5);
    CHECK(moved.smooth(vrm_default_motion_smooth_def(), &smooth).info().seconds == 0.5);
    CHECK(moved.join(moved, vrm_default_motion_join_def(), &join).info().seconds > 0.5);
    CHECK(moved.layer(moved).info().seconds == 0.5 && join.blend_s > 0.0 && smooth.spikes == 0);
    CHECK(moved.try_speed(0.0).result() == VRM_ERR_ARGUMENT);
    CHECK(moved.try_cut(1.0, 2.0).error().message().find("nothing is left") != std::string::npos);
    const std::string missing = "no-such-folder/x.vrm";
    const vrm::Failure missed[] = {
        vrm::Model::try_load(missing).error(), vrm::try_validate(missing).error(),
        vrm::Motion::try_load(missing).error(), vrm::Model::create().try_save(missing).error()};
    for (const vrm::Failure& failure : missed) {
        CHECK(failure.path == missing && failure.cause == ENOENT);
        CHECK(failure.message().rfind(missing + ": ", 0) == 0);
        CHECK(failure.message().find("No such file") != std::string::npos);
    }
    CHECK(vrm::Model::try_load(Bytes()).error().path.empty());
    vrm::Capture walk = vrm::Capture::read(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
        "Zrotation Xrotation Yrotation\nJOINT LeftUpLeg\n{\nOFFSET 9 -5 0\nCHANNELS 3 Zrotation "
        "Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -85 0\n}\n}\n}\nMOTION\nFrames: 2\n"
        "Frame Time: 0.5\n0 90 0 0 0 0 0 10 0\n0 90 5 0 30 0 0 20 0\n");
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.hips_height = walk.hips_height();
    def.bones = walk.moved_bones();
    CHECK(def.hips_height > 0.0f && (def.bones & 1) == 1);
    vrm::Recorder walked = vrm::Recorder::create(def);
    walk.record(walked);
    CHECK(vrm_recorder_frame_count(walked) == 2);
    vrm::Recorder full;
    CHECK(walk.try_record(full).result() == VRM_ERR_ARGUMENT);
    vrm_Pose rest = vrm_pose_rest();
    double time = 0.0;
    vrm::Retarget fitted = vrm::Retarget::fit(&rest, &time, 1);
    CHECK(fitted.frame_count() == 1 && fitted.report().holds_feet && fitted.contacts(0) == 15);
    CHECK(vrm::Retarget::try_fit(nullptr, &time, 1).result() == VRM_ERR_ARGUMENT);
    vrm::Recorder recorder = vrm::Recorder::create();
    recorder.add_frame(0.0, vrm_pose_rest());
    recorder.add_frame(1.0, vrm_pose_a());
    vrm::Clip clip = vrm::Clip::build(recorder.finish());
    CHECK(clip.duration() == 1.0f && clip.kind() == VRM_CLIP_HUMANOID);
}

static void faces(const char* path) {
    vrm::Model model = vrm::Model::load(path);
    vrm::Rig rig = vrm::Rig::build(model);
    vrm::FaceMap map = vrm::FaceMap::build(model, rig);
    model.reset(); /* the map keeps neither */
    int32_t happy = rig.expression("happy");
    CHECK(map.info().tracking == VRM_FACE_TRACKING_PRESETS && map.overlap(happy, happy) <= 1.0f);
    CHECK(map.expression("joy") == happy && map.expression(nullptr) == -1);
    CHECK(map.shape(VRM_FACE_SHAPE_JAW_OPEN) == -1 && map.is_effective(happy));
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig);
    vrm::Face face = vrm::Face::create(map);
    CHECK(face.emote("happy", 0.5f) && !face.emote("nobody") && !face.emote(nullptr, 1.0f));
    CHECK(face.look_at({0, 1, 5}) && face.set_attention(VRM_ATTENTION_TALKING));
    CHECK(face.set_idle(0.5f) && !face.set_idle(3.0f));
    vrm_Pose pose = vrm_pose_rest();
    for (int i = 0; i < 60; i++) {
        face.step(1.0f / 60.0f);
        CHECK(face.apply(sim, hero));
        sim.step(1.0f / 60.0f);
    }
    face.add_idle(pose);
    CHECK(face.weights().size() == static_cast<std::size_t>(rig.expression_count()));
    CHECK(face.weights()[static_cast<std::size_t>(happy)] > 0.45f && face.is_talking());
    CHECK(hero.expression_weights()[static_cast<std::size_t>(happy)] > 0.45f);
    CHECK(!face.apply(nullptr, hero) && face.time() > 0.9);
    const float vowels[VRM_VOWEL_COUNT] = {1, 0, 0, 0, 0};
    CHECK(face.set_vowels(vowels) && face.set_eyes(1, 0) && face.emote());

    vrm::Lip lip = vrm::Lip::create(48000.0f);
    std::vector<float> sound(48000, 0.0f);
    std::vector<vrm_LipFrame> frames = lip.feed(sound);
    std::size_t fed = frames.size();
    CHECK(fed >= 90 && frames[0].closed > 0.9f && fed + lip.finish().size() >= 99);
    vrm_LipFrame room[1];
    CHECK(lip.feed(sound, room).size() == 1 && !lip.calibrate(sound));
    face.begin_sound();
    CHECK(face.hear(frames) && face.hear({}));
    CHECK(face.hear_live(frames) && face.sync_sound(0.5));
    CHECK(vrm::Lip::try_create(vrm_LipDef{}).result() == VRM_ERR_DEF);

    const std::string text = "[{\"audioOffset\":2000000,\"visemeId\":2}]";
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(text.data());
    vrm::SpeechMarks marks = vrm::SpeechMarks::read({bytes, text.size()});
    CHECK(marks.info().format == VRM_SPEECH_FORMAT_AZURE && marks.frames().size() == 31);
    face.begin_sound();
    CHECK(face.hear(marks.frames()));
    CHECK(vrm::SpeechMarks::try_read({bytes, 3}).result() == VRM_ERR_JSON);
}

static void points() {
    vrm::Points points = vrm::Points::create();
    std::vector<float> shapes(VRM_FACE_SHAPE_COUNT, 0.0f);
    shapes[VRM_FACE_SHAPE_JAW_OPEN] = 1.0f;
    vrm_PointsFrame frame = {};
    frame.shapes = shapes.data();
    CHECK(points.feed(frame, 1.0) && !points.feed(frame, 1.0) && points.wait(1.5));
    CHECK(points.has_face() && points.bones() == 0 && points.gaze().x == 0.0f);
    CHECK(points.shapes().size() == VRM_FACE_SHAPE_COUNT &&
          points.preset(VRM_EXPRESSION_AA) > 0.5f);
    vrm::Recorder recorder = vrm::Recorder::create();
    points.record(recorder, 0.0);
    CHECK(points.pose().rotations[VRM_BONE_HIPS].w > 0.9f && !points.apply(nullptr, {}));
    points.reset();
    CHECK(points.preset(VRM_EXPRESSION_AA) == 0.0f);
    CHECK(vrm::Points::try_create(vrm_PointsDef{}).result() == VRM_ERR_DEF);
}

/* Runs something that must throw; what it threw. */
template <class Call> static vrm_Result thrown_by(Call call) {
    try {
        call();
    } catch (const vrm::Error& error) {
        return error.result();
    }
    return VRM_OK;
}
#define REFUSES(expression) CHECK(thrown_by([&] { (void)(expression); }) == VRM_ERR_ARGUMENT)

/* Every kind of owner, empty as it is after a move: nothing is undefined. */
static void empty_owners(const char* path) {
    vrm::Model full = vrm::Model::load(path), model = std::move(full);
    vrm::Rig rig = vrm::Rig::build(model);
    REFUSES(full.gltf());
    REFUSES(full.meta());
    REFUSES(full.surfaces());
    REFUSES(full.spring_bones());
    CHECK(full.try_save().result() == VRM_ERR_ARGUMENT);
    CHECK(full.try_save("never.vrm").result() == VRM_ERR_ARGUMENT);
    CHECK(full.try_validate().result() == VRM_ERR_ARGUMENT);
    CHECK(full.try_migrate().result() == VRM_ERR_ARGUMENT);
    CHECK(full.try_normalize().result() == VRM_ERR_ARGUMENT);
    CHECK(full.try_optimize().result() == VRM_ERR_ARGUMENT);
    REFUSES(full.weigh());
    CHECK(full.try_edit().result() == VRM_ERR_ARGUMENT);
    CHECK(full.try_read_floats(0).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::Rig::try_build(full).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::Clip::try_build(full).result() == VRM_ERR_ARGUMENT);
    vrm::Rig no_rig;
    vrm::Sim sim = vrm::Sim::create(), no_sim;
    REFUSES(no_rig.node_count());
    REFUSES(no_rig.mesh_nodes());
    REFUSES(no_sim.size());
    REFUSES(no_sim.step(0.1f));
    no_sim.reset();
    CHECK(no_sim.try_add(rig).result() == VRM_ERR_ARGUMENT);
    CHECK(sim.try_add(no_rig).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::Baker::try_create(no_rig).result() == VRM_ERR_ARGUMENT);
    vrm::Clip clip;
    REFUSES(clip.player());
    CHECK(vrm::FaceMap::try_build(full, rig).result() == VRM_ERR_ARGUMENT);
    vrm::FaceMap map;
    REFUSES(map.info());
    CHECK(vrm::Face::try_create(map).result() == VRM_ERR_ARGUMENT);
    vrm::Face face;
    REFUSES(face.step(0.1f));
    REFUSES(face.emote("happy"));
    vrm::Lip lip;
    REFUSES(lip.finish());
    vrm::SpeechMarks marks;
    REFUSES(marks.info());
    REFUSES(vrm::Lip::create(1.0f));
    vrm::Points nothing;
    REFUSES(nothing.pose());
    CHECK(nothing.try_record(nullptr, 0.0).result() == VRM_ERR_ARGUMENT);
    vrm::Report report;
    REFUSES(report.is_valid());
    CHECK(report.begin() == report.end());
    vrm::Capture bvh;
    REFUSES(bvh.pose(0));
    vrm::Json json;
    REFUSES(json.text());
    vrm::Recorder recorder;
    CHECK(recorder.try_finish().result() == VRM_ERR_ARGUMENT);
    vrm::Edit edit = model.edit();
    edit.commit();
    CHECK(edit.try_commit().result() == VRM_ERR_ARGUMENT);
    CHECK(edit.try_set("/asset/copyright", "1").result() == VRM_ERR_ARGUMENT);
    vrm::Avatar nobody;
    CHECK(!nobody.is_valid() && !nobody.look_off() && !nobody.remove() && nobody.worlds().empty());
    CHECK(nobody.rig() == nullptr && nobody.gaze().x == 0.0f);
    CHECK(vrm::Drawable::try_create(nullptr, model, rig).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::Framing::try_create(full, rig).result() == VRM_ERR_ARGUMENT);
    vrm::Renderer renderer;
    CHECK(renderer.try_end().result() == VRM_ERR_ARGUMENT);
    vrm::ImageWriter writer;
    CHECK(writer.try_finish().result() == VRM_ERR_ARGUMENT);
}

/* Null pointers, empty texts, paths with a zero byte, files that end anywhere. */
static void bad_arguments(const char* path) {
    const char* no_path = nullptr;
    CHECK(vrm::Model::try_load(no_path).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::try_validate(no_path).result() == VRM_ERR_ARGUMENT);
    std::string longer = std::string(path) + '\0' + ".txt"; /* C would open `path` */
    CHECK(vrm::Model::try_load(longer).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::try_validate(longer).result() == VRM_ERR_ARGUMENT);
    CHECK(vrm::Model::try_load(Bytes()).result() == VRM_ERR_CONTAINER);
    CHECK(vrm::Json::try_parse({}).result() == VRM_ERR_JSON);
    CHECK(vrm::Capture::try_read({}).result() == VRM_ERR_INVALID);
    vrm::Model model = vrm::Model::load(std::string(path));
    CHECK(model.try_save(longer).result() == VRM_ERR_ARGUMENT);
    CHECK(model.try_save(no_path).result() == VRM_ERR_ARGUMENT);
    vrm::Edit edit = model.edit();
    CHECK(edit.try_set(nullptr, "1").result() == VRM_ERR_ARGUMENT);
    CHECK(edit.try_set("/asset/copyright", {}).result() == VRM_ERR_JSON);
    CHECK(edit.try_add("/nodes", {}).result() == VRM_ERR_JSON);
    CHECK(edit.try_set_surface(1 << 30, model.surfaces()[0]).result() == VRM_ERR_ARGUMENT);
    vrm::Rig rig = vrm::Rig::build(model);
    vrm::Sim sim = vrm::Sim::create();
    vrm::Avatar hero = sim.add(rig);
    CHECK(!hero.set_expression(nullptr, 1.0f) && rig.expression(nullptr) == -1);
    CHECK(hero.play(vrm::Span<const vrm_Player>()));
    const std::vector<unsigned char> bytes = model.save();
    for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 50) {
        std::vector<unsigned char> cut(bytes.begin(),
                                       bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const vrm::Expected<vrm::Model> loaded = vrm::Model::try_load(Bytes(cut));
        CHECK(!loaded && loaded.error().message().size() > 5);
        CHECK(thrown_by([&] { (void)loaded.value(); }) == loaded.result());
    }
    const vrm::Expected<vrm::Model> whole = vrm::Model::try_load(Bytes(bytes));
    CHECK(whole && whole->bone_count() == (*whole).bone_count());
}

/* Under the sanitizers: what an actor has played is not used after it was forgotten. */
static void actors(const char* path) {
    vrm::Model model = vrm::Model::load(path);
    vrm::Rig rig = vrm::Rig::build(model);
    vrm::Sim sim = vrm::Sim::create();
    vrm::FaceMap map = vrm::FaceMap::build(model, rig);
    vrm::Avatar avatar = sim.add(rig);
    vrm_ActorDef def = vrm_default_actor_def();
    def.face_map = map;
    vrm::Actor actor = vrm::Actor::create(sim, avatar, def);
    vrm::Recorder recorder = vrm::Recorder::create();
    recorder.add_frame(0.0, vrm_pose_rest());
    vrm_Pose ahead = vrm_pose_a();
    ahead.hips_offset.z = 1.0f;
    recorder.add_frame(1.0, ahead);
    {
        vrm::Clip clip = vrm::Clip::build(recorder.finish());
        vrm::Actor walker = vrm::Actor::create(sim, avatar);
        vrm_LayerDef layer = vrm_default_layer_def(clip);
        layer.applies_root_motion = true;
        layer.fade_in_s = 0.0f;
        const vrm_Transform root = {{1.0f, 2.0f, 3.0f}, {0, 0, 0, 1}, {1, 1, 1}};
        CHECK(walker.set_root(root));
        CHECK(walker.play(layer) == 1 && walker.step(2.5f));
        CHECK(walker.root().translation.x == 1.0f && walker.root().translation.z > 4.5f);
        std::vector<vrm_LipFrame> frames(1);
        frames[0].is_speech = true;
        CHECK(actor.play(clip) == 1 && actor.speak(frames) && actor.step(0.5f) &&
              actor.stop(1, 0.0f));
        CHECK(actor.step(0.5f));
        actor.forget(clip);
    }
    vrm_LayerState state;
    CHECK(actor.seek(0.1) && !actor.layer(1, state) && actor.settle(0.1f));
    sim.step(0.0f);
    CHECK(actor.time() == 0.1 && avatar.is_valid());
    int moments = 0;
    CHECK(actor.settle(0.1f, [&](double time_s) { moments += time_s <= 0.1; }) && moments == 7);
    CHECK(actor.emote("happy") && actor.emote("sad", 0.5f, 2.0) && !actor.emote("nobody"));
    CHECK(!actor.emote(nullptr, 1.0f));
    CHECK(actor.step_to(0.25) && actor.time() == 0.25 && !actor.step_to(-1.0));
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    actors(argv[1]);
    owners(argv[1]);
    errors();
    edits(argv[1]);
    optimizing(argv[1]);
    authoring(argv[1]);
    callbacks(argv[1]);
    others();
    faces(argv[1]);
    points();
    empty_owners(argv[1]);
    bad_arguments(argv[1]);
    if (failures == 0) std::puts("all well");
    return failures == 0 ? 0 : 1;
}
