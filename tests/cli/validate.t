# A finding has a place, a severity, a sentence and a code; errors make the status 1.
$ vrm_scene 1.0 good.vrm
$ printf '%s\n' 'set /nodes/0/camera 5' > edit
$ vrm_scene 1.0 bad.vrm --edit edit
$ vrm validate --severity error good.vrm
good.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm validate --severity error bad.vrm
bad.vrm:9017: error: The index 5 points at nothing: /cameras has 0 entries. [UNRESOLVED_REFERENCE] at /nodes/0/camera
bad.vrm: VRM 1.0: 1 error, 0 warnings, 0 infos, 0 hints
? 1
$ vrm validate --severity error --max 0 bad.vrm | head -1
bad.vrm: 1 more findings not shown (--max)
$ vrm validate --json --severity error bad.vrm | cut -c 1-120
{"file":"bad.vrm","dialect":"1.0","errors":1,"warnings":0,"infos":0,"hints":0,"findings":[{"code":"UNRESOLVED_REFERENCE"
# Ignored codes do not count.
$ vrm validate -q --ignore UNRESOLVED_REFERENCE bad.vrm
$ vrm validate -q bad.vrm
? 1
# What is no model at all is judged too, not refused.
$ printf 'glTF' > cut.vrm; vrm validate cut.vrm
cut.vrm:4: error: The file ends inside the 12-byte GLB header; it was cut short. [GLB_UNEXPECTED_END_OF_HEADER]
cut.vrm: glTF: 1 error, 0 warnings, 0 infos, 0 hints
? 1
# Many files: one line of JSON each, whatever happens to the others.
$ vrm validate --json bad.vrm missing.vrm good.vrm 2> messages | cut -d'"' -f 1-4
{"file":"bad.vrm
{"file":"missing.vrm
{"file":"good.vrm
$ cat messages
vrm validate: missing.vrm: reading or writing a file failed: No such file or directory
$ vrm validate --severity loud good.vrm
! vrm validate: --severity is error, warning, info or hint
! Try `vrm help validate`.
? 2
$ vrm validate --ignore NO_SUCH_RULE good.vrm
! vrm validate: --ignore: there is no rule NO_SUCH_RULE
! Try `vrm help validate`.
? 2
$ vrm validate --max many good.vrm
! vrm validate: --max takes a number
! Try `vrm help validate`.
? 2
$ vrm validate
! vrm validate: no FILE
! Try `vrm help validate`.
? 2
$ vrm validate - < good.vrm --severity error
-: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
