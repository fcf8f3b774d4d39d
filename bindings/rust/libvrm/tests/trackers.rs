// SPDX-License-Identifier: MIT
// Run by tests/bindings/rust.sh, which names the files. tests/web/test_doors.mjs compares poses of recorded packets with those
// of C.
use libvrm::{
    motion_part, motion_part_names, sys, Actor, ActorOptions, Bone, FaceMap, Layer, Live, LiveOptions, LiveSource, Model,
    Observation, Quat, Rig, Sim, Tracker, Vec3, Vmc,
};
use std::env;

fn avatar() -> (Model, Rig) {
    let path = env::var("AVATAR").expect("run tests/bindings/rust.sh BUILD_FOLDER");
    let model = Model::load(path).unwrap();
    let rig = Rig::build(&model).unwrap();
    (model, rig)
}

fn turn(radians: f32) -> Quat {
    Quat { x: 0.0, y: (radians / 2.0).sin(), z: 0.0, w: (radians / 2.0).cos() }
}

fn sharp(priority: i32) -> LiveSource {
    LiveSource { min_cutoff_hz: 10000.0, priorities: [priority; 7], ..LiveSource::default() }
}

fn face(time_ms: u64, jaw: f32) -> Vec<u8> {
    let zero = r#"{"x":0,"y":0,"z":0}"#;
    let text = format!(
        r#"{{"Timestamp":{},"Hotkey":-1,"FaceFound":true,"Rotation":{{"x":20,"y":10,"z":0}},"Position":{z},"EyeLeft":{z},"EyeRight":{z},"BlendShapes":[{{"k":"JawOpen","v":{}}}]}}"#,
        time_ms,
        jaw,
        z = zero
    );
    text.into_bytes()
}

#[test]
fn the_table_of_parts_is_that_of_c() {
    let names = motion_part_names();
    assert_eq!((names.len(), names[0]), (11, "all"));
    for name in &names {
        let (part, layer) = (motion_part(name).unwrap(), Layer::of_part(name).unwrap());
        let bits = layer.bones.map_or(u64::MAX, |bones| bones.iter().fold(0, |bits, bone| bits | 1u64 << bone.0));
        assert_eq!((bits, layer.has_expressions, layer.has_gaze), (part.bones, part.expressions, part.gaze));
    }
    let both = Layer::of_part("left-arm+head").unwrap().bones.unwrap();
    assert!(both.contains(&Bone::HEAD) && both.contains(&Bone::LEFT_HAND) && !both.contains(&Bone::RIGHT_HAND));
    assert_eq!(Layer::of_part("tail").unwrap_err().about, "tail");
}

#[test]
fn packets_move_the_avatar() {
    let (model, rig) = avatar();
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&rig).unwrap();
    let map = FaceMap::build(&model, &rig).unwrap();
    let options = ActorOptions { face_map: Some(map), ..ActorOptions::default() };
    let mut actor = Actor::new(&sim, avatar, &options).unwrap();
    let mut live = Live::new(&rig, &LiveOptions { ease_in_s: 0.0, ..LiveOptions::default() }).unwrap();
    let source = live.add_source(&sharp(0)).unwrap();
    let mut tracker = Tracker::by_name("vtubestudio").unwrap();
    assert_eq!((tracker.name(), tracker.port()), ("vtubestudio", 21412));
    assert_eq!(tracker.request(4000).unwrap().1, 21412);
    assert!(!tracker.receive(b"nonsense") && !tracker.observe(&mut live, source, 1.0));
    assert!(tracker.receive(&face(1_700_000_000_000, 0.5)) && tracker.observe(&mut live, source, 1.0));
    assert!(!tracker.observe(&mut live, source, 1.0), "nothing new");
    assert!(live.step(1.0) && !live.step(0.5));
    live.track_actor(&mut actor);
    actor.step(&mut sim, 1.0 / 60.0).unwrap();
    live.apply(&mut sim, avatar, true).unwrap();
    sim.step(1.0 / 60.0);
    assert_eq!(live.bones(), [Bone::NECK, Bone::HEAD]);
    assert!((live.shapes()[17] - 0.5).abs() < 1e-6 && live.weight(sys::VRM_LIVE_FACE) == 1.0);
    let (shown, sent) = (live.pose(None).rotations[5], tracker.pose(rig.hips_height()).rotations[5]);
    assert!((shown.x - sent.x).abs() < 1e-6 && (shown.w - sent.w).abs() < 1e-6 && sent.w < 0.999);
    assert_eq!((tracker.stats().frames, tracker.stats().refused_packets, tracker.state().is_found), (1, 1, true));
    assert_eq!(live.source(source).unwrap().observed, 1);
    live.step(10.0);
    assert!(live.bones().is_empty(), "the tracker is lost");
    let mut vmc = Vmc::new().unwrap();
    assert!(!vmc.receive(b"nonsense") && vmc.stats().refused_packets == 1);
    assert!(Tracker::by_name("kinect").is_err());
}

#[test]
fn observations_of_your_own_follow_the_best_source() {
    let (_, rig) = avatar();
    let mut live = Live::new(&rig, &LiveOptions { ease_in_s: 0.0, ..LiveOptions::default() }).unwrap();
    let (best, second) = (live.add_source(&sharp(2)).unwrap(), live.add_source(&sharp(1)).unwrap());
    let (left, right) = ([(Bone::HEAD, turn(0.4))], [(Bone::HEAD, turn(-0.4))]);
    let seen = Observation { bones: &right, hips_offset: Some(Vec3 { x: 0.0, y: -0.1, z: 0.0 }), ..Observation::default() };
    assert!(live.observe(second, &seen, 1.0));
    assert!(live.observe(best, &Observation { bones: &left, sender_s: Some(5.0), ..Observation::default() }, 1.0));
    assert!(!live.observe(best, &Observation { bones: &left, sender_s: Some(4.9), ..Observation::default() }, 1.01));
    assert!(live.step(1.01));
    let pose = live.pose(None);
    assert!((pose.rotations[5].y - turn(0.4).y).abs() < 1e-5 && (pose.hips_offset.y + 0.1).abs() < 1e-6);
    live.calibrate(&[sys::VRM_LIVE_HEAD]);
    live.uncalibrate(&[sys::VRM_LIVE_HEAD]);
    live.set_mirrors(true);
    let wrong = [(Bone(99), turn(0.0))];
    assert!(!live.observe(best, &Observation { bones: &wrong, ..Observation::default() }, 2.0));
    assert!(!live.observe(9, &seen, 2.0) && live.source(9).is_none());
    assert!(live.add_source(&LiveSource { beta: -1.0, ..LiveSource::default() }).is_err());
    assert!(Live::new(&rig, &LiveOptions { source_count: 0, ..LiveOptions::default() }).is_err());
}
