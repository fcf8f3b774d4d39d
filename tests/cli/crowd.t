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

# Devices are listed, where there are any or not.
$ vrm crowd --devices --json | grep -o '^{"devices":\['
{"devices":[

# What is asked for must make sense.
$ vrm crowd
! vrm crowd: name at least one avatar
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm --count 0
! vrm crowd: --count is a number from 1
! Try `vrm help crowd`.
? 2
$ vrm crowd a.vrm --fps 0
! vrm crowd: --fps is a number from 1 to 1000
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
