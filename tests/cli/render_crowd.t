@gl
# A picture of a crowd; its file is whole.
$ vrm_scene 1.0 a.vrm
$ vrm crowd -q a.vrm --count 5 --seconds 0.1 --render crowd.png --size 64x36
$ head -c 8 crowd.png | od -An -tx1
 89 50 4e 47 0d 0a 1a 0a

# Its name says what it is, in any case of letters.
$ vrm crowd -q a.vrm --count 5 --seconds 0.1 --render CROWD.WEBP --size 64x36 && head -c 4 CROWD.WEBP && echo
RIFF

# On standard output it is alone: what is said goes to standard error.
$ vrm crowd a.vrm --count 5 --seconds 0.1 --render - --size 64x36 2>said | cmp - crowd.png; grep -c avatars said
2
$ vrm crowd a.vrm --count 5 --seconds 0.1 --render - --size 64x36 --json 2>said | cmp - crowd.png; grep -c avatars said
2

# A film has the frames of the run: 30 in a second unless --fps says otherwise. Its name says what it is.
$ vrm_scene clip c.vrma; vrm crowd -q a.vrm --count 3 --animation c.vrma --seconds 0.2 --animate film.webp --size 64x36 && grep -ao ANMF film.webp | wc -l
6
$ vrm crowd -q a.vrm --count 3 --animation c.vrma --seconds 0.2 --fps 20 --animate film.png --size 64x36 && grep -ao fcTL film.png | wc -l
4
$ vrm crowd -q a.vrm --count 3 --animation c.vrma --seconds 0.2 --animate film.gif --size 64x36 && head -c 6 film.gif && echo
GIF89a

# With a number in its name each frame is a picture. They differ.
$ vrm crowd -q a.vrm --count 3 --animation c.vrma --seconds 0.2 --render 'frame%02d.png' --size 64x36 && ls frame*; cmp -s frame00.png frame05.png; echo $?
frame00.png
frame01.png
frame02.png
frame03.png
frame04.png
frame05.png
1

# On a device the same film, byte for byte, of the avatars of two FILEs (a machine without OpenCL shows the text alone). Drawing changes no result.
$ vrm_scene 0.x b.vrm; film() { vrm crowd a.vrm b.vrm --count 5 --animation c.vrma --seconds 0.2 --draw 4 --size 96x54 "$@"; }
> if vrm crowd --devices --json | grep -q '"name"'; then film --animate device.png --device gpu --json >device.json; grep -o '"sameBitsAsCpu":true' device.json; film --animate cpu.png --json >cpu.json
> test "$(grep -o '"hash":"[^"]*"' device.json)" = "$(grep -o '"hash":"[^"]*"' cpu.json)" && echo one hash; cmp device.png cpu.png && grep -ao fcTL device.png | wc -l
> film -q --render device.webp --device gpu; film -q --render cpu.webp; cmp device.webp cpu.webp && echo one picture
> else echo '"sameBitsAsCpu":true'; echo one hash; echo 6; echo one picture; fi
"sameBitsAsCpu":true
one hash
6
one picture

# --draw leaves out those in the back.
$ vrm crowd -q a.vrm --count 5 --seconds 0.1 --render few.png --draw 2 --size 64x36; cmp -s few.png crowd.png; echo $?
1

# More avatars than an image can hold are refused before the crowd runs: this one would take days.
$ vrm crowd a.vrm b.vrm --count 2000000 --draw 2000000 --seconds 3600 --render many.png --size 64x36; test -e many.png || echo none
none
! vrm crowd: many.png: more avatars than one image can hold: see --draw
$ vrm crowd a.vrm --count 2000000 --draw 2000000 --seconds 3600 --render many.png --size 64x36 --json 2>/dev/null
{"file":"many.png","error":"the file exceeds a limit"}
? 1
