// SPDX-License-Identifier: MIT
//! door.c in Rust.
use libvrm::{sys, Actor, ActorOptions, Error, Fit, Layer, Model, Motion, MotionOptions, Rig, Sim};

fn hash(worlds: &[libvrm::Affine], weights: &[f32]) -> u32 {
    let rows = worlds.iter().flat_map(|world| world.rows.iter()).flat_map(|row| vec![row.x, row.y, row.z, row.w]);
    let bytes = rows.chain(weights.iter().copied()).flat_map(|number| number.to_ne_bytes().to_vec());
    bytes.fold(2166136261, |state: u32, byte| (state ^ u32::from(byte)).wrapping_mul(16777619))
}

fn play(avatar_path: &str, path: &str, pmx: &str) -> Result<String, Error> {
    let model = if pmx.is_empty() { None } else { Some(std::fs::read(pmx).unwrap()) };
    let rig = Rig::build(&Model::load(avatar_path)?)?;
    let motion = Motion::load_with(path, &MotionOptions { model, ..MotionOptions::default() })?;
    let clip = motion.clip(Some(&rig), &Fit::default())?;
    let mut sim = Sim::new()?;
    let avatar = sim.add(&rig)?;
    let options = ActorOptions { stance: sys::VRM_STANCE_REST, ..ActorOptions::default() };
    let mut actor = Actor::new(&sim, avatar, &options)?;
    actor.play(&sim, &clip, &Layer { fade_in_s: 0.0, ..Layer::default() })?;
    let mut line = String::new();
    for time in [0.0, 0.25, 0.5, 1.0, 2.0, 4.0] {
        if time > 0.0 && time >= f64::from(clip.duration()) {
            break;
        }
        actor.seek(&mut sim, time)?;
        sim.step(0.0);
        line += &format!("{:08x} ", hash(sim.worlds(avatar).unwrap(), sim.expression_weights(avatar).unwrap()));
    }
    Ok(line)
}

fn main() {
    let list = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for line in list.lines() {
        let row: Vec<&str> = line.split('\t').collect();
        println!("{}", play(row[0], row[1], row[2]).unwrap_or_else(|_| "refused".to_string()));
    }
}
