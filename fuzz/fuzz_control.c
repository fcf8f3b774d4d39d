/* SPDX-License-Identifier: MIT */
/* What a client may send to `vrm live --control`: any bytes, cut anywhere, on an avatar that speaks
 * and has no files. Each answer and event is a line of JSON with a type, every message with an id
 * gets one answer, and what reaches the avatar is finite. */
#include "require.h"

#include "cli/control/control.h"

#include "vrm/vrm.h"

#include <math.h>
#include <string.h>

enum { FRAMES = 6, NODES = 3 };
#define DT (1.0 / 10.0)

/* A vowel that changes a colour moves the mouth as far as the protocol is concerned. */
static const char avatar_text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"materials\":[{}],"
    "\"nodes\":[{\"children\":[1]},{\"translation\":[0,1,0],\"children\":[2]},{\"translation\":[0,"
    "0.3,0]}],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"a\","
    "\"authors\":[\"b\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{"
    "\"humanBones\":{\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":2}}},"
    "\"expressions\":{\"preset\":{\"happy\":{},\"blink\":{},\"aa\":{\"materialColorBinds\":[{"
    "\"material\":0,\"type\":\"color\",\"targetValue\":[1,0,0,1]}]}}}}}}";

typedef struct Avatar {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrm_Actor* actor;
} Avatar;

static void open_avatar(Avatar* avatar) {
    vrm_ActorDef def = vrm_default_actor_def();
    size_t size = sizeof avatar_text - 1;
    *avatar = (Avatar){0};
    require(vrm_model_load(avatar_text, size, NULL, NULL, &avatar->model) == VRM_OK);
    require(vrm_rig_build(avatar->model, NULL, &avatar->rig) == VRM_OK);
    require(vrm_face_map_build(avatar->model, avatar->rig, NULL, &avatar->map) == VRM_OK);
    require(vrm_face_map_info(avatar->map).has_vowels);
    require(vrm_sim_create(NULL, &avatar->sim) == VRM_OK);
    avatar->id = vrm_sim_add(avatar->sim, avatar->rig);
    def.face_map = avatar->map;
    require(vrm_actor_create(avatar->sim, avatar->id, &def, &avatar->actor) == VRM_OK);
}

static void close_avatar(Avatar* avatar) {
    vrm_actor_destroy(avatar->actor);
    vrm_sim_destroy(avatar->sim);
    vrm_face_map_destroy(avatar->map);
    vrm_rig_destroy(avatar->rig);
    vrm_model_destroy(avatar->model);
}

/* A control_WriteFn. */
static bool check_line(void* ctx, const char* line, size_t size) {
    vrm_Json* json = NULL;
    (void)ctx;
    require(size > 1 && line[size - 1] == '\n' && memchr(line, '\n', size - 1) == NULL);
    require(vrm_json_parse(line, size - 1, NULL, NULL, &json) == VRM_OK);
    vrm_JsonRef type = vrm_json_member(json, vrm_json_root(json), "type");
    const control_Message* known = control_answers;
    while (known->name != NULL && !vrm_json_equals(json, type, known->name)) known++;
    require(known->name != NULL);
    for (const control_Member* member = known->members; member->name != NULL; member++)
        require(!member->is_required ||
                vrm_json_member(json, vrm_json_root(json), member->name) != VRM_JSON_MISSING);
    vrm_json_destroy(json);
    return true;
}

static void check_avatar(const Avatar* avatar) {
    const vrm_Transform* locals = vrm_avatar_locals(avatar->sim, avatar->id);
    for (int i = 0; i < NODES; i++) {
        const vrm_Transform* local = &locals[i];
        require(isfinite(local->rotation.x + local->rotation.y + local->rotation.z +
                         local->rotation.w));
        require(isfinite(local->translation.x + local->translation.y + local->translation.z));
    }
    const float* weights = vrm_avatar_expression_inputs(avatar->sim, avatar->id);
    for (int32_t i = 0; i < vrm_rig_expression_count(avatar->rig); i++)
        require(weights[i] >= 0.0f && weights[i] <= 1.0f);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static Avatar avatar; /* the model is the same in every run */
    allowed_Folders folders = {0};
    control_Control* control = NULL;
    if (size == 0) return 0;
    open_avatar(&avatar);
    control_Stage stage = {.model = avatar.model,
                           .sim = avatar.sim,
                           .avatar = avatar.id,
                           .actor = avatar.actor,
                           .map = avatar.map,
                           .folders = &folders,
                           .files_place = "the folders of --files"};
    require(control_create(&stage, &control) == VRM_OK);
    control_Client* client = control_join(control, check_line, NULL);
    require(client != NULL);
    size_t piece = size / FRAMES + 1, at = 0;
    for (int frame = 1; frame <= FRAMES; frame++) {
        size_t left = size - at < piece ? size - at : piece;
        if (!control_is_behind(client)) {
            require(control_read(control, client, (const char*)data + at, left));
            at += left;
        }
        if (frame == FRAMES) control_read_end(control, client);
        control_feed(control, DT, &(vrm_Vec3){0.0f, 1.0f, 2.0f});
        require(vrm_actor_step_to(avatar.actor, frame * DT));
        control_pose(control, DT);
        vrm_sim_step(avatar.sim, (float)DT);
        check_avatar(&avatar);
    }
    control_destroy(control);
    close_avatar(&avatar);
    return 0;
}
