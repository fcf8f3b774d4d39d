# The page of vrm live: its options, and a server that ends with the loop. view.live_client asks it for more.
$ vrm_scene 1.0 one.vrm
$ for o in "--page-port 8039" "--page-key key" "--page-folder ." "--no-open"; do vrm live one.vrm $o; done 2>&1 | sort -u
Try `vrm help live`.
vrm live: --no-open and options of the page need --page
$ vrm live one.vrm --page --page-port 65536
! vrm live: --page-port must be a number from 0, any that is free, to 65535
! Try `vrm help live`.
? 2
$ vrm live missing.vrm --page --no-open
! vrm live: missing.vrm: No such file or directory
? 3
$ mkdir empty && vrm live one.vrm --page --no-open --page-folder empty
! vrm live: empty: there is no live/index.html in it
? 1
$ echo secret > key && chmod 600 key && vrm live one.vrm --page --no-open --page-key key
! vrm live: key: not a key: expected 32 hexadecimal digits and a line feed; remove the file to get a new key
? 3
$ chmod 644 key; vrm live one.vrm --page --no-open --page-key key
! vrm live: key: other users can use this key: make it yours alone (chmod 600)
? 3
# The key makes the address.
$ rm key; vrm live one.vrm --page --no-open --page-key key --seconds 0.1 -q > address
$ grep -c "^http://127.0.0.1:[0-9]*/$(cat key)/live/$" address; ls -l key | cut -c1-10
1
-rw-------
$ vrm live one.vrm --page --no-open --seconds 0.1 --json | sed 's/[0-9a-f]\{32\}/TOKEN/; s/[0-9]\{2,\}/N/g; s/"frames.*//'
{"url":"http://N.0.0.1:N/TOKEN/live/","port":N}
{"file":"one.vrm",
