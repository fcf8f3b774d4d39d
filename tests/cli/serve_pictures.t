@gl
# vrm serve: pictures. Requests are written by r METHOD PARAMS; answers without their headers.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma && mkdir in && mv one.vrm wave.vrma in/ && cat >lib.sh <<'EOF'
> r() { m="{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":{$2}}"; printf 'Content-Length: %d\r\n\r\n%s' ${#m} "$m"; }
> s='"session_id":"session-1"'; small='"width":8,"height":8'; drawn='"width":32,"height":32'
> answers() { vrm serve . | tr -d '\r' | sed 's/Content-Length: [0-9]*$//' | grep . | cut -d, -f3- | cut -c1-90; }
> EOF
# Tones and colour spaces change the picture; an exposure of a half is darker.
$ . ./lib.sh; (r load_vrm '"path":"in/one.vrm"'; for t in None Linear Reinhard Aces; do r set_post_processing "$s,\"tone_mapping\":\"$t\",\"exposure\":0.5"; r render "$s,$drawn,\"output_path\":\"in/$t.png\""; done; r set_post_processing "$s,\"tone_mapping\":\"Linear\",\"exposure\":1"; r render "$s,$drawn,\"output_path\":\"in/same.png\""; r render "$s,$drawn,\"color_space\":\"Linear\",\"output_path\":\"in/flat.png\"") | answers | grep -c result; for a in Linear Reinhard Aces flat; do cmp -s in/None.png in/$a.png || echo "$a differs"; done
12
Linear differs
Reinhard differs
Aces differs
flat differs
# What cannot be drawn or written is refused.
$ . ./lib.sh; (r load_vrm '"path":"in/one.vrm"'; r render "$s,$small,\"output_type\":\"Depth\",\"output_path\":\"in/d.png\""; r render "$s,$small,\"output_path\":\"in/one.vrm\""; r render "$s,$small,\"output_path\":\"../out.png\""; r render "\"session_id\":\"session-9\",$small,\"output_path\":\"in/x.png\""; r set_post_processing "$s,\"tone_mapping\":\"Filmic\",\"exposure\":1") | answers
"result":{"session_id":"session-1"}}
"error":{"code":-32002,"message":"only the output_type Color is drawn","data":{"reason":"o
"error":{"code":-32602,"message":"output_path must end in .png"}}
"error":{"code":-32602,"message":"output_path does not exist below the folders that this s
"error":{"code":-32602,"message":"there is no session session-9"}}
"error":{"code":-32602,"message":"tone_mapping must be one of: None Linear Reinhard Aces"}
# Sequences: an animation, a way of the root, and what is refused.
$ . ./lib.sh; q="$s,$small,\"frame_count\":2,\"output_dir\":\"in/seq\""; (r load_vrm '"path":"in/one.vrm"'; r load_vrma '"vrma_path":"in/wave.vrma"'; r render_sequence "$q,\"frame_hz\":0.1,\"physics_dt_seconds\":0.0001"; r render_sequence "$q,\"frame_hz\":600,\"physics_dt_seconds\":0.01,\"apply_vrma\":{\"vrma_handle\":7}"; r render_sequence "$q,\"frame_hz\":600,\"physics_dt_seconds\":0.01,\"capture_positions\":true,\"apply_vrma\":{\"vrma_handle\":1,\"start_seconds\":0.1}"; r render_sequence "$s,$small,\"frame_count\":1,\"output_dir\":\"in/way\",\"frame_hz\":60,\"physics_dt_seconds\":0.016,\"animate_root_transform\":{\"translation_start\":[0,0,0],\"translation_end\":[1,0,0]}"; r benchmark_execute "$s,$small,\"warmup_frames\":1,\"measured_frames\":5,\"animate_root_transform\":{\"translation_start\":[0,0,0],\"translation_end\":[1,0,0]}") | answers | cut -c1-60; ls in/seq in/way
"result":{"session_id":"session-1"}}
"result":{"vrma_handle":1,"channel_summary":{"humanoid_bones
"error":{"code":-32602,"message":"more than 10000 steps a fr
"error":{"code":-32602,"message":"there is no clip with the 
"result":{"frames":[{"index":0,"timestamp_seconds":0,"path":
"result":{"frames":[{"index":0,"timestamp_seconds":0,"path":
"result":{"protocol":{"warmup_frames":1,"measured_frames":5,
in/seq:
0000.png
0001.png
|
in/way:
0000.png
