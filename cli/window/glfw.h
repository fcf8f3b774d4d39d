/* SPDX-License-Identifier: MIT */
/* The functions of GLFW 3.3 that a window needs, from the system's library. It is opened with the
 * first window and not linked, so that other commands start without it; declared here, so that
 * nothing is needed to build them. https://www.glfw.org/docs/3.3/ */
#ifndef CLI_GLFW_H
#define CLI_GLFW_H

#include <stdbool.h>

typedef struct glfw_Window glfw_Window;
typedef void glfw_Proc(void);
typedef void glfw_KeyFn(glfw_Window* window, int key, int scancode, int action, int modifiers);
typedef void glfw_ScrollFn(glfw_Window* window, double x, double y);

enum {
    GLFW_PRESS = 1,
    GLFW_KEY_C = 67,
    GLFW_KEY_ESCAPE = 256,
    GLFW_MOUSE_BUTTON_LEFT = 0,
    /* of glfwWindowHint() */
    GLFW_DECORATED = 0x00020005,
    GLFW_FLOATING = 0x00020007, /* on top of others */
    GLFW_TRANSPARENT_FRAMEBUFFER = 0x0002000A,
    GLFW_MOUSE_PASSTHROUGH = 0x0002000D, /* from 3.4 on */
    GLFW_CLIENT_API = 0x00022001,
    GLFW_CONTEXT_VERSION_MAJOR = 0x00022002,
    GLFW_CONTEXT_CREATION_API = 0x0002200B,
    GLFW_X11_CLASS_NAME = 0x00024001,
    GLFW_X11_INSTANCE_NAME = 0x00024002,
    /* their values */
    GLFW_OPENGL_ES_API = 0x00030002,
    GLFW_NATIVE_CONTEXT_API = 0x00036001,
    GLFW_EGL_CONTEXT_API = 0x00036002,
};

/* X(type, name, parameters) of each function, glfwNAME() in the library. */
#define GLFW_FUNCTIONS(X)                                                                          \
    X(int, Init, (void))                                                                           \
    X(void, Terminate, (void))                                                                     \
    X(void, GetVersion, (int* major, int* minor, int* revision))                                   \
    X(int, GetError, (const char** text))                                                          \
    X(void, WindowHint, (int hint, int value))                                                     \
    X(void, WindowHintString, (int hint, const char* value))                                       \
    X(glfw_Window*, CreateWindow,                                                                  \
      (int width, int height, const char* title, void* monitor, glfw_Window* share))               \
    X(void, DestroyWindow, (glfw_Window * window))                                                 \
    X(int, GetWindowAttrib, (glfw_Window * window, int attribute))                                 \
    X(int, WindowShouldClose, (glfw_Window * window))                                              \
    X(void, GetWindowPos, (glfw_Window * window, int* x, int* y))                                  \
    X(void, SetWindowPos, (glfw_Window * window, int x, int y))                                    \
    X(void, GetWindowSize, (glfw_Window * window, int* width, int* height))                        \
    X(void, SetWindowSize, (glfw_Window * window, int width, int height))                          \
    X(void, GetFramebufferSize, (glfw_Window * window, int* width, int* height))                   \
    X(void, MakeContextCurrent, (glfw_Window * window))                                            \
    X(glfw_Proc*, GetProcAddress, (const char* name))                                              \
    X(void, SwapInterval, (int interval))                                                          \
    X(void, SwapBuffers, (glfw_Window * window))                                                   \
    X(void, PollEvents, (void))                                                                    \
    X(void, GetCursorPos, (glfw_Window * window, double* x, double* y))                            \
    X(int, GetMouseButton, (glfw_Window * window, int button))                                     \
    X(glfw_KeyFn*, SetKeyCallback, (glfw_Window * window, glfw_KeyFn * function))                  \
    X(glfw_ScrollFn*, SetScrollCallback, (glfw_Window * window, glfw_ScrollFn * function))

typedef struct glfw_Library {
#define GLFW_MEMBER(type, name, parameters) type(*name) parameters;
    GLFW_FUNCTIONS(GLFW_MEMBER)
#undef GLFW_MEMBER
} glfw_Library;

/* False when there is no such library. It is never closed: drivers leave threads behind that run
 * its code. */
bool glfw_open(glfw_Library* out);

#endif
