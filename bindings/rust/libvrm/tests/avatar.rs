// SPDX-License-Identifier: MIT
// Run by tests/bindings/rust.sh, which names the files.
use libvrm::{sys, validate, Bone, Clip, Dialect, Fit, Model, Motion, MotionOptions, Quat, Rig, Severity, Sim, Transform, Vec3};
use std::env;

fn file(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{} names no file: run tests/bindings/rust.sh BUILD_FOLDER", name))
}

#[test]
fn a_loaded_avatar_says_what_it_is() {
    let model = Model::load(file("AVATAR")).unwrap();
    assert_eq!(model.dialect(), Dialect::V1);
    assert_eq!(model.name().as_deref(), Some("Sample"));
    assert_eq!(model.authors(), ["The libvrm authors"]);
    assert!(model.bone(Bone::HIPS).is_some() && model.findings().is_empty());
    let bytes = std::fs::read(file("AVATAR")).unwrap();
    assert_eq!(model.to_bytes().unwrap(), bytes);
    assert_eq!(Model::from_bytes(&bytes).unwrap().name(), model.name());
    assert!(validate(file("AVATAR")).unwrap().is_empty());
}

#[test]
fn every_bone_has_a_name() {
    assert_eq!(Bone::ALL.len(), sys::VRM_BONE_COUNT as usize);
    assert!(Bone::ALL.iter().enumerate().all(|(number, bone)| bone.0 as usize == number));
    for (bone, name) in [(Bone::HIPS, "hips"), (Bone::UPPER_CHEST, "upperChest"), (Bone::RIGHT_LITTLE_DISTAL, "rightLittleDistal")] {
        assert_eq!(Bone::by_name(name), Some(bone));
    }
    assert_eq!(Bone::by_name("tail"), None);
}

#[test]
fn failures_say_what_is_wrong() {
    assert_eq!(Model::load("/nonexistent/x.vrm").err().unwrap().result, sys::VRM_ERR_IO);
    let error = Model::from_bytes(b"{\"a").err().unwrap();
    assert_eq!(error.result, sys::VRM_ERR_JSON);
    assert_eq!(error.findings[0].severity, Severity::Error);
    assert!(error.findings[0].byte_offset.is_some());
    assert!(error.to_string().contains(&error.findings[0].code));
    assert_eq!(Model::load("a\0b").err().unwrap().result, sys::VRM_ERR_ARGUMENT);
}

#[test]
fn failures_name_files_and_names() {
    let missing = "/nonexistent/x.vrm";
    let model = Model::load(file("AVATAR")).unwrap();
    for error in [Model::load(missing).err(), validate(missing).err(), model.save(missing).err()] {
        let said = error.unwrap().to_string();
        assert!(said.starts_with(missing), "{}", said);
        assert!(!cfg!(unix) || said.contains("No such file or directory"), "{}", said);
    }
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&Rig::build(&model).unwrap()).unwrap();
    let said = sim.set_expression(avatar, "nobody", 1.0).unwrap_err().to_string();
    assert!(said.starts_with("nobody: "), "{}", said);
}

#[test]
fn objects_of_the_c_functions_get_owners() {
    let path = std::ffi::CString::new(file("CLIP")).unwrap();
    let model = Model::load(file("AVATAR")).unwrap();
    let (mut motion, mut c_model, mut c_rig, mut c_clip) =
        (std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut());
    let null = std::ptr::null();
    let (empty, rig, clip) = unsafe {
        assert_eq!(sys::vrm_model_create(null, &mut c_model), sys::VRM_OK);
        assert_eq!(sys::vrm_rig_build(model.as_ptr(), std::ptr::null(), &mut c_rig), sys::VRM_OK);
        assert_eq!(sys::vrm_motion_load_file(path.as_ptr(), std::ptr::null(), &mut motion), sys::VRM_OK);
        let result =
            sys::vrm_motion_clip(motion, c_rig, std::ptr::null(), std::ptr::null_mut(), &mut c_clip);
        assert_eq!(result, sys::VRM_OK);
        sys::vrm_motion_destroy(motion);
        (Model::from_raw(c_model), Rig::from_raw(c_rig), Clip::from_raw(c_clip))
    };
    assert!(empty.name().is_none() && clip.duration() > 0.0);
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&rig).unwrap();
    sim.play(avatar, &clip, 0.1, 1.0).unwrap();
    sim.step(1.0 / 60.0);
    let head = sim.worlds(avatar).unwrap()[rig.bone(Bone::HEAD).unwrap()];
    assert!(format!("{:?}", head).contains("rows"));
}

#[test]
fn an_old_avatar_is_migrated_and_valid() {
    let mut model = Model::load(file("OLD_AVATAR")).unwrap();
    assert_eq!(model.dialect(), Dialect::V0);
    assert!(!model.migrate().unwrap().is_empty());
    assert_eq!(model.dialect(), Dialect::V1);
    assert!(!model.validate().unwrap().iter().any(|finding| finding.severity == Severity::Error));
}

#[test]
fn a_crowd_moves_and_rigs_outlive_avatars() {
    let mut sim = Sim::new().unwrap();
    let (head, hips, height, avatars) = {
        let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
        let avatars: Vec<_> = (0..10).map(|_| sim.add(&rig).unwrap()).collect();
        (rig.bone(Bone::HEAD).unwrap(), rig.bone(Bone::HIPS).unwrap(), rig.hips_height(), avatars)
    };
    let half = 0.5f32.sqrt();
    let one = Vec3 { x: 1.0, y: 1.0, z: 1.0 };
    for avatar in &avatars {
        sim.set_bone(*avatar, Bone::HEAD, Quat { x: 0.0, y: half, z: 0.0, w: half }).unwrap();
        sim.set_hips(*avatar, Vec3 { x: 0.0, y: 0.25, z: 0.0 }).unwrap();
        sim.set_expression(*avatar, "happy", 1.0).unwrap();
        let place = Vec3 { x: 1.0, y: 0.0, z: 0.0 };
        let root = Transform { translation: place, rotation: Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }, scale: one };
        sim.set_root(*avatar, root).unwrap();
    }
    sim.step(1.0 / 60.0);
    let worlds = sim.worlds(avatars[3]).unwrap();
    assert!((worlds[head].rows[0].z - 1.0).abs() < 1e-5);
    assert!((worlds[hips].rows[1].w - height - 0.25).abs() < 1e-5 && (worlds[hips].rows[0].w - 1.0).abs() < 1e-5);
    assert!(sim.remove(avatars[0]) && !sim.remove(avatars[0]));
    assert!(sim.worlds(avatars[0]).is_none() && sim.len() == 9 && sim.avatars().count() == 9);
    assert!(sim.set_hips(avatars[0], one).is_err());
    assert!(sim.set_hips(avatars[1], Vec3 { x: f32::NAN, y: 0.0, z: 0.0 }).is_err());
    assert!(sim.set_expression(avatars[1], "nobody", 1.0).is_err());
    assert!(sim.set_bone(avatars[1], Bone(1000), Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }).is_err());
}

#[test]
fn measurements_of_a_fit_are_returned() {
    let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
    let motion = Motion::load(file("WALK")).unwrap();
    let coarse = Fit { fps: 5.0, ..Fit::default() };
    let (_, fitted) = motion.clip_measured(Some(&rig), &Fit::default()).unwrap();
    let (_, coarse) = motion.clip_measured(Some(&rig), &coarse).unwrap();
    let (_, animated) = motion.animation_measured(Some(&rig), &Fit::default()).unwrap();
    assert!(fitted.is_fitted && fitted.retarget.frames > 1 && fitted.stats.kept_keys > 0);
    assert!(coarse.is_fitted && coarse.stats.frames < fitted.stats.frames);
    let (degrees, metres, weight) = (Some(5.0), Some(0.1), Some(0.1));
    let loose = Fit { tolerance_degrees: degrees, tolerance_metres: metres, tolerance_weight: weight, ..Fit::default() };
    assert!(motion.clip_measured(Some(&rig), &loose).unwrap().1.stats.kept_keys < fitted.stats.kept_keys);
    let info = motion.info();
    assert!(info.kind == sys::VRM_MOTION_CAPTURE && info.format == "FBX" && info.bones.contains(&Bone::HIPS));
    assert!(info.seconds == motion.duration() && info.frame_s > 0.0 && info.rest_confidence > 0.0);
    assert_eq!((animated.retarget.scale, animated.stats.kept_keys), (fitted.retarget.scale, fitted.stats.kept_keys));
}

/// A motion of another program is fitted as `vrm convert-motion --avatar` fits it: the same bytes.
#[test]
fn motions_are_fitted_as_by_the_command() {
    let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
    let motion = Motion::load(file("WALK")).unwrap();
    assert_eq!(motion.format(), "FBX");
    assert!(motion.duration() > 0.5 && !motion.takes().is_empty());
    let written = motion.animation(Some(&rig), &Fit::default()).unwrap().to_bytes().unwrap();
    assert!(written == std::fs::read(file("FITTED_WALK")).unwrap());
    let again = Motion::from_bytes(&std::fs::read(file("WALK")).unwrap()).unwrap();
    let fit = Fit { feet: sys::VRM_FEET_HOLD, root_motion: sys::VRM_ROOT_MOTION_REMOVE, ..Fit::default() };
    assert!(again.clip(None, &fit).unwrap().duration() > 0.5);
    let nul = Fit { name: Some("a\0b".to_string()), ..Fit::default() };
    assert_eq!(again.clip(None, &nul).err().unwrap().result, sys::VRM_ERR_ARGUMENT);
    let options = MotionOptions {
        take: Some("#2".to_string()),
        names: vec![("mixamorig:Head".to_string(), None), ("Kopf".to_string(), Some(Bone::HEAD))],
        morphs: vec![("Smile".to_string(), "happy".to_string())],
        model: Some(Vec::new()),
        metres: 0.01,
        ..MotionOptions::default()
    };
    let mapped = Motion::load_with(file("WALK"), &options).unwrap();
    assert!(mapped.clip(Some(&rig), &Fit { fps: 10.0, ..Fit::default() }).unwrap().duration() > 0.5);
    let nothing = MotionOptions { take: Some("nothing".to_string()), ..MotionOptions::default() };
    assert!(Motion::load_with(file("WALK"), &nothing).is_err());
    let error = Motion::load(file("AVATAR")).err().unwrap();
    assert!(error.findings.iter().any(|finding| finding.code == "MOTION_NO_ANIMATION"));
}

#[test]
fn clips_play() {
    let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
    let clip = Clip::build(&Model::load(file("CLIP")).unwrap()).unwrap();
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(&rig).unwrap();
    let rest = sim.worlds(avatar).unwrap()[rig.bone(Bone::LEFT_HAND).unwrap()].rows[1].w;
    assert!(clip.duration() > 0.0);
    let mut moved = 0.0f32;
    for frame in 0..30 {
        sim.play(avatar, &clip, clip.duration() * frame as f32 / 30.0, 1.0).unwrap();
        sim.step(1.0 / 30.0);
        moved = moved.max((sim.worlds(avatar).unwrap()[rig.bone(Bone::LEFT_HAND).unwrap()].rows[1].w - rest).abs());
    }
    assert!(moved > 0.01);
}

#[test]
fn sims_run_on_their_own_threads_with_one_rig() {
    let rig = Rig::build(&Model::load(file("AVATAR")).unwrap()).unwrap();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let rig = rig.clone();
            std::thread::spawn(move || {
                let mut sim = Sim::new().unwrap();
                let avatar = sim.add(&rig).unwrap();
                for _ in 0..10 {
                    sim.step(1.0 / 60.0);
                }
                sim.worlds(avatar).unwrap()[5].rows[1].w.to_bits()
            })
        })
        .collect();
    let results: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(results.iter().all(|bits| *bits == results[0]));
}
