/* SPDX-License-Identifier: MIT */
#include "face/performance.h"

#include "files/files.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES_MAX ((uint64_t)1 << 20) /* hours of speech */

/* ---- Options ---- */

PerformanceOptions performance_options(const cli_Args* args) {
    return (PerformanceOptions){.audio = cli_word(args, "--audio"),
                                .emotions = cli_word(args, "--emotions"),
                                .script = cli_word(args, "--script"),
                                .seed = cli_word(args, "--seed"),
                                .is_alive = cli_has(args, "--face"),
                                .is_quiet = cli_has(args, "--quiet")};
}

bool performance_is_asked(const PerformanceOptions* options) {
    return options->audio != NULL || options->emotions != NULL || options->script != NULL ||
           options->is_alive;
}

void performance_add_inputs(const PerformanceOptions* options, const char** inputs, int count) {
    const char* const paths[] = {options->audio, options->emotions, options->script};
    size_t next = 0;
    for (int i = 0; i < count && next < sizeof paths / sizeof *paths; i++)
        if (inputs[i] == NULL) inputs[i] = paths[next++];
}

static bool parse_seed(const char* text, uint64_t* out) {
    char* end;
    if (text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *out = value;
    return *end == 0 && errno == 0;
}

static int read_cues(const char* command, const char* path, bool is_script, Cues* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    char error[200] = "";
    errno = 0;
    vrm_Result result = cli_read_input(path, TEXT_BYTES_MAX, NULL, &bytes, &size);
    if (result == VRM_ERR_LIMIT)
        return cli_file_error(command, path, "a text of more than 1 MiB is not read");
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    bool is_read = (is_script ? cues_read_script : cues_read_emotions)((const char*)bytes, size,
                                                                       out, error, sizeof error);
    free(bytes);
    return is_read ? CLI_OK : cli_file_error(command, path, "%s", error);
}

int performance_open(const char* command, const PerformanceOptions* options, Performance* out) {
    *out = (Performance){0};
    out->is_on = performance_is_asked(options);
    if (options->emotions != NULL && options->script != NULL)
        return cli_usage_error(command, "--emotions and --script exclude each other");
    if (options->seed != NULL && !out->is_on)
        return cli_usage_error(command, "--seed goes with --audio, --emotions, --script or --face");
    if (options->seed != NULL && !parse_seed(options->seed, &out->seed))
        return cli_usage_error(command, "--seed %s: a whole number, 0 to 18446744073709551615",
                               options->seed);
    int status = CLI_OK;
    out->cues_path = options->script != NULL ? options->script : options->emotions;
    if (out->cues_path != NULL)
        status = read_cues(command, out->cues_path, options->script != NULL, &out->cues);
    if (status == CLI_OK && options->audio != NULL) {
        VoiceLimit limit = options->limit;
        limit.tail_s = PERFORMANCE_TAIL_S;
        status = voice_open(command, options->audio, limit, &out->voice);
        out->has_voice = status == CLI_OK;
        if (out->has_voice && !options->is_quiet)
            voice_explain(command, options->audio, &out->voice);
    }
    if (status != CLI_OK) performance_close(out);
    return status;
}

void performance_close(Performance* performance) {
    voice_close(&performance->voice);
    cues_free(&performance->cues);
    *performance = (Performance){0};
}

double performance_seconds(const Performance* performance) {
    return performance->has_voice ? performance->voice.seconds + PERFORMANCE_TAIL_S : 0.0;
}

void performance_place(Performance* performance, double begin_s, double film_s) {
    const Voice* voice = &performance->voice;
    if (performance->has_voice)
        cues_place(&performance->cues, voice->begin_s, voice->end_s);
    else
        cues_place(&performance->cues, begin_s, begin_s + film_s);
}

/* The avatar's own name; NULL for the face at rest, which is no expression of most avatars. */
static const char* part_name(const vrm_Rig* rig, const cli_Expression* part, bool* out_is_there) {
    const char* name = cli_expression_name(rig, part->name);
    *out_is_there = name != NULL || strcmp(part->name, "neutral") == 0;
    return name;
}

int performance_check(const char* command, const char* file, const Performance* performance,
                      const vrm_Rig* rig) {
    for (int32_t i = 0; i < performance->cues.count; i++) {
        const Cue* cue = &performance->cues.list[i];
        for (int32_t p = 0; p < cue->part_count; p++) {
            bool is_there;
            (void)part_name(rig, &cue->parts[p], &is_there);
            if (is_there) continue;
            char where[32];
            snprintf(where, sizeof where, " (line %d)", (int)cue->line);
            return cli_no_expression(command, file, rig, cue->parts[p].name, where);
        }
    }
    return CLI_OK;
}

/* ---- One avatar ---- */

vrm_Result performer_open(const Performance* performance, const vrm_Model* model,
                          const vrm_Rig* rig, Performer* out) {
    *out = (Performer){.performance = performance, .rig = rig};
    vrm_Result result = vrm_face_map_build(model, rig, NULL, &out->map);
    if (result == VRM_OK) result = performer_restart(out);
    if (result != VRM_OK) performer_close(out);
    return result;
}

void performer_close(Performer* performer) {
    vrm_face_destroy(performer->face);
    vrm_face_map_destroy(performer->map);
    *performer = (Performer){0};
}

/* By vowels, or by what stands for them: a face is asked, which knows. */
static bool moves_mouth(const vrm_FaceMap* map) {
    static const float vowels[VRM_VOWEL_COUNT] = {0.2f, 0.2f, 0.2f, 0.2f, 0.2f};
    vrm_FaceDef def = vrm_default_face_def();
    vrm_Face* face = NULL;
    int32_t count;
    bool moves = false;
    def.blinks = false;
    if (vrm_face_create(map, &def, &face) != VRM_OK) return true;
    (void)vrm_face_set_vowels(face, vowels);
    vrm_face_step(face, 1.0f);
    const float* weights = vrm_face_weights(face, &count);
    for (int32_t e = 0; e < count; e++) moves |= weights[e] > 0.0f;
    vrm_face_destroy(face);
    return moves;
}

/* Whether an expression that is asked for is shown beside speech: a face is asked, which knows. */
static bool shows_beside_speech(const vrm_FaceMap* map, const char* name, int32_t expression) {
    static const float vowels[VRM_VOWEL_COUNT] = {1.0f};
    vrm_FaceDef def = vrm_default_face_def();
    vrm_EmotionPart part = {name, 1.0f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    vrm_Face* face = NULL;
    emotion.parts = &part;
    emotion.part_count = 1;
    if (vrm_face_create(map, &def, &face) != VRM_OK) return true;
    (void)vrm_face_emote(face, &emotion);
    (void)vrm_face_set_vowels(face, vowels);
    vrm_face_step(face, 1.0f);
    bool is_shown = vrm_face_weights(face, NULL)[expression] > 0.0f;
    vrm_face_destroy(face);
    return is_shown;
}

static void explain_part(const char* command, const char* file, const Performer* performer,
                         const Cue* cue, const cli_Expression* part) {
    bool is_there;
    const char* name = part_name(performer->rig, part, &is_there);
    int32_t e = vrm_rig_expression(performer->rig, name);
    if (e < 0 || part->weight <= 0.0f) return;
    vrm_ExpressionInfo info = vrm_rig_expression_info(performer->rig, e);
    if (info.binary == VRM_BINARY_OVER_HALF && part->weight <= 0.5f)
        (void)cli_file_error(command, file,
                             "line %d: %s does not show at %g: the expression is binary; give it "
                             "more than 0.5",
                             (int)cue->line, name, (double)part->weight);
    else if (performer->performance->has_voice && !shows_beside_speech(performer->map, name, e))
        (void)cli_file_error(command, file,
                             "line %d: %s is not shown while the avatar speaks: it would hide the "
                             "lips (overrideMouth, isBinary)",
                             (int)cue->line, name);
}

void performer_explain(const char* command, const char* file, const Performer* performer) {
    if (performer->map == NULL || performer->performance == NULL) return; /* no face is played */
    const Cues* cues = &performer->performance->cues;
    for (int32_t i = 0; i < cues->count; i++)
        for (int32_t p = 0; p < cues->list[i].part_count; p++)
            explain_part(command, file, performer, &cues->list[i], &cues->list[i].parts[p]);
    if (performer->performance->has_voice && !moves_mouth(performer->map))
        (void)cli_file_error(
            command, file,
            "the mouth does not move: the avatar has no expression for a vowel, or "
            "none that changes anything");
}

vrm_Result performer_restart(Performer* performer) {
    vrm_FaceDef def = vrm_default_face_def();
    def.seed = performer->performance->seed;
    vrm_face_destroy(performer->face);
    performer->face = NULL;
    performer->time_s = 0.0;
    performer->frame = performer->cue = 0;
    vrm_Result result = vrm_face_create(performer->map, &def, &performer->face);
    if (result == VRM_OK && performer->performance->has_voice)
        vrm_face_begin_sound(performer->face);
    return result;
}

static void show(Performer* performer, const Cue* cue) {
    vrm_EmotionPart parts[CUE_PARTS_MAX];
    vrm_EmotionDef def = vrm_default_emotion_def();
    for (int32_t i = 0; i < cue->part_count; i++) {
        bool is_there;
        const char* name = part_name(performer->rig, &cue->parts[i], &is_there);
        if (name != NULL) parts[def.part_count++] = (vrm_EmotionPart){name, cue->parts[i].weight};
    }
    def.parts = def.part_count > 0 ? parts : NULL;
    (void)vrm_face_emote(performer->face, &def); /* performance_check() has found the names */
}

/* Frames of the sound a little ahead, as the face keeps them. */
static void hear(Performer* performer, double until_s) {
    const Voice* voice = &performer->performance->voice;
    int32_t first = performer->frame;
    while (performer->frame < voice->count && voice->frames[performer->frame].time_s <= until_s)
        performer->frame++;
    if (performer->frame > first)
        (void)vrm_face_hear(performer->face, voice->frames + first, performer->frame - first);
}

void performer_advance(Performer* performer, double time_s) {
    const Cues* cues = &performer->performance->cues;
    do {
        while (performer->cue < cues->count &&
               cues->list[performer->cue].time_s <= performer->time_s)
            show(performer, &cues->list[performer->cue++]);
        double next_s = performer->time_s + VRM_FACE_AHEAD_S / 4;
        if (performer->cue < cues->count && cues->list[performer->cue].time_s < next_s)
            next_s = cues->list[performer->cue].time_s;
        if (next_s > time_s) next_s = time_s;
        hear(performer, next_s + VRM_FACE_AHEAD_S / 4);
        if (next_s <= performer->time_s) break;
        vrm_face_step(performer->face, (float)(next_s - performer->time_s));
        performer->time_s = next_s;
    } while (performer->time_s < time_s);
}

void performer_apply(const Performer* performer, vrm_Sim* sim, vrm_AvatarId avatar,
                     const vrm_Clip* clip, float clip_time_s) {
    int32_t weight_count;
    const float* weights = vrm_face_weights(performer->face, &weight_count);
    (void)vrm_face_apply(performer->face, sim, avatar);
    (void)vrm_face_apply_idle(performer->face, sim, avatar);
    for (int32_t i = 0; clip != NULL && i < vrm_clip_expression_count(clip); i++) {
        const char* name = vrm_clip_expression_name(clip, i);
        int32_t index = vrm_rig_expression(performer->rig, name);
        float weight = vrm_clip_sample_expression(clip, i, clip_time_s);
        if (index >= 0 && index < weight_count && weight > weights[index])
            (void)vrm_avatar_set_expression_at(sim, avatar, index, weight);
    }
}
