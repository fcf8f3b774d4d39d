// SPDX-License-Identifier: MIT
// The functions of libvrm_gpu as they are: a crowd on an OpenCL device has the bits of the CPU. Run by
// tests/bindings/rust.sh, which names the file; skipped, with a word, where there is no OpenCL.
#![cfg(feature = "gpu")]
use libvrm::{sys, Affine, Model, Quat, Rig, Sim, Transform, Vec3};
use std::ffi::CStr;
use std::io::Write;
use std::mem::{size_of, MaybeUninit};
use std::ptr;

const COUNT: usize = 3;

fn root(x: f32) -> Transform {
    Transform {
        translation: Vec3 { x, y: 0.0, z: 0.0 },
        rotation: Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        scale: Vec3 { x: 1.0, y: 1.0, z: 1.0 },
    }
}

fn floats(worlds: &[Affine]) -> Vec<u32> {
    let all = worlds.iter().flat_map(|world| world.rows.iter());
    all.flat_map(|row| [row.x, row.y, row.z, row.w]).map(f32::to_bits).collect()
}

fn on_the_cpu(rig: &Rig, x: f32) -> Vec<u32> {
    let mut sim = Sim::new().unwrap();
    let avatar = sim.add(rig).unwrap();
    sim.set_root(avatar, root(x)).unwrap();
    for _ in 0..5 {
        sim.step(1.0 / 60.0);
    }
    floats(sim.worlds(avatar).unwrap())
}

unsafe fn crowd(sim: *mut sys::vrm_GpuSim, rig: &Rig) {
    let mut ids = [sys::vrm_AvatarId { index1: 0, generation: 0 }; COUNT];
    let count = COUNT as i32;
    assert_eq!(sys::vrm_gpu_sim_add(sim, rig.as_ptr(), count, ids.as_mut_ptr()), sys::VRM_OK);
    let mut roots: Vec<Transform> = (0..COUNT).map(|i| root(i as f32)).collect();
    assert_eq!(sys::vrm_gpu_input_width(rig.as_ptr(), sys::VRM_GPU_ROOTS) as usize * 4, size_of::<Transform>());
    let set = |roots: &[Transform]| {
        sys::vrm_gpu_sim_set(sim, sys::VRM_GPU_ROOTS, ids.as_ptr(), count, roots.as_ptr() as *const f32)
    };
    assert_eq!(set(&roots), sys::VRM_OK);
    assert_eq!(sys::vrm_gpu_sim_step(sim, 1.0 / 60.0, 5), sys::VRM_OK);
    let width = sys::vrm_gpu_output_width(rig.as_ptr(), sys::VRM_GPU_WORLDS) as usize;
    let mut worlds = vec![0.0f32; COUNT * width];
    let read = sys::vrm_gpu_sim_read(sim, sys::VRM_GPU_WORLDS, ids.as_ptr(), count, worlds.as_mut_ptr());
    assert_eq!(read, sys::VRM_OK);
    for (i, ours) in worlds.chunks(width).enumerate() {
        let bits: Vec<u32> = ours.iter().map(|x| x.to_bits()).collect();
        assert!(bits == on_the_cpu(rig, i as f32), "avatar {} has other bits", i);
    }
    roots[0].translation.x = f32::NAN;
    assert_eq!(set(&roots), sys::VRM_ERR_ARGUMENT);
    assert!(!CStr::from_ptr(sys::vrm_gpu_sim_message(sim)).to_bytes().is_empty());
    assert_eq!(sys::vrm_gpu_sim_remove(sim, ids.as_ptr(), count), sys::VRM_OK);
    assert_eq!(sys::vrm_gpu_sim_avatar_count(sim), 0);
}

#[test]
fn a_crowd_on_a_device_has_the_bits_of_the_cpu() {
    let rig = Rig::build(&Model::load(std::env::var("AVATAR").unwrap()).unwrap()).unwrap();
    unsafe {
        let mut count = 0;
        if sys::vrm_gpu_devices(ptr::null_mut(), 0, &mut count) != sys::VRM_OK || count == 0 {
            // Unlike eprintln!(), this is shown although the test passes.
            writeln!(std::io::stderr(), "skipped: no OpenCL device (Debian: pocl-opencl-icd)").unwrap();
            return;
        }
        let mut def = MaybeUninit::<sys::vrm_GpuSimDef>::uninit();
        sys::vrm_gpu_sim_def_init(def.as_mut_ptr(), size_of::<sys::vrm_GpuSimDef>());
        let mut def = def.assume_init();
        let mut sim = ptr::null_mut();
        assert_eq!(sys::vrm_gpu_sim_create(&def, &mut sim), sys::VRM_OK);
        let device = sys::vrm_gpu_sim_device(sim);
        assert!(device.name[0] != 0 && device.compute_units > 0 && device.memory_bytes > 0);
        assert!(sys::vrm_gpu_sim_is_exact(sim));
        crowd(sim, &rig);
        sys::vrm_gpu_sim_destroy(sim);
        def.device = b"no device has this name\0".as_ptr() as *const _;
        assert_eq!(sys::vrm_gpu_sim_create(&def, &mut sim), sys::VRM_ERR_UNSUPPORTED);
        assert!(sim.is_null());
    }
}
