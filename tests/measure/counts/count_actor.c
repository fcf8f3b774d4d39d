/* SPDX-License-Identifier: MIT */
/* usage: count_actor AVATARS FRAMES [calls]   whole frames of the typical avatar with a clip
 * and a face, for counting instructions: played by actors, or by the calls that they replace */
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <stdlib.h>
#include <string.h>

enum { AVATARS_MAX = 64 };

typedef struct Play {
    vrm_AvatarId avatar;
    vrm_Actor* actor; /* or: */
    vrm_Player player;
    vrm_Face* face;
} Play;

typedef struct Cast {
    vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Clip* clip;
    vrm_Sim* sim;
} Cast;

static int load(Cast* cast) {
    SceneDef def = scene_typical_def();
    SceneBytes avatar = scene_avatar(&def), motion = scene_clip(false);
    vrm_Model *model = NULL, *animation = NULL;
    bool is_loaded = vrm_model_load(avatar.data, avatar.size, NULL, NULL, &model) == VRM_OK &&
                     vrm_model_load(motion.data, motion.size, NULL, NULL, &animation) == VRM_OK &&
                     vrm_rig_build(model, NULL, &cast->rig) == VRM_OK &&
                     vrm_face_map_build(model, cast->rig, NULL, &cast->map) == VRM_OK &&
                     vrm_clip_build(animation, NULL, &cast->clip) == VRM_OK &&
                     vrm_sim_create(NULL, &cast->sim) == VRM_OK;
    vrm_model_destroy(model);
    vrm_model_destroy(animation);
    scene_bytes_free(&avatar);
    scene_bytes_free(&motion);
    return is_loaded ? 0 : 1;
}

static int open_play(const Cast* cast, bool by_calls, int number, Play* play) {
    play->avatar = vrm_sim_add(cast->sim, cast->rig);
    if (by_calls) {
        vrm_FaceDef face = vrm_default_face_def();
        face.seed = (uint64_t)number;
        play->player = vrm_player(cast->clip);
        return vrm_face_create(cast->map, &face, &play->face) == VRM_OK ? 0 : 1;
    }
    vrm_ActorDef def = vrm_default_actor_def();
    def.face_map = cast->map;
    def.seed = (uint64_t)number;
    vrm_LayerDef layer = vrm_default_layer_def(cast->clip);
    layer.fade_in_s = 0.0f;
    if (vrm_actor_create(cast->sim, play->avatar, &def, &play->actor) != VRM_OK) return 1;
    return vrm_actor_play(play->actor, &layer) != 0 ? 0 : 1;
}

static void set_inputs(const Cast* cast, Play* play) {
    const float dt = 1.0f / 60.0f;
    if (play->actor != NULL) {
        (void)vrm_actor_step(play->actor, dt);
        return;
    }
    vrm_Pose pose = vrm_pose_idle(0.0f);
    vrm_player_advance(&play->player, dt);
    vrm_face_step(play->face, dt);
    (void)vrm_avatar_set_pose(cast->sim, play->avatar, &pose);
    (void)vrm_avatar_play(cast->sim, play->avatar, &play->player, 1);
    (void)vrm_face_apply(play->face, cast->sim, play->avatar);
    (void)vrm_face_apply_idle(play->face, cast->sim, play->avatar);
}

int main(int count, char** words) {
    if (count != 3 && count != 4) return 2;
    int avatars = atoi(words[1]), frames = atoi(words[2]);
    Cast cast = {0};
    Play plays[AVATARS_MAX] = {0};
    if (avatars > AVATARS_MAX || load(&cast) != 0) return 1;
    bool by_calls = count == 4 && strcmp(words[3], "calls") == 0;
    for (int i = 0; i < avatars; i++)
        if (open_play(&cast, by_calls, i, &plays[i]) != 0) return 1;
    for (int f = 0; f < frames; f++) {
        for (int i = 0; i < avatars; i++) set_inputs(&cast, &plays[i]);
        vrm_sim_step(cast.sim, 1.0f / 60.0f);
    }
    for (int i = 0; i < avatars; i++) {
        vrm_actor_destroy(plays[i].actor);
        vrm_face_destroy(plays[i].face);
    }
    vrm_sim_destroy(cast.sim);
    vrm_clip_destroy(cast.clip);
    vrm_face_map_destroy(cast.map);
    vrm_rig_destroy(cast.rig);
    return 0;
}
