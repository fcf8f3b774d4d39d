// SPDX-License-Identifier: MIT
// Run by tests/bindings/rust.sh, which names the files.
use libvrm::{sys, Face, FaceMap, Lip, LipFrame, Model, Rig, Sim, Vec3};
use std::env;

fn avatar() -> (Model, Rig) {
    let path = env::var("AVATAR").expect("AVATAR names no file: run tests/bindings/rust.sh BUILD_FOLDER");
    let model = Model::load(path).unwrap();
    let rig = Rig::build(&model).unwrap();
    (model, rig)
}

#[test]
fn a_map_says_what_the_face_can_do() {
    let (model, rig) = avatar();
    let map = FaceMap::build(&model, &rig).unwrap();
    drop(model);
    assert_eq!(map.info().tracking, sys::VRM_FACE_TRACKING_PRESETS);
    assert!(map.shape("eyeBlinkLeft").is_none() && map.shape("nonsense").is_none() && map.shape("a\0b").is_none());
    let happy = rig.expression("happy").unwrap();
    assert!((0.0..=1.0).contains(&map.overlap(happy, happy)) && map.overlap(happy, usize::MAX) == 0.0);
}

#[test]
fn an_emotion_reaches_the_avatar() {
    let (model, rig) = avatar();
    let mut face = Face::new(&FaceMap::build(&model, &rig).unwrap(), 1).unwrap(); // which keeps its map
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&rig).unwrap();
    let happy = rig.expression("happy").unwrap();
    face.emote(&[("happy", 0.5)], 1.0).unwrap();
    face.look_at(Vec3 { x: 0.0, y: 1.0, z: 5.0 }).unwrap();
    for _ in 0..60 {
        face.step(1.0 / 60.0);
        face.apply(&mut sim, avatar).unwrap();
        sim.step(1.0 / 60.0);
    }
    assert!((face.weights()[happy] - 0.5).abs() < 0.01);
    assert!((sim.expression_weights(avatar).unwrap()[happy] - 0.5).abs() < 0.01);
    face.emote(&[], 1.0).unwrap();
    face.blink();
    face.set_vowels(&[1.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    let mut visemes = [0.0; 15];
    visemes[sys::VRM_VISEME_AA as usize] = 1.0;
    face.set_visemes(&visemes).unwrap();
    assert!(face.set_visemes(&[f32::NAN; 15]).is_err());
    face.track(&[0.0; 52]).unwrap();
    assert!(face.emote(&[("nobody", 1.0)], 1.0).is_err() && face.emote(&[("happy", f32::NAN)], 1.0).is_err());
    assert!(face.set_vowels(&[f32::NAN; 5]).is_err() && face.emote(&[("a\0b", 1.0)], 1.0).is_err());
    assert!(sim.remove(avatar) && face.apply(&mut sim, avatar).is_err());
}

#[test]
fn silence_closes_the_mouth_however_it_is_cut() {
    let (sound, mut whole, mut parts) = (vec![0.0f32; 44100], Vec::new(), Vec::<LipFrame>::new());
    let mut lip = Lip::new(44100.0).unwrap();
    lip.feed(&sound, &mut whole);
    lip.finish(&mut whole);
    for part in sound.chunks(77) {
        lip.feed(part, &mut parts);
    }
    lip.finish(&mut parts);
    assert!(whole.len() >= 99 && whole.len() == parts.len());
    assert!(whole.iter().all(|frame| frame.closed > 0.9 && !frame.is_speech));
    assert!(whole.iter().zip(&parts).all(|(a, b)| a.time_s == b.time_s && a.vowels == b.vowels));
    assert!(!lip.calibrate(&sound) && Lip::new(1.0).is_err() && Lip::new(f32::NAN).is_err());
    let (model, rig) = avatar();
    let mut face = Face::new(&FaceMap::build(&model, &rig).unwrap(), 1).unwrap();
    face.begin_sound();
    face.hear(&whole).unwrap();
    face.step(0.5);
    assert!(!face.is_talking());
}
