# SPDX-License-Identifier: MIT
"""Wrong changes to the springs, one at a time: (what is wrong, file, text, its replacement).

Scratch that two workers share is no such change: ThreadSanitizer finds it (tsan.unit.threads_springs)."""

ORDER = "src/rig/spring_order.c"
GROUPS = "src/rig/spring_lanes.c"
FRAME = "src/runtime/lanes/spring_step.c"
SOLVE = "src/runtime/lanes/spring_solve.c"
PLACES = "src/runtime/lanes/spring_locate.c"
COLUMN = "src/runtime/lanes/spring_column.c"
SLOW = "src/runtime/lanes/spring_slow.c"
STATE = "src/runtime/spring_state.c"
CONTROL = "src/runtime/spring_control.c"
POSE = "src/runtime/lanes/pose_step.c"

MUTANTS = [
    # What a wave reads
    ("a wave does not pose the slots of its colliders", ORDER, "        want_slot(order, lists, slot, wave);\n", ""),
    ("a wave does not pose the parents of its chains", ORDER, "    want_slot(order, lists, chain->parent, wave);\n", ""),
    ("a wave does not pose the centers of its chains", ORDER, "    want_slot(order, lists, chain->center, wave);\n", ""),
    ("chains do not wait for those that carry their colliders", ORDER,
     "for (int32_t i = -2; i < chain->collider_count; i++) {", "for (int32_t i = -2; i < 0; i++) {"),
    ("slots that have turned are not posed again", ORDER,
     "return chain >= 0 && order->waves[chain] >= lists->posed_at[slot] - 1;", "return false;"),
    ("colliders that have moved are not placed again", ORDER,
     "if (!is_first && lists->posed_at[slot] <= lists->placed_at[collider]) continue;", "if (!is_first) continue;"),
    ("joints that are read before they turn are not listed", ORDER, "lists->is_last[pair] = 1;", "(void)0;"),
    ("colliders on the chain that tests them stand still", ORDER,
     "if (turner_of(order, slot) != c) continue;", "if (i >= 0 || turner_of(order, slot) != c) continue;"),
    ("colliders are not attached to the body between frames", ORDER, "        is_anchor[collider_slot(layout, i)] = 1;\n", "        (void)i;\n"),
    ("sources of constraints are not shown as the last frame had them", ORDER,
     "is_early[rig->constraints[i].slot] = is_early[rig->constraints[i].source] = 1;", "is_early[rig->constraints[i].slot] = 1;"),
    # Groups of a single avatar
    ("lanes without a collider test the first one", GROUPS, "out[VRMI_REF_COLLIDERS + lane] = nothing * VRMI_COLLIDER1_SIZE;", "(void)nothing;"),
    ("chains reach less far than they do", GROUPS, "#define REACH_SHARE     1.001f", "#define REACH_SHARE     0.5f"),
    ("chains with and without a center share a group", GROUPS,
     "return group->has_center == (chain->center >= 0) &&", "return"),
    # One step
    ("a single avatar's colliders are not taken", PLACES,
     "    if (solver->lane >= 0) take_colliders(solver, list, wave->collider_count);\n", "    (void)take_colliders;\n"),
    ("planes of a single avatar are scaled", PLACES, "vrmi_fx_select(is_plane, onex(), world.scale)", "world.scale"),
    ("colliders of other chains' kinds are not placed", GROUPS, "regular_count < layout->waves[w].chain_count", "regular_count < 0"),
    ("slots are posed without scales between frames", POSE,
     "pose_slot(block, scratch, slots[i], true)", "pose_slot(block, scratch, slots[i], vrmi_ix_any(VRMI_MASK(block->scaled)))"),
    ("padding colliders are not placed", SOLVE, "    vrmi_locate_nothing(solver);\n", ""),
    ("lanes that do not step keep this step's center", PLACES,
     "kept->position = vrmi_vec3x_select(solver->mask, now->position, kept->position);", "kept->position = now->position;"),
    ("centers on the body are not placed", SOLVE, "        vrmi_locate_centers(&solver);\n", ""),
    ("joints that are read before they turn are not shown", SOLVE, "        show_last(&solver);\n", "        (void)show_last;\n"),
    ("lanes that do not step step", SOLVE,
     "(vrmi_ix_any(VRMI_MASK(block->live) & ~mask) ? CHANGES_LANES : 0u)", "0u * (uint32_t)mask[0]"),
    ("tails stay folded when another avatar enters", SOLVE,
     "    else\n        vrmi_springs_unfold(block);\n", ""),
    # Columns
    ("bones without a direction are not repaired", COLUMN,
     "for (int32_t i = 0; i < count; i++) repair(solver, &columns[i], depth, is_group);", "(void)repair;"),
    ("large bends are not computed again", COLUMN,
     "for (int32_t i = 0; i < count; i++) bend(solver, &columns[i], depth, is_group);", "(void)bend;"),
    ("limits are not applied after a collision", COLUMN,
     "        if (is_slow) vrmi_slow_limit(column->slow, column, depth, hit);\n", ""),
    ("limits are applied in lanes without a collision", COLUMN,
     "vrmi_slow_limit(column->slow, column, depth, hit);", "vrmi_slow_limit(column->slow, column, depth, vrmi_ix_splat(-1));"),
    ("parts below a chain's own joints do not move", SLOW,
     "    if (slow->chain != NULL && slow->chain->own_count > 0) move_own(slow, depth);\n", "    (void)move_own;\n"),
    ("bones that the host moved are not measured", SLOW, "    if (slow->mode >= MODE_MEASURED) measure(slow);\n", "    (void)measure;\n"),
    ("a center's last position is this step's", SLOW,
     "    slow->carried = carry_tail(slow, column->tails[depth], depth);\n", "    slow->carried = column->tails[depth];\n"),
    # A frame
    ("what earlier stages wrote is not saved", FRAME, "    keep_early(&frame);\n", "    (void)keep_early;\n"),
    ("the body stays where the last step had it", FRAME,
     "    if (is_kept) move_body(frame, vrmi_fx_splat(1.0f));\n", ""),
    ("the body of the last frame is not kept", FRAME, "        copy_anchors(frame, springs->anchors);\n", "        (void)copy_anchors;\n"),
    ("the step before the last is not kept", FRAME,
     "        if (vrmi_ix_any(plan->shown < vrmi_fx_splat(1.0f))) keep_earlier(frame->block, step.mask);\n", ""),
    ("rotations that waves read are not written", FRAME,
     "return layout->reads_rotations || vrmi_gives_transforms(sim);", "return vrmi_gives_transforms(sim);"),
    ("slots that no spring turns are not written", FRAME,
     "        scratch->rotations[slot] = block->locals[slot].rotation;\n    }\n}\n\n/* ---- Results", "        (void)slot;\n    }\n}\n\n/* ---- Results"),
    ("settling does not forget the last frame's body", FRAME,
     "    VRMI_MASK(springs->is_tracked) = VRMI_MASK(springs->is_tracked) & (~mask | to_resume);\n", ""),
    ("a frame without time takes the motion from the body", FRAME,
     "    if (!(dt > 0.0f)) return VRMI_MASK(springs->is_tracked);\n", ""),
    ("matrices are not moved to the moment of a step", FRAME,
     "        vrmi_move_general(frame->block, frame->scratch, &frame->buffers, share, is_there);\n", "        (void)0;\n"),
    ("steps look no further ahead than four frames", FRAME, "#define SHARE_MAX 64.0f", "#define SHARE_MAX 4.0f"),
    ("steps do not wait for a frame that is long enough", FRAME,
     "return springs->is_tracked[lane] && end > SHARE_MAX * (age + dt);", "return (void)end, (void)dt, false;"),
    ("the time since the body was kept is forgotten", FRAME,
     "    vrmi_fx age = VRMI_FLOATS(springs->age);\n", "    vrmi_fx age = vrmi_fx_splat(0.0f);\n"),
    # States
    ("a new avatar finds folded tails", STATE, "    vrmi_springs_unfold(avatar->block);\n", ""),
    ("rotations are lost when results show something else", STATE,
     "    memcpy(block->spring_states, springs->rotations,\n           length * (size_t)block->lane_count * sizeof *springs->rotations);\n", "    (void)length;\n"),
    ("a teleport leaves folded tails behind", CONTROL,
     "    vrmi_affine_bound(&move);\n    vrmi_springs_unfold(block);\n", "    vrmi_affine_bound(&move);\n"),
    ("a teleport forgets the body of the last frame", CONTROL,
     "        !move_anchors(&at, &before, &block->roots[at.lane], &move))\n", "        (move_anchors(&at, &before, &block->roots[at.lane], &move), true))\n"),
    ("a pause jumps to the last step", CONTROL,
     "        before[j] = now[j] = vrmi_quat_slerp(before[j], now[j], share);\n", "        (void)share, (void)before, (void)now, (void)j;\n"),
]
