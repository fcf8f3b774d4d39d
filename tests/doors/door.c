/* SPDX-License-Identifier: MIT */
/* usage: door LIST
 * Plays motions on avatars through this language, as tests/web/test_doors.mjs asks all of them to.
 *
 * LIST has a line for each motion: AVATAR, MOTION, the PMX of a VMD or nothing, and the part of the
 * body that the motion may move or nothing, separated by tabs. For each line this prints the hash
 * (32 bits, FNV-1a) of world matrices and weights of expressions at each of the times below that
 * the motion has, or "refused".
 *
 * A MOTION that ends in .packets is a recording of trackers, which a vrm_Live plays: the hashes are
 * of each quarter of a second until three seconds after the last packet. */
#include <vrm/tracker.h>
#include <vrm/vmc.h>
#include <vrm/vrm.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double times_s[] = {0.0, 0.25, 0.5, 1.0, 2.0, 4.0};

enum { TIMES = sizeof times_s / sizeof *times_s };

static uint32_t hash(uint32_t state, const void* data, size_t size) {
    for (size_t i = 0; i < size; i++) state = (state ^ ((const uint8_t*)data)[i]) * 16777619u;
    return state;
}

static void print_hash(const vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Rig* rig) {
    uint32_t state = hash(2166136261u, vrm_avatar_worlds(sim, avatar),
                          (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Affine));
    state = hash(state, vrm_avatar_expression_weights(sim, avatar),
                 (size_t)vrm_rig_expression_count(rig) * sizeof(float));
    printf("%08x ", state);
}

static void play(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Rig* rig, const vrm_Clip* clip,
                 const char* name) {
    vrm_MotionPart part;
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    vrm_Actor* actor = NULL;
    def.stance = VRM_STANCE_REST;
    layer.fade_in_s = 0.0f;
    if (vrm_motion_part(name, &part)) {
        layer.bones = part.bones;
        layer.has_expressions = part.expressions;
        layer.has_gaze = part.gaze;
    }
    if (vrm_actor_create(sim, avatar, &def, &actor) != VRM_OK || vrm_actor_play(actor, &layer) == 0)
        printf("refused");
    for (int i = 0; i < TIMES && actor != NULL; i++) {
        if (i > 0 && times_s[i] >= (double)vrm_clip_duration(clip)) break;
        (void)vrm_actor_seek(actor, times_s[i]);
        vrm_sim_step(sim, 0.0f);
        print_hash(sim, avatar, rig);
    }
    vrm_actor_destroy(actor);
}

/* ---- Recorded packets ---- */

/* A source of the mixer: one of the two reads its packets. */
typedef struct Sender {
    char name[32];
    vrm_Tracker* tracker;
    vrm_Vmc* vmc;
} Sender;

typedef struct Packet {
    double time_s;
    char from[32];
    uint8_t data[8192];
    size_t size;
} Packet;

static size_t decode(const char* text, uint8_t* out) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t size = 0;
    uint32_t bits = 0;
    for (int count = 1; strchr(letters, *text) != NULL && *text != '\0'; text++, count++) {
        bits = bits << 6 | (uint32_t)(strchr(letters, *text) - letters);
        if (count % 4 != 1) out[size++] = (uint8_t)(bits >> (6 - 2 * ((count - 1) % 4)));
    }
    return size;
}

/* The next packet of a recording whose lines are as the command writes them. */
static bool read_packet(FILE* file, Packet* out) {
    static char line[16384], data[16384];
    do {
        if (fgets(line, sizeof line, file) == NULL) return false;
    } while (sscanf(line, "{\"t\":%lf,\"from\":\"%31[^\"]\",\"data\":\"%16383[^\"]", &out->time_s,
                    out->from, data) != 3);
    out->size = decode(data, out->data);
    return true;
}

static int32_t find_sender(Sender* senders, int32_t* count, const char* name, vrm_Live* live) {
    for (int32_t i = 0; i < *count; i++)
        if (strcmp(senders[i].name, name) == 0) return i;
    Sender* sender = &senders[(*count)++];
    strcpy(sender->name, name);
    if (strcmp(name, "vmc") == 0)
        (void)vrm_vmc_create(NULL, &sender->vmc);
    else
        (void)vrm_tracker_create(vrm_tracker_by_name(name), NULL, &sender->tracker);
    return vrm_live_add_source(live, NULL);
}

static void play_packets(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Rig* rig,
                         const vrm_FaceMap* map, FILE* file) {
    Sender senders[8] = {0};
    static Packet packet;
    int32_t count = 0;
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_Actor* actor = NULL;
    vrm_Live* live = NULL;
    def.face_map = map;
    (void)vrm_actor_create(sim, avatar, &def, &actor);
    (void)vrm_live_create(rig, NULL, &live);
    bool has_packet = read_packet(file, &packet);
    for (int frame = 0, last = 0; frame <= last + 180; frame++) {
        double time_s = (double)frame / 60.0;
        for (; has_packet && packet.time_s <= time_s; has_packet = read_packet(file, &packet)) {
            int32_t i = find_sender(senders, &count, packet.from, live);
            last = frame;
            if (senders[i].vmc != NULL) {
                (void)vrm_vmc_receive(senders[i].vmc, packet.data, packet.size);
                continue;
            }
            (void)vrm_tracker_receive(senders[i].tracker, packet.data, packet.size);
            (void)vrm_tracker_observe(senders[i].tracker, rig, live, i, packet.time_s);
        }
        for (int32_t i = 0; i < count; i++)
            if (senders[i].vmc != NULL) (void)vrm_vmc_observe(senders[i].vmc, rig, live, i, time_s);
        (void)vrm_live_step(live, time_s);
        vrm_live_track(live, vrm_actor_face(actor));
        (void)vrm_actor_step(actor, 1.0f / 60.0f);
        (void)vrm_live_apply(live, sim, avatar, true);
        vrm_sim_step(sim, 1.0f / 60.0f);
        if (frame % 15 == 0) print_hash(sim, avatar, rig);
    }
    for (int32_t i = 0; i < count; i++) {
        vrm_tracker_destroy(senders[i].tracker);
        vrm_vmc_destroy(senders[i].vmc);
    }
    vrm_live_destroy(live);
    vrm_actor_destroy(actor);
}

static void play_recording(const char* path, const vrm_Model* model, const vrm_Rig* rig,
                           vrm_Sim* sim) {
    vrm_FaceMap* map = NULL;
    FILE* file = fopen(path, "r");
    if (file != NULL && vrm_face_map_build(model, rig, NULL, &map) == VRM_OK)
        play_packets(sim, vrm_sim_add(sim, rig), rig, map, file);
    else
        printf("refused");
    if (file != NULL) fclose(file);
    vrm_face_map_destroy(map);
}

static void* read_file(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    char* bytes = NULL;
    *out_size = 0;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        bytes = malloc(size > 0 ? (size_t)size : 1);
        if (bytes != NULL) *out_size = fread(bytes, 1, (size_t)size, file);
    }
    fclose(file);
    return bytes;
}

static void play_file(const char* avatar, const char* path, const char* pmx, const char* part) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    void* figure = pmx[0] != '\0' ? read_file(pmx, &def.model_size) : NULL;
    def.model = figure;
    vrm_Result result = vrm_model_load_file(avatar, NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    const char* ending = strrchr(path, '.');
    bool is_recording = ending != NULL && strcmp(ending, ".packets") == 0;
    if (result == VRM_OK && !is_recording) result = vrm_motion_load_file(path, &def, &motion);
    if (result == VRM_OK && !is_recording) result = vrm_motion_clip(motion, rig, NULL, NULL, &clip);
    if (result == VRM_OK && is_recording)
        play_recording(path, model, rig, sim);
    else if (result == VRM_OK)
        play(sim, vrm_sim_add(sim, rig), rig, clip, part);
    else
        printf("refused");
    printf("\n");
    free(figure);
    vrm_motion_destroy(motion);
    vrm_sim_destroy(sim);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

int main(int argc, char** argv) {
    char line[8192];
    FILE* list = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (list == NULL) return 2;
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char* motion = strchr(line, '\t');
        if (motion == NULL) break;
        *motion++ = '\0';
        char* pmx = strchr(motion, '\t');
        if (pmx == NULL) break;
        *pmx++ = '\0';
        char* part = strchr(pmx, '\t');
        if (part == NULL) break;
        *part++ = '\0';
        play_file(line, motion, pmx, part);
    }
    fclose(list);
    return 0;
}
