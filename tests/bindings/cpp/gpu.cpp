/* SPDX-License-Identifier: MIT */
/* vrm/gpu.hpp on whatever OpenCL device there is: the CPU's bits, and failures as values.
 * Status 77 without a device. */
#include <vrm/gpu.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                            \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    if (vrm::gpu_devices().empty()) {
        std::printf("skipped: no OpenCL device\n");
        return 77;
    }
    vrm::Rig rig = vrm::Rig::build(vrm::Model::load(argv[1]).get());
    vrm::Sim sim = vrm::Sim::create();
    vrm_AvatarId twin = vrm_sim_add(sim.get(), rig.get());
    vrm::GpuSim gpu = vrm::GpuSim::create();
    EXPECT(gpu.is_exact() && gpu.device().name[0] != '\0');
    std::vector<vrm_AvatarId> ids(3);
    gpu.add(rig.get(), ids);
    EXPECT(gpu.avatar_count() == 3 && gpu.bytes() > 0);

    std::vector<float> forces = {0.1f, 0, 0, 0.1f, 0, 0, 0.1f, 0, 0};
    gpu.set(rig.get(), VRM_GPU_FORCES, ids, forces);
    EXPECT(!gpu.try_set(rig.get(), VRM_GPU_ROOTS, ids, forces).has_value());
    EXPECT(!gpu.try_play(ids, vrm::Span<const vrm_Player>()).has_value());
    vrm_avatar_set_force(sim.get(), twin, vrm_Vec3{0.1f, 0, 0});
    gpu.step(1.0f / 60, 4);
    gpu.finish();
    for (int frame = 0; frame < 4; frame++) vrm_sim_step(sim.get(), 1.0f / 60);
    std::vector<float> worlds = gpu.read(rig.get(), VRM_GPU_WORLDS, ids);
    size_t each = worlds.size() / 3;
    const vrm_Affine* expected = vrm_avatar_worlds(sim.get(), twin);
    for (size_t i = 0; i < 3; i++)
        EXPECT(std::memcmp(worlds.data() + i * each, expected, each * sizeof(float)) == 0);

    gpu.remove(ids);
    EXPECT(gpu.avatar_count() == 0);
    EXPECT(!gpu.try_read(rig.get(), VRM_GPU_WORLDS, ids).has_value());
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    def.device = "no device has this name";
    EXPECT(vrm::GpuSim::try_create(def).result() == VRM_ERR_UNSUPPORTED);
    std::printf("the bits of the CPU on %s\n", gpu.device().name);
    return 0;
}
