/* SPDX-License-Identifier: MIT */
/* A crowd on the CPU or on a device: avatars in rows on the ground, each at its own time of the
 * clip. The CPU's crowd is the reference: after a run on a device a sample of it is also run on the
 * CPU, and the hashes of both results are compared. */
#define _POSIX_C_SOURCE 200809L

#include "crowd/crowd.h"

#include "facts/far.h"
#include "facts/rig_limits.h"
#include "files/files.h"
#include "motion/clip_file.h"
#include "words/output.h"
#include "words/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Avatars whose results are hashed, unless there are more files. */
#define SAMPLES 16

typedef struct Crowd {
    const crowd_Def* def;
    vrm_Model** models;
    vrm_Rig** rigs;
    vrm_Clip** clips;    /* by file; NULL: none is played */
    vrm_Sim* sim;        /* on the CPU */
    vrm_AvatarId* ids;   /* by avatar, of the sim or of the device */
    vrm_Player* players; /* by avatar, on the CPU */
    const char* refused; /* the file that the device cannot run; NULL: none */
    crowd_Picture* picture;
    int picture_status; /* of drawing, which prints its own errors */
    bool trembles;      /* an avatar ends too far from the origin for its springs */
#ifdef CLI_HAS_GPU
    vrm_GpuSim* gpu;
    vrm_Sim* mirror;          /* of the avatars to be drawn */
    vrm_AvatarId* mirror_ids; /* by avatar */
#endif
} Crowd;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Who stands where ---- */

static const vrm_Rig* rig_of(const Crowd* crowd, int32_t avatar) {
    return crowd->rigs[avatar % crowd->def->file_count];
}

static int32_t drawn_count(const crowd_Def* def) {
    return def->count < def->drawn ? def->count : def->drawn;
}

/* Somewhat wider than deep. */
static int32_t columns_of(int32_t count) {
    return (int32_t)ceil(sqrt((double)count * 1.8));
}

/* Those that are drawn stand as a block, the others behind it. */
static vrm_Transform root_of(const Crowd* crowd, int32_t avatar) {
    int32_t front = drawn_count(crowd->def), columns = columns_of(front), row = 0;
    if (avatar >= front) {
        row = (front + columns - 1) / columns;
        avatar -= front;
        columns = columns_of(crowd->def->count - front);
    }
    row += avatar / columns;
    float x = (float)(avatar % columns) - 0.5f * (float)(columns - 1), z = (float)row;
    return (vrm_Transform){{1.2f * x, 0.0f, -1.2f * z}, {0, 0, 0, 1}, {1, 1, 1}};
}

static vrm_Player player_of(const Crowd* crowd, int32_t avatar) {
    const vrm_Clip* clip = crowd->clips[avatar % crowd->def->file_count];
    vrm_Player player = vrm_player(clip);
    float duration = clip == NULL ? 0.0f : vrm_clip_duration(clip);
    player.time_s = duration * (float)((avatar * 37) % 101) / 101.0f;
    return player;
}

/* ---- Hashes ---- */

static uint64_t add_hash(uint64_t hash, const void* data, size_t size) {
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

#define HASH_BEGIN UINT64_C(14695981039346656037)

static int32_t sample_count(const Crowd* crowd) {
    int32_t wanted = crowd->def->file_count < SAMPLES ? SAMPLES : crowd->def->file_count;
    return crowd->def->count < wanted ? crowd->def->count : wanted;
}

/* How many of `count` avatars or samples, which take the files in turn, are of this file. */
static int32_t share_of(const Crowd* crowd, int32_t count, int32_t file) {
    int32_t files = crowd->def->file_count;
    return count / files + (file < count % files);
}

/* Samples take the files in turn, as the avatars do, and are spread over the avatars of theirs. */
static int32_t sample_at(const Crowd* crowd, int32_t i) {
    int32_t files = crowd->def->file_count, samples = sample_count(crowd), file = i % files;
    int64_t of_file = share_of(crowd, crowd->def->count, file),
            last = share_of(crowd, samples, file) - 1;
    int64_t row = last > 0 ? i / files * (of_file - 1) / last : i * of_file / samples;
    return (int32_t)(file + row * files);
}

static uint64_t hash_cpu(uint64_t hash, const vrm_Sim* sim, vrm_AvatarId id) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, id);
    hash = add_hash(hash, vrm_avatar_locals(sim, id),
                    (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Transform));
    hash = add_hash(hash, vrm_avatar_palettes(sim, id),
                    (size_t)vrm_rig_palette_count(rig) * sizeof(vrm_Affine));
    return add_hash(hash, vrm_avatar_morphs(sim, id),
                    (size_t)vrm_rig_morph_count(rig) * sizeof(float));
}

/* ---- Images ---- */

static bool is_drawn(const Crowd* crowd, int32_t frame) {
    if (crowd->picture == NULL || crowd->picture_status != CLI_OK) return false;
    return crowd->def->images != CROWD_STILL || frame == crowd_frames(crowd->def) - 1;
}

static void draw(Crowd* crowd, int32_t frame, const vrm_Sim* sim, const vrm_AvatarId* ids) {
    if (is_drawn(crowd, frame))
        crowd->picture_status =
            crowd_picture_add(crowd->picture, sim, ids, drawn_count(crowd->def));
}

/* ---- On the CPU ---- */

static void play_on_cpu(vrm_Sim* sim, vrm_AvatarId id, vrm_Player* player, float dt) {
    if (player->clip == NULL) return;
    vrm_player_advance(player, dt);
    (void)vrm_avatar_play(sim, id, player, 1);
}

static vrm_Result make_sim(vrm_Sim** out) {
    vrm_SimDef def = vrm_default_sim_def();
    return vrm_sim_create(&def, out);
}

static vrm_Result run_cpu(Crowd* crowd, crowd_Figures* out) {
    const crowd_Def* def = crowd->def;
    float dt = 1.0f / def->fps;
    vrm_Result result = make_sim(&crowd->sim);
    for (int32_t i = 0; result == VRM_OK && i < def->count; i++) {
        crowd->ids[i] = vrm_sim_add(crowd->sim, rig_of(crowd, i));
        crowd->players[i] = player_of(crowd, i);
        if (!vrm_avatar_set_root(crowd->sim, crowd->ids[i], root_of(crowd, i)))
            result = VRM_ERR_MEMORY;
    }
    cli_Progress progress = cli_progress_begin(def->is_quiet);
    for (int32_t f = 0;
         result == VRM_OK && crowd->picture_status == CLI_OK && f < crowd_frames(def); f++) {
        double start = now_s();
        for (int32_t i = 0; i < def->count; i++)
            play_on_cpu(crowd->sim, crowd->ids[i], &crowd->players[i], dt);
        vrm_sim_step(crowd->sim, dt);
        out->wall_s += now_s() - start;
        draw(crowd, f, crowd->sim, crowd->ids);
        cli_progress_show(&progress, f, crowd_frames(def));
    }
    cli_progress_end(&progress);
    out->frames = crowd_frames(def);
    (void)snprintf(out->device, sizeof out->device, "one core of the CPU");
    for (int32_t i = 0; result == VRM_OK && i < def->count; i++)
        crowd->trembles |= cli_springs_tremble(crowd->sim, crowd->ids[i]);
    uint64_t hash = HASH_BEGIN;
    for (int32_t i = 0; result == VRM_OK && i < sample_count(crowd); i++)
        hash = hash_cpu(hash, crowd->sim, crowd->ids[sample_at(crowd, i)]);
    (void)snprintf(out->hash, sizeof out->hash, "%08x%08x", (unsigned)(hash >> 32),
                   (unsigned)(hash & 0xFFFFFFFFu));
    return result;
}

#ifdef CLI_HAS_GPU

/* The same sample on the CPU. */
static vrm_Result hash_reference(Crowd* crowd, uint64_t* out_hash) {
    vrm_Sim* sim = NULL;
    float dt = 1.0f / crowd->def->fps;
    int32_t count = sample_count(crowd);
    vrm_AvatarId* ids = calloc((size_t)count, sizeof *ids);
    vrm_Player* players = calloc((size_t)count, sizeof *players);
    vrm_Result result = ids == NULL || players == NULL ? VRM_ERR_MEMORY : make_sim(&sim);
    for (int32_t i = 0; i < count && result == VRM_OK; i++) {
        int32_t avatar = sample_at(crowd, i);
        ids[i] = vrm_sim_add(sim, rig_of(crowd, avatar));
        players[i] = player_of(crowd, avatar);
        if (!vrm_avatar_set_root(sim, ids[i], root_of(crowd, avatar))) result = VRM_ERR_MEMORY;
    }
    for (int32_t f = 0; result == VRM_OK && f < crowd_frames(crowd->def); f++) {
        for (int32_t i = 0; i < count; i++) play_on_cpu(sim, ids[i], &players[i], dt);
        vrm_sim_step(sim, dt);
    }
    *out_hash = HASH_BEGIN;
    for (int32_t i = 0; result == VRM_OK && i < count; i++) {
        *out_hash = hash_cpu(*out_hash, sim, ids[i]);
        crowd->trembles |= cli_springs_tremble(sim, ids[i]);
    }
    vrm_sim_destroy(sim);
    free(ids);
    free(players);
    return result;
}

static vrm_Result hash_device(Crowd* crowd, uint64_t* out_hash) {
    static const vrm_GpuOutput outputs[] = {VRM_GPU_LOCALS, VRM_GPU_PALETTES, VRM_GPU_OUT_MORPHS};
    *out_hash = HASH_BEGIN;
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < sample_count(crowd) && result == VRM_OK; i++) {
        int32_t avatar = sample_at(crowd, i);
        for (int k = 0; k < 3 && result == VRM_OK; k++) {
            size_t size = (size_t)vrm_gpu_output_width(rig_of(crowd, avatar), outputs[k]);
            float* values = calloc(size + 1, sizeof *values);
            if (values == NULL) return VRM_ERR_MEMORY;
            result = vrm_gpu_sim_read(crowd->gpu, outputs[k], &crowd->ids[avatar], 1, values);
            *out_hash = add_hash(*out_hash, values, size * sizeof *values);
            free(values);
        }
    }
    return result;
}

/* The width of VRM_GPU_ROOTS. */
enum { ROOT_FLOATS = 10 };
_Static_assert(sizeof(vrm_Transform) == ROOT_FLOATS * sizeof(float), "a root is a transform");

/* Avatars of one file in one call; `crowd->ids` has them in the order of the crowd. */
static vrm_Result fill_device(Crowd* crowd) {
    const crowd_Def* def = crowd->def;
    size_t most = (size_t)def->count / (size_t)def->file_count + 1;
    vrm_AvatarId* ids = malloc(most * sizeof *ids);
    float* roots = malloc(most * ROOT_FLOATS * sizeof *roots);
    vrm_Player* players = malloc(most * sizeof *players);
    vrm_Result result = ids == NULL || roots == NULL || players == NULL ? VRM_ERR_MEMORY : VRM_OK;
    for (int32_t file = 0; result == VRM_OK && file < def->file_count; file++) {
        int32_t count = share_of(crowd, def->count, file);
        result = vrm_gpu_sim_add(crowd->gpu, crowd->rigs[file], count, ids);
        if (result == VRM_ERR_UNSUPPORTED) crowd->refused = def->files[file];
        for (int32_t k = 0; result == VRM_OK && k < count; k++) {
            vrm_Transform root = root_of(crowd, file + k * def->file_count);
            memcpy(roots + (ptrdiff_t)k * ROOT_FLOATS, &root, sizeof root);
            players[k] = player_of(crowd, file + k * def->file_count);
        }
        if (result == VRM_OK)
            result = vrm_gpu_sim_set(crowd->gpu, VRM_GPU_ROOTS, ids, count, roots);
        if (result == VRM_OK && crowd->clips[file] != NULL)
            result = vrm_gpu_sim_play(crowd->gpu, ids, count, players);
        for (int32_t k = 0; result == VRM_OK && k < count; k++)
            crowd->ids[file + k * def->file_count] = ids[k];
    }
    free(ids);
    free(roots);
    free(players);
    return result;
}

/* ---- Drawing what a device computed ---- */

/* A sim on the CPU of the avatars to be drawn, as the renderer takes them. It computes nothing: its
 * results are those of the device, bit for bit. */
static vrm_Result make_mirror(Crowd* crowd) {
    int32_t count = drawn_count(crowd->def);
    crowd->mirror_ids = calloc((size_t)count, sizeof *crowd->mirror_ids);
    vrm_Result result = crowd->mirror_ids == NULL ? VRM_ERR_MEMORY : make_sim(&crowd->mirror);
    for (int32_t i = 0; i < count && result == VRM_OK; i++) {
        crowd->mirror_ids[i] = vrm_sim_add(crowd->mirror, rig_of(crowd, i));
        if (!vrm_avatar_is_valid(crowd->mirror, crowd->mirror_ids[i])) result = VRM_ERR_MEMORY;
    }
    return result;
}

static const void* mirrored(const Crowd* crowd, int32_t avatar, vrm_GpuOutput output) {
    vrm_AvatarId id = crowd->mirror_ids[avatar];
    switch (output) {
    case VRM_GPU_WORLDS: return vrm_avatar_worlds(crowd->mirror, id);
    case VRM_GPU_PALETTES: return vrm_avatar_palettes(crowd->mirror, id);
    case VRM_GPU_OUT_MORPHS: return vrm_avatar_morphs(crowd->mirror, id);
    default: return vrm_avatar_material_values(crowd->mirror, id);
    }
}

/* Reads one result of the avatars of a file that are drawn, and writes it over the mirror's. */
static vrm_Result mirror_output(Crowd* crowd, int32_t file, vrm_GpuOutput output) {
    int32_t files = crowd->def->file_count;
    int32_t count = share_of(crowd, drawn_count(crowd->def), file);
    size_t width = (size_t)vrm_gpu_output_width(crowd->rigs[file], output);
    if (count == 0 || width == 0) return VRM_OK;
    vrm_AvatarId* ids = malloc((size_t)count * sizeof *ids);
    float* values = malloc((size_t)count * width * sizeof *values);
    vrm_Result result = ids == NULL || values == NULL ? VRM_ERR_MEMORY : VRM_OK;
    for (int32_t k = 0; k < count && result == VRM_OK; k++) ids[k] = crowd->ids[file + k * files];
    if (result == VRM_OK) result = vrm_gpu_sim_read(crowd->gpu, output, ids, count, values);
    for (int32_t k = 0; k < count && result == VRM_OK; k++) {
        const void* shown = mirrored(crowd, file + k * files, output);
        void* to = NULL;
        memcpy(&to, &shown, sizeof to); /* the mirror is ours, and nothing steps it */
        memcpy(to, values + (size_t)k * width, width * sizeof *values);
    }
    free(ids);
    free(values);
    return result;
}

/* What the renderer reads of an avatar. */
static vrm_Result update_mirror(Crowd* crowd) {
    static const vrm_GpuOutput outputs[] = {VRM_GPU_WORLDS, VRM_GPU_PALETTES, VRM_GPU_OUT_MORPHS,
                                            VRM_GPU_VALUES};
    vrm_Result result = VRM_OK;
    for (int32_t file = 0; file < crowd->def->file_count; file++)
        for (size_t o = 0; o < sizeof outputs / sizeof *outputs && result == VRM_OK; o++)
            result = mirror_output(crowd, file, outputs[o]);
    return result;
}

/* Frames `first` to `first + count - 1`, of which the last one may be drawn. */
static vrm_Result run_frames(Crowd* crowd, int32_t first, int32_t count, double* wall_s) {
    int32_t last = first + count - 1;
    double start = now_s();
    vrm_Result result = vrm_gpu_sim_step(crowd->gpu, 1.0f / crowd->def->fps, count);
    if (result == VRM_OK) result = vrm_gpu_sim_finish(crowd->gpu);
    *wall_s += now_s() - start;
    if (result != VRM_OK || !is_drawn(crowd, last)) return result;
    if (crowd->mirror == NULL) result = make_mirror(crowd);
    if (result == VRM_OK) result = update_mirror(crowd);
    if (result == VRM_OK) draw(crowd, last, crowd->mirror, crowd->mirror_ids);
    return result;
}

static vrm_Result run_device(Crowd* crowd, vrm_Report* report, crowd_Figures* out) {
    const crowd_Def* def = crowd->def;
    vrm_GpuSimDef gpu_def = vrm_default_gpu_sim_def();
    gpu_def.report = report;
    gpu_def.outputs = VRM_OUTPUT_PALETTES | VRM_OUTPUT_FACE;
    if (crowd->picture != NULL) gpu_def.outputs |= VRM_OUTPUT_WORLDS;
    if (strcmp(def->device, "gpu") != 0) gpu_def.device = def->device;
    vrm_Result result = vrm_gpu_sim_create(&gpu_def, &crowd->gpu);
    if (result == VRM_OK) result = fill_device(crowd);
    int32_t frames = crowd_frames(def);
    /* The first frame compiles the kernels; it is run but not timed. */
    if (result == VRM_OK && frames > 0) result = run_frames(crowd, 0, 1, &out->wall_s);
    out->wall_s = 0.0;
    int32_t step = def->images == CROWD_NUMBERED || def->images == CROWD_FILM ? 1 : frames - 1;
    cli_Progress progress = cli_progress_begin(def->is_quiet || step != 1);
    for (int32_t f = 1; result == VRM_OK && crowd->picture_status == CLI_OK && f < frames;
         f += step) {
        result = run_frames(crowd, f, step, &out->wall_s);
        cli_progress_show(&progress, f, frames);
    }
    cli_progress_end(&progress);
    out->frames = frames > 1 ? frames - 1 : 0;
    uint64_t hash = 0, wanted = 1;
    if (result == VRM_OK) {
        vrm_GpuDevice device = vrm_gpu_sim_device(crowd->gpu);
        (void)snprintf(out->device, sizeof out->device, "%.100s", device.name);
        out->device_bytes = vrm_gpu_sim_bytes(crowd->gpu);
        if (frames > 0) result = hash_device(crowd, &hash);
    }
    if (result == VRM_OK) result = hash_reference(crowd, &wanted);
    if (frames == 0) hash = wanted; /* nobody has computed anything: the avatars are at rest */
    out->is_checked = result == VRM_OK && frames > 0;
    out->is_same = hash == wanted;
    (void)snprintf(out->hash, sizeof out->hash, "%08x%08x", (unsigned)(hash >> 32),
                   (unsigned)(hash & 0xFFFFFFFFu));
    return result;
}

vrm_Result crowd_devices(vrm_GpuDevice* devices, int32_t capacity, int32_t* out_count) {
    return vrm_gpu_devices(devices, capacity, out_count);
}

#else

static vrm_Result run_device(Crowd* crowd, vrm_Report* report, crowd_Figures* out) {
    (void)crowd, (void)report, (void)out;
    fputs("vrm crowd: this vrm was built without OpenCL\n", stderr);
    return VRM_ERR_UNSUPPORTED;
}

vrm_Result crowd_devices(vrm_GpuDevice* devices, int32_t capacity, int32_t* out_count) {
    (void)devices, (void)capacity;
    *out_count = 0;
    return VRM_ERR_UNSUPPORTED;
}

#endif

/* ---- All of it ---- */

/* `file` is the one at fault; NULL where it is the device, which `place` names then. */
static int fail(const Crowd* crowd, const char* file, const char* place, vrm_Result result,
                const vrm_Report* report) {
    if (crowd->def->is_json) cli_put_json_failure(file, result, report);
    return cli_result_error("crowd", file != NULL ? file : place, result, report);
}

static int open_avatar(Crowd* crowd, int index, vrm_Report* report) {
    const char* file = crowd->def->files[index];
    vrm_report_clear(report);
    vrm_Result result = cli_load(file, report, &crowd->models[index]);
    if (result == VRM_OK && cli_refuse_clip("crowd", file, crowd->models[index]) != CLI_OK) {
        if (crowd->def->is_json) cli_put_json_failure(file, VRM_ERR_INVALID, NULL);
        return CLI_INVALID;
    }
    if (result == VRM_OK) result = cli_rig_build(crowd->models[index], report, &crowd->rigs[index]);
    return result == VRM_OK ? CLI_OK : fail(crowd, file, NULL, result, report);
}

/* The motion as that of a person, also on an avatar whose own nodes it moves. */
static vrm_Result make_clip(const cli_ClipFile* file, const vrm_Rig* rig, vrm_Clip** out_clip) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    vrm_Result result = cli_clip_for(file, rig, &clip);
    if (result == VRM_OK && vrm_clip_kind(clip) == VRM_CLIP_NODES) {
        vrm_clip_destroy(clip);
        clip = NULL;
        result = vrm_motion_animation(file->motion, rig, &file->fit, NULL, &model);
        if (result == VRM_OK) result = vrm_clip_build(model, NULL, &clip);
        vrm_model_destroy(model);
    }
    *out_clip = clip;
    return result;
}

/* Avatars of one file are of one build, so each file has a clip that is fitted to it. */
static int open_animation(Crowd* crowd) {
    const crowd_Def* def = crowd->def;
    const char* file = def->animation;
    cli_ClipFile opened;
    int status = cli_clip_open(file, &def->reading, NULL, &opened);
    if (status == CLI_OK && vrm_motion_info(opened.motion).kind == VRM_MOTION_NODES)
        status =
            cli_file_error("crowd", file,
                           "this animation moves nodes of its own file, and they are no person; "
                           "a crowd plays motion of people");
    if (def->is_json) cli_put_json_status(file, status);
    vrm_Result result = VRM_OK;
    for (int i = 0; status == CLI_OK && result == VRM_OK && i < def->file_count; i++)
        if (crowd->rigs[i] != NULL) result = make_clip(&opened, crowd->rigs[i], &crowd->clips[i]);
    cli_clip_close(&opened);
    return result == VRM_OK ? status : cli_result_error("crowd", file, result, NULL);
}

/* All of them, so that each one that fails is named. */
static int open_files(Crowd* crowd, vrm_Report* report) {
    const crowd_Def* def = crowd->def;
    size_t files = (size_t)def->file_count, count = (size_t)def->count;
    crowd->models = calloc(files, sizeof *crowd->models);
    crowd->rigs = calloc(files, sizeof *crowd->rigs);
    crowd->ids = calloc(count, sizeof *crowd->ids);
    crowd->players = calloc(count, sizeof *crowd->players);
    crowd->clips = calloc(files, sizeof *crowd->clips);
    if (crowd->models == NULL || crowd->rigs == NULL || crowd->ids == NULL ||
        crowd->players == NULL || crowd->clips == NULL)
        return fail(crowd, NULL, "--count", VRM_ERR_MEMORY, NULL);
    int worst = CLI_OK;
    for (int i = 0; i < def->file_count; i++) {
        int status = open_avatar(crowd, i, report);
        worst = status > worst ? status : worst;
    }
    int status = def->animation != NULL ? open_animation(crowd) : CLI_OK;
    return status > worst ? status : worst;
}

static void close_files(Crowd* crowd) {
    crowd_picture_destroy(crowd->picture);
    vrm_sim_destroy(crowd->sim);
#ifdef CLI_HAS_GPU
    vrm_gpu_sim_destroy(crowd->gpu);
    vrm_sim_destroy(crowd->mirror);
    free(crowd->mirror_ids);
#endif
    for (int i = 0; i < crowd->def->file_count; i++) {
        if (crowd->clips != NULL) vrm_clip_destroy(crowd->clips[i]);
        if (crowd->rigs != NULL) vrm_rig_destroy(crowd->rigs[i]);
        if (crowd->models != NULL) vrm_model_destroy(crowd->models[i]);
    }
    free(crowd->clips);
    free(crowd->models);
    free(crowd->rigs);
    free(crowd->ids);
    free(crowd->players);
}

static void count_work(const Crowd* crowd, crowd_Figures* out) {
    const crowd_Def* def = crowd->def;
    for (int32_t file = 0; file < def->file_count; file++) {
        int64_t avatars = share_of(crowd, def->count, file);
        const vrm_Rig* rig = crowd->rigs[file];
        out->pairs += avatars * vrm_rig_spring_joint_count(rig);
        out->output_bytes +=
            (uint64_t)avatars * ((uint64_t)vrm_rig_palette_count(rig) * sizeof(vrm_Affine) +
                                 (uint64_t)vrm_rig_morph_count(rig) * sizeof(float));
    }
}

/* What does not run is a file that the device refuses, the device, or too many avatars. */
static int fail_running(const Crowd* crowd, bool is_on_device, vrm_Result result,
                        const vrm_Report* report) {
    const crowd_Def* def = crowd->def;
    if (is_on_device && result == VRM_ERR_UNSUPPORTED && crowd->refused == NULL &&
        vrm_report_count(report) > 0) {
        if (def->is_json) cli_put_json_failure(NULL, result, report);
        return cli_file_error("crowd", NULL, "--device %s: %s", def->device,
                              vrm_report_get(report, 0).message);
    }
#ifdef CLI_HAS_GPU
    const char* why = crowd->gpu != NULL ? vrm_gpu_sim_message(crowd->gpu) : "";
    if (is_on_device && crowd->refused == NULL && why[0] != 0) {
        if (def->is_json) cli_put_json_failure(NULL, result, report);
        int status =
            cli_file_error("crowd", NULL, "--device %s: %s%s", def->device, why,
                           result == VRM_ERR_MEMORY ? "; a smaller --count needs less" : "");
        return result == VRM_ERR_MEMORY || result == VRM_ERR_IO ? CLI_FAILED : status;
    }
#endif
    if (is_on_device) return fail(crowd, crowd->refused, def->device, result, report);
    if (result == VRM_ERR_MEMORY) return fail(crowd, NULL, "--count", result, report);
    return fail(crowd, def->files[0], NULL, result, report);
}

int crowd_run(const crowd_Def* def, crowd_Figures* out) {
    Crowd crowd = {.def = def};
    vrm_Report* report = NULL;
    if (vrm_report_create(NULL, &report) != VRM_OK)
        return fail(&crowd, def->files[0], NULL, VRM_ERR_MEMORY, NULL);
    int status = open_files(&crowd, report);
    bool is_on_device = def->device != NULL && strcmp(def->device, "cpu") != 0;
    crowd_PictureDef images = {.models = crowd.models,
                               .rigs = crowd.rigs,
                               .file_count = def->file_count,
                               .width = def->width,
                               .height = def->height,
                               .drawn = drawn_count(def),
                               .images = def->images,
                               .frames_per_second = def->fps,
                               .path = def->image_path,
                               .is_json = def->is_json};
    if (status == CLI_OK && def->images != CROWD_NO_IMAGE)
        status = crowd_picture_begin(&images, &crowd.picture);
    if (status == CLI_OK) {
        count_work(&crowd, out);
        vrm_report_clear(report);
        vrm_Result result = is_on_device ? run_device(&crowd, report, out) : run_cpu(&crowd, out);
        if (result != VRM_OK) status = fail_running(&crowd, is_on_device, result, report);
    }
    if (status == CLI_OK) status = crowd.picture_status;
    if (status == CLI_OK && crowd.picture != NULL) status = crowd_picture_write(crowd.picture);
    if (status == CLI_OK && crowd.trembles && !def->is_quiet) cli_explain_trembling("crowd", NULL);
    close_files(&crowd);
    vrm_report_destroy(report);
    return status;
}
