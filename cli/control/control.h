/* SPDX-License-Identifier: MIT */
/* The control protocol (docs/reference/control.md) on one actor: lines of JSON come in, answers and
 * events go out.
 *
 *   control_create() -> control_join() for each client
 *   each frame: control_read() with what came -> control_feed() -> vrm_actor_step()
 *   -> control_pose() -> vrm_sim_step()
 *
 * Nothing here waits. What a client may ask of memory is bounded by the limits of the protocol. */
#ifndef CLI_CONTROL_H
#define CLI_CONTROL_H

#include "control/control_stage.h"

vrm_Result control_create(const control_Stage* stage, control_Control** out);
void control_destroy(control_Control* control); /* with its clients; NULL is fine */

/* A client that writes by `write`; it gets hello at once. NULL: there are CONTROL_CLIENTS_MAX, or
 * memory ran out. */
control_Client* control_join(control_Control* control, control_WriteFn* write, void* ctx);
/* What the client began goes on; its events are dropped. */
void control_leave(control_Control* control, control_Client* client);

/* Takes bytes of a client and carries out the messages in them. Returns false if nothing can be
 * written to the client any more. */
bool control_read(control_Control* control, control_Client* client, const char* bytes, size_t size);
/* The client's input has ended: a last line without an end of line is carried out, and streams end.
 */
void control_read_end(control_Control* control, control_Client* client);
/* Whether messages of the client wait for the next frame; give it no more bytes before that. */
bool control_is_behind(const control_Client* client);
/* False once something could not be written to it. */
bool control_has_reader(const control_Client* client);

/* Whether something of the client is spoken, or waits to be. */
bool control_is_speaking_for(const control_Control* control, const control_Client* client);

/* Before the step of the actor, which follows with `dt` seconds: messages that waited, speech,
 * emotions in time, events. `eye`: where the camera is; NULL: there is none. */
void control_feed(control_Control* control, double dt, const vrm_Vec3* eye);
/* Between the steps of actor and sim: what pose has set. */
void control_pose(control_Control* control, double dt);

const control_Camera* control_camera(const control_Control* control);
/* Writes a camera as an object, with the members that the answer to state has. */
void control_put_camera(const control_Camera* camera, vrm_JsonBuilder* out);

/* Tells all clients that a tracker shows nothing any more, or shows the person again. */
void control_tracking(control_Control* control, const char* from, bool is_lost);

#endif
