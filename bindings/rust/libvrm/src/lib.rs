// SPDX-License-Identifier: MIT
//! Safe handles over [`libvrm_sys`] for the usual work: load, validate, migrate, save, run a crowd, play
//! motion, actors, faces and lips. Everything else is reached through `as_ptr()` and the functions of `sys`, as in C;
//! `from_raw()` takes what these functions make.
//!
//! ```no_run
//! use libvrm::{Bone, Model, Rig, Sim};
//! let model = Model::load("avatar.vrm")?;
//! let rig = Rig::build(&model)?;
//! let mut sim = Sim::new()?;
//! let hero = sim.add(&rig)?;
//! sim.set_expression(hero, "happy", 1.0)?;
//! sim.step(1.0 / 60.0);
//! println!("{:?}", sim.worlds(hero).unwrap()[rig.bone(Bone::HEAD).unwrap()].rows[1].w);
//! # Ok::<(), libvrm::Error>(())
//! ```

pub use libvrm_sys as sys;

mod live;
mod motion_edits;
mod trackers;

pub use live::*;
pub use motion_edits::*;
pub use trackers::*;

use std::convert::TryFrom;
use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_void};
use std::path::Path;
use std::ptr;
use std::sync::Arc;

pub use sys::{vrm_Affine as Affine, vrm_Quat as Quat, vrm_Transform as Transform, vrm_Vec3 as Vec3};
pub use sys::{vrm_ActorEvent as ActorEvent, vrm_FaceMapInfo as FaceMapInfo, vrm_FitReport as FitReport};
pub use sys::vrm_LipFrame as LipFrame;

/// How a call failed, and what exactly is wrong with the file where it is one.
#[derive(Debug, Clone)]
pub struct Error {
    pub result: sys::vrm_Result,
    pub findings: Vec<Finding>,
    /// What was refused: the path of a file and the system's reason, or a name. "" where there is nothing to name.
    pub about: String,
}

impl Error {
    fn new(result: sys::vrm_Result) -> Error {
        Error { result, findings: Vec::new(), about: String::new() }
    }

    fn about(mut self, name: &str) -> Error {
        self.about = name.to_string();
        self
    }

    /// Of a call that was given the path. To be called before anything else that sets errno.
    fn about_file(mut self, path: &Path) -> Error {
        let reason = std::io::Error::last_os_error();
        self.about = path.display().to_string();
        if cfg!(unix) && self.result == sys::VRM_ERR_IO {
            self.about += &format!(": {}", reason);
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.about.is_empty() {
            write!(f, "{}: ", self.about)?;
        }
        write!(f, "{}", unsafe { text(sys::vrm_result_text(self.result)) })?;
        if let Some(worst) = self.findings.iter().min_by_key(|finding| finding.severity) {
            write!(f, " ({} at {:?}: {})", worst.code, worst.pointer, worst.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

fn check(result: sys::vrm_Result) -> Result<(), Error> {
    if result == sys::VRM_OK {
        Ok(())
    } else {
        Err(Error::new(result))
    }
}

/// A copy of a string of the library's; bytes that are no UTF-8 become U+FFFD.
unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        String::new()
    } else {
        CStr::from_ptr(pointer).to_string_lossy().into_owned()
    }
}

/// A definition with its defaults.
fn defaults<T>(init: unsafe extern "C" fn(*mut T, usize)) -> T {
    let mut def = std::mem::MaybeUninit::<T>::uninit();
    unsafe {
        init(def.as_mut_ptr(), std::mem::size_of::<T>());
        def.assume_init()
    }
}

fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT).about(text))
}

#[cfg(unix)]
fn c_path(path: &Path) -> Result<CString, Error> {
    use std::os::unix::ffi::OsStrExt;
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT))
}

#[cfg(not(unix))]
fn c_path(path: &Path) -> Result<CString, Error> {
    c_string(path.to_str().ok_or_else(|| Error::new(sys::VRM_ERR_ARGUMENT))?)
}

// ---- Findings ----

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Info,
    Hint,
}

/// One finding about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    pub code: String,
    /// A JSON pointer; "" is the root.
    pub pointer: String,
    pub message: String,
    /// Into the file, or into its JSON text.
    pub byte_offset: Option<u64>,
}

/// A report of the library's for the length of a call.
struct Report(*mut sys::vrm_Report);

impl Report {
    fn new() -> Result<Report, Error> {
        check_version(version())?;
        let mut report = ptr::null_mut();
        check(unsafe { sys::vrm_report_create(ptr::null(), &mut report) })?;
        Ok(Report(report))
    }

    fn findings(&self) -> Vec<Finding> {
        let count = unsafe { sys::vrm_report_count(self.0) };
        (0..count)
            .map(|i| unsafe {
                let finding = sys::vrm_report_get(self.0, i);
                Finding {
                    severity: match finding.severity {
                        sys::VRM_ERROR => Severity::Error,
                        sys::VRM_WARNING => Severity::Warning,
                        sys::VRM_INFO => Severity::Info,
                        _ => Severity::Hint,
                    },
                    code: text(finding.code),
                    pointer: text(finding.pointer),
                    message: text(finding.message),
                    byte_offset: Some(finding.byte_offset).filter(|at| *at != sys::VRM_NO_OFFSET),
                }
            })
            .collect()
    }

    fn check(&self, result: sys::vrm_Result) -> Result<Vec<Finding>, Error> {
        check(result).map_err(|error| self.explain(error))?;
        Ok(self.findings())
    }

    fn check_file(&self, result: sys::vrm_Result, path: &Path) -> Result<Vec<Finding>, Error> {
        check(result).map_err(|error| self.explain(error.about_file(path)))?;
        Ok(self.findings())
    }

    fn explain(&self, error: Error) -> Error {
        Error { findings: self.findings(), ..error }
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        unsafe { sys::vrm_report_destroy(self.0) }
    }
}

/// Says what is wrong with a file.
pub fn validate(path: impl AsRef<Path>) -> Result<Vec<Finding>, Error> {
    let (path, name) = (path.as_ref(), c_path(path.as_ref())?);
    let report = Report::new()?;
    let result = unsafe { sys::vrm_validate_file(name.as_ptr(), ptr::null(), report.0, ptr::null_mut()) };
    report.check_file(result, path)
}

/// The version of the library that runs; this crate fits 0.2.
pub fn version() -> (u32, u32, u32) {
    let number = unsafe { sys::vrm_version() };
    (number / 1_000_000, number / 1000 % 1000, number % 1000)
}

/// Refuses a library of another version: its structs have other shapes.
fn check_version((major, minor, patch): (u32, u32, u32)) -> Result<(), Error> {
    if (major, minor) == (0, 2) {
        return Ok(());
    }
    let message = format!("libvrm {}.{}.{} was found, but this crate was made for 0.2", major, minor, patch);
    let finding = Finding {
        severity: Severity::Error,
        code: "LIBRARY_VERSION".to_string(),
        pointer: String::new(),
        message,
        byte_offset: None,
    };
    Err(Error { findings: vec![finding], ..Error::new(sys::VRM_ERR_UNSUPPORTED) })
}

#[cfg(test)]
#[test]
fn a_library_of_another_version_is_refused_with_its_number() {
    assert!(check_version(version()).is_ok() && check_version((0, 2, 7)).is_ok());
    for other in [(0, 1, 3), (1, 2, 0), (0, 0, 9)] {
        let said = check_version(other).unwrap_err().to_string();
        assert!(said.contains(&format!("libvrm {}.{}.{} was found", other.0, other.1, other.2)), "{}", said);
    }
}

// ---- Models ----

/// Which VRM a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    None,
    V0,
    Draft,
    Beta,
    V1,
}

impl Dialect {
    fn from_c(dialect: sys::vrm_Dialect) -> Dialect {
        match dialect {
            sys::VRM_DIALECT_0 => Dialect::V0,
            sys::VRM_DIALECT_DRAFT => Dialect::Draft,
            sys::VRM_DIALECT_BETA => Dialect::Beta,
            sys::VRM_DIALECT_1 => Dialect::V1,
            _ => Dialect::None,
        }
    }
}

/// A humanoid bone, by its number in the C interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bone(pub sys::vrm_Bone);

impl Bone {
    /// By its VRM 1.0 name, "leftUpperArm".
    pub fn by_name(name: &str) -> Option<Bone> {
        let name = c_string(name).ok()?;
        let bone = unsafe { sys::vrm_bone_by_name(name.as_ptr()) };
        if bone == sys::VRM_BONE_NONE {
            None
        } else {
            Some(Bone(bone))
        }
    }
}

macro_rules! bones {
    ($($name:ident = $bone:ident,)*) => {
        impl Bone {
            $(pub const $name: Bone = Bone(sys::$bone);)*
            /// Every bone, in the order of the C interface.
            pub const ALL: &'static [Bone] = &[$(Bone::$name),*];
        }
    };
}

bones! {
    HIPS = VRM_BONE_HIPS,
    SPINE = VRM_BONE_SPINE,
    CHEST = VRM_BONE_CHEST,
    UPPER_CHEST = VRM_BONE_UPPER_CHEST,
    NECK = VRM_BONE_NECK,
    HEAD = VRM_BONE_HEAD,
    LEFT_EYE = VRM_BONE_LEFT_EYE,
    RIGHT_EYE = VRM_BONE_RIGHT_EYE,
    JAW = VRM_BONE_JAW,
    LEFT_UPPER_LEG = VRM_BONE_LEFT_UPPER_LEG,
    LEFT_LOWER_LEG = VRM_BONE_LEFT_LOWER_LEG,
    LEFT_FOOT = VRM_BONE_LEFT_FOOT,
    LEFT_TOES = VRM_BONE_LEFT_TOES,
    RIGHT_UPPER_LEG = VRM_BONE_RIGHT_UPPER_LEG,
    RIGHT_LOWER_LEG = VRM_BONE_RIGHT_LOWER_LEG,
    RIGHT_FOOT = VRM_BONE_RIGHT_FOOT,
    RIGHT_TOES = VRM_BONE_RIGHT_TOES,
    LEFT_SHOULDER = VRM_BONE_LEFT_SHOULDER,
    LEFT_UPPER_ARM = VRM_BONE_LEFT_UPPER_ARM,
    LEFT_LOWER_ARM = VRM_BONE_LEFT_LOWER_ARM,
    LEFT_HAND = VRM_BONE_LEFT_HAND,
    RIGHT_SHOULDER = VRM_BONE_RIGHT_SHOULDER,
    RIGHT_UPPER_ARM = VRM_BONE_RIGHT_UPPER_ARM,
    RIGHT_LOWER_ARM = VRM_BONE_RIGHT_LOWER_ARM,
    RIGHT_HAND = VRM_BONE_RIGHT_HAND,
    LEFT_THUMB_METACARPAL = VRM_BONE_LEFT_THUMB_METACARPAL,
    LEFT_THUMB_PROXIMAL = VRM_BONE_LEFT_THUMB_PROXIMAL,
    LEFT_THUMB_DISTAL = VRM_BONE_LEFT_THUMB_DISTAL,
    LEFT_INDEX_PROXIMAL = VRM_BONE_LEFT_INDEX_PROXIMAL,
    LEFT_INDEX_INTERMEDIATE = VRM_BONE_LEFT_INDEX_INTERMEDIATE,
    LEFT_INDEX_DISTAL = VRM_BONE_LEFT_INDEX_DISTAL,
    LEFT_MIDDLE_PROXIMAL = VRM_BONE_LEFT_MIDDLE_PROXIMAL,
    LEFT_MIDDLE_INTERMEDIATE = VRM_BONE_LEFT_MIDDLE_INTERMEDIATE,
    LEFT_MIDDLE_DISTAL = VRM_BONE_LEFT_MIDDLE_DISTAL,
    LEFT_RING_PROXIMAL = VRM_BONE_LEFT_RING_PROXIMAL,
    LEFT_RING_INTERMEDIATE = VRM_BONE_LEFT_RING_INTERMEDIATE,
    LEFT_RING_DISTAL = VRM_BONE_LEFT_RING_DISTAL,
    LEFT_LITTLE_PROXIMAL = VRM_BONE_LEFT_LITTLE_PROXIMAL,
    LEFT_LITTLE_INTERMEDIATE = VRM_BONE_LEFT_LITTLE_INTERMEDIATE,
    LEFT_LITTLE_DISTAL = VRM_BONE_LEFT_LITTLE_DISTAL,
    RIGHT_THUMB_METACARPAL = VRM_BONE_RIGHT_THUMB_METACARPAL,
    RIGHT_THUMB_PROXIMAL = VRM_BONE_RIGHT_THUMB_PROXIMAL,
    RIGHT_THUMB_DISTAL = VRM_BONE_RIGHT_THUMB_DISTAL,
    RIGHT_INDEX_PROXIMAL = VRM_BONE_RIGHT_INDEX_PROXIMAL,
    RIGHT_INDEX_INTERMEDIATE = VRM_BONE_RIGHT_INDEX_INTERMEDIATE,
    RIGHT_INDEX_DISTAL = VRM_BONE_RIGHT_INDEX_DISTAL,
    RIGHT_MIDDLE_PROXIMAL = VRM_BONE_RIGHT_MIDDLE_PROXIMAL,
    RIGHT_MIDDLE_INTERMEDIATE = VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE,
    RIGHT_MIDDLE_DISTAL = VRM_BONE_RIGHT_MIDDLE_DISTAL,
    RIGHT_RING_PROXIMAL = VRM_BONE_RIGHT_RING_PROXIMAL,
    RIGHT_RING_INTERMEDIATE = VRM_BONE_RIGHT_RING_INTERMEDIATE,
    RIGHT_RING_DISTAL = VRM_BONE_RIGHT_RING_DISTAL,
    RIGHT_LITTLE_PROXIMAL = VRM_BONE_RIGHT_LITTLE_PROXIMAL,
    RIGHT_LITTLE_INTERMEDIATE = VRM_BONE_RIGHT_LITTLE_INTERMEDIATE,
    RIGHT_LITTLE_DISTAL = VRM_BONE_RIGHT_LITTLE_DISTAL,
}

fn index(node: i32) -> Option<usize> {
    if node < 0 {
        None
    } else {
        Some(node as usize)
    }
}

/// An avatar, a VRM animation or any glTF file. Findings are its own:
///
/// ```compile_fail,E0505
/// # let model = libvrm::Model::load("avatar.vrm")?;
/// let findings = model.findings();
/// drop(model);
/// println!("{}", findings.len());
/// # Ok::<(), libvrm::Error>(())
/// ```
///
/// and while a thread reads a model no other one changes it:
///
/// ```compile_fail,E0502
/// # let mut model = libvrm::Model::load("avatar.vrm")?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| model.name());
///     scope.spawn(|| model.migrate());
/// });
/// # Ok::<(), libvrm::Error>(())
/// ```
pub struct Model {
    pointer: *mut sys::vrm_Model,
    findings: Vec<Finding>,
}

// Many readers or one writer: what `&` and `&mut` say.
unsafe impl Send for Model {}
unsafe impl Sync for Model {}

impl Model {
    pub fn load(path: impl AsRef<Path>) -> Result<Model, Error> {
        let (path, name) = (path.as_ref(), c_path(path.as_ref())?);
        let (report, mut pointer) = (Report::new()?, ptr::null_mut());
        let result = unsafe { sys::vrm_model_load_file(name.as_ptr(), ptr::null(), report.0, &mut pointer) };
        Ok(Model { findings: report.check_file(result, path)?, pointer })
    }

    /// Owns a model that a function of `sys` made.
    ///
    /// # Safety
    /// `pointer` is a model, is not NULL, and nobody else uses or ends it.
    pub unsafe fn from_raw(pointer: *mut sys::vrm_Model) -> Model {
        Model { pointer, findings: Vec::new() }
    }

    /// From the bytes of a GLB or glTF file, which are copied.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, Error> {
        let (report, mut pointer) = (Report::new()?, ptr::null_mut());
        let result = unsafe {
            sys::vrm_model_load(bytes.as_ptr() as *const _, bytes.len(), ptr::null(), report.0, &mut pointer)
        };
        Ok(Model { findings: report.check(result)?, pointer })
    }

    /// For the functions of `sys`. The pointer lives as long as the model.
    pub fn as_ptr(&self) -> *const sys::vrm_Model {
        self.pointer
    }

    /// For those that change it.
    pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Model {
        self.pointer
    }

    /// What loading found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    pub fn dialect(&self) -> Dialect {
        Dialect::from_c(unsafe { sys::vrm_model_dialect(self.pointer) })
    }

    /// The avatar's name; None without VRM meta.
    pub fn name(&self) -> Option<String> {
        unsafe { sys::vrm_model_meta(self.pointer).as_ref().map(|meta| text(meta.name)) }
    }

    pub fn authors(&self) -> Vec<String> {
        unsafe {
            match sys::vrm_model_meta(self.pointer).as_ref() {
                Some(meta) => (0..meta.author_count as usize).map(|i| text(*meta.authors.add(i))).collect(),
                None => Vec::new(),
            }
        }
    }

    pub fn bone(&self, bone: Bone) -> Option<usize> {
        index(unsafe { sys::vrm_model_bone(self.pointer, bone.0) })
    }

    pub fn validate(&self) -> Result<Vec<Finding>, Error> {
        let report = Report::new()?;
        report.check(unsafe { sys::vrm_model_validate(self.pointer, ptr::null(), report.0) })
    }

    /// To VRM 1.0; the findings have every decision about the licence.
    pub fn migrate(&mut self) -> Result<Vec<Finding>, Error> {
        let report = Report::new()?;
        report.check(unsafe { sys::vrm_migrate(self.pointer, ptr::null(), report.0) })
    }

    /// Whole or not at all; a model that an edit made invalid is refused.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let (path, name) = (path.as_ref(), c_path(path.as_ref())?);
        let report = Report::new()?;
        let result =
            unsafe { sys::vrm_model_save_file_checked(self.pointer, ptr::null(), report.0, name.as_ptr()) };
        report.check_file(result, path).map(|_| ())
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut size = 0;
        check(unsafe { sys::vrm_model_save_size(self.pointer, &mut size) })?;
        let mut bytes = vec![0; size];
        let report = Report::new()?;
        let result = unsafe {
            sys::vrm_model_save_checked(self.pointer, ptr::null(), report.0, bytes.as_mut_ptr() as *mut _, size)
        };
        report.check(result).map(|_| bytes)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        unsafe { sys::vrm_model_destroy(self.pointer) }
    }
}

// ---- Running ----

struct RigOwner(*mut sys::vrm_Rig);
unsafe impl Send for RigOwner {}
unsafe impl Sync for RigOwner {}
impl Drop for RigOwner {
    fn drop(&mut self) {
        unsafe { sys::vrm_rig_destroy(self.0) }
    }
}

/// A model compiled for running: immutable, and cheap to clone. Avatars keep theirs alive.
#[derive(Clone)]
pub struct Rig(Arc<RigOwner>);

impl Rig {
    pub fn build(model: &Model) -> Result<Rig, Error> {
        let mut rig = ptr::null_mut();
        check(unsafe { sys::vrm_rig_build(model.pointer, ptr::null(), &mut rig) })?;
        Ok(Rig(Arc::new(RigOwner(rig))))
    }

    /// Owns a rig that a function of `sys` made.
    ///
    /// # Safety
    /// `pointer` is a rig, is not NULL, and nobody else ends it.
    pub unsafe fn from_raw(pointer: *mut sys::vrm_Rig) -> Rig {
        Rig(Arc::new(RigOwner(pointer)))
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Rig {
        (self.0).0
    }

    pub fn node_count(&self) -> usize {
        unsafe { sys::vrm_rig_node_count(self.as_ptr()) as usize }
    }

    pub fn bone(&self, bone: Bone) -> Option<usize> {
        index(unsafe { sys::vrm_rig_bone(self.as_ptr(), bone.0) })
    }

    pub fn expression(&self, name: &str) -> Option<usize> {
        let name = c_string(name).ok()?;
        index(unsafe { sys::vrm_rig_expression(self.as_ptr(), name.as_ptr()) })
    }

    pub fn hips_height(&self) -> f32 {
        unsafe { sys::vrm_rig_hips_height(self.as_ptr()) }
    }
}

struct ClipOwner(*mut sys::vrm_Clip);
unsafe impl Send for ClipOwner {}
unsafe impl Sync for ClipOwner {}
impl Drop for ClipOwner {
    fn drop(&mut self) {
        unsafe { sys::vrm_clip_destroy(self.0) }
    }
}

/// Motion compiled for playing: immutable, and cheap to clone.
#[derive(Clone)]
pub struct Clip(Arc<ClipOwner>);

impl Clip {
    /// The first animation of a file.
    pub fn build(model: &Model) -> Result<Clip, Error> {
        let mut clip = ptr::null_mut();
        check(unsafe { sys::vrm_clip_build(model.pointer, ptr::null(), &mut clip) })?;
        Ok(Clip(Arc::new(ClipOwner(clip))))
    }

    /// Owns a clip that a function of `sys` made.
    ///
    /// # Safety
    /// `pointer` is a clip, is not NULL, and nobody else ends it.
    pub unsafe fn from_raw(pointer: *mut sys::vrm_Clip) -> Clip {
        Clip(Arc::new(ClipOwner(pointer)))
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Clip {
        (self.0).0
    }

    /// Seconds.
    pub fn duration(&self) -> f32 {
        unsafe { sys::vrm_clip_duration(self.as_ptr()) }
    }
}

/// How to fit a [`Motion`] to an avatar.
#[derive(Debug, Clone, Default)]
pub struct Fit {
    /// `sys::VRM_FEET_*`. The default holds clear contacts of captured motion.
    pub feet: sys::vrm_Feet,
    /// `sys::VRM_ROOT_MOTION_*`. The default keeps it.
    pub root_motion: sys::vrm_RootMotion,
    /// Trim to one cycle and close the loop.
    pub loops: bool,
    /// Frames sampled a second; 0: those of the file.
    pub fps: f64,
    /// Name of the animation; None: that of the take.
    pub name: Option<String>,
    /// Keys are left out where interpolation stays within this error: bones and gaze in degrees. None: 0.1.
    pub tolerance_degrees: Option<f32>,
    /// The same for the position of the hips. None: 0.0005.
    pub tolerance_metres: Option<f32>,
    /// The same for expressions. None: 0.002.
    pub tolerance_weight: Option<f32>,
    /// `sys::VRM_CONTACTS_*`: hands on the ground, together, on hips and thighs. The default holds clear contacts of
    /// captured motion.
    pub hands: sys::vrm_Contacts,
    /// The same for knees on the ground.
    pub knees: sys::vrm_Contacts,
    /// Height of the seat that the avatar sits on, in metres; 0: that of the motion, scaled with the legs.
    pub seat_height: f32,
    /// `animation()` writes a plain glTF skeleton instead of a VRM animation, for programs without VRM: with the
    /// proportions of the rig, or without one with those of the motion. It has no face.
    pub writes_skeleton: bool,
}

/// Facts about a [`Motion`].
#[derive(Debug, Clone)]
pub struct MotionInfo {
    /// `sys::VRM_MOTION_*`: what it moves.
    pub kind: sys::vrm_MotionKind,
    /// "VRM animation", "BVH", "FBX", "VMD", "VPD", "SMPL", "joint positions", "MediaPipe" or
    /// "glTF".
    pub format: String,
    /// Length in seconds.
    pub seconds: f64,
    /// Seconds between frames, or between the keys of the densest track; 0: only a pose.
    pub frame_s: f64,
    /// Index of the animation that was loaded.
    pub take: i32,
    /// Bones that are animated.
    pub bones: Vec<Bone>,
    /// Can also play node by node, on avatars of its own file.
    pub has_nodes: bool,
    /// The gaze is animated.
    pub has_gaze: bool,
    /// Number of expressions that are animated.
    pub expression_count: i32,
    /// `sys::VRM_REST_SOURCE_*`: where the rest pose was found.
    pub rest_source: sys::vrm_RestSource,
    /// How certain the rest pose is, 0 to 1.
    pub rest_confidence: f32,
}

/// How to load a [`Motion`]. Only `take` applies to VRM animations.
#[derive(Debug, Clone, Default)]
pub struct MotionOptions {
    /// One of several animations: its name, or "#2" for the second. None: the first that moves.
    pub take: Option<String>,
    /// `sys::VRM_CAPTURE_REST_*`: the rest pose that rotations are measured from. The default guesses it.
    pub rest: sys::vrm_CaptureRest,
    /// Metres in one unit of the file; 0: as the file says, or guessed.
    pub metres: f32,
    /// Keeps the position where the motion begins; otherwise it begins above the origin.
    pub keeps_start: bool,
    /// Joints and their bones, used before names are guessed; None: not a bone.
    pub names: Vec<(String, Option<Bone>)>,
    /// Morphs and their expressions, used before names are guessed.
    pub morphs: Vec<(String, String)>,
    /// Bytes of the PMX that a VMD was made for.
    pub model: Option<Vec<u8>>,
    /// `sys::VRM_POINT_LAYOUT_*`: the layout of joint positions. The default guesses it.
    pub points: sys::vrm_PointLayout,
    /// Frames per second of a file that does not state them; 0: as usual for the format.
    pub source_fps: f64,
    /// Bytes of a motion file of the same rig that has the rest pose.
    pub rest_file: Option<Vec<u8>>,
}

/// The strings and lists that a `vrm_MotionDef` points to.
struct MotionWords {
    take: Option<CString>,
    _joints: Vec<CString>,
    names: Vec<sys::vrm_CaptureName>,
    _words: Vec<(CString, CString)>,
    morphs: Vec<sys::vrm_CaptureMorph>,
}

impl MotionWords {
    fn new(options: &MotionOptions) -> Result<MotionWords, Error> {
        let joints = options.names.iter().map(|(joint, _)| c_string(joint)).collect::<Result<Vec<_>, _>>()?;
        let names = joints.iter().zip(&options.names).map(|(joint, (_, bone))| sys::vrm_CaptureName {
            joint: joint.as_ptr(),
            bone: bone.map_or(sys::VRM_BONE_NONE, |bone| bone.0),
        });
        let pair = |(morph, expression): &(String, String)| Ok((c_string(morph)?, c_string(expression)?));
        let words = options.morphs.iter().map(pair).collect::<Result<Vec<_>, Error>>()?;
        let morphs = words.iter().map(|(morph, expression)| sys::vrm_CaptureMorph {
            morph: morph.as_ptr(),
            expression: expression.as_ptr(),
        });
        Ok(MotionWords {
            take: c_name(&options.take)?,
            names: names.collect(),
            morphs: morphs.collect(),
            _joints: joints,
            _words: words,
        })
    }
}

/// A motion of any format: VRM animation, BVH, FBX, VMD or glTF. The content of the file decides which.
///
/// ```no_run
/// # let rig = libvrm::Rig::build(&libvrm::Model::load("avatar.vrm")?)?;
/// let clip = libvrm::Motion::load("walk.fbx")?.clip(Some(&rig), &libvrm::Fit::default())?;
/// # Ok::<(), libvrm::Error>(())
/// ```
pub struct Motion {
    pointer: *mut sys::vrm_Motion,
    findings: Vec<Finding>,
}

// Making clips uses memory of the motion: it may move to another thread, and not be shared.
unsafe impl Send for Motion {}

impl Motion {
    /// The side files of a .gltf are read from its folder.
    pub fn load(path: impl AsRef<Path>) -> Result<Motion, Error> {
        Motion::load_with(path, &MotionOptions::default())
    }

    pub fn load_with(path: impl AsRef<Path>, options: &MotionOptions) -> Result<Motion, Error> {
        let (path, name) = (path.as_ref(), c_path(path.as_ref())?);
        let (report, words, mut pointer) = (Report::new()?, MotionWords::new(options)?, ptr::null_mut());
        let def = Motion::def(options, &words, &report);
        let result = unsafe { sys::vrm_motion_load_file(name.as_ptr(), &def, &mut pointer) };
        Ok(Motion { findings: report.check_file(result, path)?, pointer })
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Motion, Error> {
        Motion::from_bytes_with(bytes, &MotionOptions::default())
    }

    pub fn from_bytes_with(bytes: &[u8], options: &MotionOptions) -> Result<Motion, Error> {
        let (report, words, mut pointer) = (Report::new()?, MotionWords::new(options)?, ptr::null_mut());
        let def = Motion::def(options, &words, &report);
        let result =
            unsafe { sys::vrm_motion_load(bytes.as_ptr() as *const _, bytes.len(), &def, &mut pointer) };
        Ok(Motion { findings: report.check(result)?, pointer })
    }

    fn def(options: &MotionOptions, words: &MotionWords, report: &Report) -> sys::vrm_MotionDef {
        let mut def = std::mem::MaybeUninit::<sys::vrm_MotionDef>::uninit();
        unsafe {
            sys::vrm_motion_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_MotionDef>());
            let mut def = def.assume_init();
            def.take = words.take.as_ref().map_or(ptr::null(), |take| take.as_ptr());
            def.rest = options.rest;
            def.metres = options.metres;
            def.keeps_start = options.keeps_start;
            def.points = options.points;
            def.source_fps = options.source_fps;
            def.names = words.names.as_ptr();
            def.name_count = i32::try_from(words.names.len()).unwrap_or(i32::MAX);
            def.morphs = words.morphs.as_ptr();
            def.morph_count = i32::try_from(words.morphs.len()).unwrap_or(i32::MAX);
            if let Some(model) = &options.model {
                def.model = model.as_ptr() as *const _;
                def.model_size = model.len();
            }
            if let Some(rest_file) = &options.rest_file {
                def.rest_file = rest_file.as_ptr() as *const _;
                def.rest_file_size = rest_file.len();
            }
            def.report = report.0;
            def
        }
    }

    /// Owns a motion that a function of `sys` made.
    ///
    /// # Safety
    /// `pointer` is a motion, is not NULL, and nobody else uses or ends it.
    pub unsafe fn from_raw(pointer: *mut sys::vrm_Motion) -> Motion {
        Motion { pointer, findings: Vec::new() }
    }

    /// For the functions of `sys`. The pointer lives as long as the motion.
    pub fn as_ptr(&self) -> *const sys::vrm_Motion {
        self.pointer
    }

    /// What loading found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What the motion is and what it moves.
    pub fn info(&self) -> MotionInfo {
        let info = unsafe { sys::vrm_motion_info(self.pointer) };
        MotionInfo {
            kind: info.kind,
            format: unsafe { text(info.format) },
            seconds: info.seconds,
            frame_s: info.frame_s,
            take: info.take,
            bones: (0..sys::VRM_BONE_COUNT).filter(|bone| info.bones >> bone & 1 != 0).map(Bone).collect(),
            has_nodes: info.has_nodes,
            has_gaze: info.has_gaze,
            expression_count: info.expression_count,
            rest_source: info.rest_source,
            rest_confidence: info.rest_confidence,
        }
    }

    /// "VRM animation", "BVH", "FBX", "VMD", "VPD", "SMPL", "joint positions", "MediaPipe" or
    /// "glTF".
    pub fn format(&self) -> String {
        unsafe { text(sys::vrm_motion_info(self.pointer).format) }
    }

    /// Seconds.
    pub fn duration(&self) -> f64 {
        unsafe { sys::vrm_motion_info(self.pointer).seconds }
    }

    /// Names of the animations in the file; "" for one without a name.
    pub fn takes(&self) -> Vec<String> {
        unsafe {
            let count = sys::vrm_motion_info(self.pointer).take_count;
            (0..count).map(|take| text(sys::vrm_motion_take_name(self.pointer, take))).collect()
        }
    }

    fn fit(fit: &Fit, name: &Option<CString>, report: &Report) -> sys::vrm_FitDef {
        let mut def = std::mem::MaybeUninit::<sys::vrm_FitDef>::uninit();
        unsafe {
            sys::vrm_fit_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_FitDef>());
            let mut def = def.assume_init();
            def.feet = fit.feet;
            def.root_motion = fit.root_motion;
            def.loops = fit.loops;
            def.fps = fit.fps;
            def.hands = fit.hands;
            def.knees = fit.knees;
            def.seat_height = fit.seat_height;
            def.writes_skeleton = fit.writes_skeleton;
            def.tolerance_degrees = fit.tolerance_degrees.unwrap_or(def.tolerance_degrees);
            def.tolerance_metres = fit.tolerance_metres.unwrap_or(def.tolerance_metres);
            def.tolerance_weight = fit.tolerance_weight.unwrap_or(def.tolerance_weight);
            def.name = name.as_ref().map_or(ptr::null(), |name| name.as_ptr());
            def.report = report.0;
            def
        }
    }

    /// A clip that is fitted to the avatar of a rig; None: for all avatars.
    pub fn clip(&self, rig: Option<&Rig>, fit: &Fit) -> Result<Clip, Error> {
        Ok(self.clip_measured(rig, fit)?.0)
    }

    /// The same with measurements of the fit: contacts, foot sliding, loop, keys.
    pub fn clip_measured(&self, rig: Option<&Rig>, fit: &Fit) -> Result<(Clip, FitReport), Error> {
        let (report, name, mut clip) = (Report::new()?, c_name(&fit.name)?, ptr::null_mut());
        let mut measured = std::mem::MaybeUninit::<FitReport>::uninit();
        let def = Motion::fit(fit, &name, &report);
        let rig = rig.map_or(ptr::null(), |rig| rig.as_ptr());
        report.check(unsafe {
            sys::vrm_motion_clip(self.pointer, rig, &def, measured.as_mut_ptr(), &mut clip)
        })?;
        Ok(unsafe { (Clip::from_raw(clip), measured.assume_init()) })
    }

    /// A VRM animation that plays as `clip()` does, to save.
    pub fn animation(&self, rig: Option<&Rig>, fit: &Fit) -> Result<Model, Error> {
        Ok(self.animation_measured(rig, fit)?.0)
    }

    /// The same with measurements of the fit: contacts, foot sliding, loop, keys.
    pub fn animation_measured(&self, rig: Option<&Rig>, fit: &Fit) -> Result<(Model, FitReport), Error> {
        let (report, name, mut model) = (Report::new()?, c_name(&fit.name)?, ptr::null_mut());
        let mut measured = std::mem::MaybeUninit::<FitReport>::uninit();
        let def = Motion::fit(fit, &name, &report);
        let rig = rig.map_or(ptr::null(), |rig| rig.as_ptr());
        report.check(unsafe {
            sys::vrm_motion_animation(self.pointer, rig, &def, measured.as_mut_ptr(), &mut model)
        })?;
        Ok(unsafe { (Model::from_raw(model), measured.assume_init()) })
    }
}

/// A name for a call; one with NUL in it is refused.
fn c_name(name: &Option<String>) -> Result<Option<CString>, Error> {
    let convert = |name: &String| CString::new(name.as_str()).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT).about(name));
    name.as_ref().map(convert).transpose()
}

impl Drop for Motion {
    fn drop(&mut self) {
        unsafe { sys::vrm_motion_destroy(self.pointer) }
    }
}

/// An avatar in a sim. Of another sim it is refused or names another avatar, never memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AvatarId {
    index1: u32,
    generation: u32,
}

impl AvatarId {
    /// For the functions of `sys`.
    pub fn c(self) -> sys::vrm_AvatarId {
        sys::vrm_AvatarId { index1: self.index1, generation: self.generation }
    }
}

/// The running crowd. Outputs borrow it, so that the next step waits for them:
///
/// ```no_run
/// # let mut sim = libvrm::Sim::new()?;
/// # let hero = sim.add(&libvrm::Rig::build(&libvrm::Model::load("avatar.vrm")?)?)?;
/// let worlds = sim.worlds(hero).unwrap().to_vec();
/// sim.step(0.1);
/// println!("{:?}", worlds[0].rows[0].w);
/// # Ok::<(), libvrm::Error>(())
/// ```
///
/// does compile, and none of these does. A view beyond a step, which changes what it shows:
///
/// ```compile_fail,E0502
/// # let mut sim = libvrm::Sim::new()?;
/// # let hero = sim.add(&libvrm::Rig::build(&libvrm::Model::load("avatar.vrm")?)?)?;
/// let worlds = sim.worlds(hero).unwrap();
/// sim.step(0.1);
/// println!("{:?}", worlds[0].rows[0].w);
/// # Ok::<(), libvrm::Error>(())
/// ```
///
/// Beyond the removal of its avatar:
///
/// ```compile_fail,E0502
/// # let mut sim = libvrm::Sim::new()?;
/// # let hero = sim.add(&libvrm::Rig::build(&libvrm::Model::load("avatar.vrm")?)?)?;
/// let weights = sim.expression_weights(hero).unwrap();
/// sim.remove(hero);
/// println!("{}", weights[0]);
/// # Ok::<(), libvrm::Error>(())
/// ```
///
/// Beyond the sim:
///
/// ```compile_fail,E0505
/// # let mut sim = libvrm::Sim::new()?;
/// # let hero = sim.add(&libvrm::Rig::build(&libvrm::Model::load("avatar.vrm")?)?)?;
/// let worlds = sim.worlds(hero).unwrap();
/// drop(sim);
/// println!("{:?}", worlds[0].rows[0].w);
/// # Ok::<(), libvrm::Error>(())
/// ```
///
/// A step of one sim by two threads:
///
/// ```compile_fail,E0499
/// # let mut sim = libvrm::Sim::new()?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| sim.step(0.1));
///     scope.spawn(|| sim.step(0.1));
/// });
/// # Ok::<(), libvrm::Error>(())
/// ```
pub struct Sim {
    pointer: *mut sys::vrm_Sim,
    members: Vec<(AvatarId, Rig)>,
    identity: Arc<()>, // the address of a sim may be that of an earlier one
}

// Results may be read by any threads between steps, and only `&mut` steps or edits. There is no callback: nothing of Rust's
// that could panic is called by C.
unsafe impl Send for Sim {}
unsafe impl Sync for Sim {}

impl Sim {
    pub fn new() -> Result<Sim, Error> {
        check_version(version())?;
        let mut pointer = ptr::null_mut();
        check(unsafe { sys::vrm_sim_create(ptr::null(), &mut pointer) })?;
        Ok(Sim { pointer, members: Vec::new(), identity: Arc::new(()) })
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Sim {
        self.pointer
    }

    /// For the functions of `sys`; removing avatars is for `remove()` alone.
    pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Sim {
        self.pointer
    }

    pub fn add(&mut self, rig: &Rig) -> Result<AvatarId, Error> {
        let id = unsafe { sys::vrm_sim_add(self.pointer, rig.as_ptr()) };
        if id.index1 == 0 {
            return Err(Error::new(sys::VRM_ERR_MEMORY));
        }
        let id = AvatarId { index1: id.index1, generation: id.generation };
        self.members.push((id, rig.clone()));
        Ok(id)
    }

    /// False when the avatar has left already.
    pub fn remove(&mut self, avatar: AvatarId) -> bool {
        let is_removed = unsafe { sys::vrm_sim_remove(self.pointer, avatar.c()) };
        if is_removed {
            self.members.retain(|(id, _)| *id != avatar);
        }
        is_removed
    }

    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub fn avatars(&self) -> impl Iterator<Item = AvatarId> + '_ {
        self.members.iter().map(|(id, _)| *id)
    }

    /// Advances all avatars by seconds.
    pub fn step(&mut self, dt: f32) {
        unsafe { sys::vrm_sim_step(self.pointer, dt) }
    }

    fn set(is_ok: bool) -> Result<(), Error> {
        check(if is_ok { sys::VRM_OK } else { sys::VRM_ERR_ARGUMENT })
    }

    pub fn set_root(&mut self, avatar: AvatarId, root: Transform) -> Result<(), Error> {
        Self::set(unsafe { sys::vrm_avatar_set_root(self.pointer, avatar.c(), root) })
    }

    pub fn set_bone(&mut self, avatar: AvatarId, bone: Bone, normalized: Quat) -> Result<(), Error> {
        Self::set(unsafe { sys::vrm_avatar_set_bone(self.pointer, avatar.c(), bone.0, normalized) })
    }

    pub fn set_hips(&mut self, avatar: AvatarId, offset: Vec3) -> Result<(), Error> {
        Self::set(unsafe { sys::vrm_avatar_set_hips(self.pointer, avatar.c(), offset) })
    }

    pub fn set_expression(&mut self, avatar: AvatarId, name: &str, weight: f32) -> Result<(), Error> {
        let c_name = c_string(name)?;
        Self::set(unsafe {
            sys::vrm_avatar_set_expression_named(self.pointer, avatar.c(), c_name.as_ptr(), weight)
        })
        .map_err(|error| error.about(name))
    }

    pub fn look_at(&mut self, avatar: AvatarId, target_world: Vec3) -> Result<(), Error> {
        Self::set(unsafe { sys::vrm_avatar_look_at(self.pointer, avatar.c(), target_world) })
    }

    /// Sets the inputs to what a clip says at a moment.
    pub fn play(&mut self, avatar: AvatarId, clip: &Clip, seconds: f32, weight: f32) -> Result<(), Error> {
        let player = sys::vrm_Player {
            clip: clip.as_ptr(),
            time_s: seconds,
            speed: 1.0,
            weight,
            loops: true,
            is_additive: false,
            remainder_s: 0.0,
        };
        Self::set(unsafe { sys::vrm_avatar_play(self.pointer, avatar.c(), &player, 1) })
    }

    fn rig_of(&self, avatar: AvatarId) -> Option<*const sys::vrm_Rig> {
        let rig = unsafe { sys::vrm_avatar_rig(self.pointer, avatar.c()) };
        if rig.is_null() {
            None
        } else {
            Some(rig)
        }
    }

    /// World matrices after the last step, one for each node; None when the avatar has left.
    pub fn worlds(&self, avatar: AvatarId) -> Option<&[Affine]> {
        let rig = self.rig_of(avatar)?;
        unsafe {
            let worlds = sys::vrm_avatar_worlds(self.pointer, avatar.c());
            if worlds.is_null() {
                return None;
            }
            Some(std::slice::from_raw_parts(worlds, sys::vrm_rig_node_count(rig) as usize))
        }
    }

    /// Joint matrices of all skins after the last step; None when the avatar has left.
    pub fn palettes(&self, avatar: AvatarId) -> Option<&[Affine]> {
        let rig = self.rig_of(avatar)?;
        unsafe {
            let palettes = sys::vrm_avatar_palettes(self.pointer, avatar.c());
            if palettes.is_null() {
                return None;
            }
            Some(std::slice::from_raw_parts(palettes, sys::vrm_rig_palette_count(rig) as usize))
        }
    }

    /// Weights as applied, one for each expression; None when the avatar has left.
    pub fn expression_weights(&self, avatar: AvatarId) -> Option<&[f32]> {
        let rig = self.rig_of(avatar)?;
        unsafe {
            let weights = sys::vrm_avatar_expression_weights(self.pointer, avatar.c());
            if weights.is_null() {
                return None;
            }
            Some(std::slice::from_raw_parts(weights, sys::vrm_rig_expression_count(rig) as usize))
        }
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        unsafe { sys::vrm_sim_destroy(self.pointer) }
    }
}

// ---- Faces ----

struct FaceMapOwner(*mut sys::vrm_FaceMap);
unsafe impl Send for FaceMapOwner {}
unsafe impl Sync for FaceMapOwner {}
impl Drop for FaceMapOwner {
    fn drop(&mut self) {
        unsafe { sys::vrm_face_map_destroy(self.0) }
    }
}

/// What a model's face can do: immutable, and cheap to clone. Faces keep theirs alive.
#[derive(Clone)]
pub struct FaceMap(Arc<FaceMapOwner>);

impl FaceMap {
    /// `rig` is the model's own.
    pub fn build(model: &Model, rig: &Rig) -> Result<FaceMap, Error> {
        let mut map = ptr::null_mut();
        check(unsafe { sys::vrm_face_map_build(model.pointer, rig.as_ptr(), ptr::null(), &mut map) })?;
        Ok(FaceMap(Arc::new(FaceMapOwner(map))))
    }

    pub fn as_ptr(&self) -> *const sys::vrm_FaceMap {
        (self.0).0
    }

    pub fn info(&self) -> FaceMapInfo {
        unsafe { sys::vrm_face_map_info(self.as_ptr()) }
    }

    /// The expression for a shape of a face tracker, by ARKit's name in any usual spelling.
    pub fn shape(&self, name: &str) -> Option<usize> {
        let name = c_string(name).ok()?;
        index(unsafe { sys::vrm_face_map_shape(self.as_ptr(), sys::vrm_face_shape_by_name(name.as_ptr())) })
    }

    /// The part of expression `b`'s effect that expression `a` has already.
    pub fn overlap(&self, a: usize, b: usize) -> f32 {
        let number = |index: usize| i32::try_from(index).unwrap_or(-1);
        unsafe { sys::vrm_face_map_overlap(self.as_ptr(), number(a), number(b)) }
    }
}

/// Lips from sound.
pub struct Lip(*mut sys::vrm_Lip);
unsafe impl Send for Lip {}
unsafe impl Sync for Lip {}

impl Lip {
    /// Of samples at that rate.
    pub fn new(sample_rate_hz: f32) -> Result<Lip, Error> {
        check_version(version())?;
        let mut def = std::mem::MaybeUninit::<sys::vrm_LipDef>::uninit();
        let mut lip = ptr::null_mut();
        unsafe {
            sys::vrm_lip_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_LipDef>());
            (*def.as_mut_ptr()).sample_rate_hz = sample_rate_hz;
            check(sys::vrm_lip_create(def.as_ptr(), &mut lip))?;
        }
        Ok(Lip(lip))
    }

    pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Lip {
        self.0
    }

    /// Adds the frames that mono samples, -1 to 1, complete.
    pub fn feed(&mut self, samples: &[f32], frames: &mut Vec<LipFrame>) {
        for part in samples.chunks(1 << 20) {
            let count = part.len() as i32;
            let most = unsafe { sys::vrm_lip_frame_bound(self.0, count) };
            extend(frames, most, |room| unsafe { sys::vrm_lip_feed(self.0, part.as_ptr(), count, room, most) });
        }
    }

    /// Adds the frames that waited for more sound. The next samples begin a new one.
    pub fn finish(&mut self, frames: &mut Vec<LipFrame>) {
        let most = unsafe { sys::vrm_lip_frame_bound(self.0, 0) };
        extend(frames, most, |room| unsafe { sys::vrm_lip_finish(self.0, room, most) });
    }

    /// Learns a voice; false when less than half a second of speech was heard, or music.
    pub fn calibrate(&mut self, samples: &[f32]) -> bool {
        let count = i32::try_from(samples.len()).unwrap_or(i32::MAX);
        unsafe { sys::vrm_lip_calibrate(self.0, samples.as_ptr(), count) }
    }
}

/// Makes room for `most` frames; `write` fills it and says how many they are.
fn extend(frames: &mut Vec<LipFrame>, most: i32, write: impl FnOnce(*mut LipFrame) -> i32) {
    let before = frames.len();
    frames.reserve(most as usize);
    let count = write(unsafe { frames.as_mut_ptr().add(before) });
    unsafe { frames.set_len(before + count as usize) }
}

impl Drop for Lip {
    fn drop(&mut self) {
        unsafe { sys::vrm_lip_destroy(self.0) }
    }
}

/// Expressions that are shown together.
#[derive(Debug, Clone)]
pub struct Emotion {
    /// Expressions and their weights; none: the face returns to rest.
    pub parts: Vec<(String, f32)>,
    /// Multiplies the weights, 0 to 1.
    pub intensity: f32,
    /// Seconds of the fades.
    pub ease_in_s: f32,
    pub ease_out_s: f32,
    /// Seconds between the fades; infinite: until the next emotion.
    pub hold_s: f32,
    /// Waits until the hold of earlier emotions has ended, instead of replacing them.
    pub is_queued: bool,
}

impl Emotion {
    pub fn new(parts: &[(&str, f32)]) -> Emotion {
        let def = Emotion::defaults();
        Emotion {
            parts: parts.iter().map(|(name, weight)| (name.to_string(), *weight)).collect(),
            intensity: def.intensity,
            ease_in_s: def.ease_in_s,
            ease_out_s: def.ease_out_s,
            hold_s: def.hold_s,
            is_queued: def.is_queued,
        }
    }

    fn defaults() -> sys::vrm_EmotionDef {
        let mut def = std::mem::MaybeUninit::<sys::vrm_EmotionDef>::uninit();
        unsafe {
            sys::vrm_emotion_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_EmotionDef>());
            def.assume_init()
        }
    }

    /// `show` gets the emotion as C has it; false: it was refused.
    fn with_def(&self, show: impl FnOnce(*const sys::vrm_EmotionDef) -> bool) -> Result<(), Error> {
        let said = self.parts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let names = self.parts.iter().map(|(name, _)| c_string(name)).collect::<Result<Vec<_>, _>>()?;
        let parts: Vec<_> = names
            .iter()
            .zip(&self.parts)
            .map(|(name, (_, weight))| sys::vrm_EmotionPart { expression: name.as_ptr(), weight: *weight })
            .collect();
        let mut def = Emotion::defaults();
        def.parts = parts.as_ptr();
        def.part_count = i32::try_from(parts.len()).unwrap_or(i32::MAX);
        def.intensity = self.intensity;
        def.ease_in_s = self.ease_in_s;
        def.ease_out_s = self.ease_out_s;
        def.hold_s = self.hold_s;
        def.is_queued = self.is_queued;
        Sim::set(show(&def)).map_err(|error| error.about(&said))
    }
}

/// The face of one avatar. Weights borrow it, so that the next step waits for them:
///
/// ```compile_fail,E0502
/// # let model = libvrm::Model::load("avatar.vrm")?;
/// # let map = libvrm::FaceMap::build(&model, &libvrm::Rig::build(&model)?)?;
/// # let mut face = libvrm::Face::new(&map, 0)?;
/// let weights = face.weights();
/// face.step(0.1);
/// println!("{}", weights[0]);
/// # Ok::<(), libvrm::Error>(())
/// ```
pub struct Face {
    pointer: *mut sys::vrm_Face,
    _map: FaceMap, // after the pointer: it must outlive the face
}
unsafe impl Send for Face {}
unsafe impl Sync for Face {}

impl Face {
    pub fn new(map: &FaceMap, seed: u64) -> Result<Face, Error> {
        let mut def = std::mem::MaybeUninit::<sys::vrm_FaceDef>::uninit();
        let mut pointer = ptr::null_mut();
        unsafe {
            sys::vrm_face_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_FaceDef>());
            (*def.as_mut_ptr()).seed = seed;
            check(sys::vrm_face_create(map.as_ptr(), def.as_ptr(), &mut pointer))?;
        }
        Ok(Face { pointer, _map: map.clone() })
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Face {
        self.pointer
    }

    pub fn as_mut_ptr(&mut self) -> *mut sys::vrm_Face {
        self.pointer
    }

    /// Shows expressions with their weights until the next emotion; none: back to rest.
    pub fn emote(&mut self, parts: &[(&str, f32)], intensity: f32) -> Result<(), Error> {
        let emotion = Emotion { intensity, ..Emotion::new(parts) };
        emotion.with_def(|def| unsafe { sys::vrm_face_emote(self.pointer, def) })
    }

    /// Opens the mouth: aa, ih, ou, ee, oh.
    pub fn set_vowels(&mut self, vowels: &[f32; 5]) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_set_vowels(self.pointer, vowels.as_ptr()) })
    }

    /// Opens the mouth: weights by `sys::VRM_VISEME_*`.
    pub fn set_visemes(&mut self, visemes: &[f32; 15]) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_set_visemes(self.pointer, visemes.as_ptr()) })
    }

    /// The frames that are heard next belong to a sound that begins now.
    pub fn begin_sound(&mut self) {
        unsafe { sys::vrm_face_begin_sound(self.pointer) }
    }

    pub fn hear(&mut self, frames: &[LipFrame]) -> Result<(), Error> {
        let count = i32::try_from(frames.len()).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT))?;
        Sim::set(unsafe { sys::vrm_face_hear(self.pointer, frames.as_ptr(), count) })
    }

    /// Frames of a microphone: they are for now.
    pub fn hear_live(&mut self, frames: &[LipFrame]) -> Result<(), Error> {
        let count = i32::try_from(frames.len()).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT))?;
        Sim::set(unsafe { sys::vrm_face_hear_live(self.pointer, frames.as_ptr(), count) })
    }

    /// Which moment of the sound is played now.
    pub fn sync_sound(&mut self, time_s: f64) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_sync_sound(self.pointer, time_s) })
    }

    pub fn blink(&mut self) {
        unsafe { sys::vrm_face_blink(self.pointer) }
    }

    pub fn look_at(&mut self, target_world: Vec3) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_look_at(self.pointer, target_world) })
    }

    /// Weights of a face tracker, in the order of `vrm_FaceShape`.
    pub fn track(&mut self, shapes: &[f32; 52]) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_track(self.pointer, shapes.as_ptr()) })
    }

    pub fn step(&mut self, dt: f32) {
        unsafe { sys::vrm_face_step(self.pointer, dt) }
    }

    /// Sets expressions and gaze of an avatar of the map's rig.
    pub fn apply(&self, sim: &mut Sim, avatar: AvatarId) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_apply(self.pointer, sim.pointer, avatar.c()) })
    }

    /// One for each expression of the rig.
    pub fn weights(&self) -> &[f32] {
        let mut count = 0;
        unsafe {
            let weights = sys::vrm_face_weights(self.pointer, &mut count);
            if count == 0 {
                return &[];
            }
            std::slice::from_raw_parts(weights, count as usize)
        }
    }

    pub fn is_talking(&self) -> bool {
        unsafe { sys::vrm_face_is_talking(self.pointer) }
    }
}

impl Drop for Face {
    fn drop(&mut self) {
        unsafe { sys::vrm_face_destroy(self.pointer) }
    }
}

// ---- Actors ----

/// How a clip plays on an [`Actor`]: in a loop, over all bones, fading in, unless you change it.
#[derive(Debug, Clone)]
pub struct Layer {
    /// `sys::VRM_LAYER_*`: what happens at the end of the clip.
    pub at_end: sys::vrm_LayerEnd,
    /// 0 to 1: how much the layer replaces what lies beneath.
    pub weight: f32,
    /// Seconds until the layer has its weight.
    pub fade_in_s: f32,
    /// Seconds that `VRM_LAYER_STOPS` fades out.
    pub fade_out_s: f32,
    /// 1 as recorded; negative: backwards.
    pub speed: f32,
    /// Place in the clip to start from, seconds from its beginning; from its end if `speed` is negative.
    pub start_s: f32,
    /// Time of the actor at which the layer begins; None: now.
    pub begin_s: Option<f64>,
    /// Bones that the layer may move; None: all. [`Layer::of_part`] fills them by the name of a part of the body.
    pub bones: Option<Vec<Bone>>,
    /// Plays the expressions of the clip.
    pub has_expressions: bool,
    /// Plays the gaze of the clip.
    pub has_gaze: bool,
    /// Adds the clip's difference from its first key.
    pub is_additive: bool,
    /// Moves the avatar's root instead of the hips over the ground, on and on in a loop: [`Actor::root`].
    pub applies_root_motion: bool,
}

impl Default for Layer {
    fn default() -> Layer {
        let def = Layer::defaults();
        Layer {
            at_end: def.at_end,
            weight: def.weight,
            fade_in_s: def.fade_in_s,
            fade_out_s: def.fade_out_s,
            speed: def.speed,
            start_s: def.start_s,
            begin_s: None,
            bones: None,
            has_expressions: def.has_expressions,
            has_gaze: def.has_gaze,
            is_additive: def.is_additive,
            applies_root_motion: def.applies_root_motion,
        }
    }
}

impl Layer {
    /// A layer that may move a part of the body and face: its bones, expressions and gaze. The names are those of
    /// [`motion_part`].
    ///
    /// ```
    /// # use libvrm::{Layer, Error};
    /// let wave = Layer { weight: 0.5, ..Layer::of_part("left-arm+head")? };
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of_part(name: &str) -> Result<Layer, Error> {
        let part = motion_part(name).ok_or_else(|| Error::new(sys::VRM_ERR_ARGUMENT).about(name))?;
        let is_all = part.bones == Layer::defaults().bones;
        let bones = (0..sys::VRM_BONE_COUNT).filter(|bone| part.bones >> bone & 1 != 0).map(Bone).collect();
        Ok(Layer {
            bones: if is_all { None } else { Some(bones) },
            has_expressions: part.expressions,
            has_gaze: part.gaze,
            ..Layer::default()
        })
    }

    fn defaults() -> sys::vrm_LayerDef {
        let mut def = std::mem::MaybeUninit::<sys::vrm_LayerDef>::uninit();
        unsafe {
            sys::vrm_layer_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_LayerDef>());
            def.assume_init()
        }
    }

    fn def(&self, clip: &Clip) -> Result<sys::vrm_LayerDef, Error> {
        let mut def = Layer::defaults();
        def.clip = clip.as_ptr();
        def.at_end = self.at_end;
        def.weight = self.weight;
        def.fade_in_s = self.fade_in_s;
        def.fade_out_s = self.fade_out_s;
        def.speed = self.speed;
        def.start_s = self.start_s;
        def.begin_s = actor_time(self.begin_s);
        def.has_expressions = self.has_expressions;
        def.has_gaze = self.has_gaze;
        def.is_additive = self.is_additive;
        def.applies_root_motion = self.applies_root_motion;
        if let Some(bones) = &self.bones {
            def.bones = 0;
            for bone in bones {
                let is_bone = (0..sys::VRM_BONE_COUNT).contains(&bone.0);
                def.bones |= if is_bone { 1 << bone.0 } else { return Err(Error::new(sys::VRM_ERR_ARGUMENT)) };
            }
        }
        Ok(def)
    }
}

/// `VRM_ACTOR_NOW` for None.
fn actor_time(time_s: Option<f64>) -> f64 {
    time_s.map_or(-1.0, |time| if time < 0.0 { f64::NAN } else { time })
}

/// How to create an [`Actor`].
#[derive(Clone, Default)]
pub struct ActorOptions {
    /// `sys::VRM_STANCE_*`: the pose where no layer moves the avatar. The default stands at ease.
    pub stance: sys::vrm_Stance,
    /// Gives the actor a face that blinks, speaks and shows emotions; of the avatar's rig.
    pub face_map: Option<FaceMap>,
    /// Of blinks, saccades and idle motion.
    pub seed: u64,
}

/// One avatar over time: layers of motion, a living face, speech and gaze. In each frame the actor steps, then its sim:
///
/// ```no_run
/// use libvrm::{Actor, ActorOptions, Fit, Layer, Model, Motion, Rig, Sim};
/// let rig = Rig::build(&Model::load("avatar.vrm")?)?;
/// let mut sim = Sim::new()?;
/// let avatar = sim.add(&rig)?;
/// let mut actor = Actor::new(&sim, avatar, &ActorOptions::default())?;
/// actor.play(&sim, &Motion::load("walk.fbx")?.clip(Some(&rig), &Fit::default())?, &Layer::default())?;
/// for _ in 0..60 {
///     actor.step(&mut sim, 1.0 / 60.0)?;
///     sim.step(1.0 / 60.0);
/// }
/// # Ok::<(), libvrm::Error>(())
/// ```
///
/// Calls that touch the avatar take its sim; another sim is refused. The actor keeps the clips that it has played, for jumps
/// back, until [`Actor::forget`]. It does not keep the sim alive: without it, an actor has nothing to do.
pub struct Actor {
    pointer: *mut sys::vrm_Actor,
    sim: Arc<()>,
    clips: Vec<Clip>,
    has_face: bool,
    _map: Option<FaceMap>, // after the pointer: it must outlive the actor
}

// C touches the sim only in calls that borrow it here, and the actor's own memory in the others.
unsafe impl Send for Actor {}
unsafe impl Sync for Actor {}

impl Actor {
    pub fn new(sim: &Sim, avatar: AvatarId, options: &ActorOptions) -> Result<Actor, Error> {
        let mut def = std::mem::MaybeUninit::<sys::vrm_ActorDef>::uninit();
        let mut pointer = ptr::null_mut();
        unsafe {
            sys::vrm_actor_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_ActorDef>());
            let mut def = def.assume_init();
            def.stance = options.stance;
            def.seed = options.seed;
            def.face_map = options.face_map.as_ref().map_or(ptr::null(), |map| map.as_ptr());
            check(sys::vrm_actor_create(sim.pointer, avatar.c(), &def, &mut pointer))?;
        }
        let (sim, map) = (sim.identity.clone(), options.face_map.clone());
        Ok(Actor { pointer, sim, clips: Vec::new(), has_face: map.is_some(), _map: map })
    }

    pub fn as_ptr(&self) -> *const sys::vrm_Actor {
        self.pointer
    }

    fn check_sim(&self, sim: &Sim) -> Result<(), Error> {
        if Arc::ptr_eq(&self.sim, &sim.identity) {
            return Ok(());
        }
        Err(Error::new(sys::VRM_ERR_ARGUMENT).about("another sim"))
    }

    /// Changes the pose beneath the layers: `sys::VRM_STANCE_*`.
    pub fn set_stance(&mut self, stance: sys::vrm_Stance) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_set_stance(self.pointer, stance) })
    }

    // ---- Layers ----

    /// Starts a layer over those that are there and returns its number. If the clip plays already, that layer is changed.
    pub fn play(&mut self, sim: &Sim, clip: &Clip, layer: &Layer) -> Result<u32, Error> {
        self.check_sim(sim)?;
        let def = layer.def(clip)?;
        let number = unsafe { sys::vrm_actor_play(self.pointer, &def) };
        self.keep(clip, number)
    }

    /// Plays a clip instead of all others, which stop when it has faded in.
    pub fn cross_fade(&mut self, sim: &Sim, clip: &Clip, layer: &Layer) -> Result<u32, Error> {
        self.check_sim(sim)?;
        let def = layer.def(clip)?;
        let number = unsafe { sys::vrm_actor_cross_fade(self.pointer, &def) };
        self.keep(clip, number)
    }

    fn keep(&mut self, clip: &Clip, number: u32) -> Result<u32, Error> {
        Sim::set(number != 0)?;
        if !self.clips.iter().any(|kept| kept.as_ptr() == clip.as_ptr()) {
            self.clips.push(clip.clone());
        }
        Ok(number)
    }

    /// Fades a layer out and removes it.
    pub fn stop(&mut self, layer: u32, fade_s: f32) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_stop(self.pointer, layer, fade_s) })
    }

    /// Removes all layers of a clip at once and lets go of it.
    pub fn forget(&mut self, clip: &Clip) {
        unsafe { sys::vrm_actor_forget(self.pointer, clip.as_ptr()) }
        self.clips.retain(|kept| kept.as_ptr() != clip.as_ptr());
    }

    /// Changes a layer's weight, eased over seconds.
    pub fn set_weight(&mut self, layer: u32, weight: f32, fade_s: f32) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_set_weight(self.pointer, layer, weight, fade_s) })
    }

    pub fn set_speed(&mut self, layer: u32, speed: f32) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_set_speed(self.pointer, layer, speed) })
    }

    /// Moves a layer to a place in its clip.
    pub fn set_clip_time(&mut self, layer: u32, time_s: f64) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_set_clip_time(self.pointer, layer, time_s) })
    }

    /// A layer at the present time; None when it is gone.
    pub fn layer(&self, layer: u32) -> Option<LayerState> {
        let mut state = std::mem::MaybeUninit::<sys::vrm_LayerState>::uninit();
        unsafe {
            if !sys::vrm_actor_layer(self.pointer, layer, state.as_mut_ptr()) {
                return None;
            }
            let state = state.assume_init();
            let (time_s, weight, speed, has_ended) = (state.time_s, state.weight, state.speed, state.has_ended);
            Some(LayerState { time_s, weight, speed, has_ended })
        }
    }

    // ---- Root ----

    /// Puts the avatar somewhere at the present time; root motion goes on from there.
    pub fn set_root(&mut self, sim: &mut Sim, root: Transform) -> Result<(), Error> {
        self.check_sim(sim)?;
        Sim::set(unsafe { sys::vrm_actor_set_root(self.pointer, root) })
    }

    /// The avatar's root as of the last step, jump or [`Actor::set_root`].
    pub fn root(&self, sim: &Sim) -> Result<Transform, Error> {
        self.check_sim(sim)?;
        Ok(unsafe { sys::vrm_actor_root(self.pointer) })
    }

    // ---- Face, speech and gaze ----

    fn face(&self) -> Result<*mut sys::vrm_Face, Error> {
        Sim::set(self.has_face).map_err(|error| error.about("an actor without a face"))?;
        Ok(unsafe { sys::vrm_actor_face(self.pointer) })
    }

    /// For the functions of `sys`: the actor's face; null without one. The actor steps, applies and ends it.
    pub fn face_ptr(&mut self) -> *mut sys::vrm_Face {
        unsafe { sys::vrm_actor_face(self.pointer) }
    }

    /// Shows an emotion, now or at a time of the actor.
    pub fn emote(&mut self, emotion: &Emotion, time_s: Option<f64>) -> Result<(), Error> {
        emotion.with_def(|def| unsafe { sys::vrm_actor_emote(self.pointer, actor_time(time_s), def) })
    }

    /// The mouth follows frames of a [`Lip`], from now or from a time of the actor on. The frames are copied.
    pub fn speak(&mut self, frames: &[LipFrame], time_s: Option<f64>) -> Result<(), Error> {
        let count = i32::try_from(frames.len()).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT))?;
        Sim::set(unsafe { sys::vrm_actor_speak(self.pointer, actor_time(time_s), frames.as_ptr(), count) })
    }

    /// Frames of a microphone: they are for now.
    pub fn hear_live(&mut self, frames: &[LipFrame]) -> Result<(), Error> {
        let count = i32::try_from(frames.len()).map_err(|_| Error::new(sys::VRM_ERR_ARGUMENT))?;
        let face = self.face()?;
        Sim::set(unsafe { sys::vrm_face_hear_live(face, frames.as_ptr(), count) })
    }

    /// Weights of a face tracker, in the order of `vrm_FaceShape`.
    pub fn track(&mut self, shapes: &[f32; 52]) -> Result<(), Error> {
        let face = self.face()?;
        Sim::set(unsafe { sys::vrm_face_track(face, shapes.as_ptr()) })
    }

    pub fn blink(&mut self) -> Result<(), Error> {
        let face = self.face()?;
        unsafe { sys::vrm_face_blink(face) }
        Ok(())
    }

    /// What the face shows, one for each expression of the rig; empty without a face.
    pub fn face_weights(&self) -> &[f32] {
        let mut count = 0;
        match self.face() {
            Ok(face) => unsafe {
                let weights = sys::vrm_face_weights(face, &mut count);
                if count == 0 {
                    &[]
                } else {
                    std::slice::from_raw_parts(weights, count as usize)
                }
            },
            Err(_) => &[],
        }
    }

    pub fn is_talking(&self) -> bool {
        self.face().map_or(false, |face| unsafe { sys::vrm_face_is_talking(face) })
    }

    /// Looks at a point in world space, whatever the layers do.
    pub fn look_at(&mut self, target_world: Vec3) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_look_at(self.pointer, target_world) })
    }

    /// Looks in a direction relative to the head.
    pub fn look_along(&mut self, yaw_degrees: f32, pitch_degrees: f32) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_actor_look_along(self.pointer, yaw_degrees, pitch_degrees) })
    }

    /// Looks where the layers look.
    pub fn look_free(&mut self) {
        unsafe { sys::vrm_actor_look_free(self.pointer) }
    }

    // ---- Run ----

    /// Moves on by seconds, 0 or more, and sets the avatar's inputs. Fails when the avatar has left.
    pub fn step(&mut self, sim: &mut Sim, dt: f32) -> Result<(), Error> {
        self.check_sim(sim)?;
        Sim::set(dt >= 0.0 && unsafe { sys::vrm_actor_step(self.pointer, dt) })
    }

    /// Moves to a time and sets the avatar's inputs, as `step()` does: springs go on from where they are.
    pub fn step_to(&mut self, sim: &mut Sim, time_s: f64) -> Result<(), Error> {
        self.check_sim(sim)?;
        Sim::set(unsafe { sys::vrm_actor_step_to(self.pointer, time_s) })
    }

    /// Jumps to a time and sets the avatar's inputs. Springs are reset: `settle()` lets them hang.
    pub fn seek(&mut self, sim: &mut Sim, time_s: f64) -> Result<(), Error> {
        self.check_sim(sim)?;
        Sim::set(unsafe { sys::vrm_actor_seek(self.pointer, time_s) })
    }

    /// Lets springs settle by the motion of the last seconds, 0 to 60. Steps the sim with all of its avatars.
    pub fn settle(&mut self, sim: &mut Sim, seconds: f32) -> Result<(), Error> {
        self.check_sim(sim)?;
        Sim::set(unsafe { sys::vrm_actors_settle(&self.pointer, 1, seconds) })
    }

    /// The same under inputs of your own: `inputs` is called before each step, after the actor has set its own, with the
    /// time of the step, which is below 0 before the actor's beginning. A panic of `inputs` goes on after the last step.
    pub fn settle_with(
        &mut self,
        sim: &mut Sim,
        seconds: f32,
        mut inputs: impl FnMut(&mut SettleInputs<'_>, f64),
    ) -> Result<(), Error> {
        self.check_sim(sim)?;
        let face = self.face().unwrap_or(ptr::null_mut());
        let mut call = SettleCall { inputs: &mut inputs, given: SettleInputs { sim, face }, panic: None };
        let ctx = &mut call as *mut SettleCall<'_> as *mut c_void;
        let is_settled = unsafe { sys::vrm_actors_settle_with(&self.pointer, 1, seconds, Some(settle_inputs), ctx) };
        match call.panic {
            Some(panic) => std::panic::resume_unwind(panic),
            None => Sim::set(is_settled),
        }
    }

    /// Seconds since the beginning.
    pub fn time_s(&self) -> f64 {
        unsafe { sys::vrm_actor_time(self.pointer) }
    }

    /// What has happened since they were last asked for; `kind` is `sys::VRM_ACTOR_*`.
    pub fn events(&mut self) -> impl Iterator<Item = ActorEvent> + '_ {
        std::iter::from_fn(move || {
            let mut event = std::mem::MaybeUninit::<ActorEvent>::uninit();
            unsafe {
                if sys::vrm_actor_poll(self.pointer, event.as_mut_ptr()) {
                    Some(event.assume_init())
                } else {
                    None
                }
            }
        })
    }
}

/// What [`Actor::settle_with`] lets its function set: inputs of avatars of the sim, for one step, and the actor's face.
pub struct SettleInputs<'a> {
    sim: &'a mut Sim, // not given out: C uses it between the calls
    face: *mut sys::vrm_Face,
}

impl SettleInputs<'_> {
    pub fn set_root(&mut self, avatar: AvatarId, root: Transform) -> Result<(), Error> {
        self.sim.set_root(avatar, root)
    }

    pub fn set_bone(&mut self, avatar: AvatarId, bone: Bone, normalized: Quat) -> Result<(), Error> {
        self.sim.set_bone(avatar, bone, normalized)
    }

    pub fn set_hips(&mut self, avatar: AvatarId, offset: Vec3) -> Result<(), Error> {
        self.sim.set_hips(avatar, offset)
    }

    pub fn set_expression(&mut self, avatar: AvatarId, name: &str, weight: f32) -> Result<(), Error> {
        self.sim.set_expression(avatar, name, weight)
    }

    pub fn look_at(&mut self, avatar: AvatarId, target_world: Vec3) -> Result<(), Error> {
        self.sim.look_at(avatar, target_world)
    }

    pub fn play(&mut self, avatar: AvatarId, clip: &Clip, seconds: f32, weight: f32) -> Result<(), Error> {
        self.sim.play(avatar, clip, seconds, weight)
    }

    /// Sets what landmarks of a camera show.
    pub fn apply(&mut self, avatar: AvatarId, points: &Points) -> Result<(), Error> {
        points.apply(self.sim, avatar)
    }

    /// Weights of a face tracker; they show from the next step on.
    pub fn track(&mut self, shapes: &[f32; 52]) -> Result<(), Error> {
        Sim::set(!self.face.is_null() && unsafe { sys::vrm_face_track(self.face, shapes.as_ptr()) })
    }
}

struct SettleCall<'a> {
    inputs: &'a mut dyn FnMut(&mut SettleInputs<'_>, f64),
    given: SettleInputs<'a>,
    panic: Option<Box<dyn std::any::Any + Send>>,
}

/// A `vrm_SettleFn` whose context is a [`SettleCall`]. A panic must not unwind through C.
unsafe extern "C" fn settle_inputs(ctx: *mut c_void, _actor: *mut sys::vrm_Actor, time_s: f64) {
    let call = &mut *(ctx as *mut SettleCall<'_>);
    if call.panic.is_none() {
        let (inputs, given) = (&mut call.inputs, &mut call.given);
        let run = std::panic::AssertUnwindSafe(|| inputs(given, time_s));
        call.panic = std::panic::catch_unwind(run).err();
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        unsafe { sys::vrm_actor_destroy(self.pointer) }
    }
}

/// A layer of an [`Actor`] at its present time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerState {
    /// Place in the clip.
    pub time_s: f32,
    /// Weight with its fades, 0 to 1.
    pub weight: f32,
    /// As it was set.
    pub speed: f32,
    /// The clip has come to its end; never true in a loop.
    pub has_ended: bool,
}
