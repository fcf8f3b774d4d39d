/* SPDX-License-Identifier: MIT */
/* A GL context without window and screen. libEGL is opened at run time, so that one program runs
 * everywhere and reports what to install where it cannot draw. Displays are tried in this order:
 * Mesa's surfaceless platform (software or GPU, no X), the first EGL device (proprietary drivers),
 * the default display. A display is never terminated: all renderers of the process share it. */
#include "gl.h"

#include "memory.h"

#include <dlfcn.h>
#include <string.h>

enum {
    EGL_NONE = 0x3038,
    EGL_SURFACE_TYPE = 0x3033,
    EGL_RENDERABLE_TYPE = 0x3040,
    EGL_OPENGL_ES3_BIT = 0x40,
    EGL_OPENGL_ES_API = 0x30A0,
    EGL_CONTEXT_MAJOR_VERSION = 0x3098,
    EGL_PLATFORM_SURFACELESS_MESA = 0x31DD,
    EGL_PLATFORM_DEVICE_EXT = 0x313F
};

typedef void* Handle;

typedef struct Functions {
    vrm_GlProc* (*GetProcAddress)(const char* name);
    Handle (*GetDisplay)(Handle native);
    Handle (*GetPlatformDisplayEXT)(uint32_t platform, Handle native, const int32_t* attributes);
    uint32_t (*QueryDevicesEXT)(int32_t max, Handle* devices, int32_t* count);
    uint32_t (*Initialize)(Handle display, int32_t* major, int32_t* minor);
    uint32_t (*BindAPI)(uint32_t api);
    uint32_t (*ChooseConfig)(Handle display, const int32_t* attributes, Handle* configs,
                             int32_t size, int32_t* count);
    Handle (*CreateContext)(Handle display, Handle config, Handle share, const int32_t* attributes);
    uint32_t (*DestroyContext)(Handle display, Handle context);
    uint32_t (*MakeCurrent)(Handle display, Handle draw, Handle read, Handle context);
} Functions;

struct vrmi_Egl {
    vrm_Allocator allocator;
    void* library;
    void* gles; /* where eglGetProcAddress does not know the core functions; may be NULL */
    Functions egl;
    Handle display, context;
};

/* dlsym() returns an object pointer; POSIX guarantees that it can hold a function's address. */
static vrm_GlProc* symbol(void* library, const char* name) {
    void* address = library == NULL ? NULL : dlsym(library, name);
    vrm_GlProc* proc = NULL;
    memcpy(&proc, &address, sizeof proc);
    return proc;
}

static bool find_functions(vrmi_Egl* self) {
    Functions* egl = &self->egl;
#define FIND(name)                                                                                 \
    {                                                                                              \
        vrm_GlProc* proc = symbol(self->library, "egl" #name);                                     \
        memcpy(&egl->name, &proc, sizeof proc);                                                    \
        if (proc == NULL) return false;                                                            \
    }
    FIND(GetProcAddress)
    FIND(GetDisplay)
    FIND(Initialize)
    FIND(BindAPI)
    FIND(ChooseConfig)
    FIND(CreateContext)
    FIND(DestroyContext)
    FIND(MakeCurrent)
#undef FIND
    vrm_GlProc* proc = egl->GetProcAddress("eglGetPlatformDisplayEXT");
    memcpy(&egl->GetPlatformDisplayEXT, &proc, sizeof proc);
    proc = egl->GetProcAddress("eglQueryDevicesEXT");
    memcpy(&egl->QueryDevicesEXT, &proc, sizeof proc);
    return true;
}

/* NULL when there is no display number `attempt`. */
static Handle get_display(const Functions* egl, int attempt) {
    Handle device = NULL;
    int32_t count = 0;
    switch (attempt) {
    case 0:
        if (egl->GetPlatformDisplayEXT == NULL) return NULL;
        return egl->GetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    case 1:
        if (egl->GetPlatformDisplayEXT == NULL || egl->QueryDevicesEXT == NULL) return NULL;
        if (!egl->QueryDevicesEXT(1, &device, &count) || count < 1) return NULL;
        return egl->GetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    default: return egl->GetDisplay(NULL);
    }
}

static bool make_context(vrmi_Egl* self) {
    const Functions* egl = &self->egl;
    static const int32_t wishes[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                     EGL_NONE};
    static const int32_t version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    for (int attempt = 0; attempt < 3; attempt++) {
        Handle display = get_display(egl, attempt);
        if (display == NULL || !egl->Initialize(display, NULL, NULL)) continue;
        Handle config = NULL;
        int32_t count = 0;
        egl->BindAPI(EGL_OPENGL_ES_API);
        if (egl->ChooseConfig(display, wishes, &config, 1, &count) && count > 0) {
            Handle context = egl->CreateContext(display, config, NULL, version);
            if (context != NULL && egl->MakeCurrent(display, NULL, NULL, context)) {
                self->display = display;
                self->context = context;
                return true;
            }
            if (context != NULL) egl->DestroyContext(display, context);
        }
    }
    return false;
}

static vrm_GlProc* get_proc(void* ctx, const char* name) {
    const vrmi_Egl* self = ctx;
    vrm_GlProc* proc = symbol(self->gles, name);
    return proc != NULL ? proc : self->egl.GetProcAddress(name);
}

vrm_Result vrmi_egl_open(const vrm_Allocator* allocator, vrmi_Egl** out_egl, vrmi_Gl* gl,
                         const char** out_why) {
    *out_egl = NULL;
    *out_why = NULL;
    vrmi_Egl* self = vrmi_take(allocator, 1, sizeof *self);
    if (self == NULL) return VRM_ERR_MEMORY;
    self->allocator = *allocator;
    /* Drivers leave threads and handlers behind: once opened, the library must stay loaded. */
    self->library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    self->gles = dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (self->library == NULL || !find_functions(self)) {
        *out_why = "libEGL.so.1 is missing, so that nothing can be drawn; install it (Debian: "
                   "apt-get install libegl1 libgles2 libgl1-mesa-dri).";
    } else if (!make_context(self)) {
        *out_why =
            "EGL is there but has no driver for OpenGL ES 3.0; Mesa draws without a graphics "
            "card (Debian: apt-get install libegl-mesa0 libgl1-mesa-dri).";
    } else if (vrmi_gl_load(gl, get_proc, self) != NULL) {
        *out_why = "The OpenGL ES driver lacks functions of version 3.0; install a newer one "
                   "(Debian: apt-get install libgles2 libgl1-mesa-dri).";
    }
    if (*out_why == NULL) {
        *out_egl = self;
        return VRM_OK;
    }
    vrmi_egl_close(self);
    return VRM_ERR_UNSUPPORTED;
}

void vrmi_egl_make_current(vrmi_Egl* self) {
    self->egl.BindAPI(EGL_OPENGL_ES_API);
    self->egl.MakeCurrent(self->display, NULL, NULL, self->context);
}

void vrmi_egl_close(vrmi_Egl* self) {
    if (self == NULL) return;
    vrm_Allocator allocator = self->allocator;
    if (self->context != NULL) {
        self->egl.MakeCurrent(self->display, NULL, NULL, NULL);
        self->egl.DestroyContext(self->display, self->context);
    }
    if (self->gles != NULL) dlclose(self->gles);
    if (self->library != NULL) dlclose(self->library);
    vrmi_give(&allocator, self, 1, sizeof *self);
}
