/* SPDX-License-Identifier: MIT */
#include "ear.h"

#include <gst/audio/audio.h>
#include <math.h>

/* Sound whose time is farther off than this is a new sound. */
#define GAP_S 0.04

struct _VrmEar {
    GstBaseTransform parent;
    LipStream* voice; /* NULL: nobody listens */
    GstAudioInfo info;
    GstAudioConverter* mixer; /* to mono, of floats */
    vrm_Lip* lip;
    gboolean is_flushed; /* since the last segment, or before the first */
    gboolean has_begun;
    gdouble begin_s; /* running time of the first sample that `lip` got */
    guint64 samples; /* that it got since */
    GArray* mono;    /* of float */
    GArray* frames;  /* of vrm_LipFrame */
};

#define CAPS                                                                                       \
    "audio/x-raw, format = (string) " GST_AUDIO_FORMATS_ALL                                        \
    ", rate = (int) [ 4000, 768000 ], channels = (int) [ 1, 64 ], layout = (string) interleaved"
static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(CAPS));
static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(CAPS));

G_DEFINE_TYPE(VrmEar, vrmear, GST_TYPE_BASE_TRANSFORM)

void vrmear_set_voice(VrmEar* ear, LipStream* voice) {
    if (voice != NULL) lip_stream_ref(voice);
    lip_stream_unref(ear->voice);
    ear->voice = voice;
}

/* ---- Listen ---- */

static void tell(VrmEar* self, gint32 count) {
    vrm_LipFrame* frames = (vrm_LipFrame*)(void*)self->frames->data;
    for (gint32 i = 0; i < count; i++) frames[i].time_s += self->begin_s;
    if (self->voice != NULL) lip_stream_put(self->voice, frames, count);
}

static void finish(VrmEar* self) {
    if (self->lip == NULL || !self->has_begun) return;
    gint32 bound = vrm_lip_frame_bound(self->lip, 0);
    g_array_set_size(self->frames, (guint)bound);
    tell(self, vrm_lip_finish(self->lip, (vrm_LipFrame*)(void*)self->frames->data, bound));
    self->has_begun = FALSE;
}

static void feed(VrmEar* self, const float* samples, gint32 count) {
    gint32 bound = vrm_lip_frame_bound(self->lip, count);
    g_array_set_size(self->frames, (guint)bound);
    self->samples += (guint64)count;
    tell(self,
         vrm_lip_feed(self->lip, samples, count, (vrm_LipFrame*)(void*)self->frames->data, bound));
}

/* Running time of a buffer (s), negative where it begins before its segment; `expected` where it
 * has no time. */
static gdouble running_time(VrmEar* self, GstBuffer* buffer, gdouble expected) {
    const GstSegment* segment = &GST_BASE_TRANSFORM(self)->segment;
    guint64 running = 0;
    if (!GST_BUFFER_PTS_IS_VALID(buffer)) return expected;
    gint sign = gst_segment_to_running_time_full(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer),
                                                 &running);
    return sign == 0 ? expected : sign * ((gdouble)running / GST_SECOND);
}

/* A new sound where the clock of the pipeline and the count of samples differ. */
static void follow(VrmEar* self, GstBuffer* buffer) {
    gdouble expected = 0.0;
    if (self->has_begun)
        expected = self->begin_s + (gdouble)self->samples / (gdouble)self->info.rate;
    gdouble now = running_time(self, buffer, expected);
    if (self->has_begun && fabs(now - expected) <= GAP_S) return;
    finish(self);
    self->has_begun = TRUE;
    self->begin_s = now;
    self->samples = 0;
}

static GstFlowReturn transform_ip(GstBaseTransform* base, GstBuffer* buffer) {
    VrmEar* self = VRM_EAR(base);
    GstAudioBuffer sound;
    if (self->voice == NULL || self->lip == NULL) return GST_FLOW_OK;
    if (!gst_audio_buffer_map(&sound, &self->info, buffer, GST_MAP_READ)) {
        GST_ELEMENT_ERROR(self, STREAM, FORMAT, ("a buffer of sound cannot be read"), (NULL));
        return GST_FLOW_ERROR;
    }
    gsize count = gst_audio_converter_get_out_frames(self->mixer, sound.n_samples);
    g_array_set_size(self->mono, (guint)count);
    gpointer out[1] = {self->mono->data};
    follow(self, buffer);
    gboolean is_mixed = gst_audio_converter_samples(self->mixer, GST_AUDIO_CONVERTER_FLAG_NONE,
                                                    sound.planes, sound.n_samples, out, count);
    if (is_mixed) feed(self, (const float*)(const void*)self->mono->data, (gint32)count);
    gst_audio_buffer_unmap(&sound);
    return GST_FLOW_OK;
}

/* ---- State ---- */

static void forget(VrmEar* self) {
    vrm_lip_destroy(self->lip);
    self->lip = NULL;
    g_clear_pointer(&self->mixer, gst_audio_converter_free);
    self->has_begun = FALSE;
}

/* All channels alike: the converter has no mix of its own for channels that have no places. */
static GstStructure* even_mix(gint channels) {
    GValue row = G_VALUE_INIT, matrix = G_VALUE_INIT, share = G_VALUE_INIT;
    g_value_init(&row, GST_TYPE_ARRAY);
    g_value_init(&matrix, GST_TYPE_ARRAY);
    g_value_init(&share, G_TYPE_FLOAT);
    g_value_set_float(&share, 1.0f / (gfloat)channels);
    for (gint i = 0; i < channels; i++) gst_value_array_append_value(&row, &share);
    gst_value_array_append_and_take_value(&matrix, &row);
    GstStructure* config = gst_structure_new_empty("mix");
    gst_structure_take_value(config, GST_AUDIO_CONVERTER_OPT_MIX_MATRIX, &matrix);
    return config;
}

static gboolean set_caps(GstBaseTransform* base, GstCaps* in, GstCaps* out) {
    VrmEar* self = VRM_EAR(base);
    GstAudioInfo mono;
    (void)out;
    finish(self);
    forget(self);
    if (!gst_audio_info_from_caps(&self->info, in)) return FALSE;
    gst_audio_info_set_format(&mono, GST_AUDIO_FORMAT_F32, self->info.rate, 1, NULL);
    GstStructure* mix =
        GST_AUDIO_INFO_IS_UNPOSITIONED(&self->info) ? even_mix(self->info.channels) : NULL;
    self->mixer = gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &self->info, &mono, mix);
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = (float)self->info.rate;
    return self->mixer != NULL && vrm_lip_create(&def, &self->lip) == VRM_OK;
}

static gboolean sink_event(GstBaseTransform* base, GstEvent* event) {
    VrmEar* self = VRM_EAR(base);
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_SEGMENT:
        if (self->voice != NULL)
            lip_stream_begin_segment(self->voice, gst_event_get_seqnum(event), self->is_flushed);
        self->is_flushed = FALSE;
        break;
    case GST_EVENT_SEGMENT_DONE: /* in place of EOS, after a seek with GST_SEEK_FLAG_SEGMENT */
        finish(self);
        if (self->voice != NULL) lip_stream_end_segment(self->voice);
        break;
    case GST_EVENT_EOS:
        finish(self);
        if (self->voice != NULL) lip_stream_end(self->voice);
        break;
    case GST_EVENT_FLUSH_STOP:
        if (self->lip != NULL && self->has_begun) { /* what it heard is forgotten with it */
            g_array_set_size(self->frames, (guint)vrm_lip_frame_bound(self->lip, 0));
            (void)vrm_lip_finish(self->lip, (vrm_LipFrame*)(void*)self->frames->data, 0);
        }
        self->has_begun = FALSE;
        self->is_flushed = TRUE;
        if (self->voice != NULL) lip_stream_clear(self->voice);
        break;
    default: break;
    }
    return GST_BASE_TRANSFORM_CLASS(vrmear_parent_class)->sink_event(base, event);
}

static gboolean stop(GstBaseTransform* base) {
    VrmEar* self = VRM_EAR(base);
    forget(self);
    self->is_flushed = TRUE;
    return TRUE;
}

static void finalize(GObject* object) {
    VrmEar* self = VRM_EAR(object);
    forget(self);
    g_array_unref(self->mono);
    g_array_unref(self->frames);
    lip_stream_unref(self->voice);
    G_OBJECT_CLASS(vrmear_parent_class)->finalize(object);
}

static void vrmear_init(VrmEar* self) {
    self->is_flushed = TRUE;
    self->mono = g_array_new(FALSE, FALSE, sizeof(float));
    self->frames = g_array_new(FALSE, FALSE, sizeof(vrm_LipFrame));
    gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(self), TRUE);
}

static void vrmear_class_init(VrmEarClass* class) {
    GstElementClass* element = GST_ELEMENT_CLASS(class);
    GstBaseTransformClass* base = GST_BASE_TRANSFORM_CLASS(class);
    G_OBJECT_CLASS(class)->finalize = finalize;
    gst_element_class_add_static_pad_template(element, &sink_template);
    gst_element_class_add_static_pad_template(element, &source_template);
    gst_element_class_set_static_metadata(element, "VRM ear", "Filter/Analyzer/Audio",
                                          "Listens to sound for lips", "libvrm");
    base->set_caps = set_caps;
    base->sink_event = sink_event;
    base->stop = stop;
    base->transform_ip = transform_ip;
    base->transform_ip_on_passthrough = TRUE;
}
