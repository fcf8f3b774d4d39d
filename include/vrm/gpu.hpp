/* SPDX-License-Identifier: MIT */
/** libvrm_gpu for C++17: owners for the objects of vrm/gpu.h, in the manner of vrm/vrm.hpp. One
 * thread at a time may use a sim. Rigs must outlive their avatars, and clips the sim. */
#ifndef VRM_GPU_HPP
#define VRM_GPU_HPP

#include "gpu.h"
#include "vrm.hpp"

#include <vector>

namespace vrm {

/** Returns the devices of OpenCL; empty if there is none. */
inline std::vector<vrm_GpuDevice> gpu_devices() {
    int32_t count = 0;
    if (vrm_gpu_devices(nullptr, 0, &count) != VRM_OK || count == 0) return {};
    std::vector<vrm_GpuDevice> devices(static_cast<size_t>(count));
    if (vrm_gpu_devices(devices.data(), count, &count) != VRM_OK) return {};
    if (static_cast<size_t>(count) < devices.size()) devices.resize(static_cast<size_t>(count));
    return devices;
}

class GpuSim : public Handle<vrm_GpuSim, vrm_gpu_sim_destroy> {
  public:
    using Handle::Handle;

    /** Creates a sim. vrm_GpuSimDef.report receives the reason of a failure; it must outlive the
     * sim. */
    static Expected<GpuSim> try_create(const vrm_GpuSimDef& def = vrm_default_gpu_sim_def()) {
        vrm_GpuSim* sim = nullptr;
        vrm_Result result = vrm_gpu_sim_create(&def, &sim);
        if (result != VRM_OK) return detail::failed(result);
        return GpuSim(sim);
    }
    static GpuSim create(const vrm_GpuSimDef& def = vrm_default_gpu_sim_def()) {
        return try_create(def).value();
    }

    vrm_GpuDevice device() const { return vrm_gpu_sim_device(need()); }
    bool is_exact() const { return vrm_gpu_sim_is_exact(need()); }
    uint64_t bytes() const { return vrm_gpu_sim_bytes(need()); }
    const char* message() const { return vrm_gpu_sim_message(need()); }
    int32_t avatar_count() const { return vrm_gpu_sim_avatar_count(need()); }

    /** Adds one avatar for each element of `ids`, and stores its id there. */
    Expected<void> try_add(const vrm_Rig* rig, Span<vrm_AvatarId> ids) {
        if (!detail::are_there(get(), rig)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_gpu_sim_add(get(), rig, count_of(ids), ids.data()));
    }
    void add(const vrm_Rig* rig, Span<vrm_AvatarId> ids) { try_add(rig, ids).value(); }
    Expected<void> try_add(const Rig&& temporary, Span<vrm_AvatarId> ids) = delete;
    void add(const Rig&& temporary, Span<vrm_AvatarId> ids) = delete;
    Expected<void> try_remove(Span<const vrm_AvatarId> ids) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_gpu_sim_remove(get(), ids.data(), count_of(ids)));
    }
    void remove(Span<const vrm_AvatarId> ids) { try_remove(ids).value(); }

    /** Sets an input. `values` has vrm_gpu_input_width() floats for each avatar; fails with
     * VRM_ERR_ARGUMENT for another number. */
    Expected<void> try_set(const vrm_Rig* rig, vrm_GpuInput input, Span<const vrm_AvatarId> ids,
                           Span<const float> values) {
        if (!detail::are_there(get(), rig)) return detail::failed(VRM_ERR_ARGUMENT);
        if (values.size() != ids.size() * width_of(vrm_gpu_input_width(rig, input)))
            return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(
            vrm_gpu_sim_set(get(), input, ids.data(), count_of(ids), values.data()));
    }
    void set(const vrm_Rig* rig, vrm_GpuInput input, Span<const vrm_AvatarId> ids,
             Span<const float> values) {
        try_set(rig, input, ids, values).value();
    }
    /** Plays clips: one player for each avatar; fails with VRM_ERR_ARGUMENT for another number. */
    Expected<void> try_play(Span<const vrm_AvatarId> ids, Span<const vrm_Player> players) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        if (ids.size() != players.size()) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_gpu_sim_play(get(), ids.data(), count_of(ids), players.data()));
    }
    void play(Span<const vrm_AvatarId> ids, Span<const vrm_Player> players) {
        try_play(ids, players).value();
    }

    Expected<void> try_step(float dt, int32_t frames = 1) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_gpu_sim_step(get(), dt, frames));
    }
    void step(float dt, int32_t frames = 1) { try_step(dt, frames).value(); }
    Expected<void> try_finish() {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_gpu_sim_finish(get()));
    }
    void finish() { try_finish().value(); }

    /** Reads a result: vrm_gpu_output_width() floats for each avatar. */
    Expected<std::vector<float>> try_read(const vrm_Rig* rig, vrm_GpuOutput output,
                                          Span<const vrm_AvatarId> ids) {
        if (!detail::are_there(get(), rig)) return detail::failed(VRM_ERR_ARGUMENT);
        std::vector<float> values(ids.size() * width_of(vrm_gpu_output_width(rig, output)));
        vrm_Result result =
            vrm_gpu_sim_read(get(), output, ids.data(), count_of(ids), values.data());
        if (result != VRM_OK) return detail::failed(result);
        return values;
    }
    std::vector<float> read(const vrm_Rig* rig, vrm_GpuOutput output,
                            Span<const vrm_AvatarId> ids) {
        return try_read(rig, output, ids).value();
    }

  private:
    template <typename T> static int32_t count_of(Span<T> items) {
        return static_cast<int32_t>(items.size());
    }
    static size_t width_of(int32_t width) { return width > 0 ? static_cast<size_t>(width) : 0; }
};

} // namespace vrm

#endif
