// SPDX-License-Identifier: MIT
// Links the shared libraries: from LIBVRM_PATH where it is set, else where pkg-config finds them, else
// wherever the linker looks.
use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=LIBVRM_PATH");
    if let Ok(folder) = env::var("LIBVRM_PATH") {
        println!("cargo:rustc-link-search=native={}", folder);
    } else if let Ok(said) = Command::new("pkg-config").args(&["--libs-only-L", "vrm"]).output() {
        for flag in String::from_utf8_lossy(&said.stdout).split_whitespace() {
            if let Some(folder) = flag.strip_prefix("-L") {
                println!("cargo:rustc-link-search=native={}", folder);
            }
        }
    }
    if env::var_os("CARGO_FEATURE_RENDER").is_some() {
        println!("cargo:rustc-link-lib=dylib=vrm_render");
    }
    if env::var_os("CARGO_FEATURE_VMC").is_some() {
        println!("cargo:rustc-link-lib=dylib=vrm_vmc");
    }
    if env::var_os("CARGO_FEATURE_GPU").is_some() {
        println!("cargo:rustc-link-lib=dylib=vrm_gpu");
    }
    println!("cargo:rustc-link-lib=dylib=vrm");
}
