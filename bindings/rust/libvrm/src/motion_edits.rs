// SPDX-License-Identifier: MIT
//! Edits of motions: each leaves its motion unchanged and returns a new one.

use crate::{c_string, check, defaults, sys, Error, Motion, Report};
use std::ffi::CStr;
use std::ptr;

pub use sys::{
    vrm_MotionJoinReport as MotionJoinReport, vrm_MotionPart as MotionPart, vrm_MotionSmoothReport as MotionSmoothReport,
    vrm_MotionTrimReport as MotionTrimReport,
};

/// A part of the body by name: "all", "upper-body", "lower-body", "arms", "left-arm", "right-arm", "hands", "legs", "spine",
/// "head" or "face"; or several joined by "+". None for another name.
pub fn motion_part(name: &str) -> Option<MotionPart> {
    let name = c_string(name).ok()?;
    let mut part = MotionPart { bones: 0, position: false, expressions: false, gaze: false };
    if unsafe { sys::vrm_motion_part(name.as_ptr(), &mut part) } {
        Some(part)
    } else {
        None
    }
}

/// The names of the parts of a body.
pub fn motion_part_names() -> Vec<&'static str> {
    let name = |index| unsafe { CStr::from_ptr(sys::vrm_motion_part_name(index)) }.to_str().unwrap_or("");
    (0..).map(name).take_while(|name| !name.is_empty()).collect()
}

/// How to smooth a [`Motion`].
#[derive(Debug, Clone)]
pub struct MotionSmooth {
    /// Cutoff frequency of the filter (Hz), 0.1 to 1000: faster motion is damped.
    pub cutoff_hz: f32,
    /// Largest change of a bone by the filter (degrees).
    pub max_degrees: f32,
    /// Largest change of the position of the hips (m).
    pub max_metres: f32,
    /// Filter only; keep spikes.
    pub keeps_spikes: bool,
}

impl Default for MotionSmooth {
    fn default() -> MotionSmooth {
        let def = defaults(sys::vrm_motion_smooth_def_init);
        MotionSmooth {
            cutoff_hz: def.cutoff_hz,
            max_degrees: def.max_degrees,
            max_metres: def.max_metres,
            keeps_spikes: def.keeps_spikes,
        }
    }
}

/// How to join two motions.
#[derive(Debug, Clone)]
pub struct MotionJoin {
    /// Length of the cross-fade (s), limited by the shorter motion.
    pub blend_s: f64,
    /// If both walk at the seam, up to this much of the beginning of the second is left out, so that the steps match (s).
    pub phase_s: f64,
}

impl Default for MotionJoin {
    fn default() -> MotionJoin {
        let def = defaults(sys::vrm_motion_join_def_init);
        MotionJoin { blend_s: def.blend_s, phase_s: def.phase_s }
    }
}

/// How to put a [`Motion`] over another.
#[derive(Debug, Clone)]
pub struct MotionLayer {
    /// What the layer may move: [`motion_part`].
    pub part: MotionPart,
    /// 0 to 1.
    pub weight: f32,
    /// Time of the base at which the layer begins (s).
    pub offset_s: f64,
    /// Fade at its beginning (s).
    pub fade_in_s: f64,
    /// Fade at its end (s); 0: it keeps its last values.
    pub fade_out_s: f64,
    /// Adds the difference of the layer from its first frame.
    pub is_additive: bool,
    /// The result ends with the longer of the two.
    pub extends: bool,
}

impl Default for MotionLayer {
    fn default() -> MotionLayer {
        let def = defaults(sys::vrm_motion_layer_def_init);
        MotionLayer {
            part: def.part,
            weight: def.weight,
            offset_s: def.offset_s,
            fade_in_s: def.fade_in_s,
            fade_out_s: def.fade_out_s,
            is_additive: def.is_additive,
            extends: def.extends,
        }
    }
}

/// ```no_run
/// let walk = libvrm::Motion::load("walk.fbx")?;
/// let part = walk.cut(1.5, Some(4.0))?.mirror()?;
/// # Ok::<(), libvrm::Error>(())
/// ```
impl Motion {
    /// Calls C with a report and the place of the new motion.
    fn make(
        call: impl FnOnce(*mut sys::vrm_Report, *mut *mut sys::vrm_Motion) -> sys::vrm_Result,
    ) -> Result<Motion, Error> {
        let (report, mut pointer) = (Report::new()?, ptr::null_mut());
        let result = call(report.0, &mut pointer);
        Ok(Motion { findings: report.check(result)?, pointer })
    }

    /// The same for an edit without settings.
    fn edit(
        call: impl FnOnce(*const sys::vrm_MotionEditDef, *mut *mut sys::vrm_Motion) -> sys::vrm_Result,
    ) -> Result<Motion, Error> {
        Motion::make(|report, out| {
            let mut def = defaults(sys::vrm_motion_edit_def_init);
            def.report = report;
            call(&def, out)
        })
    }

    /// Seconds at which a frame is that edits sample: 0 is the first, 2.5 between two.
    pub fn frame_time(&self, frame: f64) -> Result<f64, Error> {
        let mut time_s = 0.0;
        check(unsafe { sys::vrm_motion_frame_time(self.pointer, frame, ptr::null(), &mut time_s) })?;
        Ok(time_s)
    }

    /// The part between two times; None: the end.
    pub fn cut(&self, from_s: f64, to_s: Option<f64>) -> Result<Motion, Error> {
        let to_s = to_s.unwrap_or(f64::INFINITY);
        Motion::edit(|def, out| unsafe { sys::vrm_motion_cut(self.pointer, from_s, to_s, def, out) })
    }

    /// Without the T-pose at its beginning and its end, and what was removed. 12 degrees are a good tolerance.
    pub fn trim_rest(&self, tolerance_degrees: f32) -> Result<(Motion, MotionTrimReport), Error> {
        let mut trimmed = MotionTrimReport { leading_s: 0.0, trailing_s: 0.0 };
        let motion = Motion::edit(|def, out| unsafe {
            sys::vrm_motion_trim_rest(self.pointer, tolerance_degrees, def, &mut trimmed, out)
        })?;
        Ok((motion, trimmed))
    }

    /// `factor` times as fast.
    pub fn speed(&self, factor: f64) -> Result<Motion, Error> {
        Motion::edit(|def, out| unsafe { sys::vrm_motion_speed(self.pointer, factor, def, out) })
    }

    /// Backwards.
    pub fn reverse(&self) -> Result<Motion, Error> {
        Motion::edit(|def, out| unsafe { sys::vrm_motion_reverse(self.pointer, def, out) })
    }

    /// With left and right swapped.
    pub fn mirror(&self) -> Result<Motion, Error> {
        Motion::edit(|def, out| unsafe { sys::vrm_motion_mirror(self.pointer, def, out) })
    }

    /// Without spikes and jitter, and what was changed.
    pub fn smooth(&self, settings: &MotionSmooth) -> Result<(Motion, MotionSmoothReport), Error> {
        let mut smoothed = std::mem::MaybeUninit::<MotionSmoothReport>::zeroed();
        let motion = Motion::make(|report, out| {
            let mut def = defaults(sys::vrm_motion_smooth_def_init);
            def.cutoff_hz = settings.cutoff_hz;
            def.max_degrees = settings.max_degrees;
            def.max_metres = settings.max_metres;
            def.keeps_spikes = settings.keeps_spikes;
            def.report = report;
            unsafe { sys::vrm_motion_smooth(self.pointer, &def, smoothed.as_mut_ptr(), out) }
        })?;
        Ok((motion, unsafe { smoothed.assume_init() }))
    }

    /// Followed by another motion, and what was done at the seam.
    pub fn join(&self, second: &Motion, settings: &MotionJoin) -> Result<(Motion, MotionJoinReport), Error> {
        let mut joined = MotionJoinReport { start_s: 0.0, blend_s: 0.0, skipped_s: 0.0, both_walk: false };
        let motion = Motion::make(|report, out| {
            let mut def = defaults(sys::vrm_motion_join_def_init);
            def.blend_s = settings.blend_s;
            def.phase_s = settings.phase_s;
            def.report = report;
            unsafe { sys::vrm_motion_join(self.pointer, second.pointer, &def, &mut joined, out) }
        })?;
        Ok((motion, joined))
    }

    /// With another motion over it.
    pub fn layer(&self, over: &Motion, settings: &MotionLayer) -> Result<Motion, Error> {
        Motion::make(|report, out| {
            let mut def = defaults(sys::vrm_motion_layer_def_init);
            def.part = settings.part;
            def.weight = settings.weight;
            def.offset_s = settings.offset_s;
            def.fade_in_s = settings.fade_in_s;
            def.fade_out_s = settings.fade_out_s;
            def.is_additive = settings.is_additive;
            def.extends = settings.extends;
            def.report = report;
            unsafe { sys::vrm_motion_layer(self.pointer, over.pointer, &def, out) }
        })
    }
}
