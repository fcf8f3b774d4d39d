// SPDX-License-Identifier: MIT
//! One avatar moved live by trackers.

use crate::{check, defaults, sys, Actor, AvatarId, Bone, Error, Face, Pose, Quat, Rig, Sim, Vec2, Vec3};
use std::ptr;

pub use sys::vrm_LiveSourceState as LiveSourceState;

/// How a [`Live`] follows its sources.
#[derive(Debug, Clone)]
pub struct LiveOptions {
    /// Maximum number of sources, 1 to 64.
    pub source_count: i32,
    /// The avatar moves as a mirror image.
    pub mirrors: bool,
    /// Seconds for which something lost is held.
    pub hold_s: f32,
    /// Seconds in which it then eases to what the avatar has without it.
    pub ease_out_s: f32,
    /// Seconds in which something that is seen again is blended in.
    pub ease_in_s: f32,
}

impl Default for LiveOptions {
    fn default() -> LiveOptions {
        let def = defaults(sys::vrm_live_def_init);
        LiveOptions {
            source_count: def.source_count,
            mirrors: def.mirrors,
            hold_s: def.hold_s,
            ease_out_s: def.ease_out_s,
            ease_in_s: def.ease_in_s,
        }
    }
}

/// A source of a [`Live`].
#[derive(Debug, Clone)]
pub struct LiveSource {
    /// Priority for each `sys::VRM_LIVE_*`: the highest is followed; negative: the source does not move this part.
    pub priorities: [i32; sys::VRM_LIVE_PART_COUNT as usize],
    /// Cutoff of the filter at rest (Hz), 0.01 to 10000; from 1000 on nothing is smoothed.
    pub min_cutoff_hz: f32,
    /// Increase of the cutoff with speed, 0 to 10000.
    pub beta: f32,
}

impl Default for LiveSource {
    fn default() -> LiveSource {
        let def = defaults(sys::vrm_live_source_def_init);
        LiveSource { priorities: def.priorities, min_cutoff_hz: def.min_cutoff_hz, beta: def.beta }
    }
}

/// What a tracker of your own shows at one time; empty and None: not shown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Observation<'a> {
    pub bones: &'a [(Bone, Quat)],
    /// As in [`Pose`], for this avatar (m).
    pub hips_offset: Option<Vec3>,
    /// Place and rotation of the avatar in the world.
    pub root: Option<(Vec3, Quat)>,
    /// Weights of `sys::VRM_FACE_SHAPE_*`, 0 to 1.
    pub shapes: &'a [(sys::vrm_FaceShape, f32)],
    /// Weights by index: [`Rig::expression`].
    pub expressions: &'a [(usize, f32)],
    /// Yaw and pitch, degrees.
    pub gaze: Option<Vec2>,
    /// When the sender saw it, on a clock of its own.
    pub sender_s: Option<f64>,
}

/// Moves an avatar by any number of sources, each with a priority for each part of the body.
///
/// ```no_run
/// # use libvrm::{Actor, AvatarId, Live, LiveOptions, LiveSource, Observation, Rig, Sim};
/// # fn run(rig: &Rig, sim: &mut Sim, avatar: AvatarId, actor: &mut Actor, seen: Observation) -> Result<(), libvrm::Error> {
/// let mut live = Live::new(rig, &LiveOptions::default())?;
/// let source = live.add_source(&LiveSource::default())?;
/// live.observe(source, &seen, 0.016); // whenever something arrives; Tracker::observe() for packets
/// live.step(0.017); // in each frame
/// live.track_actor(actor);
/// actor.step(sim, 1.0 / 60.0)?;
/// live.apply(sim, avatar, true)?;
/// sim.step(1.0 / 60.0);
/// # Ok(())
/// # }
/// ```
pub struct Live {
    pointer: *mut sys::vrm_Live,
    rig: Rig,
}

unsafe impl Send for Live {}
unsafe impl Sync for Live {}

impl Live {
    /// For avatars of a rig.
    pub fn new(rig: &Rig, options: &LiveOptions) -> Result<Live, Error> {
        let mut def = defaults(sys::vrm_live_def_init);
        def.source_count = options.source_count;
        def.mirrors = options.mirrors;
        def.hold_s = options.hold_s;
        def.ease_out_s = options.ease_out_s;
        def.ease_in_s = options.ease_in_s;
        let mut pointer = ptr::null_mut();
        check(unsafe { sys::vrm_live_create(rig.as_ptr(), &def, &mut pointer) })?;
        Ok(Live { pointer, rig: rig.clone() })
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Live {
        self.pointer
    }

    pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Live {
        self.pointer
    }

    /// Whose avatars it moves.
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// Adds a source and returns its number.
    pub fn add_source(&mut self, source: &LiveSource) -> Result<i32, Error> {
        let mut def = defaults(sys::vrm_live_source_def_init);
        def.priorities = source.priorities;
        def.min_cutoff_hz = source.min_cutoff_hz;
        def.beta = source.beta;
        let number = unsafe { sys::vrm_live_add_source(self.pointer, &def) };
        Sim::set(number >= 0).map(|_| number)
    }

    /// Takes what a source shows. False, without effect, for a source, a bone or a shape that does not exist, a time that is
    /// NaN, and an observation older than the last.
    pub fn observe(&mut self, source: i32, seen: &Observation<'_>, time_s: f64) -> bool {
        let zero = Quat { x: 0.0, y: 0.0, z: 0.0, w: 0.0 };
        let origin = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
        let mut rotations = [zero; sys::VRM_BONE_COUNT as usize];
        let mut weights = [0.0f32; sys::VRM_FACE_SHAPE_COUNT as usize];
        let (mut bones, mut shapes) = (0u64, 0u64);
        for (bone, rotation) in seen.bones {
            if !(0..sys::VRM_BONE_COUNT).contains(&bone.0) {
                return false;
            }
            rotations[bone.0 as usize] = *rotation;
            bones |= 1 << bone.0;
        }
        for (shape, weight) in seen.shapes {
            if !(0..sys::VRM_FACE_SHAPE_COUNT).contains(shape) {
                return false;
            }
            weights[*shape as usize] = *weight;
            shapes |= 1 << shape;
        }
        let expressions: Vec<sys::vrm_LiveExpression> = seen
            .expressions
            .iter()
            .map(|(expression, weight)| sys::vrm_LiveExpression { expression: *expression as i32, weight: *weight })
            .collect();
        let gaze = seen.gaze.unwrap_or(Vec2 { x: 0.0, y: 0.0 });
        let (root_position, root_rotation) = seen.root.unwrap_or((origin, zero));
        let given = sys::vrm_LiveObservation {
            bones,
            rotations: rotations.as_ptr(),
            has_hips: seen.hips_offset.is_some(),
            hips_offset: seen.hips_offset.unwrap_or(origin),
            has_root: seen.root.is_some(),
            root_position,
            root_rotation,
            shapes,
            shape_weights: weights.as_ptr(),
            expressions: expressions.as_ptr(),
            expression_count: expressions.len() as i32,
            has_gaze: seen.gaze.is_some(),
            gaze_yaw: gaze.x,
            gaze_pitch: gaze.y,
            has_sender_time: seen.sender_s.is_some(),
            sender_s: seen.sender_s.unwrap_or(0.0),
        };
        unsafe { sys::vrm_live_observe(self.pointer, source, &given, time_s) }
    }

    /// Makes what the sources show now the neutral state of some parts, `sys::VRM_LIVE_*`.
    pub fn calibrate(&mut self, parts: &[sys::vrm_LivePart]) {
        unsafe { sys::vrm_live_calibrate(self.pointer, bits(parts)) }
    }

    /// Undoes [`Live::calibrate`] for some parts.
    pub fn uncalibrate(&mut self, parts: &[sys::vrm_LivePart]) {
        unsafe { sys::vrm_live_uncalibrate(self.pointer, bits(parts)) }
    }

    pub fn set_mirrors(&mut self, mirrors: bool) {
        unsafe { sys::vrm_live_set_mirrors(self.pointer, mirrors) }
    }

    /// Computes what is shown at a time of the host's clock. False, without effect, for a time before an earlier one.
    pub fn step(&mut self, time_s: f64) -> bool {
        unsafe { sys::vrm_live_step(self.pointer, time_s) }
    }

    /// Hands the blend shapes to a face, before [`Face::step`].
    pub fn track(&mut self, face: &mut Face) {
        unsafe { sys::vrm_live_track(self.pointer, face.as_mut_ptr()) }
    }

    /// The same for the face of an actor, before [`Actor::step`]. Nothing happens if it has none.
    pub fn track_actor(&mut self, actor: &mut Actor) {
        let face = actor.face_ptr();
        if !face.is_null() {
            unsafe { sys::vrm_live_track(self.pointer, face) }
        }
    }

    /// Sets the inputs of an avatar that are shown, after [`Actor::step`]. `has_face`: a face of the avatar gets the blend
    /// shapes; otherwise they move its presets.
    pub fn apply(&mut self, sim: &mut Sim, avatar: AvatarId, has_face: bool) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_live_apply(self.pointer, sim.as_mut_ptr(), avatar.c(), has_face) })
    }

    /// How much of a part, `sys::VRM_LIVE_*`, is shown, 0 to 1.
    pub fn weight(&self, part: sys::vrm_LivePart) -> f32 {
        unsafe { sys::vrm_live_weight(self.pointer, part) }
    }

    /// Bones that are shown, also those that ease out.
    pub fn bones(&self) -> Vec<Bone> {
        let bones = unsafe { sys::vrm_live_bones(self.pointer) };
        (0..sys::VRM_BONE_COUNT).filter(|bone| bones >> bone & 1 != 0).map(Bone).collect()
    }

    /// What is shown over a pose; None: the rest pose.
    pub fn pose(&self, under: Option<&Pose>) -> Pose {
        unsafe { sys::vrm_live_pose(self.pointer, under.map_or(ptr::null(), |pose| pose)) }
    }

    /// The blend shapes; 0 for those that are not shown.
    pub fn shapes(&self) -> [f32; 52] {
        let mut shapes = [0.0; 52];
        unsafe { shapes.copy_from_slice(std::slice::from_raw_parts(sys::vrm_live_shapes(self.pointer), 52)) }
        shapes
    }

    /// Yaw and pitch of the gaze, degrees.
    pub fn gaze(&self) -> Vec2 {
        unsafe { sys::vrm_live_gaze(self.pointer) }
    }

    /// Facts about a source; None if it does not exist.
    pub fn source(&self, source: i32) -> Option<LiveSourceState> {
        let mut state = std::mem::MaybeUninit::<LiveSourceState>::uninit();
        unsafe {
            if sys::vrm_live_source(self.pointer, source, state.as_mut_ptr()) {
                Some(state.assume_init())
            } else {
                None
            }
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        unsafe { sys::vrm_live_destroy(self.pointer) }
    }
}

fn bits(parts: &[sys::vrm_LivePart]) -> u32 {
    parts.iter().filter(|part| (0..sys::VRM_LIVE_PART_COUNT).contains(*part)).fold(0, |bits, part| bits | 1 << part)
}

// ---- Packets ----

#[cfg(feature = "vmc")]
mod packets {
    use super::Live;
    use crate::{c_string, check, defaults, sys, Error, Pose};
    use std::ffi::CStr;
    use std::os::raw::c_void;
    use std::ptr;

    pub use sys::{vrm_TrackerState as TrackerState, vrm_TrackerStats as TrackerStats, vrm_VmcStats as VmcStats};

    /// Reads the packets of one protocol: `sys::VRM_TRACKER_*`, or by name "openseeface", "ifacialmocap", "vtubestudio",
    /// "livelink", "mocopi" and "mediapipe". Needs the feature `vmc`.
    pub struct Tracker(*mut sys::vrm_Tracker);
    unsafe impl Send for Tracker {}
    unsafe impl Sync for Tracker {}

    impl Tracker {
        pub fn new(kind: sys::vrm_TrackerKind) -> Result<Tracker, Error> {
            let def = defaults(sys::vrm_tracker_def_init);
            let mut tracker = ptr::null_mut();
            check(unsafe { sys::vrm_tracker_create(kind, &def, &mut tracker) })?;
            Ok(Tracker(tracker))
        }

        pub fn by_name(name: &str) -> Result<Tracker, Error> {
            let text = c_string(name)?;
            Tracker::new(unsafe { sys::vrm_tracker_by_name(text.as_ptr()) }).map_err(|error| error.about(name))
        }

        pub fn as_ptr(&self) -> *const sys::vrm_Tracker {
            self.0
        }

        pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Tracker {
            self.0
        }

        pub fn kind(&self) -> sys::vrm_TrackerKind {
            unsafe { sys::vrm_tracker_kind(self.0) }
        }

        /// The name of the protocol.
        pub fn name(&self) -> &'static str {
            unsafe { CStr::from_ptr(sys::vrm_tracker_name(self.kind())) }.to_str().unwrap_or("")
        }

        /// The UDP port to which such trackers send by default.
        pub fn port(&self) -> u16 {
            unsafe { sys::vrm_tracker_port(self.kind()) }
        }

        /// Takes a packet. False, without effect: it was refused.
        pub fn receive(&mut self, packet: &[u8]) -> bool {
            unsafe { sys::vrm_tracker_receive(self.0, packet.as_ptr() as *const c_void, packet.len()) == sys::VRM_OK }
        }

        /// Shows the last motion to a mixer, after each packet. False if there was nothing new, nobody is seen, or the
        /// observation was refused.
        pub fn observe(&mut self, live: &mut Live, source: i32, time_s: f64) -> bool {
            let rig = live.rig().as_ptr();
            unsafe { sys::vrm_tracker_observe(self.0, rig, live.as_mut_ptr(), source, time_s) }
        }

        pub fn stats(&self) -> TrackerStats {
            unsafe { sys::vrm_tracker_stats(self.0) }
        }

        /// The last motion.
        pub fn state(&self) -> &TrackerState {
            unsafe { &*sys::vrm_tracker_state(self.0) }
        }

        /// The last motion for an avatar whose hips rest at that height (m): [`crate::Rig::hips_height`]. 0: the person's own.
        pub fn pose(&self, hips_height: f32) -> Pose {
            unsafe { sys::vrm_tracker_pose(self.0, hips_height) }
        }

        /// The packet that asks a phone to send to `port`, and the phone's port; None for trackers that send by themselves.
        pub fn request(&self, port: u16) -> Option<(Vec<u8>, u16)> {
            let mut text = [0; sys::VRM_TRACKER_REQUEST_MAX as usize];
            let size = unsafe { sys::vrm_tracker_request(self.kind(), port, text.as_mut_ptr()) };
            let packet: Vec<u8> = text[..size].iter().map(|letter| *letter as u8).collect();
            let phone = unsafe { sys::vrm_tracker_phone_port(self.kind()) };
            if packet.is_empty() {
                None
            } else {
                Some((packet, phone))
            }
        }
    }

    impl Drop for Tracker {
        fn drop(&mut self) {
            unsafe { sys::vrm_tracker_destroy(self.0) }
        }
    }

    /// Reads packets of the VMC protocol. Needs the feature `vmc`.
    pub struct Vmc(*mut sys::vrm_Vmc);
    unsafe impl Send for Vmc {}
    unsafe impl Sync for Vmc {}

    impl Vmc {
        pub fn new() -> Result<Vmc, Error> {
            let mut vmc = ptr::null_mut();
            check(unsafe { sys::vrm_vmc_create(ptr::null(), &mut vmc) })?;
            Ok(Vmc(vmc))
        }

        pub fn as_ptr(&self) -> *const sys::vrm_Vmc {
            self.0
        }

        pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Vmc {
            self.0
        }

        /// Takes a packet. False: a part of it was refused; the rest was accepted.
        pub fn receive(&mut self, packet: &[u8]) -> bool {
            unsafe { sys::vrm_vmc_receive(self.0, packet.as_ptr() as *const c_void, packet.len()) == sys::VRM_OK }
        }

        /// Shows the state to a mixer, once in each frame. False if nothing about the avatar came since, or it was refused.
        pub fn observe(&mut self, live: &mut Live, source: i32, time_s: f64) -> bool {
            let rig = live.rig().as_ptr();
            unsafe { sys::vrm_vmc_observe(self.0, rig, live.as_mut_ptr(), source, time_s) }
        }

        pub fn stats(&self) -> VmcStats {
            unsafe { sys::vrm_vmc_stats(self.0) }
        }
    }

    impl Drop for Vmc {
        fn drop(&mut self) {
            unsafe { sys::vrm_vmc_destroy(self.0) }
        }
    }
}

#[cfg(feature = "vmc")]
pub use packets::*;
