# A picture of a crowd; its file is whole.
$ vrm_scene 1.0 a.vrm
$ vrm crowd -q a.vrm --count 5 --seconds 0.1 --render crowd.png --size 64x36
$ head -c 8 crowd.png | od -An -tx1
 89 50 4e 47 0d 0a 1a 0a
