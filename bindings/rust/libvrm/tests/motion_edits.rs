// SPDX-License-Identifier: MIT
// Run by tests/bindings/rust.sh, which names the files.
use libvrm::{
    motion_part, sys, Actor, ActorOptions, Bone, Error, Fit, Landmark, Model, Motion, MotionJoin, MotionLayer,
    MotionSmooth, Points, PointsFrame, PointsOptions, Quat, Rig, Sim, SpeechMarks, SpeechMarksOptions,
};
use std::env;

fn file(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{} names no file: run tests/bindings/rust.sh BUILD_FOLDER", name))
}

fn bytes(motion: &Motion) -> Vec<u8> {
    motion.animation(None, &Fit::default()).unwrap().to_bytes().unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn edits_are_those_of_c_and_leave_their_motion_alone() {
    let (walk, wave) = (Motion::load(file("WALK")).unwrap(), Motion::load(file("CLIP")).unwrap());
    let before = bytes(&walk);
    let cut = walk.cut(0.2, Some(0.7)).unwrap();
    assert!(near(cut.duration(), 0.5) && near(walk.cut(0.2, None).unwrap().duration(), walk.duration() - 0.2));
    let mut out = std::ptr::null_mut();
    let same = unsafe {
        assert_eq!(sys::vrm_motion_cut(walk.as_ptr(), 0.2, 0.7, std::ptr::null(), &mut out), sys::VRM_OK);
        Motion::from_raw(out)
    };
    assert_eq!(bytes(&cut), bytes(&same));
    assert!(near(walk.speed(2.0).unwrap().duration(), walk.duration() / 2.0));
    let whole = bytes(&walk.cut(0.0, None).unwrap());
    assert_eq!(bytes(&walk.reverse().unwrap().reverse().unwrap()), whole);
    assert_eq!(bytes(&walk.mirror().unwrap().mirror().unwrap()), whole);
    assert_ne!(bytes(&walk.mirror().unwrap()), whole);
    let (trimmed, removed) = walk.trim_rest(12.0).unwrap();
    assert!(near(trimmed.duration() + removed.leading_s + removed.trailing_s, walk.duration()));
    let (_, smoothed) = walk.smooth(&MotionSmooth { max_degrees: 2.0, ..MotionSmooth::default() }).unwrap();
    assert!(smoothed.largest_degrees <= 2.001 && smoothed.mean_degrees <= smoothed.largest_degrees);
    let (joined, seam) = walk.join(&wave, &MotionJoin { phase_s: 0.0, ..MotionJoin::default() }).unwrap();
    assert!(near(seam.start_s + wave.duration(), joined.duration()) && seam.skipped_s == 0.0);
    let nothing = motion_part("arms").map(|part| MotionLayer { part, weight: 0.0, ..MotionLayer::default() }).unwrap();
    assert_eq!(bytes(&walk.layer(&wave, &nothing).unwrap()), whole);
    assert_ne!(bytes(&walk.layer(&wave, &MotionLayer::default()).unwrap()), whole);
    assert!(near(walk.frame_time(2.0).unwrap(), 2.0 * walk.info().frame_s));
    assert_eq!(bytes(&walk), before);
}

#[test]
fn wrong_numbers_and_names_are_refused() {
    let walk = Motion::load(file("WALK")).unwrap();
    let result = |made: Result<Motion, Error>| made.map(|_| ()).unwrap_err().result;
    assert_eq!(result(walk.cut(-1.0, None)), sys::VRM_ERR_ARGUMENT);
    assert_eq!(result(walk.cut(1e6, None)), sys::VRM_ERR_INVALID);
    assert_eq!(result(walk.speed(0.0)), sys::VRM_ERR_ARGUMENT);
    assert_eq!(result(walk.layer(&walk, &MotionLayer { weight: 2.0, ..MotionLayer::default() })), sys::VRM_ERR_ARGUMENT);
    assert!(motion_part("tail").is_none() && motion_part("a\0b").is_none() && walk.frame_time(-1.0).is_err());
}

#[test]
fn speech_marks_become_frames() {
    let events = br#"[{"audioOffset": 1000000, "visemeId": 21}, {"audioOffset": 2000000, "visemeId": 2},
        {"audioOffset": 5000000, "visemeId": 0}]"#;
    let marks = SpeechMarks::from_bytes(events, &SpeechMarksOptions::default()).unwrap();
    assert_eq!((marks.info().format, marks.info().mark_count), (sys::VRM_SPEECH_FORMAT_AZURE, 3));
    assert_eq!(marks.frames().len(), 51);
    assert!((marks.frames()[25].vowels[0] - 0.8).abs() < 1e-6 && marks.frames()[10].closed == 1.0);
    let later = SpeechMarks::from_bytes(events, &SpeechMarksOptions { offset_s: 0.1, opening: 0.4 }).unwrap();
    assert!((later.frames()[35].vowels[0] - 0.4).abs() < 1e-6 && near(later.info().seconds, 0.6));
    assert!(marks.findings().is_empty());
    assert_eq!(SpeechMarks::from_bytes(b"{", &SpeechMarksOptions::default()).err().unwrap().result, sys::VRM_ERR_JSON);
}

#[test]
fn landmarks_move_an_avatar() {
    let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&rig).unwrap();
    let mut points = Points::new(&PointsOptions::default()).unwrap();
    let mut shapes = [0.0; 52];
    let jaw = unsafe { sys::vrm_face_shape_by_name(b"jawOpen\0".as_ptr() as *const _) };
    shapes[jaw as usize] = 0.9;
    let lost = [Landmark { x: f32::NAN, y: 0.0, z: 0.0, visibility: 1.0 }; 33];
    let frame = PointsFrame { pose: Some(&lost), shapes: Some(&shapes), ..PointsFrame::default() };
    assert!(points.feed(&frame, 0.0) && !points.feed(&frame, 0.0));
    assert!((1..=30).all(|i| points.feed(&frame, f64::from(i) / 30.0)));
    assert!(points.has_face() && points.shapes()[jaw as usize] > 0.5 && points.bones().is_empty());
    assert!(points.preset(sys::VRM_EXPRESSION_AA) > 0.0 && points.gaze().x == 0.0);
    points.apply(&mut sim, avatar).unwrap();
    sim.step(1.0 / 60.0);
    assert!(sim.expression_weights(avatar).unwrap()[rig.expression("aa").unwrap()] > 0.0);
    assert!(points.wait(1.1) && points.pose(rig.hips_height()).rotations[0].w != 0.0);
    points.reset();
    assert!(!points.has_face());
    sim.remove(avatar);
    assert!(points.apply(&mut sim, avatar).is_err());
    assert!(Points::new(&PointsOptions { beta: -1.0, ..PointsOptions::default() }).is_err());
}

#[test]
fn springs_settle_under_inputs() {
    let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
    let (mut sim, mut other) = (Sim::new().unwrap(), Sim::new().unwrap());
    let avatar = sim.add(&rig).unwrap();
    let mut actor = Actor::new(&sim, avatar, &ActorOptions::default()).unwrap();
    actor.step(&mut sim, 0.25).unwrap();
    let (mut times, half) = (Vec::new(), std::f32::consts::FRAC_1_SQRT_2);
    let turned = Quat { x: 0.0, y: half, z: 0.0, w: half };
    actor
        .settle_with(&mut sim, 0.5, |inputs, time_s| {
            times.push(time_s);
            inputs.set_expression(avatar, "happy", 0.5).unwrap();
            inputs.set_bone(avatar, Bone::HEAD, turned).unwrap();
            assert!(inputs.track(&[0.0; 52]).is_err(), "without a face");
        })
        .unwrap();
    assert!(times.len() == 31 && near(times[0], -0.25) && near(times[30], 0.25));
    assert!(sim.expression_weights(avatar).unwrap()[rig.expression("happy").unwrap()] > 0.0);
    assert!(actor.settle_with(&mut sim, 61.0, |_, _| ()).is_err());
    assert!(actor.settle_with(&mut other, 0.1, |_, _| ()).is_err());
    let mut calls = 0;
    let thrown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        actor.settle_with(&mut sim, 0.5, |_, _| {
            calls += 1;
            std::panic::resume_unwind(Box::new("mine"));
        })
    }));
    assert!(thrown.is_err() && calls == 1);
    actor.settle(&mut sim, 0.1).unwrap();
}
