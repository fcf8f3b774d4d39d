# The springs of a file are listed.
$ vrm_scene 1.0 one.vrm && vrm springs one.vrm | tail -n 1
  6 springs, 9 colliders
# They are kept, and what they move is not proposed, unless they are to be replaced.
$ vrm springs --propose one.vrm
one.vrm
  + hair Hairpin: 1 joint on head, by name, with an added tail
  1 of 1 chain taken; 7 springs and 9 colliders in all
$ vrm springs --propose --replace one.vrm
one.vrm
  + hair Hair1_1: 4 joints on head, by name, with an added tail
  + hair Hair2_1: 4 joints on head, by name, with an added tail
  + hair Hair3_1: 4 joints on head, by name, with an added tail
  + hair Hairpin: 1 joint on head, by name, with an added tail
  + skirt Skirt1_1: 4 joints on hips, by name, with an added tail
  + skirt Skirt2_1: 4 joints on hips, by name, with an added tail
  + skirt Skirt3_1: 4 joints on hips, by name, with an added tail
  7 of 7 chains taken; 7 springs and 11 colliders in all
# What is taken is written; the input stays as it is.
$ cp one.vrm same.vrm && vrm springs --propose --replace one.vrm -o new.vrm | tail -n 1 && cmp one.vrm same.vrm
  7 of 7 chains taken; 7 springs and 11 colliders written
$ vrm validate --severity warning new.vrm
new.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
# Nothing else changes: the nodes are the added tails. R-759
$ vrm diff --all one.vrm new.vrm | sed -n -e '/^[a-z]/p' -e '/^nodes/,/^counts/{/^  /p}'
one.vrm and new.vrm: 65 differences
springs
colliders
nodes
  + Hair1_4_end
  + Hair2_4_end
  + Hair3_4_end
  + Hairpin_end
  + Skirt1_4_end
  + Skirt2_4_end
  + Skirt3_4_end
counts
$ vrm springs new.vrm | tail -n 1
  7 springs, 11 colliders
$ vrm springs -q --propose --replace - -o - < one.vrm | cmp - new.vrm
# Chains by name or kind: left out, renamed, moving otherwise; nothing else.
$ vrm springs --propose --replace --without hair --with Hair2_1 --feel skirt=heavy --feel Skirt2_1=stiff --kind Skirt3_1=tail --no-colliders one.vrm
one.vrm
  - hair Hair1_1: 4 joints on head, by name, with an added tail
  + hair Hair2_1: 4 joints on head, by name, with an added tail
  - hair Hair3_1: 4 joints on head, by name, with an added tail
  - hair Hairpin: 1 joint on head, by name, with an added tail
  + skirt Skirt1_1: 4 joints on hips, by name, heavy, with an added tail
  + skirt Skirt2_1: 4 joints on hips, by name, stiff, with an added tail
  + tail Skirt3_1: 4 joints on hips, by name, with an added tail
  4 of 7 chains taken; 4 springs and 0 colliders in all
$ vrm springs --propose --replace --without Hairpin --json one.vrm | tr '{' '\n' | grep Hairpin
"name":"Hairpin","kind":"hair","feel":"normal","taken":false,"by":"name","bone":"head","nodes":[87],"addsTail":true},
# Parts of human ears, which rigs of faces have beside each other, do not sway; four short ears do. R-761
$ for n in 56 57 58; do printf "remove /nodes/$n/children\\ninsert /nodes/6/children/- $((n + 1))\\n"; done >edits; for n in 56 57 58 59; do echo "set /nodes/$n/name \"Ear.$n\""; done >>edits; vrm_scene 1.0 four.vrm --edit edits && vrm springs --propose --replace four.vrm | grep -c '  + ear'; echo 'set /nodes/87/name "Ear.87"' >>edits; vrm_scene 1.0 five.vrm --edit edits && vrm springs --propose --replace five.vrm | grep -c '  - ear'
4
5
# Bad input.
$ vrm springs one.vrm -o no.vrm
! vrm springs: this command line needs --propose
! Try `vrm help springs`.
? 2
$ vrm springs --propose --feel hair=wet one.vrm
! vrm springs: --feel hair=wet: write FEEL or NAME=FEEL; FEEL is normal, light, heavy or stiff
! Try `vrm help springs`.
? 2
$ vrm springs --propose --kind horn one.vrm
! vrm springs: --kind horn: write NAME=KIND; KIND is hair, ear, tail, skirt, sleeve, ribbon, breast or accessory
! Try `vrm help springs`.
? 2
$ vrm springs --propose --kind hair one.vrm
! vrm springs: --kind hair: write NAME=KIND; KIND is hair, ear, tail, skirt, sleeve, ribbon, breast or accessory
! Try `vrm help springs`.
? 2
$ vrm springs --propose --center Nowhere one.vrm
! vrm springs: one.vrm: --center Nowhere: no node has this name or number
? 1
$ vrm springs --propose --center '#9999' one.vrm
! vrm springs: one.vrm: --center #9999: no node has this name or number
? 1
# A center is set for the chains below it alone.
$ vrm_scene hero hero.vrm && vrm springs -q --propose --replace --center Head hero.vrm -o centers.vrm && vrm validate centers.vrm | grep CENTER; python3 -c "
> import json, struct
> data = open('centers.vrm', 'rb').read()
> springs = json.loads(data[20:20 + struct.unpack_from('<I', data, 12)[0]])['extensions']['VRMC_springBone']['springs']
> print(sum('center' in spring for spring in springs), 'of', len(springs))"
13 of 23
$ vrm springs --json --propose --without Frnt one.vrm
{"file":"one.vrm","error":"the file cannot be used","message":"--without Frnt: no chain has this name, and no kind"}
! vrm springs: one.vrm: --without Frnt: no chain has this name, and no kind
? 1
$ vrm springs --propose --without Frnt one.vrm
! vrm springs: one.vrm: --without Frnt: no chain has this name, and no kind
? 1
$ vrm springs --propose --without '%s%n%d' one.vrm
! vrm springs: one.vrm: --without %s%n%d: no chain has this name, and no kind
? 1
$ vrm springs --propose --feel Frnt=heavy one.vrm
! vrm springs: one.vrm: --feel Frnt=heavy: no chain has this name, and no kind
? 1
$ vrm springs -q --propose --replace --center '#1' --without tail --kind Hairpin=accessory one.vrm
$ vrm_scene 0.x old.vrm && vrm springs -q --propose old.vrm -o no.vrm
! vrm springs: old.vrm: not VRM 1.0: run vrm migrate first
? 1
$ echo '{"asset":{"version":"2.0"}}' > chair.gltf; vrm springs --propose chair.gltf
! vrm springs: chair.gltf: not a VRM avatar: run vrm create first
? 1
$ vrm springs --json chair.gltf
{"file":"chair.gltf","error":"the file cannot be used","message":"not a VRM avatar: run vrm create first"}
! vrm springs: chair.gltf: not a VRM avatar: run vrm create first
? 1
