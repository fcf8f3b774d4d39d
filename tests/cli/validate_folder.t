# --recursive takes folders with their subfolders, by path; hidden ones and links to folders are left out. A summary follows.
$ mkdir -p in/b/c in/.hidden && vrm_scene 1.0 in/z.vrm && cp in/z.vrm in/b/c/deep.vrm && cp in/z.vrm in/.hidden && echo junk >in/b/bad.vrm && ln -s .. in/b/up && echo '{"asset":{"version":"2.0"},"nodes":[{"name":"a","mesh":3},{"mesh":4},{"mesh":5},{"mesh":6}]}' >in/b/many.gltf
$ vrm validate -r in
in/b/bad.vrm:5: error: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
in/b/bad.vrm: glTF: 1 error, 0 warnings, 0 infos, 0 hints
in/b/c/deep.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
in/b/many.gltf: error: 4 x UNRESOLVED_REFERENCE: An index points at something that the file does not have. Correct the index, or export the file again.
    /nodes/0/mesh (node "a"): The index 3 points at nothing: /meshes has 0 elements.
    /nodes/1/mesh: The index 4 points at nothing: /meshes has 0 elements.
    /nodes/2/mesh: The index 5 points at nothing: /meshes has 0 elements.
    and 1 more (--all lists them)
in/b/many.gltf: info: 4 x NODE_EMPTY: A node has no mesh, no camera, no children, and is no joint; it can be removed.
    /nodes/0 (node "a")
    /nodes/1
    /nodes/2
    and 1 more (--all lists them)
in/b/many.gltf: info: 4 x UNUSED_OBJECT: Nothing refers to this object; it can be removed.
    /nodes/0 (node "a")
    /nodes/1
    /nodes/2
    and 1 more (--all lists them)
in/b/many.gltf: glTF: 4 errors, 0 warnings, 8 infos, 0 hints
in/z.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
|
4 files: 2 with errors, 0 could not be read; 5 errors, 0 warnings, 8 infos, 0 hints
|
findings, by code:
  error        4 in     1 file   UNRESOLVED_REFERENCE
  error        1 in     1 file   GLB_UNEXPECTED_END_OF_HEADER
  info         4 in     1 file   NODE_EMPTY
  info         4 in     1 file   UNUSED_OBJECT
|
files, worst first:
  in/b/many.gltf: 4 errors, 0 warnings, 8 infos, 0 hints
  in/b/bad.vrm: 1 error, 0 warnings, 0 infos, 0 hints
? 1
$ vrm validate --summary in/b in/z.vrm none.vrm
4 files: 2 with errors, 1 could not be read; 5 errors, 0 warnings, 8 infos, 0 hints
|
findings, by code:
  error        4 in     1 file   UNRESOLVED_REFERENCE
  error        1 in     1 file   GLB_UNEXPECTED_END_OF_HEADER
  info         4 in     1 file   NODE_EMPTY
  info         4 in     1 file   UNUSED_OBJECT
|
files, worst first:
  none.vrm: could not be read
  in/b/many.gltf: 4 errors, 0 warnings, 8 infos, 0 hints
  in/b/bad.vrm: 1 error, 0 warnings, 0 infos, 0 hints
! vrm validate: none.vrm: No such file or directory
? 3
# Without it only the folder itself; --json has a line for each file, --summary one object.
$ vrm validate in | cut -d: -f1; vrm validate -r --json in | cut -d, -f1; vrm validate -r --json --summary in
in/z.vrm
{"file":"in/b/bad.vrm"
{"file":"in/b/c/deep.vrm"
{"file":"in/b/many.gltf"
{"file":"in/z.vrm"
{"fileCount":4,"withErrors":2,"unreadable":0,"errors":5,"warnings":0,"infos":8,"hints":0,"codes":[{"code":"UNRESOLVED_REFERENCE","severity":"error","count":4,"files":1},{"code":"GLB_UNEXPECTED_END_OF_HEADER","severity":"error","count":1,"files":1},{"code":"NODE_EMPTY","severity":"info","count":4,"files":1},{"code":"UNUSED_OBJECT","severity":"info","count":4,"files":1}],"files":[{"file":"in/b/many.gltf","unreadable":false,"errors":4,"warnings":0,"infos":8,"hints":0},{"file":"in/b/bad.vrm","unreadable":false,"errors":1,"warnings":0,"infos":0,"hints":0},{"file":"in/b/c/deep.vrm","unreadable":false,"errors":0,"warnings":0,"infos":0,"hints":0},{"file":"in/z.vrm","unreadable":false,"errors":0,"warnings":0,"infos":0,"hints":0}]}
? 1
$ vrm validate -rq in; vrm validate --summary -q in/b
? 1
$ vrm info -r in/b | grep bytes | cut -d: -f1
in/b/c/deep.vrm
in/b/many.gltf
! vrm info: in/b/bad.vrm: not a glTF file, or cut short: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
$ mkdir empty; vrm validate -r empty; vrm validate --summary --format junit in
! vrm validate: empty: there is no .vrm, .glb, .gltf or .vrma in this folder or below it
! vrm validate: --format excludes --json, --quiet and --summary
! Try `vrm help validate`.
? 2
# Errors, warnings and names are coloured when asked for, or when a terminal is there that has colours.
$ vrm validate --color=always in/b/bad.vrm | cat -v; CLICOLOR_FORCE=1 vrm validate in/b/bad.vrm | head -1 | cat -v; NO_COLOR=1 CLICOLOR_FORCE=1 vrm validate in/b/bad.vrm | head -1 | cat -v; vrm info --color always none.vrm 2>&1 | cat -v; vrm info --color sometimes none.vrm
in/b/bad.vrm:5: ^[[1;31merror:^[[0m The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
in/b/bad.vrm: glTF: ^[[1;31m1 error^[[0m, 0 warnings, 0 infos, 0 hints
in/b/bad.vrm:5: ^[[1;31merror:^[[0m The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
in/b/bad.vrm:5: error: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
^[[1;31mvrm info:^[[0m none.vrm: No such file or directory
! vrm info: --color is auto, always or never, not sometimes
! Try `vrm help info`.
? 2
$ t() { if command -v script >/dev/null; then script -qec "$1" /dev/null | grep -q "$(printf '\033\[1;31m')" && echo coloured || echo plain; else echo "$2"; fi; }
> export TERM=xterm; t 'vrm validate in/b/bad.vrm' coloured; t 'NO_COLOR=1 vrm validate in/b/bad.vrm' plain; t 'CLICOLOR=0 vrm validate in/b/bad.vrm' plain; t 'TERM=dumb vrm validate in/b/bad.vrm' plain; t 'vrm validate -j2 in/b/bad.vrm in/z.vrm' coloured; t 'vrm validate --color never in/b/bad.vrm' plain
coloured
plain
plain
plain
coloured
plain
# A link that leads nowhere, or in a circle, is a file that cannot be read, and not one that is left out.
$ mkdir links; ln -s nowhere links/gone.vrm; ln -s turn.vrm links/turn.vrm; ln -s nowhere links/other; vrm validate links --format junit 2>/dev/null | grep '<testcase\|<error'; vrm info -q links
  <testcase classname="vrm.validate" name="links/gone.vrm">
    <error message="No such file or directory"/>
  <testcase classname="vrm.validate" name="links/turn.vrm">
    <error message="Too many levels of symbolic links"/>
! vrm info: links/gone.vrm: No such file or directory
! vrm info: links/turn.vrm: Too many levels of symbolic links
? 3
