/* SPDX-License-Identifier: MIT */
/* GL in a browser: each function is an import of the same name, which engine/gl.js has. Included by
 * render/gl.h. */
#ifndef WEB_GL_IMPORTS_H
#define WEB_GL_IMPORTS_H

#include "web.h"

#define X(type, name, arguments) WEB_IMPORT(gl, name) type web_gl_##name arguments;
VRMI_GL_FUNCTIONS(X)
#undef X

static const vrmi_Gl vrmi_gl_imports = {
#define X(type, name, arguments) .name = web_gl_##name,
    VRMI_GL_FUNCTIONS(X)
#undef X
};

#endif
