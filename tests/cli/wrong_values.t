# Values that an option cannot take are refused before anything is read, with what it takes.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma
$ r() { vrm render one.vrm -o a.png "$@" 2>&1 | head -1; }
> for v in 0 151 x nan 30x; do r --fov $v; done
> for v in 1,2 1,2,x 1,2,3,4 1e7,0,0 ''; do r --eye "$v" --target 0,1,0; r --eye 0,1,3 --target "$v"; done
> r --eye 0,1,3; r --eye 0,1,3 --target 0,1,0 --camera face; r --eye 0,1,3 --target 0,1,0 --orbit 30
> for v in x 1,2,3 1e9 1,; do r --orbit "$v"; done
> for v in 0x0 x10 10x 10x10x 99999x10 10x99999 -1x5 5x-1; do r --size $v; done
> for v in '#12345' '#gggggg' 123456 '#1234567' red; do r --background "$v"; r --light "$v"; done
> for v in 0,0,0 1,1 '1,1,1/red' '1,1,1/#12' '1,1,1/' "$(printf '%0200d' 0),1,1"; do r --light "$v"; done | cut -c 1-100
> for v in 0 17 x; do r --samples $v; done
> for v in -1 x 100001; do r --time $v; done
> for v in camera,1 1,2 x; do r --look-at $v; done
> r --first-person --third-person; r --backend cairo; r --pose sit; r --debug bones,all; r --camera knee
> for v in -1 61 x; do r --settle $v; done
> for v in -1 102 x; do r --quality $v; done
> r --fps 30; r --seconds 2; r --turn 90
vrm render: --fov 0: degrees from bottom to top, 1 to 150
vrm render: --fov 151: degrees from bottom to top, 1 to 150
vrm render: --fov x: degrees from bottom to top, 1 to 150
vrm render: --fov nan: degrees from bottom to top, 1 to 150
vrm render: --fov 30x: degrees from bottom to top, 1 to 150
vrm render: --eye 1,2: x,y,z in metres
vrm render: --target 1,2: x,y,z in metres
vrm render: --eye 1,2,x: x,y,z in metres
vrm render: --target 1,2,x: x,y,z in metres
vrm render: --eye 1,2,3,4: x,y,z in metres
vrm render: --target 1,2,3,4: x,y,z in metres
vrm render: --eye 1e7,0,0: x,y,z in metres
vrm render: --target 1e7,0,0: x,y,z in metres
vrm render: --eye : x,y,z in metres
vrm render: --target : x,y,z in metres
vrm render: --eye and --target go together
vrm render: --eye excludes --camera and --orbit
vrm render: --eye excludes --camera and --orbit
vrm render: --orbit x: degrees around and up, as 30,10
vrm render: --orbit 1,2,3: degrees around and up, as 30,10
vrm render: --orbit 1e9: degrees around and up, as 30,10
vrm render: --orbit 1,: degrees around and up, as 30,10
vrm render: --size 0x0: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size x10: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size 10x: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size 10x10x: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size 99999x10: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size 10x99999: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size -1x5: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --size 5x-1: WIDTHxHEIGHT in pixels, up to 8192x8192
vrm render: --background #12345: transparent, #rrggbb or #rrggbbaa
vrm render: --light #12345: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --background #gggggg: transparent, #rrggbb or #rrggbbaa
vrm render: --light #gggggg: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --background 123456: transparent, #rrggbb or #rrggbbaa
vrm render: --light 123456: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --background #1234567: transparent, #rrggbb or #rrggbbaa
vrm render: --light #1234567: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --background red: transparent, #rrggbb or #rrggbbaa
vrm render: --light red: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --light 0,0,0: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --light 1,1: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --light 1,1,1/red: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --light 1,1,1/#12: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --light 1,1,1/: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
vrm render: --light 00000000000000000000000000000000000000000000000000000000000000000000000000000000
vrm render: --samples 0: 1 to 16
vrm render: --samples 17: 1 to 16
vrm render: --samples x: 1 to 16
vrm render: --time -1: seconds
vrm render: --time x: seconds
vrm render: --time 100001: seconds
vrm render: --look-at camera,1: camera, or x,y,z in metres
vrm render: --look-at 1,2: camera, or x,y,z in metres
vrm render: --look-at x: camera, or x,y,z in metres
vrm render: --first-person and --third-person exclude each other
vrm render: --backend is egl or null, not cairo
vrm render: --pose is idle, rest, t or a, not sit
vrm render: --debug bones,all: a list of bones, springs, colliders, normals, first-person
vrm render: --camera is full, bust, face or first-person, not knee
vrm render: --settle -1: seconds, 0 to 60
vrm render: --settle 61: seconds, 0 to 60
vrm render: --settle x: seconds, 0 to 60
vrm render: --quality -1: 0 to 100, or 101: lossless
vrm render: --quality 102: 0 to 100, or 101: lossless
vrm render: --quality x: 0 to 100, or 101: lossless
vrm render: --fps, --seconds and --turn go with --animate, --raw or --frames
vrm render: --fps, --seconds and --turn go with --animate, --raw or --frames
vrm render: --fps, --seconds and --turn go with --animate, --raw or --frames
$ a() { vrm render one.vrm "$@" 2>&1 | head -1; }
> a --animate a.webp --seconds 0; a --animate a.webp --seconds 3601; a --animate a.webp --turn x; a --animate a.webp --fps 0
> a --animate a.webp --fps 1000 --seconds 3600; a --animate a.webp --frames 3; a --animate a.webp -o b.png
> a --frames 0 -o a%d.png; a --frames 100001 -o a%d.png; a --frames x -o a%d.png; a --frames 2 --seconds 2 -o a%d.png
> a --thumbnail --frames 2 -o b.vrm; a --thumbnail --animate a.webp; a -o a.tga; a --animate a.jpg
> a --frames 2 -o a.png; a --frames 2 -o a%s.png; a --frames 2 -o a%d%d.png
> a --expression happy=2 -o a.png; a --expression happy=x -o a.png; a --expression =1 -o a.png
vrm render: --seconds 0: more than 0, up to 3600
vrm render: --seconds 3601: more than 0, up to 3600
vrm render: --turn x: degrees
vrm render: --fps 0: 1 to 240, for GIF to 50
vrm render: --fps 1000: 1 to 240, for GIF to 50
vrm render: --animate names the output: no -o, --frames or --thumbnail
vrm render: --animate names the output: no -o, --frames or --thumbnail
vrm render: --frames 0: 1 to 100000
vrm render: --frames 100001: 1 to 100000
vrm render: --frames x: 1 to 100000
vrm render: --frames says how many: no --seconds
vrm render: --thumbnail is one picture: no --frames
vrm render: --animate names the output: no -o, --frames or --thumbnail
vrm render: -o a.tga: a picture is written as .png or .webp; --animate makes a .gif, and --thumbnail goes into an avatar
vrm render: --animate a.jpg: a name that ends in .mp4, .webm, .webp, .png, .apng or .gif, or a folder
vrm render: --frames needs a number in OUT, as frame%04d.png
vrm render: --frames needs a number in OUT, as frame%04d.png
vrm render: --frames needs a number in OUT, as frame%04d.png
vrm render: --expression happy=2: NAME=WEIGHT with a weight of 0 to 1, or NAME
vrm render: --expression happy=x: NAME=WEIGHT with a weight of 0 to 1, or NAME
vrm render: --expression =1: NAME=WEIGHT with a weight of 0 to 1, or NAME
$ ls *.png *.webp b.vrm 2>/dev/null
? 2
# crowd
$ c() { vrm crowd one.vrm "$@" 2>&1 | head -1; }
> for v in 0 -1 x 99999999999; do c --count $v; done
> for v in 0 x 10001 nan; do c --fps $v; done
> for v in -1 x 1e9; do c --seconds $v; done
> for v in 0x1 1x x 1x1x 1x99999; do c --render a.png --size $v; done
> c --render a.png --animate b.webp; c --size 10x10; c --draw 3; c --render a.png --draw 0; c --render a.tga; c --render a.png --seconds 0; c --animate a.gif --fps 60; c --animate a.webp --fps 300; c --render 'a%05d.png' --fps 1000 --seconds 3600
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --fps must be a number from 1 to 1000
vrm crowd: --fps must be a number from 1 to 1000
vrm crowd: --fps must be a number from 1 to 1000
vrm crowd: --fps must be a number from 1 to 1000
vrm crowd: --seconds must be a number from 0 to 3600
vrm crowd: --seconds must be a number from 0 to 3600
vrm crowd: --seconds must be a number from 0 to 3600
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --render and --animate exclude each other
vrm crowd: --size and --draw go with --render or --animate
vrm crowd: --size and --draw go with --render or --animate
vrm crowd: --draw must be a whole number from 1 to 2147483647
vrm crowd: --render a.tga: a picture is written as .png or .webp
vrm crowd: --seconds is too short for a picture: no frame is run
vrm crowd: --fps of a film is at most 240, of a GIF 50
vrm crowd: --fps of a film is at most 240, of a GIF 50
vrm crowd: more than 100000 images
# A map of joints names joints and bones, each on a line.
$ printf 'HIERARCHY\nROOT Mid\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT Up one\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.033\n0 90 0 0 0 0 0 0 0\n' > m.bvh
> m() { printf "$1" > map; vrm convert-motion m.bvh --map map -o m.vrma 2>&1 | head -2; rm -f m.vrma; }
> m 'Mid=hips\n'; m 'Mid\n'; m 'Mid=tail\n'; m 'Other=hips\n'; m '\n# nothing\n\tMid = hips \r\nUp one=spine'; m '=hips\n'; m 'Mid=\n'; rm map; vrm convert-motion m.bvh --map map -o m.vrma
m.bvh: BVH, 1 frame, 0 s; 2 channels, 2 of 2 keys kept
  info: Joints that were not recognised as bones (1): Up one. Those between bones move what hangs on them, the others are left out. A mapping can name them. [MOTION_JOINTS_UNNAMED]
vrm convert-motion: map: line 1: there is no =: a line is JOINT = BONE
vrm convert-motion: map: line 1: "tail" is neither a bone nor an expression: write JOINT = BONE, such as leftUpperArm or -, or MORPH = EXPRESSION, such as happy
vrm convert-motion: map: The motion has no joint "Other"
vrm convert-motion: m.bvh: the file cannot be used: No hips were recognised among the joints (2: Mid, Up one); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
m.bvh: BVH, 1 frame, 0 s; 3 channels, 3 of 3 keys kept
  warning: No joint was recognised as head; it stays still. A mapping can name it. [MOTION_BONES_MISSING]
vrm convert-motion: map: line 1: no name stands before the =
vrm convert-motion: map: line 1: "" is neither a bone nor an expression: write JOINT = BONE, such as leftUpperArm or -, or MORPH = EXPRESSION, such as happy
! vrm convert-motion: map: No such file or directory
? 3
# A policy has known members, each once, of its type.
$ p() { printf "$1" > p.json; vrm validate -q --policy p.json one.vrm 2>&1 | head -1; }
> p '[]'; p '{}'; p '{"policy":2}'; p '{"policy":"1"}'; p '{"policy":1,"policy":1}'; p '{"policy":1,"x":1}'; p '{"policy":1,'
> p '{"policy":1,"limits":[]}'; p '{"policy":1,"limits":{"nodes":-1}}'; p '{"policy":1,"limits":{"nodes":1.5}}'; p '{"policy":1,"limits":{"nodes":"1"}}'
> p '{"policy":1,"limits":{"node":1}}'; p '{"policy":1,"limits":{"nodes":1,"nodes":2}}'; p '{"policy":1,"limits":{"nodes":{}}}'; p '{"policy":1,"limits":{"nodes":{"max":5,"max":6}}}'
> p '{"policy":1,"limits":{"nodes":{"max":5,"severity":"bad"}}}'; p '{"policy":1,"limits":{"nodes":{"max":5,"severity":7}}}'; p '{"policy":1,"limits":{"nodes":{"maxi":5}}}'
> p '{"policy":1,"limits":{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":5}}'
> p '{"policy":1,"licence":5}'; p '{"policy":1,"name":5}'
vrm validate: p.json: a policy is a JSON object
vrm validate: p.json: this is no policy: "policy": 1 is missing
vrm validate: p.json: /policy: this vrm knows version 1 alone
vrm validate: p.json: /policy: this vrm knows version 1 alone
vrm validate: p.json: /policy: stated twice
vrm validate: p.json: /x: unknown member: it is one of policy, name, note, severity, limits, dialects, licence, imageFormats, refusedExtensions, optimize
vrm validate: p.json: the JSON text has a syntax error: Line 1, column 13: expected a key in double quotes, found the end. [INVALID_JSON]
vrm validate: p.json: /limits: an object is expected
vrm validate: p.json: /limits/nodes: a whole number, 0 or more, is expected
vrm validate: p.json: /limits/nodes: a whole number, 0 or more, is expected
vrm validate: p.json: /limits/nodes: a whole number, 0 or more, is expected
vrm validate: p.json: /limits/node: unknown limit; did you mean nodes?
vrm validate: p.json: /limits/nodes: stated twice
vrm validate: p.json: /limits/nodes: there is no max
vrm validate: p.json: /limits/nodes/max: stated twice
vrm validate: p.json: /limits/nodes/severity: unknown value: it is one of error, warning, info, hint
vrm validate: p.json: /limits/nodes/severity: a word is expected
vrm validate: p.json: /limits/nodes/maxi: unknown member; did you mean max?
vrm validate: p.json: /limits/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: unknown member
vrm validate: p.json: /licence: an object is expected
vrm validate: p.json: /name: a name is a string
