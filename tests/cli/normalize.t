# Rotations and scales go into the meshes; the result is sound and stays as it is.
$ echo 'set /nodes/0/scale [0.5,0.5,0.5]' > small.txt
$ vrm_scene 1.0 one.vrm --rotated --edit small.txt && vrm_scene 0.x zero.vrm && vrm_scene 1.0-draft draft.vrm
$ vrm normalize one.vrm -o new.vrm
one.vrm: normalized
$ vrm validate --severity warning new.vrm
new.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm normalize new.vrm -o again.vrm && cmp new.vrm again.vrm
new.vrm: written as it is
  info: The avatar is normalized already; nothing was changed. [NORMALIZE_ALREADY]
$ vrm normalize --json one.vrm -o new.vrm
{"file":"one.vrm","output":"new.vrm","changed":true,"findings":[]}
$ vrm normalize zero.vrm -o same.vrm && cmp zero.vrm same.vrm
zero.vrm: written as it is
  info: The avatar is normalized already; nothing was changed. [NORMALIZE_ALREADY]
$ vrm normalize --json zero.vrm -o same.vrm
{"file":"zero.vrm","output":"same.vrm","changed":false,"findings":[{"code":"NORMALIZE_ALREADY","severity":"info","pointer":"","message":"The avatar is normalized already; nothing was changed."}]}
# Only scales, or all but the axes of what is rigged.
$ vrm normalize --scale-only one.vrm -o scales.vrm
one.vrm: normalized
$ vrm normalize -q --keep-axes one.vrm -o axes.vrm && vrm validate --severity warning axes.vrm
axes.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
# A constraint whose axis would be none keeps its node's rotation, and that is told.
$ echo 'set /nodes/80/rotation [0.2,0.4,0.4,0.8]' > turn.txt; vrm_scene 1.0 turned.vrm --edit turn.txt; vrm normalize turned.vrm -o kept.vrm
turned.vrm: written as it is
  warning: The avatar was saved in another pose than the one in which this skin was bound. Nothing moves, but the difference stays in the bind matrices, which VRM 0.x wants without rotation and scale. Apply the pose as the rest pose in the modelling program, or export in the pose that was bound. [NORMALIZE_OTHER_POSE] at /skins/0
  info: This node keeps a rotation, because a constraint, a camera or an extension depends on its axes. [NORMALIZE_AXES_KEPT] at /nodes/80
  info: The nodes have no rotation or scale left to bake, and the pose that the bind matrices hold cannot be; nothing was changed. [NORMALIZE_ALREADY]
# Through pipes, and in place only when asked.
$ vrm normalize - -o - < one.vrm 2>told.txt | cmp - new.vrm && head -n 1 told.txt
-: normalized
$ cp one.vrm here.vrm; vrm normalize -q here.vrm -o here.vrm
! vrm normalize: the output would overwrite the input here.vrm; --in-place is for that
! Try `vrm help normalize`.
? 2
$ vrm normalize -q here.vrm --in-place && cmp here.vrm new.vrm
$ vrm normalize one.vrm
! vrm normalize: say where to write: -o OUT, or --in-place
! Try `vrm help normalize`.
? 2
$ vrm normalize -q - --in-place < one.vrm
! vrm normalize: standard input has no place
! Try `vrm help normalize`.
? 2
# What cannot be normalized is refused and nothing is written.
$ vrm normalize draft.vrm -o no.vrm
! vrm normalize: draft.vrm: the file needs something that is not supported: Files of the 2019 draft are not normalized as they are; migrate the avatar to 1.0 first. [NORMALIZE_DRAFT]
? 1
$ echo '{"asset":{"version":"2.0"}}' > bare.gltf; vrm normalize --json bare.gltf -o no.vrm
{"file":"bare.gltf","error":"the file cannot be used","code":"NORMALIZE_NOT_AN_AVATAR","message":"The file is no VRM avatar, so there is nothing to normalize."}
! vrm normalize: bare.gltf: the file cannot be used: The file is no VRM avatar, so there is nothing to normalize. [NORMALIZE_NOT_AN_AVATAR]
? 1
$ ls no.vrm
! ls: cannot access 'no.vrm': No such file or directory
? 2
# Bound in another pose than saved: told each time, with what stays.
$ printf 'set /nodes/31/rotation [0,0,0.2588190451,0.9659258263]\n' > edit; vrm_scene 1.0 posed.vrm --edit edit
$ vrm migrate --to 0.x posed.vrm -o old.vrm | grep -c NORMALIZE_OTHER_POSE
1
$ vrm normalize old.vrm -o again.vrm | cut -c1-90
old.vrm: written as it is
  warning: The avatar was saved in another pose than the one in which this skin was bound.
  info: The nodes have no rotation or scale left to bake, and the pose that the bind matri
# --keep-axes and --scale-only are alternatives.
$ vrm_scene 1.0 both.vrm; vrm normalize both.vrm --keep-axes --scale-only -o no.vrm
! vrm normalize: --keep-axes and --scale-only exclude each other
! Try `vrm help normalize`.
? 2
# -q silences text; --json still prints.
$ vrm normalize -q --json both.vrm -o quiet.vrm | cut -c 1-40; vrm help normalize | grep quiet
{"file":"both.vrm","output":"quiet.vrm",
  -q, --quiet         Suppress text output; --json still prints.
