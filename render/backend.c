/* SPDX-License-Identifier: MIT */
/* Where the GL functions come from. A build with another source of them replaces this file. */
#include "renderer.h"

vrm_Result vrmi_backend_open(vrm_Renderer* renderer, const vrm_RendererDef* def,
                             const char** out_why) {
    *out_why = NULL;
    switch (def->backend) {
    case VRM_BACKEND_NULL: vrmi_gl_null(&renderer->gl); return VRM_OK;
    case VRM_BACKEND_HOST:
        if (def->get_proc == NULL) return VRM_ERR_ARGUMENT;
        if (vrmi_gl_load(&renderer->gl, def->get_proc, def->get_proc_ctx) == NULL) return VRM_OK;
        *out_why = "The host's GL context lacks functions of OpenGL ES 3.0.";
        return VRM_ERR_UNSUPPORTED;
    case VRM_BACKEND_EGL:
        return vrmi_egl_open(&renderer->allocator, &renderer->egl, &renderer->gl, out_why);
    }
    return VRM_ERR_ARGUMENT;
}
