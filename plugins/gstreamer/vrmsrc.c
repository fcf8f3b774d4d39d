/* SPDX-License-Identifier: MIT */
#include "vrmsrc.h"

#include "film.h"
#include "film_looks.h"
#include "worker.h"

#include <gst/video/video.h>
#include <string.h>

GST_DEBUG_CATEGORY_STATIC(vrmsrc_debug);
#define GST_CAT_DEFAULT vrmsrc_debug

/* The mouth at a time needs the sound around it. */
#define LIP_AHEAD_S 0.1
/* In live pipelines, a picture waits so long for its sound: vrm_Lip needs 60 ms, sound cards have
 * buffers. */
#define LIVE_VOICE_DELAY (250 * GST_MSECOND)
/* A sound of which nothing is heard for so long waits for us, behind a queue that is full. */
#define PATIENCE_US (5 * G_USEC_PER_SEC)
enum { LIPS_MAX = 1024, DEFAULT_EDGE = 512, MAX_EDGE = 8192 };

struct _VrmSrc {
    GstPushSrc parent;

    /* Properties, under the object's lock: */
    gchar *location, *animation, *expression, *background, *control;
    gint width, height; /* 0: as negotiated */
    guint64 seed;
    gboolean is_alive, loops;
    render_Camera camera;
    FilmLooks looks; /* of camera, background and expression, as last understood */

    LipStream* voice;
    gint seek; /* atomic; number (GstEvent's seqnum) of the last seek that do_seek() may be for */

    /* From start to stop: */
    Worker* worker;
    Film* film; /* its GL is touched on the worker only */

    /* Of the streaming thread: */
    GstVideoInfo info;
    gboolean is_stale;    /* the film has to begin for `info` */
    gboolean speaks;      /* it has begun with a voice */
    gboolean is_muted;    /* the voice is not waited for any more */
    gint32 index;         /* of the next frame */
    GstClockTimeDiff lag; /* what the base class adds to the times of a live source */
    gint knows_lag;       /* atomic; FALSE: `lag` is about what it will be */
    guint8* pixels;       /* where buffers have rows of another length */
};

enum {
    PROPERTY_LOCATION = 1,
    PROPERTY_ANIMATION,
    PROPERTY_CAMERA,
    PROPERTY_WIDTH,
    PROPERTY_HEIGHT,
    PROPERTY_EXPRESSION,
    PROPERTY_SEED,
    PROPERTY_FACE,
    PROPERTY_LOOP,
    PROPERTY_BACKGROUND,
    PROPERTY_CONTROL,
    PROPERTY_IS_LIVE
};

#define CAPS                                                                                       \
    "video/x-raw, format = (string) RGBA, width = (int) [ 1, 8192 ], height = (int) [ 1, 8192 ], " \
    "framerate = (fraction) [ 1/1, 240/1 ], pixel-aspect-ratio = (fraction) 1/1"
static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(CAPS));

G_DEFINE_TYPE(VrmSrc, vrmsrc, GST_TYPE_PUSH_SRC)

LipStream* vrmsrc_voice(VrmSrc* src) {
    return lip_stream_ref(src->voice);
}

/* ---- Properties ---- */

#define VRM_TYPE_SRC_CAMERA (camera_type())
static GType camera_type(void) {
    static gsize type = 0;
    static const GEnumValue values[] = {
        {RENDER_CAMERA_FULL, "The whole body, in every frame of the motion", "full"},
        {RENDER_CAMERA_BUST, "Head and chest", "bust"},
        {RENDER_CAMERA_FACE, "The face", "face"},
        {RENDER_CAMERA_EYES, "What the avatar sees", "first-person"},
        {0, NULL, NULL}};
    if (g_once_init_enter(&type))
        g_once_init_leave(&type, g_enum_register_static("VrmSrcCamera", values));
    return type;
}

/* The object's lock is held. */
static gboolean read_looks(const VrmSrc* self, FilmLooks* out, gchar error[FILM_ERROR_ROOM]) {
    return looks_read(self->expression, self->background, self->camera, out, error);
}

/* While the source runs, a property that cannot be used leaves the picture as it is; before,
 * start() refuses it. The object's lock is held. */
static gboolean update_looks(VrmSrc* self, gchar error[FILM_ERROR_ROOM]) {
    FilmLooks looks;
    if (self->film == NULL) return TRUE;
    gboolean is_fine = read_looks(self, &looks, error) && film_check(self->film, &looks, error);
    if (is_fine) self->looks = looks;
    return is_fine;
}

static void set_text(gchar** text, const GValue* value) {
    g_free(*text);
    *text = g_value_dup_string(value);
}

static void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
    VrmSrc* self = VRM_SRC(object);
    gchar error[FILM_ERROR_ROOM] = "";
    if (id == PROPERTY_IS_LIVE) {
        gst_base_src_set_live(GST_BASE_SRC(self), g_value_get_boolean(value));
        return;
    }
    GST_OBJECT_LOCK(self);
    switch (id) {
    case PROPERTY_LOCATION: set_text(&self->location, value); break;
    case PROPERTY_ANIMATION: set_text(&self->animation, value); break;
    case PROPERTY_CAMERA: self->camera = (render_Camera)g_value_get_enum(value); break;
    case PROPERTY_WIDTH: self->width = g_value_get_int(value); break;
    case PROPERTY_HEIGHT: self->height = g_value_get_int(value); break;
    case PROPERTY_EXPRESSION: set_text(&self->expression, value); break;
    case PROPERTY_SEED: self->seed = g_value_get_uint64(value); break;
    case PROPERTY_FACE: self->is_alive = g_value_get_boolean(value); break;
    case PROPERTY_LOOP: self->loops = g_value_get_boolean(value); break;
    case PROPERTY_BACKGROUND: set_text(&self->background, value); break;
    case PROPERTY_CONTROL: set_text(&self->control, value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    gboolean is_fine = update_looks(self, error);
    GST_OBJECT_UNLOCK(self);
    if (!is_fine) GST_ELEMENT_WARNING(self, LIBRARY, SETTINGS, ("%s", error), (NULL));
}

static void get_property(GObject* object, guint id, GValue* value, GParamSpec* spec) {
    VrmSrc* self = VRM_SRC(object);
    GST_OBJECT_LOCK(self);
    switch (id) {
    case PROPERTY_LOCATION: g_value_set_string(value, self->location); break;
    case PROPERTY_ANIMATION: g_value_set_string(value, self->animation); break;
    case PROPERTY_CAMERA: g_value_set_enum(value, (gint)self->camera); break;
    case PROPERTY_WIDTH: g_value_set_int(value, self->width); break;
    case PROPERTY_HEIGHT: g_value_set_int(value, self->height); break;
    case PROPERTY_EXPRESSION: g_value_set_string(value, self->expression); break;
    case PROPERTY_SEED: g_value_set_uint64(value, self->seed); break;
    case PROPERTY_FACE: g_value_set_boolean(value, self->is_alive); break;
    case PROPERTY_LOOP: g_value_set_boolean(value, self->loops); break;
    case PROPERTY_BACKGROUND: g_value_set_string(value, self->background); break;
    case PROPERTY_CONTROL: g_value_set_string(value, self->control); break;
    case PROPERTY_IS_LIVE: break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    GST_OBJECT_UNLOCK(self);
    if (id == PROPERTY_IS_LIVE)
        g_value_set_boolean(value, gst_base_src_is_live(GST_BASE_SRC(self)));
}

/* ---- Start and stop ---- */

static void end_film(void* film) {
    film_end(film);
}

static gboolean stop(GstBaseSrc* base) {
    VrmSrc* self = VRM_SRC(base);
    if (self->film != NULL && self->worker != NULL) worker_run(self->worker, end_film, self->film);
    worker_free(self->worker);
    GST_OBJECT_LOCK(self);
    Film* film = self->film;
    self->film = NULL;
    GST_OBJECT_UNLOCK(self);
    film_close(film);
    g_free(self->pixels);
    self->worker = NULL;
    self->pixels = NULL;
    return TRUE;
}

static gboolean start(GstBaseSrc* base) {
    VrmSrc* self = VRM_SRC(base);
    gchar error[FILM_ERROR_ROOM] = "";
    GST_OBJECT_LOCK(self);
    gchar *location = g_strdup(self->location), *animation = g_strdup(self->animation),
          *control = g_strdup(self->control);
    FilmDef def = {.location = location,
                   .animation = animation,
                   .control = control,
                   .loops = self->loops,
                   .is_alive = self->is_alive,
                   .seed = self->seed};
    FilmLooks looks;
    gboolean is_fine = read_looks(self, &looks, error);
    GST_OBJECT_UNLOCK(self);
    Film* film = is_fine ? film_open(&def, error) : NULL;
    is_fine = film != NULL && film_check(film, &looks, error);
    g_free(location);
    g_free(animation);
    g_free(control);
    GST_OBJECT_LOCK(self);
    self->film = film;
    self->looks = looks;
    self->info.size = 0;
    GST_OBJECT_UNLOCK(self);
    self->index = 0;
    self->is_stale = TRUE;
    self->is_muted = FALSE;
    g_atomic_int_set(&self->seek, 0);
    lip_stream_seek(self->voice, 0, true, 0.0);
    if (!is_fine)
        GST_ELEMENT_ERROR(self, RESOURCE, OPEN_READ, ("%s", error), (NULL));
    else if ((self->worker = worker_new("vrmsrc")) == NULL)
        GST_ELEMENT_ERROR(self, RESOURCE, FAILED, ("the system gives no thread to draw on"),
                          (NULL));
    if (self->worker != NULL) return TRUE;
    (void)stop(base);
    return FALSE;
}

static gboolean unlock(GstBaseSrc* base) {
    VrmSrc* self = VRM_SRC(base);
    lip_stream_set_flushing(self->voice, true);
    GST_OBJECT_LOCK(self);
    if (self->film != NULL) film_set_cancelled(self->film, true);
    GST_OBJECT_UNLOCK(self);
    return TRUE;
}

static gboolean unlock_stop(GstBaseSrc* base) {
    VrmSrc* self = VRM_SRC(base);
    lip_stream_set_flushing(self->voice, false);
    GST_OBJECT_LOCK(self);
    if (self->film != NULL) film_set_cancelled(self->film, false);
    GST_OBJECT_UNLOCK(self);
    return TRUE;
}

/* ---- Caps ---- */

static GstCaps* get_caps(GstBaseSrc* base, GstCaps* filter) {
    VrmSrc* self = VRM_SRC(base);
    GstCaps* caps = gst_pad_get_pad_template_caps(GST_BASE_SRC_PAD(base));
    caps = gst_caps_make_writable(caps);
    GST_OBJECT_LOCK(self);
    gint width = self->width, height = self->height;
    GST_OBJECT_UNLOCK(self);
    if (width > 0) gst_caps_set_simple(caps, "width", G_TYPE_INT, width, NULL);
    if (height > 0) gst_caps_set_simple(caps, "height", G_TYPE_INT, height, NULL);
    if (filter == NULL) return caps;
    GstCaps* common = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(caps);
    return common;
}

/* What nobody asks for is as in `vrm render`. */
static GstCaps* fixate(GstBaseSrc* base, GstCaps* caps) {
    caps = gst_caps_make_writable(caps);
    GstStructure* structure = gst_caps_get_structure(caps, 0);
    gst_structure_fixate_field_nearest_int(structure, "width", DEFAULT_EDGE);
    gst_structure_fixate_field_nearest_int(structure, "height", DEFAULT_EDGE);
    gst_structure_fixate_field_nearest_fraction(structure, "framerate", 30, 1);
    return GST_BASE_SRC_CLASS(vrmsrc_parent_class)->fixate(base, caps);
}

static GstClockTime time_of(const VrmSrc* self, gint32 index) {
    return gst_util_uint64_scale((guint64)index, (guint64)self->info.fps_d * GST_SECOND,
                                 (guint64)self->info.fps_n);
}

/* The frame that is shown at a time. */
static gint32 index_at(const VrmSrc* self, GstClockTime time) {
    guint64 index = gst_util_uint64_scale(time, (guint64)self->info.fps_n,
                                          (guint64)self->info.fps_d * GST_SECOND);
    if (index < G_MAXINT32 && time_of(self, (gint32)index + 1) <= time) index++;
    return (gint32)MIN(index, (guint64)G_MAXINT32 - 1);
}

static gboolean set_caps(GstBaseSrc* base, GstCaps* caps) {
    VrmSrc* self = VRM_SRC(base);
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, caps)) return FALSE;
    gboolean had_rate = self->info.size > 0 && self->info.fps_n > 0;
    GstClockTime now = had_rate ? time_of(self, self->index) : base->segment.position;
    GST_OBJECT_LOCK(self);
    self->info = info;
    GST_OBJECT_UNLOCK(self);
    self->index = GST_CLOCK_TIME_IS_VALID(now) ? index_at(self, now) : 0;
    self->is_stale = TRUE;
    g_clear_pointer(&self->pixels, g_free);
    gst_base_src_set_blocksize(base, (guint)info.size);
    return TRUE;
}

/* ---- Time ---- */

static FilmSize film_size(const VrmSrc* self) {
    return (FilmSize){self->info.width, self->info.height, self->info.fps_n, self->info.fps_d};
}

/* Messages leave nothing to go back to. */
static gboolean is_seekable(GstBaseSrc* base) {
    VrmSrc* self = VRM_SRC(base);
    GST_OBJECT_LOCK(self);
    gboolean has_control = self->control != NULL && self->control[0] != '\0';
    GST_OBJECT_UNLOCK(self);
    return !gst_base_src_is_live(base) && !has_control;
}

/* The sound of a seek has its number. */
static void seek_voice(VrmSrc* self, const GstSegment* segment) {
    gboolean is_flushed = (segment->flags & GST_SEGMENT_FLAG_RESET) != 0;
    GstClockTime running = gst_segment_to_running_time(segment, GST_FORMAT_TIME, segment->position);
    lip_stream_seek(self->voice, (guint32)g_atomic_int_get(&self->seek), is_flushed,
                    (gdouble)running / GST_SECOND);
}

static gboolean do_seek(GstBaseSrc* base, GstSegment* segment) {
    VrmSrc* self = VRM_SRC(base);
    if (segment->rate < 0.0) return FALSE;
    segment->position = segment->start;
    segment->time = segment->start;
    /* Before caps are known, set_caps() takes the position of the segment. */
    if (self->info.size > 0) self->index = index_at(self, segment->position);
    seek_voice(self, segment);
    return TRUE;
}

/* Whether the base class may have an event. It flushes before it asks do_seek() and sends no
 * segment after a refusal, and it lets elements seek that say that they cannot: a seek that has to
 * be refused must not reach it. */
static gboolean allows(VrmSrc* self, GstEvent* event) {
    gdouble rate;
    GstFormat format;
    if (GST_EVENT_TYPE(event) != GST_EVENT_SEEK) return TRUE;
    gst_event_parse_seek(event, &rate, &format, NULL, NULL, NULL, NULL, NULL);
    if (rate < 0.0 || format != GST_FORMAT_TIME) return FALSE;
    /* One that comes earlier says where to begin. */
    if (GST_BASE_SRC_IS_STARTED(self) && !is_seekable(GST_BASE_SRC(self))) return FALSE;
    g_atomic_int_set(&self->seek, (gint)gst_event_get_seqnum(event));
    return TRUE;
}

/* What comes from downstream. */
static gboolean event(GstBaseSrc* base, GstEvent* given) {
    return allows(VRM_SRC(base), given) &&
           GST_BASE_SRC_CLASS(vrmsrc_parent_class)->event(base, given);
}

/* What the application sends to the element itself. */
static gboolean send_event(GstElement* element, GstEvent* given) {
    if (allows(VRM_SRC(element), given))
        return GST_ELEMENT_CLASS(vrmsrc_parent_class)->send_event(element, given);
    gst_event_unref(given);
    return FALSE;
}

/* Where frames are not negotiated yet, 30 a second, which is what nobody asks for. */
static GstClockTime duration(VrmSrc* self) {
    GstClockTime result = GST_CLOCK_TIME_NONE;
    GST_OBJECT_LOCK(self);
    gboolean is_negotiated = self->info.size > 0;
    FilmSize size = is_negotiated ? film_size(self) : (FilmSize){1, 1, 30, 1};
    gint32 frames = self->film != NULL ? film_frame_count(self->film, size) : -1;
    if (frames >= 0)
        result = gst_util_uint64_scale((guint64)frames, (guint64)size.rate_divisor * GST_SECOND,
                                       (guint64)size.rate);
    GST_OBJECT_UNLOCK(self);
    return result;
}

static gboolean delays(VrmSrc* self) {
    return gst_base_src_is_live(GST_BASE_SRC(self)) && lip_stream_is_attached(self->voice);
}

static gboolean query(GstBaseSrc* base, GstQuery* asked) {
    VrmSrc* self = VRM_SRC(base);
    GstFormat format;
    switch (GST_QUERY_TYPE(asked)) {
    case GST_QUERY_DURATION:
        gst_query_parse_duration(asked, &format, NULL);
        if (format != GST_FORMAT_TIME) return FALSE;
        GstClockTime length = duration(self);
        if (!GST_CLOCK_TIME_IS_VALID(length)) return FALSE;
        gst_query_set_duration(asked, GST_FORMAT_TIME, (gint64)length);
        return TRUE;
    case GST_QUERY_LATENCY:
        gst_query_set_latency(asked, gst_base_src_is_live(base),
                              delays(self) ? LIVE_VOICE_DELAY : 0, GST_CLOCK_TIME_NONE);
        return TRUE;
    default: return GST_BASE_SRC_CLASS(vrmsrc_parent_class)->query(base, asked);
    }
}

/* The pipeline's running time, or GST_CLOCK_TIME_NONE without a clock. */
static GstClockTime running_now(VrmSrc* self) {
    GstClock* clock = gst_element_get_clock(GST_ELEMENT(self));
    if (clock == NULL) return GST_CLOCK_TIME_NONE;
    GstClockTime now = gst_clock_get_time(clock),
                 begin = gst_element_get_base_time(GST_ELEMENT(self));
    gst_object_unref(clock);
    return now > begin ? now - begin : 0;
}

/* The base class lets the first frame of a live source, whenever it is drawn, be shown at once, and
 * all others as much later. It asks for the times of a frame right before it looks at the clock. */
static void learn_lag(VrmSrc* self, GstClockTime time) {
    GstClockTime now = running_now(self);
    if (g_atomic_int_get(&self->knows_lag) || !GST_CLOCK_TIME_IS_VALID(now)) return;
    self->lag = GST_CLOCK_DIFF(time, now);
    g_atomic_int_set(&self->knows_lag, TRUE);
}

static void get_times(GstBaseSrc* base, GstBuffer* buffer, GstClockTime* out_start,
                      GstClockTime* out_end) {
    VrmSrc* self = VRM_SRC(base);
    *out_start = *out_end = GST_CLOCK_TIME_NONE;
    if (!gst_base_src_is_live(base) || !GST_BUFFER_PTS_IS_VALID(buffer)) return;
    learn_lag(self, GST_BUFFER_PTS(buffer));
    *out_start = GST_BUFFER_PTS(buffer) + (delays(self) ? LIVE_VOICE_DELAY : 0);
    *out_end = *out_start + GST_BUFFER_DURATION(buffer);
}

static GstClockTime running_at(VrmSrc* self, gint32 index) {
    const GstSegment* segment = &GST_BASE_SRC(self)->segment;
    GstClockTime time = MAX(time_of(self, index), segment->start);
    time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, time);
    if (!gst_base_src_is_live(GST_BASE_SRC(self)) || !GST_CLOCK_TIME_IS_VALID(time)) return time;
    return self->lag < 0 && time < (GstClockTime)-self->lag ? 0 : time + (GstClockTime)self->lag;
}

/* A live source that cannot keep up leaves frames out. */
static void catch_up(VrmSrc* self) {
    GstClockTime now = running_now(self);
    if (!GST_CLOCK_TIME_IS_VALID(now)) return;
    if (!g_atomic_int_get(&self->knows_lag)) {
        self->lag = GST_CLOCK_DIFF(time_of(self, self->index), now);
        return;
    }
    GstClockTime due = running_at(self, self->index);
    if (!GST_CLOCK_TIME_IS_VALID(due)) return;
    if (delays(self)) due += LIVE_VOICE_DELAY;
    if (now > due + time_of(self, 1))
        self->index = index_at(self, time_of(self, self->index) + (now - due));
}

/* ---- Frames ---- */

typedef struct Begin {
    VrmSrc* self;
    FilmLooks looks;
    gboolean is_fine;
    gchar error[FILM_ERROR_ROOM];
} Begin;

/* Frames that may be sought are the same however they are reached. A source that does not seek goes
 * on where it is, whatever its age. */
static void begin_film(void* data) {
    Begin* begin = data;
    VrmSrc* self = begin->self;
    gint32 first = is_seekable(GST_BASE_SRC(self)) ? 0 : self->index;
    begin->is_fine =
        film_begin(self->film, film_size(self), &begin->looks, self->speaks, first, begin->error);
}

static gboolean need_film(VrmSrc* self, const FilmLooks* looks) {
    gboolean speaks = lip_stream_is_attached(self->voice);
    if (!self->is_stale && speaks == self->speaks) return TRUE;
    Begin begin = {.self = self, .looks = *looks};
    self->speaks = speaks;
    worker_run(self->worker, begin_film, &begin);
    self->is_stale = !begin.is_fine;
    if (!begin.is_fine) GST_ELEMENT_ERROR(self, RESOURCE, FAILED, ("%s", begin.error), (NULL));
    return begin.is_fine;
}

/* Until a live frame is due, whatever is heard meanwhile; others wait for their sound as long as
 * some comes. */
static LipStreamPatience patience_for(VrmSrc* self, gint32 index) {
    if (!gst_base_src_is_live(GST_BASE_SRC(self)))
        return (LipStreamPatience){self->is_muted ? 0 : PATIENCE_US, true};
    GstClockTime now = running_now(self), due = running_at(self, index) + LIVE_VOICE_DELAY;
    bool is_early = GST_CLOCK_TIME_IS_VALID(now) && now < due;
    return (LipStreamPatience){is_early ? (gint64)((due - now) / 1000) : 0, false};
}

/* FALSE when the source is flushing. Times become those of the film. */
static gboolean listen(VrmSrc* self, FilmFrame* frame) {
    if (!self->speaks) return TRUE;
    gdouble film_s = (gdouble)time_of(self, frame->index) / GST_SECOND;
    gdouble running_s = (gdouble)running_at(self, frame->index) / GST_SECOND;
    gdouble until_s = running_s + LIP_AHEAD_S;
    gboolean is_live = gst_base_src_is_live(GST_BASE_SRC(self));
    LipStreamWait heard = lip_stream_wait(self->voice, until_s, patience_for(self, frame->index));
    if (heard == LIP_STREAM_FLUSHED) return FALSE;
    if (heard == LIP_STREAM_LATE && !is_live && !self->is_muted) {
        self->is_muted = TRUE;
        GST_ELEMENT_WARNING(self, STREAM, FAILED,
                            ("the sound of vrmlips stopped at %.2f s and the mouth with it: put "
                             "`queue max-size-time=0 max-size-bytes=0 max-size-buffers=0` behind "
                             "vrmlips, or let the sound end",
                             running_s),
                            (NULL));
    }
    if (heard == LIP_STREAM_HEARD) self->is_muted = FALSE;
    frame->lip_count = lip_stream_take(self->voice, until_s, frame->lips, LIPS_MAX);
    for (gint32 i = 0; i < frame->lip_count; i++) frame->lips[i].time_s += film_s - running_s;
    return TRUE;
}

typedef struct Draw {
    VrmSrc* self;
    const FilmFrame* frame;
    guint8* pixels;
    FilmResult result;
    gchar error[FILM_ERROR_ROOM];
} Draw;

static void draw_film(void* data) {
    Draw* draw = data;
    draw->result = film_draw(draw->self->film, draw->frame, draw->pixels, draw->error);
}

/* Into a buffer whose rows may be longer than the picture's. */
static FilmResult draw_into(VrmSrc* self, const FilmFrame* frame, GstBuffer* buffer,
                            gchar error[FILM_ERROR_ROOM]) {
    GstVideoFrame video;
    Draw draw = {.self = self, .frame = frame, .result = FILM_FAILED};
    if (!gst_video_frame_map(&video, &self->info, buffer, GST_MAP_WRITE)) {
        g_strlcpy(error, "a buffer for the picture cannot be written", FILM_ERROR_ROOM);
        return FILM_FAILED;
    }
    gsize row = (gsize)self->info.width * 4;
    guint8* out = GST_VIDEO_FRAME_PLANE_DATA(&video, 0);
    gsize stride = (gsize)GST_VIDEO_FRAME_PLANE_STRIDE(&video, 0);
    if (stride != row && self->pixels == NULL)
        self->pixels = g_malloc(row * (gsize)self->info.height);
    draw.pixels = stride == row ? out : self->pixels;
    worker_run(self->worker, draw_film, &draw);
    if (stride != row)
        for (gint y = 0; y < self->info.height; y++)
            memcpy(out + (gsize)y * stride, self->pixels + (gsize)y * row, row);
    gst_video_frame_unmap(&video);
    g_strlcpy(error, draw.error, FILM_ERROR_ROOM);
    return draw.result;
}

static void take_looks(VrmSrc* self, FilmLooks* out) {
    GST_OBJECT_LOCK(self);
    *out = self->looks;
    GST_OBJECT_UNLOCK(self);
}

static GstFlowReturn fill(GstPushSrc* push, GstBuffer* buffer) {
    VrmSrc* self = VRM_SRC(push);
    vrm_LipFrame lips[LIPS_MAX];
    FilmFrame frame = {.lips = lips};
    gchar error[FILM_ERROR_ROOM] = "";
    gint32 asked = self->index;
    take_looks(self, &frame.looks);
    if (!need_film(self, &frame.looks)) return GST_FLOW_ERROR;
    if (gst_base_src_is_live(GST_BASE_SRC(push))) catch_up(self);
    gint32 frames = film_frame_count(self->film, film_size(self));
    if (frames >= 0 && self->index >= frames) return GST_FLOW_EOS;
    frame.index = self->index;
    if (!listen(self, &frame)) return GST_FLOW_FLUSHING;
    FilmResult result = draw_into(self, &frame, buffer, error);
    if (result == FILM_CANCELLED) return GST_FLOW_FLUSHING;
    if (result == FILM_FAILED) {
        GST_ELEMENT_ERROR(self, RESOURCE, FAILED, ("%s", error), (NULL));
        return GST_FLOW_ERROR;
    }
    GST_BUFFER_PTS(buffer) = time_of(self, frame.index);
    GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(buffer) = time_of(self, frame.index + 1) - GST_BUFFER_PTS(buffer);
    GST_BUFFER_OFFSET(buffer) = (guint64)frame.index;
    GST_BUFFER_OFFSET_END(buffer) = (guint64)frame.index + 1;
    if (frame.index != asked) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
    self->index = frame.index + 1;
    return GST_FLOW_OK;
}

/* ---- The class ---- */

/* The base class begins anew with the times of a live source. */
static GstStateChangeReturn change_state(GstElement* element, GstStateChange change) {
    if (change == GST_STATE_CHANGE_PAUSED_TO_PLAYING)
        g_atomic_int_set(&VRM_SRC(element)->knows_lag, FALSE);
    return GST_ELEMENT_CLASS(vrmsrc_parent_class)->change_state(element, change);
}

static void finalize(GObject* object) {
    VrmSrc* self = VRM_SRC(object);
    g_free(self->location);
    g_free(self->animation);
    g_free(self->expression);
    g_free(self->background);
    g_free(self->control);
    lip_stream_unref(self->voice);
    G_OBJECT_CLASS(vrmsrc_parent_class)->finalize(object);
}

static void vrmsrc_init(VrmSrc* self) {
    self->voice = lip_stream_new();
    self->background = g_strdup("transparent");
    gst_base_src_set_format(GST_BASE_SRC(self), GST_FORMAT_TIME);
    gst_base_src_set_live(GST_BASE_SRC(self), FALSE);
}

/* Properties that are read when the source starts, and those that may change while it plays. */
static void install_properties(GObjectClass* object) {
    const GParamFlags at_start =
        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY;
    const GParamFlags always =
        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
    g_object_class_install_property(
        object, PROPERTY_LOCATION,
        g_param_spec_string("location", "Location", "Avatar: path of a VRM file", NULL, at_start));
    g_object_class_install_property(
        object, PROPERTY_ANIMATION,
        g_param_spec_string(
            "animation", "Animation",
            "Motion to play: path of a VRM animation (.vrma) or a motion file (BVH, "
            "FBX, VMD, VPD, glTF); the stream ends with it",
            NULL, at_start));
    g_object_class_install_property(object, PROPERTY_CAMERA,
                                    g_param_spec_enum("camera", "Camera", "What the picture shows",
                                                      VRM_TYPE_SRC_CAMERA, RENDER_CAMERA_FULL,
                                                      always));
    g_object_class_install_property(object, PROPERTY_WIDTH,
                                    g_param_spec_int("width", "Width",
                                                     "Pixels of a row (0: as negotiated, else 512)",
                                                     0, MAX_EDGE, 0, at_start));
    g_object_class_install_property(object, PROPERTY_HEIGHT,
                                    g_param_spec_int("height", "Height",
                                                     "Rows of pixels (0: as negotiated, else 512)",
                                                     0, MAX_EDGE, 0, at_start));
    g_object_class_install_property(
        object, PROPERTY_EXPRESSION,
        g_param_spec_string("expression", "Expression",
                            "Expressions: NAME or NAME=WEIGHT, several with commas between them",
                            NULL, always));
    g_object_class_install_property(
        object, PROPERTY_SEED,
        g_param_spec_uint64("seed", "Seed", "Seed of blinks and glances, with face or a voice", 0,
                            G_MAXUINT64, 0, at_start));
    g_object_class_install_property(object, PROPERTY_FACE,
                                    g_param_spec_boolean("face", "Face",
                                                         "Add blinks, glances and idle motion",
                                                         FALSE, at_start));
    g_object_class_install_property(
        object, PROPERTY_LOOP,
        g_param_spec_boolean("loop", "Loop", "Repeat the animation for ever", FALSE, at_start));
    g_object_class_install_property(object, PROPERTY_BACKGROUND,
                                    g_param_spec_string("background", "Background",
                                                        "transparent, #rrggbb or #rrggbbaa",
                                                        "transparent", always));
    g_object_class_install_property(
        object, PROPERTY_CONTROL,
        g_param_spec_string("control", "Control",
                            "Path of a UNIX socket that is created for messages of agents, those "
                            "of `vrm live --control`; turns face on",
                            NULL, at_start));
    g_object_class_install_property(
        object, PROPERTY_IS_LIVE,
        g_param_spec_boolean("is-live", "Is live",
                             "Give each frame at its time, instead of as fast as it is taken",
                             FALSE, at_start));
}

static void vrmsrc_class_init(VrmSrcClass* class) {
    GObjectClass* object = G_OBJECT_CLASS(class);
    GstElementClass* element = GST_ELEMENT_CLASS(class);
    GstBaseSrcClass* base = GST_BASE_SRC_CLASS(class);
    GST_DEBUG_CATEGORY_INIT(vrmsrc_debug, "vrmsrc", 0, "avatars as video");
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    install_properties(object);
    gst_element_class_add_static_pad_template(element, &source_template);
    gst_element_class_set_static_metadata(element, "VRM avatar", "Source/Video",
                                          "Draws a VRM avatar with its motion", "libvrm");
    gst_type_mark_as_plugin_api(VRM_TYPE_SRC_CAMERA, 0);
    element->change_state = change_state;
    element->send_event = send_event;
    base->start = start;
    base->stop = stop;
    base->unlock = unlock;
    base->unlock_stop = unlock_stop;
    base->get_caps = get_caps;
    base->fixate = fixate;
    base->set_caps = set_caps;
    base->is_seekable = is_seekable;
    base->do_seek = do_seek;
    base->query = query;
    base->event = event;
    base->get_times = get_times;
    GST_PUSH_SRC_CLASS(class)->fill = fill;
}
