// SPDX-License-Identifier: MIT
//! Safe handles over [`libvrm_sys`] for the usual work: load, validate, migrate, save, run a crowd, play
//! clips, faces and lips. Everything else is reached through `as_ptr()` and the functions of `sys`, as in C;
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

use std::convert::TryFrom;
use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::c_char;
use std::path::Path;
use std::ptr;
use std::sync::Arc;

pub use sys::{vrm_Affine as Affine, vrm_Quat as Quat, vrm_Transform as Transform, vrm_Vec3 as Vec3};
pub use sys::{vrm_FaceMapInfo as FaceMapInfo, vrm_LipFrame as LipFrame};

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
    pub const HIPS: Bone = Bone(sys::VRM_BONE_HIPS);
    pub const HEAD: Bone = Bone(sys::VRM_BONE_HEAD);
    pub const LEFT_HAND: Bone = Bone(sys::VRM_BONE_LEFT_HAND);
    pub const RIGHT_HAND: Bone = Bone(sys::VRM_BONE_RIGHT_HAND);

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
    /// Name of the animation; None: that of the take.
    pub name: Option<String>,
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
        let (path, name) = (path.as_ref(), c_path(path.as_ref())?);
        let (report, mut pointer) = (Report::new()?, ptr::null_mut());
        let def = Motion::def(&report);
        let result = unsafe { sys::vrm_motion_load_file(name.as_ptr(), &def, &mut pointer) };
        Ok(Motion { findings: report.check_file(result, path)?, pointer })
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Motion, Error> {
        let (report, mut pointer) = (Report::new()?, ptr::null_mut());
        let def = Motion::def(&report);
        let result =
            unsafe { sys::vrm_motion_load(bytes.as_ptr() as *const _, bytes.len(), &def, &mut pointer) };
        Ok(Motion { findings: report.check(result)?, pointer })
    }

    fn def(report: &Report) -> sys::vrm_MotionDef {
        let mut def = std::mem::MaybeUninit::<sys::vrm_MotionDef>::uninit();
        unsafe {
            sys::vrm_motion_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_MotionDef>());
            let mut def = def.assume_init();
            def.report = report.0;
            def
        }
    }

    /// Owns a motion that a function of `sys` made, for the members of `vrm_MotionDef`.
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

    /// "VRM animation", "BVH", "FBX", "VMD" or "glTF".
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
            def.name = name.as_ref().map_or(ptr::null(), |name| name.as_ptr());
            def.report = report.0;
            def
        }
    }

    /// A clip that is fitted to the avatar of a rig; None: for all avatars.
    pub fn clip(&self, rig: Option<&Rig>, fit: &Fit) -> Result<Clip, Error> {
        let (report, name, mut clip) = (Report::new()?, c_name(&fit.name)?, ptr::null_mut());
        let def = Motion::fit(fit, &name, &report);
        let rig = rig.map_or(ptr::null(), |rig| rig.as_ptr());
        report.check(unsafe { sys::vrm_motion_clip(self.pointer, rig, &def, ptr::null_mut(), &mut clip) })?;
        Ok(unsafe { Clip::from_raw(clip) })
    }

    /// A VRM animation that plays as `clip()` does, to save.
    pub fn animation(&self, rig: Option<&Rig>, fit: &Fit) -> Result<Model, Error> {
        let (report, name, mut model) = (Report::new()?, c_name(&fit.name)?, ptr::null_mut());
        let def = Motion::fit(fit, &name, &report);
        let rig = rig.map_or(ptr::null(), |rig| rig.as_ptr());
        report.check(unsafe { sys::vrm_motion_animation(self.pointer, rig, &def, ptr::null_mut(), &mut model) })?;
        Ok(unsafe { Model::from_raw(model) })
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
    fn c(self) -> sys::vrm_AvatarId {
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
        Ok(Sim { pointer, members: Vec::new() })
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

    /// Learns a voice; false when less than half a second of speech was heard.
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
        let said = parts.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let names = parts.iter().map(|(name, _)| c_string(name)).collect::<Result<Vec<_>, _>>()?;
        let parts: Vec<_> = names
            .iter()
            .zip(parts)
            .map(|(name, (_, weight))| sys::vrm_EmotionPart { expression: name.as_ptr(), weight: *weight })
            .collect();
        let mut def = std::mem::MaybeUninit::<sys::vrm_EmotionDef>::uninit();
        Sim::set(unsafe {
            sys::vrm_emotion_def_init(def.as_mut_ptr(), std::mem::size_of::<sys::vrm_EmotionDef>());
            (*def.as_mut_ptr()).parts = parts.as_ptr();
            (*def.as_mut_ptr()).part_count = i32::try_from(parts.len()).unwrap_or(i32::MAX);
            (*def.as_mut_ptr()).intensity = intensity;
            sys::vrm_face_emote(self.pointer, def.as_ptr())
        })
        .map_err(|error| error.about(&said))
    }

    /// Opens the mouth: aa, ih, ou, ee, oh.
    pub fn set_vowels(&mut self, vowels: &[f32; 5]) -> Result<(), Error> {
        Sim::set(unsafe { sys::vrm_face_set_vowels(self.pointer, vowels.as_ptr()) })
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
