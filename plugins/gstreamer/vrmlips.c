/* SPDX-License-Identifier: MIT */
#include "vrmlips.h"

#include "ear.h"
#include "vrmsrc.h"

/* An encoder of pictures takes seconds of them before it gives the first, and a muxer takes no more
 * sound in the meantime: the queue behind the ear lets the sound go on to be heard. */
#define AHEAD (30 * GST_SECOND)

struct _VrmLips {
    GstBin parent;
    gchar* target;    /* under the object's lock */
    VrmEar* ear;      /* owned by the bin */
    LipStream* voice; /* of the target, from READY to NULL */
};

enum { PROPERTY_TARGET = 1 };

#define CAPS "audio/x-raw"
static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(CAPS));
static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(CAPS));

G_DEFINE_TYPE(VrmLips, vrmlips, GST_TYPE_BIN)

/* ---- The target ---- */

/* The pipeline, or the outermost bin. */
static GstObject* outermost(VrmLips* self) {
    GstObject* object = gst_object_ref(GST_OBJECT(self));
    for (;;) {
        GstObject* parent = gst_object_get_parent(object);
        if (parent == NULL) return object;
        gst_object_unref(object);
        object = parent;
    }
}

/* The vrmsrc of a name, or without a name the only one. `names` gets all there are. */
static VrmSrc* look_for(VrmLips* self, const gchar* name, GString* names) {
    GValue item = G_VALUE_INIT;
    VrmSrc* found = NULL;
    gint count = 0;
    GstObject* top = outermost(self);
    GstIterator* all = gst_bin_iterate_recurse(GST_BIN(top));
    while (gst_iterator_next(all, &item) == GST_ITERATOR_OK) {
        GObject* element = g_value_get_object(&item);
        if (VRM_IS_SRC(element)) {
            gchar* own = gst_element_get_name(GST_ELEMENT(element));
            gboolean is_it = name == NULL ? count == 0 : g_strcmp0(own, name) == 0;
            g_string_append_printf(names, "%s%s", count++ > 0 ? ", " : "", own);
            if (is_it && found == NULL) found = g_object_ref(VRM_SRC(element));
            g_free(own);
        }
        g_value_reset(&item);
    }
    g_value_unset(&item);
    gst_iterator_free(all);
    gst_object_unref(top);
    if (name == NULL && count > 1) g_clear_object(&found);
    return found;
}

static gboolean attach(VrmLips* self) {
    GString* names = g_string_new(NULL);
    GST_OBJECT_LOCK(self);
    gchar* name = g_strdup(self->target);
    GST_OBJECT_UNLOCK(self);
    VrmSrc* target = look_for(self, name, names);
    if (target != NULL) {
        self->voice = vrmsrc_voice(target);
        lip_stream_attach(self->voice);
        vrmear_set_voice(self->ear, self->voice);
        g_object_unref(target);
    } else if (names->len == 0) {
        GST_ELEMENT_ERROR(self, LIBRARY, SETTINGS,
                          ("there is no vrmsrc in this pipeline whose mouth could move: add one"),
                          (NULL));
    } else if (name == NULL) {
        GST_ELEMENT_ERROR(self, LIBRARY, SETTINGS,
                          ("this pipeline has several vrmsrc: set target to one of %s", names->str),
                          (NULL));
    } else {
        GST_ELEMENT_ERROR(
            self, LIBRARY, SETTINGS,
            ("target=%s: this pipeline has no vrmsrc of this name; there is %s", name, names->str),
            (NULL));
    }
    g_free(name);
    g_string_free(names, TRUE);
    return self->voice != NULL;
}

static void detach(VrmLips* self) {
    if (self->voice == NULL) return;
    vrmear_set_voice(self->ear, NULL);
    lip_stream_detach(self->voice);
    lip_stream_unref(self->voice);
    self->voice = NULL;
}

/* A pipeline takes all its elements to READY before the first goes to PAUSED: the source knows of
 * its voice before it draws. */
static GstStateChangeReturn change_state(GstElement* element, GstStateChange change) {
    VrmLips* self = VRM_LIPS(element);
    if (change == GST_STATE_CHANGE_NULL_TO_READY && !attach(self)) return GST_STATE_CHANGE_FAILURE;
    GstStateChangeReturn result =
        GST_ELEMENT_CLASS(vrmlips_parent_class)->change_state(element, change);
    if (change == GST_STATE_CHANGE_PAUSED_TO_READY && self->voice != NULL)
        lip_stream_clear(self->voice);
    if (change == GST_STATE_CHANGE_READY_TO_NULL ||
        (change == GST_STATE_CHANGE_NULL_TO_READY && result == GST_STATE_CHANGE_FAILURE))
        detach(self);
    return result;
}

/* ---- The class ---- */

static void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
    VrmLips* self = VRM_LIPS(object);
    if (id != PROPERTY_TARGET) {
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
        return;
    }
    GST_OBJECT_LOCK(self);
    g_free(self->target);
    self->target = g_value_dup_string(value);
    GST_OBJECT_UNLOCK(self);
}

static void get_property(GObject* object, guint id, GValue* value, GParamSpec* spec) {
    VrmLips* self = VRM_LIPS(object);
    if (id != PROPERTY_TARGET) {
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
        return;
    }
    GST_OBJECT_LOCK(self);
    g_value_set_string(value, self->target);
    GST_OBJECT_UNLOCK(self);
}

static void finalize(GObject* object) {
    g_free(VRM_LIPS(object)->target);
    G_OBJECT_CLASS(vrmlips_parent_class)->finalize(object);
}

static void add_ghost(VrmLips* self, GstStaticPadTemplate* template, GstElement* element) {
    GstPad* pad = gst_element_get_static_pad(element, template->name_template);
    GstPadTemplate* made = gst_static_pad_template_get(template);
    gst_element_add_pad(GST_ELEMENT(self),
                        gst_ghost_pad_new_from_template(template->name_template, pad, made));
    gst_object_unref(made);
    gst_object_unref(pad);
}

static void vrmlips_init(VrmLips* self) {
    GstElement* ear = g_object_new(VRM_TYPE_EAR, "name", "ear", NULL);
    GstElement* queue = gst_element_factory_make("queue", "ahead");
    self->ear = VRM_EAR(ear);
    g_object_set(queue, "max-size-time", (guint64)AHEAD, "max-size-bytes", 0u, "max-size-buffers",
                 0u, NULL);
    gst_bin_add_many(GST_BIN(self), ear, queue, NULL);
    gst_element_link(ear, queue);
    add_ghost(self, &sink_template, ear);
    add_ghost(self, &source_template, queue);
}

static void vrmlips_class_init(VrmLipsClass* class) {
    GObjectClass* object = G_OBJECT_CLASS(class);
    GstElementClass* element = GST_ELEMENT_CLASS(class);
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    g_object_class_install_property(
        object, PROPERTY_TARGET,
        g_param_spec_string("target", "Target",
                            "Name of the vrmsrc whose mouth moves (not set: the only one)", NULL,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
    gst_element_class_add_static_pad_template(element, &sink_template);
    gst_element_class_add_static_pad_template(element, &source_template);
    gst_element_class_set_static_metadata(element, "VRM lips", "Filter/Analyzer/Audio",
                                          "Moves the mouth of a vrmsrc to the sound that passes",
                                          "libvrm");
    element->change_state = change_state;
}
