# A film as frames for another program: standard output without -o, and facts beside it.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene clip wave.vrma
$ vrm render --backend null one.vrm --raw y4m --size 16 --seconds 0.2 --fps 10 | sed -n 1p
YUV4MPEG2 W16 H16 F10:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED
!~ one.vrm: -, 16x16, 2 frames of y4m at 10 a second, * triangles
$ vrm render --backend null one.vrm --raw pam --size 16x8 --seconds 0.2 --fps 10 2>/dev/null | head -7
P7
WIDTH 16
HEIGHT 8
DEPTH 4
MAXVAL 255
TUPLTYPE RGB_ALPHA
ENDHDR
$ vrm render -q --backend null one.vrm --raw rgba --size 16x8 --animation wave.vrma --fps 10 | wc -c
10240
$ vrm render --backend null --json one.vrm --raw y4m --size 16 --seconds 0.2 -o one.y4m | cut -d, -f1-6; vrm render -q --backend null one.vrm --raw y4m --size 16 --seconds 0.2 | cmp - one.y4m
{"file":"one.vrm","output":"one.y4m","format":"y4m","width":16,"height":16,"frames":6
# Several files go to a folder.
$ vrm render -q --backend null one.vrm zero.vrm --raw y4m --size 16 --seconds 0.1 -o films/ && ls films
one.y4m
zero.y4m
$ vrm render -q --backend null one.vrm zero.vrm --raw y4m --size 16 --seconds 0.1
! vrm render: several FILEs go to a folder: -o FOLDER/
! Try `vrm help render`.
? 2
# What does not fit together is said before anything is drawn.
$ vrm render one.vrm --raw mp4
! vrm render: --raw is y4m, pam or rgba, not mp4
! Try `vrm help render`.
? 2
$ vrm render one.vrm --raw y4m -o out.mp4
! vrm render: -o out.mp4: raw frames are written as .y4m, .pam or .rgba; without -o they go to standard output, for ffmpeg -i - OUT.mp4
! Try `vrm help render`.
? 2
$ vrm render one.vrm --raw y4m -o out.rgba
! vrm render: -o out.rgba: --raw y4m writes frames of y4m
! Try `vrm help render`.
? 2
$ vrm render one.vrm --raw y4m --animate x.webp
! vrm render: --raw excludes --animate, --frames and --thumbnail
! Try `vrm help render`.
? 2
$ vrm render one.vrm --raw y4m --thumbnail -o x.vrm
! vrm render: --raw excludes --animate, --frames and --thumbnail
! Try `vrm help render`.
? 2
# A film whose reader or disk fails is told by the status.
$ vrm render -q --backend null one.vrm --raw rgba --size 64 --seconds 0.5 >/dev/full
! vrm render: -: No space left on device
! vrm: standard output: writing failed: No space left on device
? 3
