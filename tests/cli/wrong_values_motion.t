# Values that the commands about motion, differences and crowds cannot take.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene clip wave.vrma && echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}' >still.json
$ r() { vrm "$@" 2>&1 >/dev/null | head -1; }
> for v in 0 1001 x nan 30x ''; do r convert-motion wave.vrma -o o.vrma --fps "$v"; done
> for v in -1 x 1,x 1,2,3,4 1, nan ''; do r convert-motion wave.vrma -o o.vrma --tolerance "$v"; done
> for v in 0 18 x ''; do r trace one.vrm still.json --digits "$v"; done
> for v in 9 1001 x; do r trace one.vrm still.json --spring-rate $v; done
> r trace - - ; r trace one.vrm wave.vrma --max-frames 1
> for v in -1 x 1, 1,2,x 1,2,3,4 1e7; do r diff one.vrm zero.vrm --tolerance "$v"; done
> for v in 8x 8y8 x8 0x8 8x0 9000x8 8x9000 8x8x; do r crowd one.vrm -n 1 --render o.png --size $v; done
> for v in -1 x 0; do r crowd one.vrm -n $v; r crowd one.vrm -n 1 --seconds $v; r crowd one.vrm -n 1 --render o.png --draw $v; done
> for v in 65536 x -1; do r receive --port $v -o o.vrma; done
> for v in 0 x -1; do r receive -o o.vrma --seconds $v; r serve --mcp --timeout $v; done
> for v in '' x '1x' -5; do r info one.vrm --limit memory="$v"; r info one.vrm --limit "$v=1"; done
vrm convert-motion: --fps must be a number from 1 to 1000
vrm convert-motion: --fps must be a number from 1 to 1000
vrm convert-motion: --fps must be a number from 1 to 1000
vrm convert-motion: --fps must be a number from 1 to 1000
vrm convert-motion: --fps must be a number from 1 to 1000
vrm convert-motion: --fps must be a number from 1 to 1000
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm convert-motion: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
vrm trace: --digits must be a number from 1 to 17
vrm trace: --digits must be a number from 1 to 17
vrm trace: --digits must be a number from 1 to 17
vrm trace: --digits must be a number from 1 to 17
vrm trace: --spring-rate must be a number from 10 to 1000
vrm trace: --spring-rate must be a number from 10 to 1000
vrm trace: --spring-rate must be a number from 10 to 1000
vrm trace: only one of AVATAR and MOTION can be standard input
vrm trace: wave.vrma: this asks for 121 frames; the limit is 1: --max-frames 121 allows them
vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
vrm diff: --tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --size is WIDTHxHEIGHT, each 1 to 8192
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --seconds must be a number from 0 to 3600
vrm crowd: --draw must be a whole number from 1 to 2147483647
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --seconds must be a number from 0 to 3600
vrm crowd: --draw must be a whole number from 1 to 2147483647
vrm crowd: --count must be a whole number from 1 to 2147483647
vrm crowd: --draw must be a whole number from 1 to 2147483647
vrm receive: --port must be a number from 0, any that is free, to 65535
vrm receive: --port must be a number from 0, any that is free, to 65535
vrm receive: --port must be a number from 0, any that is free, to 65535
vrm receive: --seconds must be a number from 0.001 to 86400
vrm serve: --timeout must be a whole number of seconds from 1 to 2147483647
vrm receive: --seconds must be a number from 0.001 to 86400
vrm serve: --timeout must be a whole number of seconds from 1 to 2147483647
vrm receive: --seconds must be a number from 0.001 to 86400
vrm serve: --timeout must be a whole number of seconds from 1 to 2147483647
vrm info: --limit memory=: VALUE must be a number above 0, which may end in k, M or G
vrm info: --limit =1: NAME=VALUE, where NAME is file_bytes, decoded_bytes, json_depth, json_values, elements, memory, written, work, pixels, geometry or triangles
vrm info: --limit memory=x: VALUE must be a number above 0, which may end in k, M or G
vrm info: --limit x=1: NAME=VALUE, where NAME is file_bytes, decoded_bytes, json_depth, json_values, elements, memory, written, work, pixels, geometry or triangles
vrm info: --limit memory=1x: VALUE must be a number above 0, which may end in k, M or G
vrm info: --limit 1x=1: NAME=VALUE, where NAME is file_bytes, decoded_bytes, json_depth, json_values, elements, memory, written, work, pixels, geometry or triangles
vrm info: --limit memory=-5: VALUE must be a number above 0, which may end in k, M or G
vrm info: --limit -5=1: NAME=VALUE, where NAME is file_bytes, decoded_bytes, json_depth, json_values, elements, memory, written, work, pixels, geometry or triangles
$ for v in 1 1,2 1,2,3; do vrm diff -q one.vrm zero.vrm --tolerance $v; echo $?; vrm convert-motion -q wave.vrma -o o.vrma --tolerance $v; done
1
1
1
