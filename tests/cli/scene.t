# Options that count something take a number from 0 on, and nothing else.
$ vrm_scene 1.0 a.vrm --chains abc 2>&1 | head -1
vrm_scene: "abc" is not a number from 0 on
$ vrm_scene 1.0 a.vrm --chains -1 2>&1 | head -1
vrm_scene: "-1" is not a number from 0 on
$ vrm_scene 1.0 a.vrm --chains 3x 2>&1 | head -1
vrm_scene: "3x" is not a number from 0 on
$ vrm_scene 1.0 a.vrm --joints 99999999999999999999 2>&1 | head -1
vrm_scene: "99999999999999999999" is not a number from 0 on
$ ls
$ vrm_scene 1.0 a.vrm --chains 3 && ls
a.vrm
