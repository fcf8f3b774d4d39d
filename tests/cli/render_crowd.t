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
