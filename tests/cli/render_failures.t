# What is told when a picture cannot be made; --json has one object for each file.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma && mkdir folder && echo '{"asset":{"version":"2.0"}}' > bare.gltf
$ vrm render --json --backend null bare.gltf -o out.png
{"file":"bare.gltf","error":"the file cannot be used"}
! vrm render: bare.gltf: there is nothing to draw in it
? 1
$ vrm render --json --backend null one.vrm --expression grin -o out.png
{"file":"one.vrm","error":"the file cannot be used"}
! vrm render: one.vrm: no expression grin; there are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
? 1
$ vrm render --json --backend null one.vrm -o one.vrm/out.png
{"file":"one.vrm","error":"reading or writing a file failed","message":"Not a directory"}
! vrm render: one.vrm/out.png: Not a directory
? 3
# An input is never overwritten, whichever it is.
$ cp wave.vrma wave.png; vrm render --backend null one.vrm --animation wave.png -o wave.png
! vrm render: the output would overwrite the input wave.png
! Try `vrm help render`.
? 2
$ cp wave.vrma wave.glb; vrm render --backend null one.vrm --thumbnail --animation wave.glb -o wave.glb
! vrm render: the output would overwrite the input wave.glb
! Try `vrm help render`.
? 2
$ cp one.vrm folder/avatar.png && vrm render --backend null folder/avatar.png one.vrm -o folder
! vrm render: the output would overwrite the input folder/avatar.png
! Try `vrm help render`.
? 2
$ cmp one.vrm folder/avatar.png
# Nor does one picture take the place of another.
$ mkdir a b && cp one.vrm a/x.vrm && cp one.vrm b/x.glb && vrm render --backend null a/x.vrm b/x.glb -o shots/
! vrm render: a/x.vrm and b/x.glb would both be written to shots/x.png
! Try `vrm help render`.
? 2
$ ls shots 2>/dev/null
? 2
# A PNG is not given the name of another format.
$ for name in x.jpg x.gif x.vrm; do vrm render --backend null one.vrm -o $name; done; ls x.* 2>/dev/null
! vrm render: -o x.jpg: a picture is written as .png or .webp; --animate makes a .gif, and --thumbnail goes into an avatar
! Try `vrm help render`.
! vrm render: -o x.gif: a picture is written as .png or .webp; --animate makes a .gif, and --thumbnail goes into an avatar
! Try `vrm help render`.
! vrm render: -o x.vrm: a picture is written as .png or .webp; --animate makes a .gif, and --thumbnail goes into an avatar
! Try `vrm help render`.
? 2
$ vrm render -q --backend null one.vrm -o picture && vrm render -q --backend null one.vrm -o v1.2.png && ls picture v1.2.png
picture
v1.2.png
