/* SPDX-License-Identifier: MIT */
/* The inputs of an avatar as bytes, for the page that draws it: sim in, records out. The page sets
 * them on its own avatar of the same file and runs expressions, constraints and springs itself, so
 * a frame takes a kilobyte and no picture is sent.
 *
 * A stream is a sequence of records. All numbers are little-endian, floats are IEEE 754, and the
 * size of each record is a multiple of 4:
 *
 *   u32 size    bytes of the record, including these four
 *   u32 kind    LivePageRecord
 *   ...
 *
 * LIVE_PAGE_AVATAR, the first record of each stream: a JSON object in UTF-8, padded with blanks.
 *
 * LIVE_PAGE_CAMERA, before the states that it counts for: a JSON object, in the same way. It has
 * the members of the answer to `state` (docs/reference/control.md): shot, yaw, pitch and fov, or
 * eye, target and fov. Without one the page keeps the camera of its address.
 *
 * LIVE_PAGE_STATE:
 *   f64 time        of the avatar (s)
 *   f64 clock       when it was put, milliseconds since 1970: what Date.now() says in the page
 *   u32 expressions number of weights
 *   u32 nodes       number of nodes that are not at rest
 *   f32 root[10]    translation, rotation, scale
 *   f32 weights[]   one for each expression of the rig
 *   nodes[]         u32: number of the node, and in bits 24 to 26 whether translation (3 floats),
 *                   rotation (4) and scale (3) follow
 *
 * Nodes are local transforms of the file's nodes after the last step: bones, with what gaze and
 * clips made of them, and any other node that a clip moved. Rotations of spring bones are left out.
 * Morph weights that a clip moves directly, not by expressions, are not sent: no function of the
 * library reads these inputs. */
#ifndef CLI_LIVE_PAGE_STATE_H
#define CLI_LIVE_PAGE_STATE_H

#include "vrm/vrm.h"

typedef enum LivePageRecord {
    LIVE_PAGE_NOTHING = 0, /* keeps the connection alive */
    LIVE_PAGE_AVATAR = 1,
    LIVE_PAGE_STATE = 2,
    LIVE_PAGE_CAMERA = 3
} LivePageRecord;

enum { LIVE_PAGE_HEAD = 8 }; /* size and kind */

/* A record that grows. All zero is an empty one. */
typedef struct LivePageBytes {
    uint8_t* bytes;
    size_t size, capacity;
} LivePageBytes;

/* Writes a record that has only its head. False without memory; the record is then empty. */
bool live_page_write_nothing(LivePageBytes* record);

/* Write the records of JSON objects. False without memory; the record is then empty. */
bool live_page_write_avatar(LivePageBytes* record, vrm_Span json);
bool live_page_write_camera(LivePageBytes* record, vrm_Span json);

/* Nodes of a rig whose rotation is left out. */
typedef struct LivePageRig {
    const vrm_Rig* rig;
    bool* is_swaying; /* one for each node */
} LivePageRig;

/* Reads which joints of a rig sway; no-op for the rig that it has. False without memory. */
bool live_page_take_rig(LivePageRig* nodes, const vrm_Rig* rig);
void live_page_release_rig(LivePageRig* nodes);

/* Writes the state of an avatar after the last step of its sim, whose outputs include
 * VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. `nodes` has the rig of the avatar. False without memory or
 * if the avatar is stale; the record is then empty. */
bool live_page_write_state(LivePageBytes* record, const LivePageRig* nodes, const vrm_Sim* sim,
                           vrm_AvatarId avatar, double time_s, double clock_ms);

void live_page_release_bytes(LivePageBytes* record);

#endif
