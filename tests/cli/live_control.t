# vrm live --control: messages on standard input, answers on standard output.
$ vrm_scene hero she.vrm && vrm_scene clip wave.vrma && mkdir outside && vrm_scene speech outside/talk.wav
$ vrm live she.vrm --control - --no-wait --seconds 1 -q </dev/null
{"type":"hello","version":1,"program":"vrm 0.2.0-dev","name":"Vesna","expressions":["happy","angry","sad","relaxed","surprised","aa","ih","ou","ee","oh","blink","blinkLeft","blinkRight","lookUp","lookDown","lookLeft","lookRight","neutral","fluster"],"speaks":true}
# Each message with an id has one answer; what cannot be done is said, and the next one is read.
$ cat >messages <<'END'
> {"type":"hello","id":0,"version":1}
> {"type":"say","id":1,"text":"[happy:0.6] Hello, I am Vesna."}
> {"type":"say","id":2,"visemes":[[0,"sil"],[0.1,"PP"],[0.2,"aa"],[0.5,"sil"]],"queued":true}
> {"type":"play","id":3,"motion":"wave.vrma"}
> {"type":"look","id":4,"at":"camera"}
> {"type":"emote","id":5,"emotion":{"happy":0.8}}
> {"type":"pose","id":6,"bones":{"head":[0,0.1,0,1]},"expressions":{"blinkLeft":1}}
> {"type":"camera","id":7,"shot":"face","yaw":20}
> {"type":"state","id":8}
> {"type":"sya"}
> {"type":"say","id":9,"txt":"a"}
> nonsense
> {"type":"say","id":10,"sound":"outside/talk.wav","queued":true}
> {"type":"say","id":11,"sound":"../secret.wav"}
> END
$ vrm live she.vrm --control - --no-wait --seconds 60 -q <messages | tail -n +2
{"type":"ok","id":0}
{"type":"ok","id":1}
{"type":"ok","id":2}
{"type":"ok","id":3}
{"type":"ok","id":4}
{"type":"ok","id":5}
{"type":"ok","id":6}
{"type":"ok","id":7}
{"type":"ok","id":8,"time":0,"speaking":null,"waiting":2,"layers":[{"layer":"body","motion":"wave.vrma","position":0,"weight":0}],"look":{"at":"camera"},"camera":{"shot":"face","yaw":20,"pitch":0,"fov":30},"expressions":{}}
{"type":"error","code":"type","message":"there is no message sya; did you mean say?"}
{"type":"error","id":9,"code":"member","message":"say has no member txt; did you mean text?"}
{"type":"error","code":"json","message":"the line is not JSON"}
{"type":"ok","id":10}
{"type":"error","id":11,"code":"file","message":"../secret.wav is no file below the folders of --files"}
{"type":"begun","id":3,"of":"play","layer":"body","seconds":2,"time":0}
{"type":"begun","id":1,"of":"say","seconds":1.814,"time":0}
{"type":"spoken","id":1,"cut":false,"seconds":1.814,"time":1.817}
{"type":"begun","id":2,"of":"say","seconds":0.5,"time":1.817}
{"type":"finished","id":3,"layer":"body","motion":"wave.vrma","reason":"ended","time":2}
{"type":"spoken","id":2,"cut":false,"seconds":0.5,"time":2.317}
{"type":"begun","id":10,"of":"say","seconds":3.7,"time":2.317}
{"type":"spoken","id":10,"cut":false,"seconds":3.7,"time":6.033}
# Only files below the folders are read; the sandbox knows no others.
$ vrm live she.vrm --control - --files outside --no-wait --seconds 60 -q <messages | grep -E '"id":(3|10|11)'
{"type":"error","id":3,"code":"file","message":"wave.vrma is no file below the folders of --files"}
{"type":"ok","id":10}
{"type":"error","id":11,"code":"file","message":"../secret.wav is no file below the folders of --files"}
{"type":"begun","id":10,"of":"say","seconds":3.7,"time":2.317}
{"type":"spoken","id":10,"cut":false,"seconds":3.7,"time":6.033}
$ vrm live she.vrm --control - --files nowhere
! vrm live: nowhere is no folder
! Try `vrm help live`.
? 2
$ vrm live she.vrm --files .
! vrm live: --files goes with --control
! Try `vrm help live`.
? 2
$ vrm live she.vrm --control - --json
! vrm live: --control - and --json both write to standard output
! Try `vrm help live`.
? 2
# The schema on the page is printed from the table that messages are checked by (unit.control).
$ vrm live --control-schema | cut -c 1-80
{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"The control p
# A stream whose end never comes ends with the input.
$ printf '%s\n' '{"type":"say","id":1,"stream":"text"}' '{"type":"chunk","of":1,"text":"Hello"}' | timeout 20 vrm live she.vrm --control - -q | tail -n 2 | cut -d , -f 1-3
{"type":"begun","id":1,"of":"say"
{"type":"spoken","id":1,"cut":false
# A socket is for this user alone, takes several clients, and replaces one that was left behind.
$ vrm live she.vrm --control socket --seconds 20 -q & echo $! >pid; while [ ! -S socket ]; do sleep 0.05; done
$ ls -l socket | cut -c 1-10
srw-------
$ vrm live she.vrm --control socket --seconds 1
! vrm live: --control socket: another program listens there; end it, or choose another path
? 3
$ python3 "$POLICIES"/../agent/stream.py socket
hello 
ok 
begun 
spoken 
$ python3 "$POLICIES"/../agent/stream.py socket
hello 
ok 
begun 
spoken 
$ kill $(cat pid); while kill -0 $(cat pid) 2>/dev/null; do sleep 0.05; done
$ test -S socket && vrm live she.vrm --control socket --seconds 0.1 -q
# A socket without a path would be open to every user; one that is too long is no other failure.
$ vrm live she.vrm --control ""; vrm live she.vrm --control "$(printf '%0200d' 0)"
! vrm live: --control : the path is empty
! Try `vrm help live`.
! vrm live: --control 00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000: the path of a socket has at most 107 bytes
! Try `vrm help live`.
? 2
$ vrm serve --mcp --live "" </dev/null
! vrm serve: --live: the path is empty
! Try `vrm help serve`.
? 2
# Other programs reach the socket by vrm serve (tests/control/mcp.py).
$ vrm serve --mcp --live "$(printf '%0200d' 0)" </dev/null
! vrm serve: --live: the path of a socket has at most 107 bytes
! Try `vrm help serve`.
? 2
# A file of that name that is no socket is left alone.
$ echo mine >file; vrm live she.vrm --control file
! vrm live: --control file: there is a file that is no socket; choose another path
? 3
$ cat file
mine
# The program of the guide speaks, and ends with an event that is no error.
$ cp she.vrm avatar.vrm; sed -n '/^```python$/,/^```$/p' "$POLICIES"/../../docs/guide/agents.md | grep -v '^```' >agent.py
$ (cat agent.py; echo 'print(line, end="")') | python3 | cut -d , -f 1-3
{"type":"spoken","id":1,"cut":false
# The other client types a line and reads the answer.
$ printf 'Hello\nAre you well?\n' | python3 "$POLICIES"/../agent/vesna.py she.vrm
Vesna listens.
Hello! I am Vesna. (2.0 s)
Good question. (1.4 s)
