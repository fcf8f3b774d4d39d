@gl
# The same words give the same bytes, at any time.
$ vrm_scene hero hero.vrm && vrm_scene hero-0.x old.vrm
$ vrm render -q hero.vrm --size 96 -o a.png && vrm render -q hero.vrm --size 96 -o b.png && cmp a.png b.png
# Transparent unless a background is asked for: the kind of PNG tells (6 has alpha, 2 has none).
$ od -An -tu1 -j25 -N1 a.png
   6
$ vrm render -q hero.vrm --size 96 --background '#ffffff' -o w.png && od -An -tu1 -j25 -N1 w.png
   2
# Compiled shaders are kept where nobody else can put theirs.
$ mkdir mine theirs theirs/vrm && chmod 777 theirs/vrm && mkdir linked && ln -s ../mine linked/vrm
$ for cache in theirs linked; do XDG_CACHE_HOME=$PWD/$cache vrm render -q hero.vrm --size 96 -o c.png; cmp a.png c.png; done; find mine theirs/vrm -name '*cache*'
$ rm -r mine theirs linked
# Expressions, poses, cameras, light and views show.
$ for o in '--expression happy' '--pose t' '--camera bust' '--orbit 90' '--light -1,1,1' '--first-person' '--look-at 3,1,1' '--debug bones' '--time 2'; do vrm render -q hero.vrm --size 96 $o -o c.png && ! cmp -s a.png c.png || echo "no difference: $o"; done
# Morph weights of the file's own animation show as the expression did that they were made of.
$ echo '{"format":"vrm-motion","version":1,"frames":2,"dt":1,"tracks":[{"target":"expression","name":"happy","property":"weight","const":1}]}' >happy.json
$ vrm bake -q hero.vrm --motion happy.json --keep-vrm --tolerance 0,0,0 -o smile.glb
$ vrm render -q smile.glb --animation smile.glb --settle 0 --camera face --size 96 -o c.png && vrm render -q hero.vrm --pose t --expression happy=1 --settle 0 --camera face --size 96 -o d.png && cmp c.png d.png
$ vrm render -q smile.glb --pose t --settle 0 --camera face --size 96 -o e.png && ! cmp -s c.png e.png && echo "it smiled"
it smiled
# The picture becomes the avatar's own.
$ vrm render -q hero.vrm --thumbnail --camera bust --size 64 -o own.vrm && vrm validate --severity warning own.vrm && vrm meta own.vrm | grep thumbnail
own.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 1 hint
  thumbnail        image 12
# Textures that cannot be decoded are told; the picture is drawn all the same.
$ echo 'set /images/0/bufferView 0' > edit.txt && vrm_scene hero bad.vrm --edit edit.txt
$ vrm render bad.vrm --size 64 -o bad.png | sed 's/[0-9]* drawn/N drawn/'
bad.vrm: bad.png, 64x64, N drawn triangles
  warning: An image is in a format that cannot be decoded here; save it as PNG or JPEG. A checker board stands for it. [RENDER_IMAGE_BROKEN] at /images/0
# A motion in one file, and the same in frames.
$ vrm render -q old.vrm --size 48 --animate turn.png --seconds 0.4 --fps 10 --turn 180 && vrm render -q old.vrm --size 48 --frames 4 --fps 10 --turn 180 -o 'f%d.png' && ls f*.png
f0.png
f1.png
f2.png
f3.png
$ cmp -s f0.png f3.png || echo "it turned"
it turned
# The rest pose is the file's own: an avatar that rests with its arms down keeps them there, and what a clip leaves alone rests.
$ echo 'set /nodes/20/rotation [0,0,-0.5,0.8660254]' > down.txt && vrm_scene 1.0 down.vrm --edit down.txt && echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[{"target":"bone","name":"head","property":"rotation","const":[0,0,0,1]}]}' > still.json && vrm convert-motion -q still.json -o still.vrma
$ vrm render -q --settle 0 --size 64 down.vrm --pose rest -o rest.png; vrm render -q --settle 0 --size 64 down.vrm --pose t -o t.png; vrm render -q --settle 0 --size 64 down.vrm --animation still.vrma -o clip.png; cmp -s rest.png t.png || echo "rest is not t"; cmp rest.png clip.png
rest is not t
# A picture with nothing in it is written, and told.
$ vrm render hero.vrm --eye 0,1,3 --target 0,1,9 --size 16 -o void.png | cut -d, -f1,2; vrm render hero.vrm --background '#123' --eye 0,1,3 --target 0,1,9 --size 16 --json -o void.png 2>&1 | grep -o 'isEmpty":true'; vrm render hero.vrm --json --size 16 -o full.png | grep -o 'isEmpty":false'
hero.vrm: void.png, 16x16
isEmpty":true
isEmpty":false
! vrm render: hero.vrm: the picture is empty: nothing is before the camera
# Tags without a time are spread over the film that is shown, wherever it begins.
$ printf 'ab[happy]cd' >spread.txt; printf 'ab[happy@2.5]cd' >timed.txt; for s in spread timed; do vrm render -q hero.vrm --size 32 --camera face --script $s.txt --time 2 --seconds 1 --fps 4 --raw rgba -o $s.rgba; done; cmp spread.rgba timed.rgba
