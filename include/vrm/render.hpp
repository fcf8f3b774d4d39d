/* SPDX-License-Identifier: MIT */
/** libvrm_render for C++17: owners for the objects of vrm/render.h, vrm/framing.h and vrm/image.h,
 * in the manner of vrm/vrm.hpp. Use a renderer and its drawables on one thread, and destroy the
 * drawables first. */
#ifndef VRM_RENDER_HPP
#define VRM_RENDER_HPP

#include "framing.h"
#include "image.h"
#include "render.h"
#include "vrm.hpp"

namespace vrm {

class Renderer : public Handle<vrm_Renderer, vrm_renderer_destroy> {
  public:
    using Handle::Handle;

    static Expected<Renderer> try_create(vrm_RendererDef def = vrm_default_renderer_def()) {
        return detail::make_reported<Renderer, vrm_Renderer>(
            [&](vrm_Report* report, vrm_Renderer** out) {
                if (def.report == nullptr) def.report = report;
                return vrm_renderer_create(&def, out);
            });
    }
    static Renderer create(const vrm_RendererDef& def = vrm_default_renderer_def()) {
        return try_create(def).value();
    }

    const char* name() const { return vrm_renderer_name(need()); }
    vrm_RenderStats stats() const { return vrm_renderer_stats(need()); }
    Expected<void> try_begin(const vrm_FrameDef& frame) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_render_begin(get(), &frame));
    }
    void begin(const vrm_FrameDef& frame) { try_begin(frame).value(); }
    Expected<void> try_draw(const vrm_Drawable* drawable, const vrm_Sim* sim,
                            Span<const vrm_AvatarId> avatars) {
        if (!detail::are_there(get(), drawable, sim)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_render_draw(get(), drawable, sim, avatars.data(),
                                            static_cast<int32_t>(avatars.size())));
    }
    void draw(const vrm_Drawable* drawable, const vrm_Sim* sim, Span<const vrm_AvatarId> avatars) {
        try_draw(drawable, sim, avatars).value();
    }
    void draw(const vrm_Drawable* drawable, const vrm_Sim* sim, vrm_AvatarId avatar) {
        draw(drawable, sim, Span<const vrm_AvatarId>(&avatar, 1));
    }
    Expected<void> try_end() {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_render_end(get()));
    }
    void end() { try_end().value(); }
    /** Reads the picture; `rgba` has four bytes for each pixel of the frame. */
    Expected<void> try_read(Span<unsigned char> rgba) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_render_read(get(), rgba.data(), rgba.size()));
    }
    void read(Span<unsigned char> rgba) { try_read(rgba).value(); }
};

class Drawable : public Handle<vrm_Drawable, vrm_drawable_destroy> {
  public:
    using Handle::Handle;

    /** Renderer and rig must outlive the drawable. */
    static Expected<Drawable> try_create(vrm_Renderer* renderer, const vrm_Model* model,
                                         const vrm_Rig* rig,
                                         vrm_DrawableDef def = vrm_default_drawable_def()) {
        if (!detail::are_there(renderer, model, rig)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::make_reported<Drawable, vrm_Drawable>(
            [&](vrm_Report* report, vrm_Drawable** out) {
                if (def.report == nullptr) def.report = report;
                return vrm_drawable_create(renderer, model, rig, &def, out);
            });
    }
    static Drawable create(vrm_Renderer* renderer, const vrm_Model* model, const vrm_Rig* rig,
                           const vrm_DrawableDef& def = vrm_default_drawable_def()) {
        return try_create(renderer, model, rig, def).value();
    }
    static Expected<Drawable> try_create(vrm_Renderer* renderer, const vrm_Model* model,
                                         const Rig&& temporary,
                                         vrm_DrawableDef def = vrm_default_drawable_def()) = delete;
    static Drawable create(vrm_Renderer* renderer, const vrm_Model* model, const Rig&& temporary,
                           const vrm_DrawableDef& def = vrm_default_drawable_def()) = delete;
};

class Framing : public Handle<vrm_Framing, vrm_framing_destroy> {
  public:
    using Handle::Handle;

    /** The rig must outlive the framing. */
    static Expected<Framing> try_create(const vrm_Model* model, const vrm_Rig* rig) {
        if (!detail::are_there(model, rig)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Framing* framing = nullptr;
        vrm_Result result = vrm_framing_create(model, rig, nullptr, &framing);
        if (result != VRM_OK) return detail::failed(result);
        return Framing(framing);
    }
    static Framing create(const vrm_Model* model, const vrm_Rig* rig) {
        return try_create(model, rig).value();
    }
    static Expected<Framing> try_create(const vrm_Model* model, const Rig&& temporary) = delete;
    static Framing create(const vrm_Model* model, const Rig&& temporary) = delete;
    bool add_pose(const vrm_Sim* sim, vrm_AvatarId avatar) {
        return sim != nullptr && vrm_framing_add_pose(need(), sim, avatar);
    }
    vrm_Viewpoint viewpoint(const vrm_ShotDef& def = vrm_default_shot_def()) const {
        return vrm_framing_viewpoint(need(), &def);
    }
};

class ImageWriter : public Handle<vrm_ImageWriter, vrm_image_writer_destroy> {
  public:
    using Handle::Handle;

    static Expected<ImageWriter> try_create(const vrm_ImageWriterDef& def) {
        vrm_ImageWriter* writer = nullptr;
        vrm_Result result = vrm_image_writer_create(&def, &writer);
        if (result != VRM_OK) return detail::failed(result);
        return ImageWriter(writer);
    }
    static ImageWriter create(const vrm_ImageWriterDef& def) { return try_create(def).value(); }
    Expected<void> try_add(const unsigned char* rgba) {
        if (!detail::are_there(get(), rgba)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_image_writer_add(get(), rgba));
    }
    void add(const unsigned char* rgba) { try_add(rgba).value(); }
    /** The bytes belong to the writer. */
    Expected<Span<const char>> try_finish() {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Span bytes = {nullptr, 0};
        vrm_Result result = vrm_image_writer_finish(get(), &bytes);
        if (result != VRM_OK) return detail::failed(result);
        return Span<const char>(bytes.data, bytes.size);
    }
    Span<const char> finish() { return try_finish().value(); }
};

} // namespace vrm

#endif
