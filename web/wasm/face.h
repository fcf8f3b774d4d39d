/* SPDX-License-Identifier: MIT */
/* Definitions that faces and actors read from the same arguments. */
#ifndef WEB_FACE_H
#define WEB_FACE_H

#include "web.h"

/* A number below 0 is the default. */
vrm_FaceDef web_face_def(uint32_t seed_low, uint32_t seed_high, int32_t blinks,
                         float blink_interval, int32_t attention, float idle);

/* A definition with its parts. */
typedef struct web_Emotion {
    vrm_EmotionDef def;
    vrm_EmotionPart parts[VRM_EMOTION_PARTS_MAX];
} web_Emotion;

/* `names` has `count` terminated names, one after the other; their weights are in the words. False:
 * there are too many. */
bool web_emotion(web_Emotion* out, const char* names, int32_t count, float intensity, float ease_in,
                 float ease_out, float hold, int32_t is_queued);

#endif
