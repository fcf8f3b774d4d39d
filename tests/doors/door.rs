// SPDX-License-Identifier: MIT
//! door.c in Rust.
use libvrm::{
    sys, Actor, ActorOptions, AvatarId, Error, FaceMap, Fit, Layer, Live, LiveOptions, LiveSource, Model, Motion,
    MotionOptions, Rig, Sim, Tracker, Vmc,
};

fn hash(worlds: &[libvrm::Affine], weights: &[f32]) -> u32 {
    let rows = worlds.iter().flat_map(|world| world.rows.iter()).flat_map(|row| vec![row.x, row.y, row.z, row.w]);
    let bytes = rows.chain(weights.iter().copied()).flat_map(|number| number.to_ne_bytes().to_vec());
    bytes.fold(2166136261, |state: u32, byte| (state ^ u32::from(byte)).wrapping_mul(16777619))
}

fn hash_of(sim: &Sim, avatar: AvatarId) -> String {
    format!("{:08x} ", hash(sim.worlds(avatar).unwrap(), sim.expression_weights(avatar).unwrap()))
}

struct Packet {
    time_s: f64,
    from: String,
    data: Vec<u8>,
}

fn decode(text: &str) -> Vec<u8> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text.chars().filter_map(|letter| letters.find(letter)).map(|digit| digit as u32).collect();
    let whole = |four: &[u32]| {
        let bits = (0..4).fold(0u32, |bits, i| bits << 6 | four.get(i).unwrap_or(&0));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(whole).collect()
}

fn read_packet(line: &str) -> Packet {
    let value = |key: &str, end: char| {
        let start = line.find(key).unwrap() + key.len();
        line[start..].split(end).next().unwrap()
    };
    Packet {
        time_s: value("\"t\":", ',').parse().unwrap(),
        from: value("\"from\":\"", '"').to_string(),
        data: decode(value("\"data\":\"", '"')),
    }
}

enum Sender {
    Tracker(Tracker),
    Vmc(Vmc),
}

fn play_packets(avatar_path: &str, path: &str) -> Result<String, Error> {
    let model = Model::load(avatar_path)?;
    let rig = Rig::build(&model)?;
    let mut sim = Sim::new()?;
    let avatar = sim.add(&rig)?;
    let options = ActorOptions { face_map: Some(FaceMap::build(&model, &rig)?), ..ActorOptions::default() };
    let mut actor = Actor::new(&sim, avatar, &options)?;
    let mut live = Live::new(&rig, &LiveOptions::default())?;
    let recording = std::fs::read_to_string(path).unwrap();
    let mut packets = recording.lines().skip(1).map(read_packet).peekable();
    let mut senders: Vec<(String, Sender)> = Vec::new();
    let (mut frame, mut last, mut line) = (0, 0, String::new());
    while frame <= last + 180 {
        let time_s = f64::from(frame) / 60.0;
        while packets.peek().map_or(false, |packet| packet.time_s <= time_s) {
            let packet = packets.next().unwrap();
            last = frame;
            let known = senders.iter().position(|(name, _)| *name == packet.from);
            let i = known.unwrap_or(senders.len());
            if known.is_none() {
                live.add_source(&LiveSource::default())?;
                let sender = match packet.from.as_str() {
                    "vmc" => Sender::Vmc(Vmc::new()?),
                    name => Sender::Tracker(Tracker::by_name(name)?),
                };
                senders.push((packet.from, sender));
            }
            match &mut senders[i].1 {
                Sender::Vmc(vmc) => {
                    vmc.receive(&packet.data);
                }
                Sender::Tracker(tracker) => {
                    tracker.receive(&packet.data);
                    tracker.observe(&mut live, i as i32, packet.time_s);
                }
            }
        }
        for (i, (_, sender)) in senders.iter_mut().enumerate() {
            if let Sender::Vmc(vmc) = sender {
                vmc.observe(&mut live, i as i32, time_s);
            }
        }
        live.step(time_s);
        live.track_actor(&mut actor);
        actor.step(&mut sim, 1.0 / 60.0)?;
        live.apply(&mut sim, avatar, true)?;
        sim.step(1.0 / 60.0);
        if frame % 15 == 0 {
            line += &hash_of(&sim, avatar);
        }
        frame += 1;
    }
    Ok(line)
}

fn play(avatar_path: &str, path: &str, pmx: &str, part: &str) -> Result<String, Error> {
    if path.ends_with(".packets") {
        return play_packets(avatar_path, path);
    }
    let model = if pmx.is_empty() { None } else { Some(std::fs::read(pmx).unwrap()) };
    let rig = Rig::build(&Model::load(avatar_path)?)?;
    let motion = Motion::load_with(path, &MotionOptions { model, ..MotionOptions::default() })?;
    let clip = motion.clip(Some(&rig), &Fit::default())?;
    let mut sim = Sim::new()?;
    let avatar = sim.add(&rig)?;
    let options = ActorOptions { stance: sys::VRM_STANCE_REST, ..ActorOptions::default() };
    let mut actor = Actor::new(&sim, avatar, &options)?;
    let layer = if part.is_empty() { Layer::default() } else { Layer::of_part(part)? };
    actor.play(&sim, &clip, &Layer { fade_in_s: 0.0, ..layer })?;
    let mut line = String::new();
    for time in [0.0, 0.25, 0.5, 1.0, 2.0, 4.0] {
        if time > 0.0 && time >= f64::from(clip.duration()) {
            break;
        }
        actor.seek(&mut sim, time)?;
        sim.step(0.0);
        line += &hash_of(&sim, avatar);
    }
    Ok(line)
}

fn main() {
    let list = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for line in list.lines() {
        let row: Vec<&str> = line.split('\t').collect();
        println!("{}", play(row[0], row[1], row[2], row[3]).unwrap_or_else(|_| "refused".to_string()));
    }
}
