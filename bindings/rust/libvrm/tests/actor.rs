// SPDX-License-Identifier: MIT
// Run by tests/bindings/rust.sh, which names the files.
use libvrm::{sys, Actor, ActorOptions, AvatarId, Bone, Clip, Emotion, FaceMap, Fit, Layer, LipFrame, Model, Motion, Rig, Sim, Vec3};
use std::{env, mem::MaybeUninit, ptr};

fn file(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{} names no file: run tests/bindings/rust.sh BUILD_FOLDER", name))
}

struct Stage {
    rig: Rig,
    map: FaceMap,
    walk: Clip,
    wave: Clip,
    sim: Sim,
    avatar: AvatarId,
}

fn stage() -> Stage {
    let model = Model::load(file("AVATAR")).unwrap();
    let rig = Rig::build(&model).unwrap();
    let clip = |name| Motion::load(file(name)).unwrap().clip(Some(&rig), &Fit::default()).unwrap();
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&rig).unwrap();
    Stage { map: FaceMap::build(&model, &rig).unwrap(), walk: clip("WALK"), wave: clip("CLIP"), rig, sim, avatar }
}

fn speech() -> Vec<LipFrame> {
    let frame = |i: i32| LipFrame {
        time_s: f64::from(i) * 0.01,
        vowels: [if i % 20 < 10 { 0.6 } else { 0.1 }, 0.0, 0.0, 0.0, 0.0],
        loudness: 0.8,
        closed: 0.0,
        is_speech: true,
    };
    (0..100).map(frame).collect()
}

/// The same performance by the functions of C: the matrices at its end.
fn performance_in_c(mut stage: Stage) -> Vec<f32> {
    let (mut def, mut layer, mut emotion) = (MaybeUninit::uninit(), MaybeUninit::uninit(), MaybeUninit::uninit());
    let mut actor = ptr::null_mut();
    unsafe {
        sys::vrm_actor_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_ActorDef>());
        let mut def: sys::vrm_ActorDef = def.assume_init();
        def.face_map = stage.map.as_ptr();
        def.seed = 5;
        assert_eq!(sys::vrm_actor_create(stage.sim.as_mut_ptr(), stage.avatar.c(), &def, &mut actor), sys::VRM_OK);
        sys::vrm_layer_def_init(layer.as_mut_ptr(), std::mem::size_of::<sys::vrm_LayerDef>());
        let mut layer: sys::vrm_LayerDef = layer.assume_init();
        layer.clip = stage.walk.as_ptr();
        assert_eq!(sys::vrm_actor_play(actor, &layer), 1);
        layer.clip = stage.wave.as_ptr();
        layer.bones = 1 << sys::VRM_BONE_RIGHT_UPPER_ARM | 1 << sys::VRM_BONE_HEAD;
        layer.begin_s = 0.2;
        layer.at_end = sys::VRM_LAYER_STOPS;
        assert_eq!(sys::vrm_actor_play(actor, &layer), 2);
        sys::vrm_emotion_def_init(emotion.as_mut_ptr(), std::mem::size_of::<sys::vrm_EmotionDef>());
        let mut emotion: sys::vrm_EmotionDef = emotion.assume_init();
        let part = sys::vrm_EmotionPart { expression: b"happy\0".as_ptr() as *const _, weight: 1.0 };
        emotion.parts = &part;
        emotion.part_count = 1;
        let frames = speech();
        assert!(sys::vrm_actor_emote(actor, 0.5, &emotion) && sys::vrm_actor_speak(actor, 0.3, frames.as_ptr(), 100));
        assert!(sys::vrm_actor_look_at(actor, Vec3 { x: 1.0, y: 1.0, z: 2.0 }));
        for _ in 0..60 {
            sys::vrm_actor_step(actor, 1.0 / 60.0);
            stage.sim.step(1.0 / 60.0);
        }
        sys::vrm_actor_destroy(actor);
    }
    numbers(&stage.sim, stage.avatar)
}

fn numbers(sim: &Sim, avatar: AvatarId) -> Vec<f32> {
    let rows = sim.worlds(avatar).unwrap().iter().flat_map(|world| world.rows.iter());
    rows.flat_map(|row| vec![row.x, row.y, row.z, row.w]).collect()
}

#[test]
fn an_actor_has_the_numbers_of_c() {
    let expected = performance_in_c(stage());
    let Stage { rig, map, walk, wave, mut sim, avatar } = stage();
    let mut actor = Actor::new(&sim, avatar, &ActorOptions { face_map: Some(map), seed: 5, ..ActorOptions::default() }).unwrap();
    let walking = actor.play(&sim, &walk, &Layer::default()).unwrap();
    let bones = Some(vec![Bone::by_name("rightUpperArm").unwrap(), Bone::HEAD]);
    let layer = Layer { bones, begin_s: Some(0.2), at_end: sys::VRM_LAYER_STOPS, ..Layer::default() };
    actor.play(&sim, &wave, &layer).unwrap();
    actor.emote(&Emotion::new(&[("happy", 1.0)]), Some(0.5)).unwrap();
    actor.speak(&speech(), Some(0.3)).unwrap();
    actor.look_at(Vec3 { x: 1.0, y: 1.0, z: 2.0 }).unwrap();
    drop((rig, walk, wave)); // the actor keeps what it plays
    let mut spoken = 0;
    for _ in 0..60 {
        actor.step(&mut sim, 1.0 / 60.0).unwrap();
        sim.step(1.0 / 60.0);
        spoken += actor.events().filter(|event| event.kind == sys::VRM_ACTOR_SPEECH_BEGAN).count();
    }
    assert!(numbers(&sim, avatar) == expected);
    assert!(!sim.palettes(avatar).unwrap().is_empty());
    assert!(spoken == 1 && actor.is_talking() && actor.face_weights().iter().any(|weight| *weight > 0.05));
    assert!(actor.layer(walking).unwrap().weight == 1.0 && (actor.time_s() - 1.0).abs() < 1e-5);
    actor.blink().unwrap();
    actor.track(&[0.0; 52]).unwrap();
    actor.seek(&mut sim, 0.4).unwrap();
    actor.settle(&mut sim, 0.5).unwrap();
    assert!((actor.time_s() - 0.4).abs() < 1e-9);
    actor.step_to(&mut sim, 0.65).unwrap();
    assert!(actor.time_s() == 0.65 && actor.step_to(&mut sim, -1.0).is_err());
}

#[test]
fn layers_are_changed_and_forgotten() {
    let Stage { map: _, walk, wave, mut sim, avatar, .. } = stage();
    let mut actor = Actor::new(&sim, avatar, &ActorOptions { stance: sys::VRM_STANCE_REST, ..ActorOptions::default() }).unwrap();
    let first = actor.play(&sim, &walk, &Layer::default()).unwrap();
    assert_eq!(actor.play(&sim, &walk, &Layer::default()).unwrap(), first); // asking twice is asking once
    let second = actor.cross_fade(&sim, &wave, &Layer { fade_in_s: 0.0, ..Layer::default() }).unwrap();
    actor.set_weight(second, 0.5, 0.0).unwrap();
    actor.set_speed(second, -1.0).unwrap();
    actor.set_clip_time(second, 0.25).unwrap();
    actor.step(&mut sim, 0.0).unwrap();
    assert!(actor.layer(first).is_none() && actor.layer(second).unwrap().weight == 0.5);
    actor.stop(second, 1.0).unwrap();
    actor.forget(&wave);
    assert!(actor.layer(second).is_none());
    actor.look_along(10.0, 5.0).unwrap();
    actor.look_free();
    actor.set_stance(sys::VRM_STANCE_A).unwrap();
}

#[test]
fn root_motion_goes_on_from_the_root() {
    let Stage { walk, mut sim, avatar, .. } = stage();
    let mut actor = Actor::new(&sim, avatar, &ActorOptions::default()).unwrap();
    let plain = actor.play(&sim, &walk, &Layer::default()).unwrap();
    let layer = Layer { applies_root_motion: true, ..Layer::default() };
    assert_ne!(actor.play(&sim, &walk, &layer).unwrap(), plain);
    let mut root = actor.root(&sim).unwrap();
    root.translation = Vec3 { x: 3.0, y: 1.0, z: -2.0 };
    actor.set_root(&mut sim, root).unwrap();
    assert!(actor.root(&sim).unwrap().translation.x == 3.0);
    actor.step(&mut sim, 0.5).unwrap();
    assert!(actor.root(&sim).unwrap().translation.y == 1.0);
    root.translation.x = f32::NAN;
    assert!(actor.set_root(&mut sim, root).is_err());
    assert!(actor.root(&Sim::new().unwrap()).is_err());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let Stage { walk, mut sim, avatar, rig, .. } = stage();
    let mut actor = Actor::new(&sim, avatar, &ActorOptions::default()).unwrap();
    assert!(actor.play(&sim, &walk, &Layer { weight: 2.0, ..Layer::default() }).is_err());
    assert!(actor.play(&sim, &walk, &Layer { bones: Some(vec![Bone(99)]), ..Layer::default() }).is_err());
    assert!(actor.play(&sim, &walk, &Layer { begin_s: Some(-1.0), ..Layer::default() }).is_err());
    assert!(actor.step(&mut sim, f32::NAN).is_err() && actor.step(&mut sim, -1.0).is_err());
    assert!(actor.seek(&mut sim, -1.0).is_err() && actor.settle(&mut sim, 99.0).is_err());
    assert!(actor.stop(9, 0.1).is_err() && actor.set_stance(9).is_err());
    assert!(actor.emote(&Emotion::new(&[]), None).is_err() && actor.speak(&[], None).is_err() && actor.blink().is_err());
    assert!(actor.face_weights().is_empty() && !actor.is_talking() && actor.face_ptr().is_null());
    let mut other = Sim::new().unwrap();
    other.add(&rig).unwrap();
    let said = actor.step(&mut other, 0.1).unwrap_err().to_string();
    assert!(said.starts_with("another sim"), "{}", said);
    assert!(sim.remove(avatar) && actor.step(&mut sim, 0.1).is_err());
    assert!(Actor::new(&sim, avatar, &ActorOptions::default()).is_err());
    drop(sim);
    assert!(actor.step(&mut other, 0.1).is_err() && actor.time_s() > 0.0);
}
