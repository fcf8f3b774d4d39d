// SPDX-License-Identifier: MIT
//! usage: walk_and_talk AVATAR.vrm WALK WAVE SPEECH.wav
//!
//! An avatar that walks, waves and speaks: two layers of motion and a face. Motions may be of any format, the sound is
//! a mono WAV of 16 bits. Prints what happens.
use libvrm::{sys, Actor, ActorOptions, Emotion, FaceMap, Fit, Layer, Lip, LipFrame, Model, Motion, Rig, Sim};
use std::{convert::TryInto, env, error::Error, fs};

fn lips(path: &str) -> Result<Vec<LipFrame>, Box<dyn Error>> {
    let wav = fs::read(path)?;
    let samples = wav.get(44..).ok_or("the sound has no header")?;
    let rate = u32::from_le_bytes(wav[24..28].try_into()?);
    let samples: Vec<f32> = samples.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32768.0).collect();
    let mut lip = Lip::new(rate as f32)?;
    let mut frames = Vec::new();
    lip.feed(&samples, &mut frames);
    lip.finish(&mut frames);
    Ok(frames)
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = env::args().skip(1).collect();
    if files.len() != 4 {
        return Err("usage: walk_and_talk AVATAR.vrm WALK WAVE SPEECH.wav".into());
    }
    let model = Model::load(&files[0])?;
    let rig = Rig::build(&model)?;
    let walk = Motion::load(&files[1])?.clip(Some(&rig), &Fit::default())?;
    let wave = Motion::load(&files[2])?.clip(Some(&rig), &Fit::default())?;
    let mut sim = Sim::new()?;
    let avatar = sim.add(&rig)?;
    let face_map = Some(FaceMap::build(&model, &rig)?);
    let mut actor = Actor::new(&sim, avatar, &ActorOptions { face_map, ..Default::default() })?;
    actor.play(&sim, &walk, &Layer::default())?;
    let waving = Layer { begin_s: Some(1.0), at_end: sys::VRM_LAYER_STOPS, ..Layer::of_part("right-arm")? };
    actor.play(&sim, &wave, &waving)?;
    actor.emote(&Emotion::new(&[("happy", 1.0)]), Some(0.5))?;
    actor.speak(&lips(&files[3])?, Some(1.5))?;
    for _ in 0..6 * 60 {
        actor.step(&mut sim, 1.0 / 60.0)?;
        sim.step(1.0 / 60.0); // then draw sim.palettes(avatar)
        for event in actor.events() {
            let what = ["looped", "ended", "stopped", "blinked", "begins to talk", "ends talking"][event.kind as usize];
            println!("{:.2} s: {}", event.time_s, what);
        }
    }
    Ok(())
}
