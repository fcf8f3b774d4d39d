# vrm diff: equal is 0, different 1.
$ vrm_scene 1.0 a.vrm && vrm_scene 1.0 same.vrm && vrm_scene 0.x zero.vrm && vrm_scene clip c.vrma
$ vrm diff a.vrm same.vrm
a.vrm and same.vrm mean the same
$ vrm diff -q a.vrm same.vrm
$ vrm meta a.vrm --set name=Nova --set version=2 -o b.vrm -q && vrm diff a.vrm b.vrm
a.vrm and b.vrm: 2 differences
meta
    name: Sample -> Nova
    version: 1 -> 2
? 1
$ vrm diff -q a.vrm b.vrm
? 1
$ vrm diff --json a.vrm b.vrm | grep -o '"equal".*'
"equal":false,"total":2,"differences":[{"part":"meta","kind":"changed","subject":"","member":"name","before":"Sample","after":"Nova"},{"part":"meta","kind":"changed","subject":"","member":"version","before":"1","after":"2"}]}
$ vrm diff --json a.vrm b.vrm | grep -o '"before":{"file":"a.vrm","dialect":"1.0","counts":{"nodes":[0-9]*'
"before":{"file":"a.vrm","dialect":"1.0","counts":{"nodes":89
$ vrm diff --ignore meta a.vrm b.vrm
a.vrm and b.vrm mean the same
$ cat b.vrm | vrm diff a.vrm - | head -1
a.vrm and -: 2 differences
# One edit of each kind, grouped.
$ printf 'set /nodes/7/translation [0,0.03,0.03]\nset /materials/0/name "Haut"\nremove /extensions/VRMC_vrm/expressions/preset/neutral\nset /extensions/VRMC_vrm/expressions/custom/new {}\n' > edits && vrm_scene 1.0 e.vrm --edit edits && vrm diff a.vrm e.vrm
a.vrm and e.vrm: 4 differences
humanoid
    jaw: rest: 0 0.02 0.03 -> 0 0.03 0.03
expressions
  - neutral
  + new
materials
    Skin: name: Skin -> Haut
? 1
$ vrm diff --tolerance 0.02 --ignore materials --ignore expressions a.vrm e.vrm
a.vrm and e.vrm mean the same
# An old avatar and its migration mean the same.
$ vrm migrate -q zero.vrm -o one.vrm && vrm diff zero.vrm one.vrm
zero.vrm and one.vrm mean the same, VRM 0.x and 1.0 compared as 1.0
# What going down to 0.x loses is shown; a part is cut after 20 lines.
$ vrm migrate -q --to 0.x a.vrm -o down.vrm; vrm diff a.vrm down.vrm | sed -n '1s/[0-9]* diff/N diff/p;/^expressions/,/more/p' | head -5
a.vrm and down.vrm: N differences, VRM 1.0 and 0.x compared as 1.0
expressions
    happy: overrideBlink: blend -> none
    happy: overrideMouth: block -> none
    sad: overrideLookAt: blend -> none
# Clips.
$ vrm diff c.vrma c.vrma
c.vrma and c.vrma mean the same
$ vrm diff a.vrm c.vrma | grep -c .
106
# Pictures are compared by their pixels.
$ vrm optimize -q a.vrm -o packed.vrm && vrm diff a.vrm packed.vrm
a.vrm and packed.vrm mean the same
$ vrm optimize -q --picture-format webp a.vrm -o webp.vrm && grep -c EXT_texture_webp webp.vrm && vrm diff packed.vrm webp.vrm
1
packed.vrm and webp.vrm mean the same
$ vrm optimize -q --max-side 16 a.vrm -o little.vrm && vrm diff a.vrm little.vrm | grep -c 'Texture: .* sha256'
1
# What cannot be compared.
$ vrm diff a.vrm
! vrm diff: name two files: it compares one with the other
! Try `vrm help diff`.
? 2
$ vrm diff a.vrm missing.vrm
! vrm diff: missing.vrm: No such file or directory
? 3
$ echo x > broken.vrm; vrm diff a.vrm broken.vrm
! vrm diff: broken.vrm: not a glTF file, or cut short: The file has only 2 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
? 3
$ vrm diff --json a.vrm broken.vrm 2>/dev/null
{"file":"broken.vrm","error":"not a glTF file, or cut short","code":"GLB_UNEXPECTED_END_OF_HEADER","message":"The file has only 2 bytes; a GLB header alone has 12."}
? 3
$ vrm diff - -
! vrm diff: only one of the two can be standard input
! Try `vrm help diff`.
? 2
$ vrm diff --tolerance x a.vrm b.vrm
! vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
! Try `vrm help diff`.
? 2
$ vrm diff --tolerance=-1 a.vrm b.vrm
! vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
! Try `vrm help diff`.
? 2
$ vrm diff --ignore mesh a.vrm b.vrm
! vrm diff: there is no part mesh; did you mean meshes? There are meta humanoid expressions lookAt firstPerson springs colliders constraints materials meshes nodes animations
! Try `vrm help diff`.
? 2

# Parts that there are not are answered by those that there are.
$ vrm diff a.vrm b.vrm --ignore foo
! vrm diff: there is no part foo; there are meta humanoid expressions lookAt firstPerson springs colliders constraints materials meshes nodes animations
! Try `vrm help diff`.
? 2
$ vrm diff a.vrm b.vrm --ignore spring
! vrm diff: there is no part spring; did you mean springs? There are meta humanoid expressions lookAt firstPerson springs colliders constraints materials meshes nodes animations
! Try `vrm help diff`.
? 2
$ vrm diff a.vrm b.vrm --tolerance nan
! vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
! Try `vrm help diff`.
? 2
