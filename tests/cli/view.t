# vrm view: what a command line can be; tests/view/client.mjs is a client of it.
$ vrm_scene 1.0 one.vrm && mkdir page empty && echo '<!doctype html>' > page/index.html
$ vrm view --port 70000
! vrm view: --port must be a number from 0, any that is free, to 65535
! Try `vrm help view`.
? 2
$ vrm view --port x one.vrm
! vrm view: --port must be a number from 0, any that is free, to 65535
! Try `vrm help view`.
? 2
$ vrm view - < one.vrm
! vrm view: standard input cannot be watched; name a file
! Try `vrm help view`.
? 2
$ vrm view --page page --no-open missing.vrm
! vrm view: missing.vrm: No such file or directory
? 3
$ mkfifo pipe.vrm && vrm view --page page --no-open pipe.vrm
! vrm view: pipe.vrm: pipes and devices cannot be watched; name a file
? 3
$ rm pipe.vrm && vrm view --page page --no-open /dev/null
! vrm view: /dev/null: pipes and devices cannot be watched; name a file
? 3
$ vrm view --page page --no-open empty
! vrm view: empty: there is no .vrm, .glb, .gltf, .vrma, .bvh, .fbx, .vmd, .vpd, .npz, .npy or .jsonl in this folder; subfolders are not searched
? 1
$ vrm view --page empty one.vrm
! vrm view: empty: there is no index.html in it
? 1
$ vrm view --page missing one.vrm
! vrm view: missing: this folder cannot be read
? 1
$ vrm view --page page --no-open --vmc nowhere:1 one.vrm
! vrm view: --vmc is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 0 to 65535, as 0.0.0.0:39539
! Try `vrm help view`.
? 2
$ vrm view --page page --no-open --vmc 70000 one.vrm
! vrm view: --vmc is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 0 to 65535, as 0.0.0.0:39539
! Try `vrm help view`.
? 2
$ vrm view --page page --prot 1
! vrm view: unknown option --prot; did you mean --port?
! Try `vrm help view`.
? 2
# A port that is taken.
$ vrm view --page page --no-open --json > first & sleep 0.5; vrm view --page page --no-open --port "$(sed 's/.*"port":\([0-9]*\).*/\1/' first)" 2>&1 | sed "s/port [0-9]* of/port N of/"; kill $!
vrm view: port N of 127.0.0.1 cannot be used: another program listens there.
Without --port any port that is free is taken.
# Nobody could open a page whose address cannot be printed: it ends at once.
$ timeout 20 vrm view --page page --no-open > /dev/full
! vrm: standard output: writing failed: No space left on device
? 3
$ timeout 20 vrm view --page page --no-open --json > /dev/full
! vrm: standard output: writing failed: No space left on device
? 3
# A link in a folder that leads nowhere is left out with a message; named by itself it is an error.
$ mkdir links && cp one.vrm links/ && ln -s nowhere links/dangling.vrm
$ timeout 1 vrm view -q --page page --no-open links; test $? -ne 3
! vrm view: links/dangling.vrm: No such file or directory
$ vrm view --page page --no-open links/dangling.vrm
! vrm view: links/dangling.vrm: No such file or directory
? 3
