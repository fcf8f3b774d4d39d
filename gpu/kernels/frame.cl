/* SPDX-License-Identifier: MIT */
/* The kernels that step avatars. A work group takes avatars of one batch, all of one rig; the group
 * table says which, so that one launch covers every rig of the sim.
 *
 *   front     clips, gaze, expressions, eyes, constraints, body
 *   springs   spring bones
 *   back      what hangs on them
 *   frames    the three of them, any number of frames; for small crowds, where launches cost */

/* OpenCL has no struct of buffers: each of them is an argument of its own, in the order of launch()
 * in gpu/step.c. The numbers are one struct. */
#define ARGUMENTS                                                                                  \
    __global const gpu_GroupEntry *groups, __global const gpu_BatchEntry *batches,                 \
        __global const int *rigs, __global const int *motions, __global float *input,              \
        __global float *state, __global float *rotation, __global float *scratch,                  \
        __global float *world, __global float *palette, __global float *face,                      \
        __local float4 *near, gpu_Frame launched, int frame_count

#define BEGIN                                                                                      \
    __global const gpu_GroupEntry* group = groups + get_group_id(0);                               \
    __global const gpu_BatchEntry* batch = batches + group->batch;                                 \
    size_t first = (size_t)group->first, column = get_local_id(0); /* a group is within a tile */  \
    Me it;                                                                                         \
    it.rig = (__global const gpu_RigTable*)(rigs + batch->rig);                                    \
    it.input = input + column_of(batch, ARENA_INPUT, first) + column;                              \
    it.state = state + column_of(batch, ARENA_STATE, first) + column;                              \
    it.rotation = rotation + column_of(batch, ARENA_ROTATION, first) + column;                     \
    it.scratch = scratch + column_of(batch, ARENA_SCRATCH, first) + column;                        \
    it.world = world + column_of(batch, ARENA_WORLD, first) + column;                              \
    it.palette = palette + column_of(batch, ARENA_PALETTE, first) + column;                        \
    it.face = face + column_of(batch, ARENA_FACE, first) + column;                                 \
    NEAR_OF_ITEM                                                                                   \
    const Me* me = &it;                                                                            \
    gpu_Frame frame = launched;

/* Local memory: the colliders of the group's avatars. */
#if LOCAL_COLLIDERS
#define NEAR_OF_ITEM it.colliders = (__local float*)near + get_local_id(0);
#else
#define NEAR_OF_ITEM
#endif

uint run_front(const Me* me, const gpu_Frame* frame, __global const int* motions, uint flags) {
    flags = play(me, frame, motions, flags);
    LANE_BARRIER;
    flags = step_gaze_and_face(me, frame, flags);
    LANE_BARRIER;
    pose_body(me, frame, flags);
    LANE_BARRIER;
    return flags;
}

#ifdef KERNEL_FRAMES
__kernel void frames(ARGUMENTS) {
    BEGIN
    uint flags = load_flags(me);
    LANE_BARRIER;
    for (int f = 0; f < frame_count; f++) {
        frame.parity = (launched.parity + f) & 1;
        flags = run_front(me, &frame, motions, flags);
        flags = step_springs(me, &frame, flags);
        LANE_BARRIER;
        pose_sway(me, &frame);
        LANE_BARRIER;
    }
    store_flags(me, flags);
}
#endif

#ifdef KERNEL_FRONT
__kernel void front(ARGUMENTS) {
    BEGIN
    store_flags(me, run_front(me, &frame, motions, load_flags(me)));
}
#endif

#ifdef KERNEL_SPRINGS
__kernel void springs(ARGUMENTS) {
    BEGIN
    store_flags(me, step_springs(me, &frame, load_flags(me)));
}
#endif

#ifdef KERNEL_BACK
__kernel void back(ARGUMENTS) {
    BEGIN
    pose_sway(me, &frame);
}
#endif
