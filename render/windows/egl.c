/* SPDX-License-Identifier: MIT */
/* A GL context on Windows: WGL on a window that is never shown. opengl32.dll is opened at run time,
 * so that the error message can say what is missing where there is no driver. An OpenGL ES 3.0
 * context is requested first. Where the driver has no ES, a desktop context of version 4.3 is used:
 * it has all of ES 3.0 and accepts its shaders (GL_ARB_ES3_compatibility). */
#include "gl.h"

#include "memory.h"

#include <string.h>

#define WIN32_LEAN_AND_MEAN
#define NOGDICAPMASKS
#include <windows.h>

enum {
    WGL_CONTEXT_MAJOR_VERSION = 0x2091,
    WGL_CONTEXT_MINOR_VERSION = 0x2092,
    WGL_CONTEXT_PROFILE_MASK = 0x9126,
    WGL_COMPATIBILITY_PROFILE = 0x2,
    WGL_ES_PROFILE = 0x4,
    GL_FRAMEBUFFER_SRGB = 0x8DB9
};

typedef struct Functions {
    HGLRC(WINAPI* CreateContext)(HDC dc);
    BOOL(WINAPI* DeleteContext)(HGLRC context);
    BOOL(WINAPI* MakeCurrent)(HDC dc, HGLRC context);
    PROC(WINAPI* GetProcAddress)(const char* name);
} Functions;

struct vrmi_Egl {
    vrm_Allocator allocator;
    HMODULE library; /* stays loaded: drivers leave threads behind */
    Functions wgl;
    HWND window;
    HDC dc;
    HGLRC context;
};

static bool find_functions(vrmi_Egl* self) {
#define FIND(name)                                                                                 \
    {                                                                                              \
        FARPROC proc = GetProcAddress(self->library, "wgl" #name);                                 \
        memcpy(&self->wgl.name, &proc, sizeof proc);                                               \
        if (proc == NULL) return false;                                                            \
    }
    FIND(CreateContext)
    FIND(DeleteContext)
    FIND(MakeCurrent)
    FIND(GetProcAddress)
#undef FIND
    return true;
}

static bool open_window(vrmi_Egl* self) {
    HINSTANCE module = GetModuleHandleW(NULL);
    WNDCLASSW kind = {.style = CS_OWNDC,
                      .lpfnWndProc = DefWindowProcW,
                      .hInstance = module,
                      .lpszClassName = L"vrm_hidden"};
    RegisterClassW(&kind); /* fails for the second renderer, which uses the same class */
    self->window = CreateWindowExW(0, kind.lpszClassName, L"vrm", WS_POPUP, 0, 0, 16, 16, NULL,
                                   NULL, module, NULL);
    self->dc = self->window != NULL ? GetDC(self->window) : NULL;
    PIXELFORMATDESCRIPTOR format = {.nSize = sizeof format,
                                    .nVersion = 1,
                                    .dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL,
                                    .iPixelType = PFD_TYPE_RGBA,
                                    .cColorBits = 32};
    if (self->dc == NULL) return false;
    int number = ChoosePixelFormat(self->dc, &format);
    return number != 0 && SetPixelFormat(self->dc, number, &format);
}

/* The names that old drivers lack are NULL, 1, 2, 3 or -1; functions of GL 1.1 are in the library
 * alone. */
static vrm_GlProc* get_proc(void* ctx, const char* name) {
    const vrmi_Egl* self = ctx;
    PROC proc = self->wgl.GetProcAddress(name);
    intptr_t value = 0;
    memcpy(&value, &proc, sizeof value);
    if (value >= -1 && value <= 3) proc = GetProcAddress(self->library, name);
    vrm_GlProc* out = NULL;
    memcpy(&out, &proc, sizeof out);
    return out;
}

typedef HGLRC WINAPI CreateFn(HDC dc, HGLRC share, const int* attributes);
typedef void WINAPI EnableFn(uint32_t what);

/* Functions beyond GL 1.1 can be asked for only while some context is current. */
static bool make_context(vrmi_Egl* self) {
    static const int wishes[2][7] = {
        {WGL_CONTEXT_MAJOR_VERSION, 3, WGL_CONTEXT_MINOR_VERSION, 0, WGL_CONTEXT_PROFILE_MASK,
         WGL_ES_PROFILE, 0},
        {WGL_CONTEXT_MAJOR_VERSION, 4, WGL_CONTEXT_MINOR_VERSION, 3, WGL_CONTEXT_PROFILE_MASK,
         WGL_COMPATIBILITY_PROFILE, 0},
    };
    HGLRC first = self->wgl.CreateContext(self->dc);
    if (first == NULL || !self->wgl.MakeCurrent(self->dc, first)) return false;
    CreateFn* create = NULL;
    vrm_GlProc* proc = get_proc(self, "wglCreateContextAttribsARB");
    memcpy(&create, &proc, sizeof create);
    bool is_desktop = false;
    for (int i = 0; i < 2 && create != NULL && self->context == NULL; i++) {
        self->context = create(self->dc, NULL, wishes[i]);
        is_desktop = i == 1;
    }
    self->wgl.MakeCurrent(NULL, NULL);
    self->wgl.DeleteContext(first);
    if (self->context == NULL || !self->wgl.MakeCurrent(self->dc, self->context)) return false;
    if (is_desktop) { /* what ES does without being asked */
        EnableFn* enable = NULL;
        proc = get_proc(self, "glEnable");
        memcpy(&enable, &proc, sizeof enable);
        if (enable != NULL) enable(GL_FRAMEBUFFER_SRGB);
    }
    return true;
}

vrm_Result vrmi_egl_open(const vrm_Allocator* allocator, vrmi_Egl** out_egl, vrmi_Gl* gl,
                         const char** out_why) {
    *out_egl = NULL;
    *out_why = NULL;
    vrmi_Egl* self = vrmi_take(allocator, 1, sizeof *self);
    if (self == NULL) return VRM_ERR_MEMORY;
    self->allocator = *allocator;
    self->library = LoadLibraryExW(L"opengl32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (self->library == NULL || !find_functions(self))
        *out_why = "opengl32.dll is missing, so that nothing can be drawn.";
    else if (!open_window(self))
        *out_why = "There is no desktop that a hidden window could be opened on, so that nothing "
                   "can be drawn.";
    else if (!make_context(self))
        *out_why = "The graphics driver has neither OpenGL ES 3.0 nor OpenGL 4.3; install the "
                   "driver of the graphics card's maker.";
    else if (vrmi_gl_load(gl, get_proc, self) != NULL)
        *out_why = "The OpenGL driver lacks functions of ES 3.0; install a newer one.";
    if (*out_why == NULL) {
        *out_egl = self;
        return VRM_OK;
    }
    vrmi_egl_close(self);
    return VRM_ERR_UNSUPPORTED;
}

void vrmi_egl_make_current(vrmi_Egl* self) {
    self->wgl.MakeCurrent(self->dc, self->context);
}

void vrmi_egl_close(vrmi_Egl* self) {
    if (self == NULL) return;
    vrm_Allocator allocator = self->allocator;
    if (self->context != NULL) {
        self->wgl.MakeCurrent(NULL, NULL);
        self->wgl.DeleteContext(self->context);
    }
    if (self->dc != NULL) ReleaseDC(self->window, self->dc);
    if (self->window != NULL) DestroyWindow(self->window);
    vrmi_give(&allocator, self, 1, sizeof *self);
}
