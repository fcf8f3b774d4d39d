// SPDX-License-Identifier: MIT
//! What moves avatars besides files of motion: speech marks of an engine, and landmarks of a camera.

use crate::{check, check_version, defaults, sys, version, AvatarId, Bone, Error, Finding, LipFrame, Report, Sim};
use std::ptr;

pub use sys::{vrm_Landmark as Landmark, vrm_Pose as Pose, vrm_SpeechMarksInfo as SpeechMarksInfo, vrm_Vec2 as Vec2};

// ---- Speech marks ----

/// How to read [`SpeechMarks`].
#[derive(Debug, Clone)]
pub struct SpeechMarksOptions {
    /// Added to all times (s): how much later the sound begins.
    pub offset_s: f64,
    /// Weight of a fully open vowel, 0 to 1.
    pub opening: f32,
}

impl Default for SpeechMarksOptions {
    fn default() -> SpeechMarksOptions {
        let def = defaults(sys::vrm_speech_marks_def_init);
        SpeechMarksOptions { offset_s: def.offset_s, opening: def.opening }
    }
}

/// Mouth shapes with times of a speech engine: VOICEVOX, Azure, SAPI, Amazon Polly, Rhubarb, ElevenLabs. The frames are for
/// [`crate::Actor::speak`] and [`crate::Face::hear`].
pub struct SpeechMarks {
    pointer: *mut sys::vrm_SpeechMarks,
    findings: Vec<Finding>,
}

// Immutable.
unsafe impl Send for SpeechMarks {}
unsafe impl Sync for SpeechMarks {}

impl SpeechMarks {
    /// The bytes of a file: one JSON document, or lines of JSON.
    pub fn from_bytes(bytes: &[u8], options: &SpeechMarksOptions) -> Result<SpeechMarks, Error> {
        let (report, mut pointer) = (Report::new()?, ptr::null_mut());
        let mut def = defaults(sys::vrm_speech_marks_def_init);
        def.offset_s = options.offset_s;
        def.opening = options.opening;
        def.report = report.0;
        let result =
            unsafe { sys::vrm_speech_marks_read(bytes.as_ptr() as *const _, bytes.len(), &def, &mut pointer) };
        Ok(SpeechMarks { findings: report.check(result)?, pointer })
    }

    pub fn as_ptr(&self) -> *const sys::vrm_SpeechMarks {
        self.pointer
    }

    /// What reading found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// `format` is `sys::VRM_SPEECH_FORMAT_*`.
    pub fn info(&self) -> SpeechMarksInfo {
        unsafe { sys::vrm_speech_marks_info(self.pointer) }
    }

    /// One every 10 ms, from time 0 to the end of the speech.
    pub fn frames(&self) -> &[LipFrame] {
        let mut count = 0;
        unsafe {
            let frames = sys::vrm_speech_marks_frames(self.pointer, &mut count);
            std::slice::from_raw_parts(frames, count as usize)
        }
    }
}

impl Drop for SpeechMarks {
    fn drop(&mut self) {
        unsafe { sys::vrm_speech_marks_destroy(self.pointer) }
    }
}

// ---- Landmarks ----

/// How to follow a person: [`Points`].
#[derive(Debug, Clone)]
pub struct PointsOptions {
    /// The avatar moves as a mirror image.
    pub mirrors: bool,
    /// Lost parts ease to the idle pose, else to the rest pose.
    pub idles: bool,
    /// Cutoff of the filter at rest (Hz), 0.01 to 10000.
    pub min_cutoff_hz: f32,
    /// Increase of the cutoff with speed, 0 to 10000.
    pub beta: f32,
    /// Visibility below which a landmark of the body counts as not seen, 0 to 1.
    pub min_visibility: f32,
    /// Seconds for which a lost part is held.
    pub hold_s: f32,
    /// Seconds in which it then eases to the idle pose.
    pub ease_out_s: f32,
    /// Seconds in which a part that is seen again is blended in.
    pub ease_in_s: f32,
}

impl Default for PointsOptions {
    fn default() -> PointsOptions {
        let def = defaults(sys::vrm_points_def_init);
        PointsOptions {
            mirrors: def.mirrors,
            idles: def.idles,
            min_cutoff_hz: def.min_cutoff_hz,
            beta: def.beta,
            min_visibility: def.min_visibility,
            hold_s: def.hold_s,
            ease_out_s: def.ease_out_s,
            ease_in_s: def.ease_in_s,
        }
    }
}

/// Landmarks of one picture; None: not found. Left and right are the person's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct PointsFrame<'a> {
    /// World landmarks of the body.
    pub pose: Option<&'a [Landmark; 33]>,
    /// The same in the picture: with them and `aspect` the hips move sideways as the person does.
    pub image: Option<&'a [Landmark; 33]>,
    /// Width of the picture divided by its height; 0: unknown.
    pub aspect: f32,
    pub left_hand: Option<&'a [Landmark; 21]>,
    pub right_hand: Option<&'a [Landmark; 21]>,
    /// Blend shapes of the face, in the order of `vrm_FaceShape`.
    pub shapes: Option<&'a [f32; 52]>,
    /// Transformation of the face, column by column.
    pub head: Option<&'a [f32; 16]>,
}

/// Follows a person before a camera by the landmarks of MediaPipe.
///
/// ```no_run
/// # use libvrm::{Landmark, Points, PointsFrame, PointsOptions, Sim};
/// # fn follow(sim: &mut Sim, avatar: libvrm::AvatarId, body: &[Landmark; 33]) -> Result<(), libvrm::Error> {
/// let mut points = Points::new(&PointsOptions::default())?;
/// points.feed(&PointsFrame { pose: Some(body), ..PointsFrame::default() }, 0.033);
/// points.apply(sim, avatar)?;
/// # Ok(())
/// # }
/// ```
pub struct Points(*mut sys::vrm_Points);
unsafe impl Send for Points {}
unsafe impl Sync for Points {}

impl Points {
    pub fn new(options: &PointsOptions) -> Result<Points, Error> {
        check_version(version())?;
        let mut def = defaults(sys::vrm_points_def_init);
        def.mirrors = options.mirrors;
        def.idles = options.idles;
        def.min_cutoff_hz = options.min_cutoff_hz;
        def.beta = options.beta;
        def.min_visibility = options.min_visibility;
        def.hold_s = options.hold_s;
        def.ease_out_s = options.ease_out_s;
        def.ease_in_s = options.ease_in_s;
        let mut points = ptr::null_mut();
        check(unsafe { sys::vrm_points_create(&def, &mut points) })?;
        Ok(Points(points))
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Points {
        self.0
    }

    pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Points {
        self.0
    }

    /// Follows the landmarks of a picture. False, without effect, for the time of the picture before and beyond 1e9.
    pub fn feed(&mut self, frame: &PointsFrame<'_>, time_s: f64) -> bool {
        let landmarks = |part: Option<&[Landmark]>| part.map_or(ptr::null(), |list| list.as_ptr());
        let given = sys::vrm_PointsFrame {
            pose: landmarks(frame.pose.map(|list| &list[..])),
            image: landmarks(frame.image.map(|list| &list[..])),
            aspect: frame.aspect,
            left_hand: landmarks(frame.left_hand.map(|list| &list[..])),
            right_hand: landmarks(frame.right_hand.map(|list| &list[..])),
            shapes: frame.shapes.map_or(ptr::null(), |list| list.as_ptr()),
            head: frame.head.map_or(ptr::null(), |list| list.as_ptr()),
        };
        unsafe { sys::vrm_points_feed(self.0, &given, time_s) }
    }

    /// Time passes without a new picture.
    pub fn wait(&mut self, time_s: f64) -> bool {
        unsafe { sys::vrm_points_feed(self.0, ptr::null(), time_s) }
    }

    /// Back to the beginning, without easing.
    pub fn reset(&mut self) {
        unsafe { sys::vrm_points_reset(self.0) }
    }

    /// The pose for an avatar whose hips rest at that height (m): [`crate::Rig::hips_height`]. 0: 0.94.
    pub fn pose(&self, hips_height: f32) -> Pose {
        unsafe { sys::vrm_points_pose(self.0, hips_height) }
    }

    /// Bones that the last picture showed.
    pub fn bones(&self) -> Vec<Bone> {
        let bones = unsafe { sys::vrm_points_bones(self.0) };
        (0..sys::VRM_BONE_COUNT).filter(|bone| bones >> bone & 1 != 0).map(Bone).collect()
    }

    /// Whether the last picture showed a face with blend shapes.
    pub fn has_face(&self) -> bool {
        unsafe { sys::vrm_points_has_face(self.0) }
    }

    /// The smoothed blend shapes, for [`crate::Face::track`].
    pub fn shapes(&self) -> [f32; 52] {
        let mut shapes = [0.0; 52];
        unsafe { shapes.copy_from_slice(std::slice::from_raw_parts(sys::vrm_points_shapes(self.0), 52)) }
        shapes
    }

    /// Weight of a preset, `sys::VRM_EXPRESSION_*`, that shows the blend shapes.
    pub fn preset(&self, preset: sys::vrm_ExpressionPreset) -> f32 {
        unsafe { sys::vrm_points_preset(self.0, preset) }
    }

    /// Yaw and pitch of the eyes, degrees.
    pub fn gaze(&self) -> Vec2 {
        unsafe { sys::vrm_points_gaze(self.0) }
    }

    /// Sets the pose of an avatar and, once a face was seen, presets and gaze.
    pub fn apply(&self, sim: &mut Sim, avatar: AvatarId) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_points_apply(self.0, sim.as_mut_ptr(), avatar.c()) })
    }
}

impl Drop for Points {
    fn drop(&mut self) {
        unsafe { sys::vrm_points_destroy(self.0) }
    }
}
