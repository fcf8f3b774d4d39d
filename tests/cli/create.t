# A figure without VRM becomes an avatar. R-580, R-586
$ vrm_scene hero hero.vrm && vrm bake -q hero.vrm -o figure.glb && vrm create figure.glb -o new.vrm --title Nova --author Ada --author Ben | head -n 3
figure.glb: VRM 1.0, 1.51 m high, 55 bones, 13 expressions, gaze: yes
  hips: Hips (#1), by name
  spine: Spine (#2), by name
$ vrm validate --severity warning new.vrm
new.vrm: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
$ vrm meta new.vrm | head -n 3
new.vrm
  name             Nova
  authors          Ada
# Nothing else changes: a figure in the T-pose keeps its nodes and meshes. R-759
$ vrm diff figure.glb new.vrm | grep -v '^  +'
figure.glb and new.vrm: 71 differences
meta
humanoid
    and 35 more; --all lists them
expressions
lookAt
firstPerson
    firstPersonBone: none -> Head
counts
    humanBones: 0 -> 55
    expressions: 0 -> 13
# The input stays as it is; in place it is replaced.
$ cp figure.glb same.glb && vrm create -q --title Nova --author Ada --author Ben - -o - < figure.glb | cmp - new.vrm; cmp figure.glb same.glb
$ vrm create -q --title Nova --author Ada --author Ben same.glb --in-place && cmp same.glb new.vrm
# --dry-run writes nothing.
$ vrm create --dry-run figure.glb | head -n 1; ls *.vrm
figure.glb: VRM 1.0, 1.51 m high, 55 bones, 13 expressions, gaze: yes, not written
hero.vrm
new.vrm
$ vrm create --dry-run --json figure.glb | tr '{' '\n' | grep '"bone":"head"'
"bone":"head","node":6,"name":"Head","by":"name","confidence":0.9},
# 0.x on request, with permissions and a thumbnail.
$ echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg== | base64 -d > face.png
$ vrm create -q figure.glb -o old.vrm --to 0.x --set commercialUsage=corporation --thumbnail face.png && vrm meta old.vrm | grep -E 'used by|for profit|thumbnail'
  thumbnail        image 13
  may be used by   only the author
  for profit       yes, for persons
$ vrm info old.vrm | head -n 1
old.vrm: VRM 0.x, written by libvrm 0.2.0-dev, 100916 bytes JSON, 1701552 bytes binary
# A bone that is taken away is missing, and is named.
$ vrm create figure.glb -o no.vrm --bone head=none
! vrm create: figure.glb: the file cannot be used: Not found: head. Say which nodes they are: --bone NAME=NODE for each. [CREATE_BONES_MISSING]
? 1
$ vrm create -q figure.glb -o chosen.vrm --force --bone head=Head --bone leftEye=#8 --bone jaw=none && vrm info chosen.vrm | head -n 1
chosen.vrm: VRM 1.0, written by libvrm scenes, 90876 bytes JSON, 1701480 bytes binary
# Bones by shape alone.
$ vrm create --dry-run --by-shape figure.glb | grep -E 'head:|leftHand:'
  head: Head (#6), by shape, 80 % sure
  leftHand: LeftHand (#24), by shape, 80 % sure
$ vrm create figure.glb -o no.vrm --bone jaw=none --turn jaw=5,0,0
! vrm create: figure.glb: --turn jaw: the avatar has no such bone
? 1
# The T-pose is corrected: the arm and what hangs on it. R-651
$ vrm create -q figure.glb -o straight.vrm && vrm create -q figure.glb -o turned.vrm --turn leftUpperArm=0,0,20 --turn leftHand=-5,0,0 && vrm diff straight.vrm turned.vrm | grep -E ' (leftLowerArm|leftHand|right.*|head): rest'; rm straight.vrm turned.vrm
    leftLowerArm: rest: 0.178 0 0 -> 0.167265 0.06088 0
    leftHand: rest: 0.168 0 0.002 -> 0.157868 0.057459 0.002
$ vrm create figure.glb -o no.vrm --turn leftUpperArm=0,0
! vrm create: --turn leftUpperArm=0,0: write BONE=X,Y,Z with a bone of VRM 1.0 and degrees from -360 to 360, such as leftUpperArm=0,0,10
! Try `vrm help create`.
? 2
$ vrm create figure.glb -o no.vrm --turn snout=0,0,nan
! vrm create: --turn snout=0,0,nan: write BONE=X,Y,Z with a bone of VRM 1.0 and degrees from -360 to 360, such as leftUpperArm=0,0,10
! Try `vrm help create`.
? 2
$ vrm create figure.glb -o no.vrm --turn head=1,0,0 --turn head=2,0,0
! vrm create: --turn head is given twice
! Try `vrm help create`.
? 2
# With toon shading: the materials of the figure that are not MToon. R-677
$ vrm_scene 1.0 simple.vrm && vrm bake -q simple.vrm -o simple.glb && vrm create simple.glb -o toon.vrm --mtoon | head -n 1
simple.glb: VRM 1.0, 1.65 m high, 55 bones, 9 expressions, gaze: yes, 3 materials with MToon
$ vrm create --mtoon --dry-run --json simple.glb | grep -o '"mtoon":[0-9]*'
"mtoon":3
# With springs: the bytes of both commands. R-661
$ vrm create -q figure.glb -o still.vrm && vrm springs -q --propose still.vrm -o sways.vrm && vrm create --springs figure.glb -o both.vrm | head -n 1 && cmp sways.vrm both.vrm
figure.glb: VRM 1.0, 1.51 m high, 55 bones, 13 expressions, gaze: yes, 25 springs, 13 colliders
$ vrm create --springs --dry-run --json figure.glb | tr '{' '\n' | grep -o '"springs":25,"colliders":13'
"springs":25,"colliders":13
$ vrm create -q --springs --to 0.x figure.glb -o oldsways.vrm && vrm springs oldsways.vrm | grep -o '25 springs'
25 springs
# What is wrong with the figure is reported once.
$ python3 -c "
> import json, struct
> data = open('figure.glb', 'rb').read()
> size = struct.unpack_from('<I', data, 12)[0]
> document = json.loads(data[20:20 + size])
> document['nodes'][5]['rotation'] = [0, 0, 0, 2]
> text = json.dumps(document).encode()
> text += b' ' * (-len(text) % 4)
> data = struct.pack('<I', len(text)) + b'JSON' + text + data[20 + size:]
> open('long.glb', 'wb').write(struct.pack('<III', 0x46546C67, 2, 12 + len(data)) + data)"
$ vrm create --springs --dry-run long.glb | grep -v ': .*, by name$'
long.glb: VRM 1.0, 1.51 m high, 55 bones, 13 expressions, gaze: yes, 25 springs, 13 colliders, not written
  error: A rotation must be a quaternion of length 1. Normalize it. [ROTATION_NON_UNIT] at /nodes/5/rotation
$ rm long.glb
# The second command makes it fit a platform.
$ vrm optimize -q both.vrm --for vrchat-pc-poor -o small.vrm && vrm validate --severity warning --policy vrchat-pc-poor small.vrm
small.vrm: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
# Several figures, or a folder of them, become avatars of their names. R-664
$ mkdir many && cp figure.glb many/one.glb && cp figure.glb many/two.glb && vrm create -q many/one.glb many/two.glb -o files/ && vrm create -q many -o folder/ && ls files/* folder/*
files/one.vrm
files/two.vrm
folder/one.vrm
folder/two.vrm
$ rm -r many files folder
# What cannot be an avatar.
$ vrm create hero.vrm -o no.vrm
! vrm create: hero.vrm: the file cannot be used: The file is an avatar already. Change it with vrm meta, vrm springs and vrm migrate. [CREATE_ALREADY]
? 1
$ echo '{"asset":{"version":"2.0"}}' > chair.gltf; vrm create chair.gltf -o no.vrm
! vrm create: chair.gltf: the file cannot be used: No human figure was found. Found: nothing. Not found: hips, spine, head, leftUpperLeg, leftLowerLeg, leftFoot, rightUpperLeg, rightLowerLeg, rightFoot, leftUpperArm, leftLowerArm, leftHand, rightUpperArm, rightLowerArm, rightHand. [CREATE_NO_FIGURE]
? 1
# The meshes are in a side file that is missing. R-707
$ python3 -c "
> import json, struct
> data = open('figure.glb', 'rb').read()
> size = struct.unpack_from('<I', data, 12)[0]
> document = json.loads(data[20:20 + size])
> document['buffers'][0]['uri'] = 'lost.bin'
> json.dump(document, open('lost.gltf', 'w'))"
$ vrm create lost.gltf -o no.vrm
! vrm create: lost.gltf: the file cannot be used: The data of this buffer or picture is not at hand. Put the side file in its place. [CREATE_DATA_MISSING]
? 1
$ : > empty.glb; vrm create empty.glb -o no.vrm
! vrm create: empty.glb: not a glTF file, or cut short: The file is empty. [GLB_UNEXPECTED_END_OF_HEADER]
? 1
$ vrm create missing.glb -o no.vrm
! vrm create: missing.glb: No such file or directory
? 3
# Wrong options.
$ vrm create figure.glb --bone head=Nothing -o no.vrm
! vrm create: figure.glb: --bone head=Nothing: no node has this name or number
? 1
$ vrm create figure.glb --bone 'head=%s%n%d' -o no.vrm
! vrm create: figure.glb: --bone head=%s%n%d: no node has this name or number
? 1
$ vrm create figure.glb --bone snout=Head -o no.vrm
! vrm create: --bone snout=Head: write BONE=NODE with a bone of VRM 1.0, such as head=Head or leftUpperArm=#12
! Try `vrm help create`.
? 2
$ vrm create figure.glb --bone head=Head --bone neck=Head -o no.vrm
! vrm create: figure.glb: --bone: one node is given for two bones
? 1
$ vrm create figure.glb --bone head=Hips --bone hips=Head -o no.vrm
! vrm create: figure.glb: the file cannot be used: No human figure was found. Found: hips, head. Not found: spine, leftUpperLeg, leftLowerLeg, leftFoot, rightUpperLeg, rightLowerLeg, rightFoot, leftUpperArm, leftLowerArm, leftHand, rightUpperArm, rightLowerArm, rightHand. [CREATE_NO_FIGURE]
? 1
$ vrm create figure.glb --metres 0 -o no.vrm
! vrm create: --metres must be a number from 1e-6 to 1e6: metres in one unit of FILE
! Try `vrm help create`.
? 2
# An option of its own and --set for the same field, under any of its names.
$ vrm create figure.glb -o no.vrm --title Nova --set title=Vera
! vrm create: --title and --set name exclude each other
! Try `vrm help create`.
? 2
$ vrm create figure.glb -o no.vrm --author Ada --set Authors=Ben
! vrm create: --author and --set authors exclude each other
! Try `vrm help create`.
? 2
$ vrm create figure.glb -o no.vrm --licence https://example.org/ --set otherLicenseUrl=
! vrm create: --licence and --set otherLicenseUrl exclude each other
! Try `vrm help create`.
? 2
$ vrm create figure.glb
! vrm create: say where to write: -o OUT, or --in-place; --dry-run writes nothing
! Try `vrm help create`.
? 2
$ ls
both.vrm
chair.gltf
chosen.vrm
empty.glb
face.png
figure.glb
hero.vrm
lost.gltf
new.vrm
old.vrm
oldsways.vrm
same.glb
simple.glb
simple.vrm
small.vrm
still.vrm
sways.vrm
toon.vrm
