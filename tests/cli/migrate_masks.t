# MToon 0.x reads masks from red, 1.0 from green and blue: a coloured mask gets a picture of its own.
$ vrm_scene 0.x zero.vrm && vrm migrate --json zero.vrm -o new.vrm | grep -c TEXTURE_CHANNEL
0
? 1
$ vrm validate --severity warning new.vrm
new.vrm: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
$ for file in zero.vrm new.vrm; do vrm info --json $file | grep -o '"images":[0-9]*'; done
"images":9
"images":10
# One that cannot be decoded stays as it is, and is told.
$ echo 'set /images/5/bufferView 0' > edit
$ vrm_scene 0.x broken.vrm --edit edit && vrm migrate --force broken.vrm -o new.vrm | grep TEXTURE_CHANNEL
  info: MToon 0.x reads this texture from red, 1.0 from green (outline) or blue (mask): a grey picture looks the same, another does not. [MIGRATE_TEXTURE_CHANNEL] at /extensions/VRM/materialProperties/2/textureProperties/_OutlineWidthTexture
