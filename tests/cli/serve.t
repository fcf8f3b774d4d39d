# vrm serve: what a command line can be; tests/judges/judge_serve.mjs is a client of it.
$ vrm_scene 1.0 one.vrm && mkdir in && cp one.vrm in/
# It ends with its input.
$ vrm serve < /dev/null
$ vrm serve --mcp in < /dev/null
# A folder must be one.
$ vrm serve one.vrm < /dev/null
! vrm serve: one.vrm is no folder
! Try `vrm help serve`.
? 2
$ vrm serve missing < /dev/null
! vrm serve: missing is no folder
! Try `vrm help serve`.
? 2
$ vrm serve --mcp --timeout 0 < /dev/null
! vrm serve: --timeout must be a whole number of seconds from 1 to 2147483647
! Try `vrm help serve`.
? 2
$ vrm serve describe --format yaml
! vrm serve: --format is json, not yaml
! Try `vrm help serve`.
? 2
# Operations are listed with what they take.
$ vrm serve describe --format json | tr ',' '\n' | grep -c '"reserved":false'
18
# Messages of the control protocol are operations of an avatar that is live; cli/live_control.t has
# the protocol, tests/control/mcp.py a conversation.
$ vrm serve describe --live talk.sock --format json | tr '{' '\n' | grep -o '"name":"[a-z]*","description":"Live[^"]*' | cut -d '"' -f 4,8 | head -3
say"Live avatar: Speaks: text, sound, visemes, or a stream of chunks.
chunk"Live avatar: The next part of a say that is a stream.
emote"Live avatar: Shows an emotion.
$ echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say","arguments":{"text":"a"}}}' | vrm serve --mcp
{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"say needs a live avatar: start vrm serve --mcp with --live PATH"}}
$ printf 'Content-Length: 51\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"say","params":{}}' | vrm serve | tail -n 1
{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"say needs a live avatar: start vrm serve with --live PATH"}}
# A request, and its answer.
$ printf 'Content-Length: 55\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"nothing","params":{}}' | vrm serve | tr -d '\r'
Content-Length: 87
|
{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method nothing"}}
$ echo '{"jsonrpc":"2.0","id":"a","method":"ping"}' | vrm serve --mcp
{"jsonrpc":"2.0","id":"a","result":{}}
# A client that no longer reads.
$ echo '{"jsonrpc":"2.0","id":"a","method":"ping"}' | vrm serve --mcp > /dev/full
! vrm: standard output: writing failed: No space left on device
? 3

# Options that would have no effect are not taken.
$ vrm serve --timeout 5 < /dev/null; vrm serve --mcp --still < /dev/null; vrm serve --mcp --timeout 0 < /dev/null
! vrm serve: --still is not for --mcp
! Try `vrm help serve`.
! vrm serve: --timeout must be a whole number of seconds from 1 to 2147483647
! Try `vrm help serve`.
? 2
# An argument that a tool does not have: the nearest name, or all of them.
$ for a in fil path; do echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"info","arguments":{"'$a'":"one.vrm"}}}'; done | vrm serve --mcp
{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"info has no argument fil; did you mean file?"}}
{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"info has no argument path; it has file"}}
# An assistant is told of every file that its tools can read.
$ mkdir kinds && for e in vrm glb gltf vrma bvh fbx vmd vpd npz npy jsonl pmx json txt wav mp3 exe; do echo > kinds/a.$e; done; echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_files","arguments":{}}}' | vrm serve --mcp kinds | grep -o 'a\.[a-z0-9]*' | sort -u | paste -s -d ' '
a.bvh a.fbx a.glb a.gltf a.json a.jsonl a.mp3 a.npy a.npz a.pmx a.txt a.vmd a.vpd a.vrm a.vrma a.wav
# The frames of docs/guide/serve.md.
$ cp one.vrm avatar.vrm && printf 'Content-Length: 75\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"load_vrm","params":{"path":"avatar.vrm"}}' | vrm serve | tr -d '\r'
Content-Length: 60
|
{"jsonrpc":"2.0","id":1,"result":{"session_id":"session-1"}}
