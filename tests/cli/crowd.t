# A crowd on the CPU says what it did; the same crowd has the same bits again.
$ vrm_scene 1.0 a.vrm
$ vrm_scene 0.x b.vrm
$ vrm_scene clip c.vrma
$ vrm crowd a.vrm b.vrm --count 6 --animation c.vrma --seconds 0.5 --json >first.json
$ grep -o '"avatars":6,"frames":30' first.json
"avatars":6,"frames":30
$ vrm crowd a.vrm b.vrm -n 6 --animation c.vrma --seconds 0.5 --json | grep -o '"hash":"[0-9a-f]*"' >second
$ grep -o '"hash":"[0-9a-f]*"' first.json | cmp - second
$ vrm crowd -q a.vrm --count 3 --seconds 0.1
$ vrm crowd -q a.vrm --count 3 --seconds 0.1 --json | cut -c 1-10; vrm crowd -q --devices
{"device":

# Avatars without springs have no cost of a spring joint.
$ vrm_scene 1.0 still.vrm --chains 0
$ vrm crowd still.vrm --seconds 0.1 | grep -o 'no spring joints\|ns per spring joint'
no spring joints
$ vrm crowd a.vrm --seconds 0.1 | grep -o 'no spring joints\|ns per spring joint'
ns per spring joint
$ vrm crowd still.vrm --seconds 0.1 --json | grep -c nanosecondsPerPair; rm still.vrm
0

# Devices are listed, where there are any or not.
$ vrm crowd --devices --json | grep -o '^{"devices":\['
{"devices":[

# What is asked for must make sense.
$ vrm crowd
! vrm crowd: name at least one avatar
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm --count 0
! vrm crowd: --count must be a whole number from 1 to 2147483647
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm --fps 0
! vrm crowd: --fps must be a number from 1 to 1000
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm --size big
! vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm --animation a.vrm 2>/dev/null
? 1
$ vrm crowd missing.vrm 2>/dev/null
? 3
$ vrm crowd a.vrm --count 2 --seconds 0.1 --device no-device-of-that-name 2>/dev/null
? 1

# The sample whose results are hashed has avatars of every FILE, whatever the count.
$ hash_of() { vrm crowd "$@" --seconds 0.1 --json | grep -o '"hash":"[0-9a-f]*"'; }
> test "$(hash_of a.vrm a.vrm -n 31)" != "$(hash_of a.vrm b.vrm -n 31)" && echo differ
> test "$(hash_of a.vrm a.vrm a.vrm -n 46)" != "$(hash_of a.vrm b.vrm a.vrm -n 46)" && echo differ
> many='a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm a.vrm'
> test "$(hash_of $many a.vrm a.vrm -n 17)" != "$(hash_of $many b.vrm a.vrm -n 17)" && echo differ
differ
differ
differ

# A picture is never written over what is read: avatars, their side files, the clip.
$ echo '{"asset":{"version":"2.0"},"images":[{"uri":"cube.png"}]}' > cube.gltf; echo kept > cube.png; ln -s c.vrma o.webp; ln -s b.vrm o.png
$ vrm crowd a.vrm cube.gltf -q -n 2 --seconds 0.1 --render cube.png
! vrm crowd: the output would overwrite the input cube.png
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm -q -n 2 --seconds 0.1 --animation c.vrma --render o.webp
! vrm crowd: the output would overwrite the input c.vrma
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm b.vrm -q -n 2 --seconds 0.1 --render o.png
! vrm crowd: the output would overwrite the input b.vrm
! Try `vrm help crowd`.
? 2
$ head -c 4 cube.png && head -c 4 c.vrma && head -c 4 b.vrm && echo
keptglTFglTF

# The name of the picture says what it is; all FILEs go into one.
$ for name in x.fbx x.jpg x.vrm x.apng pictures/ none/x.png; do vrm crowd a.vrm b.vrm -n 2 --seconds 0.1 --render $name; echo $?; done; ls
2
2
2
2
2
3
a.vrm
b.vrm
c.vrma
cube.gltf
cube.png
first.json
o.png
o.webp
second
! vrm crowd: --render x.fbx: a picture is written as .png or .webp
! Try `vrm help crowd`.
! vrm crowd: --render x.jpg: a picture is written as .png or .webp
! Try `vrm help crowd`.
! vrm crowd: --render x.vrm: a picture is written as .png or .webp
! Try `vrm help crowd`.
! vrm crowd: --render x.apng: a picture is written as .png or .webp
! Try `vrm help crowd`.
! vrm crowd: --render pictures/: one file is written, not a folder
! Try `vrm help crowd`.
! vrm crowd: none/x.png: there is no folder none
$ vrm crowd a.vrm -n 2 --seconds 0.1 --render none/x.png --json 2>/dev/null
{"file":"a.vrm","error":"reading or writing a file failed","message":"No such file or directory"}
? 3

# A folder stands for the avatars in it.
$ mkdir in empty && cp a.vrm b.vrm c.vrma in && vrm crowd in -n 6 --animation c.vrma --seconds 0.5 --json | grep -o '"hash":"[0-9a-f]*"' | cmp - second
$ vrm crowd a.vrm empty --seconds 0.1 -n 2
! vrm crowd: empty: there is no .vrm, .glb or .gltf in this folder; subfolders are not searched
? 1

# Every FILE that fails is named, with --json as an object too, and nothing is run.
$ echo none > bad.vrm; vrm crowd --json bad.vrm a.vrm missing.vrm -n 2 --seconds 0.1
{"file":"bad.vrm","error":"not a glTF file, or cut short","code":"GLB_UNEXPECTED_END_OF_HEADER","message":"The file has only 5 bytes; a GLB header alone has 12."}
{"file":"missing.vrm","error":"reading or writing a file failed","message":"No such file or directory"}
! vrm crowd: bad.vrm: not a glTF file, or cut short: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
! vrm crowd: missing.vrm: No such file or directory
? 3
$ vrm crowd --json a.vrm -n 2 --seconds 0.1 --animation a.vrm
{"file":"a.vrm","error":"the file cannot be used","code":"MOTION_NO_ANIMATION","message":"There is no animation in this file; export it with one."}
! vrm crowd: a.vrm: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
$ vrm crowd --json a.vrm -n 2 --seconds 0.1 --animation missing.vrma 2>/dev/null
{"file":"missing.vrma","error":"reading or writing a file failed","message":"No such file or directory"}
? 3
$ vrm crowd --json a.vrm -n 2 --seconds 0.1 --device no-device-of-that-name 2>/dev/null | grep -o '^{"file":null,"error":'
{"file":null,"error":
$ vrm crowd - --animation - < a.vrm
! vrm crowd: only one of FILEs and CLIP can be standard input
! Try `vrm help crowd`.
? 2

# So is one that a device refuses (a machine without OpenCL shows the text alone).
$ echo 'set /nodes/3/scale [1,2,1]' > edit; vrm_scene 1.0 scaled.vrm --edit edit
$ if vrm crowd --devices --json | grep -q '"name"'; then vrm crowd a.vrm scaled.vrm -n 4 --seconds 0.1 --device gpu --json 2>&1 >refused | cut -c 1-22; grep -o '^{"file":"[^"]*"' refused
> else echo 'vrm crowd: scaled.vrm:'; echo '{"file":"scaled.vrm"'; fi
vrm crowd: scaled.vrm:
{"file":"scaled.vrm"

# -q silences the list of devices too.
$ vrm crowd --devices -q

# Wrong questions are answered by what is wrong: too many avatars, an animation for an avatar, a device that is not there, a run too short.
$ vrm_scene 1.0 few.vrm && vrm_scene clip few.vrma && vrm crowd few.vrm -n 1e3; vrm crowd few.vrma -n 1; vrm crowd few.vrm -n 1 --animation few.vrm
! vrm crowd: --count must be a whole number from 1 to 2147483647
! Try `vrm help crowd`.
! vrm crowd: few.vrma: this is a VRM animation, not an avatar; --animation plays it
! vrm crowd: few.vrm: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
$ vrm crowd few.vrm -n 1 --seconds 0
1 avatar on one core of the CPU: too short to measure; give --seconds more
# Motion capture plays here, too.
$ printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT LeftUpLeg\n{\nOFFSET 9 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -85 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 90 0 0 0 0 0 10 0\n0 90 0 0 0 0 0 20 0\n' > leg.bvh; vrm crowd few.vrm -n 2 --seconds 0.1 --animation leg.bvh | grep -c '2 avatars on one core of the CPU: 6 frames'
1

# A film needs a name that says its format, a rate that the format has, and frames; an input is never overwritten by a numbered frame.
$ for o in '--animate x.jpg' '--animate -' '--animate x.webp --fps 300' '--animate x.gif --fps 60' '--animate x.gif --render x.png' '--draw 0' '--seconds 0 --render x.png' '--seconds 3600 --animate x.gif'; do vrm crowd a.vrm -n 2 $o; done
! vrm crowd: x.jpg: a film's name ends in .webp, .png, .apng or .gif
! Try `vrm help crowd`.
! vrm crowd: -: a film's name ends in .webp, .png, .apng or .gif
! Try `vrm help crowd`.
! vrm crowd: --fps of a film is at most 240, of a GIF 50
! Try `vrm help crowd`.
! vrm crowd: --fps of a film is at most 240, of a GIF 50
! Try `vrm help crowd`.
! vrm crowd: --render and --animate exclude each other
! Try `vrm help crowd`.
! vrm crowd: --draw must be a whole number from 1 to 2147483647
! Try `vrm help crowd`.
! vrm crowd: --seconds is too short for a picture: no frame is run
! Try `vrm help crowd`.
! vrm crowd: more than 100000 images
! Try `vrm help crowd`.
? 2
$ cp a.vrm p2.png; vrm crowd p2.png -n 2 --seconds 0.1 --render 'p%d.png'
! vrm crowd: the output would overwrite the input p2.png
! Try `vrm help crowd`.
? 2

# On a device: a run without frames compares nothing, and too many avatars for it are told apart from too many for the host (a machine without OpenCL shows the text alone).
$ if vrm crowd --devices --json | grep -q '"name"'; then vrm crowd a.vrm -n 2 --seconds 0 --device gpu --json | grep -o '"hash".*' | cut -c 1-8; vrm crowd a.vrm -n 200000000 --seconds 0.1 --device gpu 2>&1 | grep -o 'vrm crowd: --device gpu: .*; a smaller --count needs less' | sed 's/gpu: .*;/gpu: ...;/'
> else echo '"hash":"'; echo 'vrm crowd: --device gpu: ...; a smaller --count needs less'; fi
"hash":"
vrm crowd: --device gpu: ...; a smaller --count needs less

# Every member of the figures and of a device is in docs/reference/cli.md, and the reverse (without a device: what the CPU's figures have).
$ table() { sed -n '/^## `vrm crowd`/,/^## `vrm serve`/p' "$POLICIES/../../docs/reference/cli.md" | sed -n "/^| member of \`$1\`/,/^\$/p" | sed 1,2d | cut -d '|' -f 2 | grep -o '`[^`]*`' | tr -d '`' | sort; }
> members() { grep -o '"[A-Za-z0-9]*":' | tr -d '":' | sort -u; }
> vrm crowd --devices --json >devices.json; if grep -q '"name"' devices.json; then vrm crowd a.vrm -n 2 --seconds 0.1 --device gpu --json | members >figures; members <devices.json >device; table --json | cmp - figures; table '--devices --json' | cmp - device
> else vrm crowd a.vrm -n 2 --seconds 0.1 --json | members >figures; table --json | grep -v sameBitsAsCpu | cmp - figures; fi; [ "$(wc -l <figures)" -ge 9 ] && echo documented
documented

# A driver that is listed but cannot be loaded is none: a file that is no library, one that is missing, an empty name, an empty folder, no folder (a machine without OpenCL shows the text alone). It does not hide the others.
$ mkdir text gone blank no_drivers mixed; echo none > text/none.so; echo "$PWD/text/none.so" > text/x.icd; echo "$PWD/gone/none.so" > gone/x.icd; : > blank/x.icd
> cp text/x.icd mixed; cp "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*.icd mixed 2>/dev/null
> in_folder() { folder=$1; shift; OPENCL_VENDOR_PATH=$PWD/$folder OCL_ICD_VENDORS=$PWD/$folder vrm crowd "$@"; }
> if ls mixed | grep -qv x.icd && grep -q '"name"' devices.json; then for folder in text gone blank no_drivers nowhere; do in_folder $folder a.vrm -n 2 --seconds 0.1 --device gpu --json 2>said | grep -Eo '"file":null|"code":"[^"]*"' | tr '\n' ' '; echo $(wc -l <said) $(in_folder $folder --devices --json); done
> in_folder mixed --devices --json | cmp - devices.json; else for i in 1 2 3 4 5; do echo '"file":null "code":"GPU_NO_DEVICE" 1 {"devices":[]}'; done; fi
"file":null "code":"GPU_NO_DEVICE" 1 {"devices":[]}
"file":null "code":"GPU_NO_DEVICE" 1 {"devices":[]}
"file":null "code":"GPU_NO_DEVICE" 1 {"devices":[]}
"file":null "code":"GPU_NO_DEVICE" 1 {"devices":[]}
"file":null "code":"GPU_NO_DEVICE" 1 {"devices":[]}
