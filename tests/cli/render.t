# Every step but the drawing works without GL: the null backend leaves the picture clear.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene clip wave.vrma
$ vrm render --backend null one.vrm -o one.png && head -c 4 one.png | tail -c 3; echo
~ one.vrm: one.png, 512x512, * triangles
PNG
$ vrm render --backend null -q one.vrm --size 64x32 -o small.png && od -An -tu1 -j16 -N8 small.png
   0   0   0  64   0   0   0  32
$ vrm render --backend null --json one.vrm -o one.png | sed 's/"ms":{[^}]*}/"ms":{}/; s/"triangles":[0-9]*,"drawCalls":[0-9]*,"gpuBytes":[0-9]*/COUNTS/'
{"file":"one.vrm","output":"one.png","format":"png","width":512,"height":512,"frames":1,"isEmpty":false,COUNTS,"renderer":"null","ms":{},"findings":[]}
# Several files go to a folder, each under its own name.
$ vrm render --backend null -q one.vrm zero.vrm -o shots/ && ls shots
one.png
zero.png
# One of them broken: the others are drawn, and the status tells.
$ echo nonsense > broken.vrm; vrm render --backend null -q one.vrm broken.vrm zero.vrm -o more/; ls more
one.png
zero.png
! vrm render: broken.vrm: not a glTF file, or cut short: The file has only 9 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
# A picture on standard output; what is told goes beside it.
$ vrm render --backend null one.vrm -o - | head -c 4 | tail -c 3; echo
PNG
!~ one.vrm: -, 512x512, * triangles
$ vrm render --backend null - -o - < one.vrm 2>/dev/null | head -c 4 | tail -c 3; echo
PNG
# Frames under numbers; an animation in one file, of the format its name says.
$ vrm render --backend null -q one.vrm --size 16 --frames 3 -o 'frame%03d.png' && ls frame*
frame000.png
frame001.png
frame002.png
$ vrm render --backend null -q one.vrm --size 16 --animate one.webp --seconds 0.2 && head -c 4 one.webp; echo
RIFF
$ vrm render --backend null -q one.vrm --size 16 --animate one.gif --seconds 0.2 --fps 10 && head -c 6 one.gif; echo
GIF89a
$ vrm render --backend null one.vrm --size 16 --animate moving.png --seconds 0.5 --fps 10 && grep -c acTL moving.png
~ one.vrm: moving.png, 16x16, 5 frames, * triangles
1
$ vrm render --backend null -q one.vrm --size 16 --animate turn.gif --seconds 0.2 --fps 10 --turn 360 && head -c 6 turn.gif; echo
GIF89a
$ vrm render one.vrm --turn 360 -o x.png
! vrm render: --fps, --seconds and --turn go with --animate, --raw or --frames
! Try `vrm help render`.
? 2
# A clip decides how long it is; any avatar can play it.
$ vrm render --backend null zero.vrm --size 16 --animation wave.vrma --animate wave.webp --fps 10
~ zero.vrm: wave.webp, 16x16, 20 frames, * triangles
$ vrm render --backend null zero.vrm --size 16 --animation wave.vrma --time 1.5 -o wave.png
~ zero.vrm: wave.png, 16x16, * triangles
# The picture goes into the avatar, in any dialect; nothing else of the file changes.
$ vrm render --backend null -q one.vrm --thumbnail --size 32 -o thumb.vrm && vrm validate --severity warning thumb.vrm
thumb.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 1 hint
$ cp zero.vrm own.vrm && vrm render --backend null -q own.vrm --thumbnail --size 32 --in-place && vrm validate --severity error own.vrm
own.vrm: VRM 0.x: 0 errors, 0 warnings, 0 infos, 1 hint
# All that can be said about camera, avatar and light.
$ vrm render --backend null -q one.vrm -o x.png --camera bust --orbit 30,10 --fov 20 --pose a --expression happy=0.5 --expression blink --look-at camera --background '#102030' --light 1,2,3/#ffeedd --samples 2 --debug bones,springs,colliders,normals,first-person --settle 0
$ vrm render --backend null -q one.vrm -o x.png --camera first-person --orbit=-20 --look-at 0,1,2 --pose t
$ vrm render --backend null -q one.vrm -o x.png --eye 0,1,3 --target 0,1,0 --first-person
# An expression that the avatar does not have is named, with those that it has.
$ vrm render --backend null one.vrm --expression grin -o no.png
! vrm render: one.vrm: no expression grin; there are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
? 1
$ ls no.png
! ls: cannot access 'no.png': No such file or directory
? 2
# A file without anything to see makes no picture.
$ vrm render --backend null wave.vrma -o no.png
! vrm render: wave.vrma: this is a VRM animation, not an avatar; --animation plays it
? 1
# Whatever is wrong with the words is told before anything is drawn.
$ vrm render
! vrm render: no FILE
! Try `vrm help render`.
? 2
$ vrm render one.vrm
! vrm render: say where to write: -o OUT.png, or --animate OUT.webp
! Try `vrm help render`.
? 2
$ vrm render one.vrm zero.vrm -o one-for-two.png
! vrm render: several FILEs go to a folder: -o FOLDER/
! Try `vrm help render`.
? 2
$ vrm render one.vrm --size 0x5 -o x.png
! vrm render: --size 0x5: WIDTHxHEIGHT in pixels, up to 8192x8192
! Try `vrm help render`.
? 2
$ vrm render one.vrm --size 9000 -o x.png
! vrm render: --size 9000: WIDTHxHEIGHT in pixels, up to 8192x8192
! Try `vrm help render`.
? 2
$ vrm render one.vrm --camera behind -o x.png
! vrm render: --camera is full, bust, face or first-person, not behind
! Try `vrm help render`.
? 2
$ vrm render one.vrm --orbit 1,95 -o x.png
! vrm render: --orbit 1,95: up is -89 to 89
! Try `vrm help render`.
? 2
$ vrm render one.vrm --pose sit -o x.png
! vrm render: --pose is idle, rest, t or a, not sit
! Try `vrm help render`.
? 2
$ vrm render one.vrm --expression happy=2 -o x.png
! vrm render: --expression happy=2: NAME=WEIGHT with a weight of 0 to 1, or NAME
! Try `vrm help render`.
? 2
$ vrm render one.vrm --background red -o x.png
! vrm render: --background red: transparent, #rrggbb or #rrggbbaa
! Try `vrm help render`.
? 2
$ vrm render one.vrm --light 0,0,0 -o x.png
! vrm render: --light 0,0,0: x,y,z where it comes from, #rrggbb, or both as 1,2,1/#ffeedd
! Try `vrm help render`.
? 2
$ vrm render one.vrm --debug bones,teeth -o x.png
! vrm render: --debug bones,teeth: a list of bones, springs, colliders, normals, first-person
! Try `vrm help render`.
? 2
$ vrm render one.vrm --frames 3 -o x.png
! vrm render: --frames needs a number in OUT, as frame%04d.png
! Try `vrm help render`.
? 2
$ vrm render one.vrm --frames 3 -o 'x%s.png'
! vrm render: --frames needs a number in OUT, as frame%04d.png
! Try `vrm help render`.
? 2
$ vrm render one.vrm --animate x.mov
! vrm render: --animate x.mov: a name that ends in .mp4, .webm, .webp, .png, .apng or .gif, or a folder
! Try `vrm help render`.
? 2
$ vrm render one.vrm --animate x.gif --fps 60
! vrm render: --fps 60: 1 to 240, for GIF to 50
! Try `vrm help render`.
? 2
$ vrm render one.vrm --animate x.webp -o x.png
! vrm render: --animate names the output: no -o, --frames or --thumbnail
! Try `vrm help render`.
? 2
$ vrm render one.vrm --eye 0,1,3 -o x.png
! vrm render: --eye and --target go together
! Try `vrm help render`.
? 2
$ vrm render one.vrm --thumbnail
! vrm render: say where to write: -o OUT, or --in-place
! Try `vrm help render`.
? 2
$ vrm render one.vrm --in-place -o x.png
! vrm render: --in-place goes with --thumbnail; to remove root motion, use --remove-root-motion
! Try `vrm help render`.
? 2
$ cp one.vrm avatar.png; vrm render avatar.png -o avatar.png
! vrm render: the output would overwrite the input avatar.png
! Try `vrm help render`.
? 2
# What cannot be read or written is told, and leaves nothing behind.
$ vrm render --backend null missing.vrm -o x2.png
! vrm render: missing.vrm: No such file or directory
? 3
$ vrm render --backend null one.vrm -o nowhere/x.png
! vrm render: nowhere/x.png: there is no folder nowhere
? 3
$ vrm render --backend null one.vrm --animation missing.vrma -o x2.png
! vrm render: missing.vrma: No such file or directory
? 3
$ ls x2.png nowhere *.part
! ls: cannot access 'x2.png': No such file or directory
! ls: cannot access 'nowhere': No such file or directory
! ls: cannot access '*.part': No such file or directory
? 2
