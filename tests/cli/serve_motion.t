# vrm serve: motion of every format, fitted to the avatar. Requests are written by r METHOD PARAMS.
$ mkdir in && cd in && vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma && vrm_scene fbx walk.fbx && vrm_scene vmd walk.vmd && vrm bake -q one.vrm --animation wave.vrma --tolerance 0 -o own.glb && vrm convert-motion -q wave.vrma -o walk.bvh && vrm_scene 1.0 other.vrm --chains 1 && cat >../lib.sh <<'EOF'
> r() { m="{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":{$2}}"; printf 'Content-Length: %d\r\n\r\n%s' ${#m} "$m"; }
> s='"session_id":"session-1"'
> answers() { vrm serve in | tr -d '\r' | sed 's/Content-Length: [0-9]*$//' | grep . | cut -d, -f3-; }
> pose() { (r load_vrm "\"path\":\"in/$1\""; r load_vrma "\"vrma_path\":\"in/$2\""; r apply_vrma_at_time "$s,\"vrma_handle\":1,\"vrm_handle\":0,\"time_seconds\":0.3"; r dump_humanoid_pose "$s") | answers | tail -n 1; }
> EOF
# A motion poses an avatar as the animation that convert-motion writes for it, to the bit.
$ . ./lib.sh; for m in walk.fbx walk.vmd walk.bvh own.glb; do vrm convert-motion -q in/$m --avatar in/other.vrm -o in/fit.vrma; pose other.vrm $m > a.txt; pose other.vrm fit.vrma > b.txt; cmp a.txt b.txt && grep -o result a.txt; done
result
result
result
result
# An animation that is applied after another leaves nothing of it behind.
$ . ./lib.sh; apply() { r apply_vrma_at_time "$s,\"vrma_handle\":$1,\"vrm_handle\":0,\"time_seconds\":0.3"; }; load() { r load_vrm '"path":"in/one.vrm"'; r load_vrma '"vrma_path":"in/walk.fbx"'; r load_vrma '"vrma_path":"in/wave.vrma"'; }; for t in dump_humanoid_pose dump_expression_weights dump_look_at_state; do (load; apply 2; apply 1; r $t "$s") | answers | tail -n 1 > a.txt; (load; apply 1; r $t "$s") | answers | tail -n 1 > b.txt; cmp a.txt b.txt && grep -o result a.txt; done
result
result
result
# The avatar's own nodes play as they are.
$ . ./lib.sh; pose one.vrm own.glb | cut -c1-10
"result":{
# What is no motion is refused, with the reason.
$ . ./lib.sh; (r load_vrma '"vrma_path":"in/one.vrm"'; r load_vrma '"vrma_path":"in/walk.fbx"') | answers | cut -c1-100
"error":{"code":-32001,"message":"the animation could not be loaded: There is no animation in this f
"result":{"vrma_handle":1,"channel_summary":{"humanoid_bones":19,"expressions":0,"has_look_at":false
