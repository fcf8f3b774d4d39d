/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "view/view_http.h"

#include "words/ascii_words.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Browsers open at most six connections to one host, for all tabs together: if every tab had a
 * stream, none would be left for loading files. */
enum { STREAMS_MAX = 4 };

enum {
    CLIENTS_MAX = 128,    /* connections */
    CLIENTS_CALM = 96,    /* above this number, the longest idle one is closed */
    HEADER_BYTES = 32768, /* of a request, with the cookies of other local servers */
    STREAM_BLOCK = 8192
};

#define REQUEST_S        10.0    /* for a complete header, and for the next request */
#define STALL_S          20      /* without any byte */
#define RESPONSE_S       60.0    /* for a response, plus the time that ... */
#define RESPONSE_BYTES_S 65536.0 /* ... it takes at this rate, bytes a second */

static const char page_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; "
    "connect-src 'self' blob:; worker-src 'self' blob:; manifest-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/* For the files that are shown: never run, whatever they contain. */
static const char data_policy[] = "default-src 'none'; frame-ancestors 'none'; sandbox";

/* A connection. */
typedef struct Client {
    struct MHD_Connection* connection; /* NULL: the slot is free */
    int socket;
    bool is_answered;
    double since_s;    /* of silence; while it is answered: of the answer */
    double deadline_s; /* of the answer; 0: none */
} Client;

typedef struct Stream {
    void* reader; /* of the source */
    view_Http* http;
    struct MHD_Connection* connection;
    struct Stream *next, *previous;
    bool is_suspended, is_dismissed;
} Stream;

struct view_Http {
    view_HttpDef def;
    struct MHD_Daemon* daemon;
    uint16_t port;
    char start[64]; /* where the page is below the token: the folder of its index */
    bool is_ticket_used;
    Client clients[CLIENTS_MAX];
    int32_t client_count, stream_count;
    Stream *first, *last; /* by age */
};

/* The headers that matter. */
typedef struct Headers {
    const char *host, *origin, *site, *mode, *dest, *range, *if_range, *if_none_match;
    const char *accept_encoding, *last_event_id;
    int host_count;
} Headers;

typedef struct Request {
    view_Http* http;
    struct MHD_Connection* connection;
    Client* client;
    Headers headers;
    bool is_head;
} Request;

/* ---- Connections ---- */

static void cut_silent(view_Http* http) {
    Client* oldest = NULL;
    for (int i = 0; i < CLIENTS_MAX; i++) {
        Client* client = &http->clients[i];
        if (client->connection != NULL && !client->is_answered &&
            (oldest == NULL || client->since_s < oldest->since_s))
            oldest = client;
    }
    if (oldest != NULL) view_cut(oldest->socket);
}

static void connection_changed(void* ctx, struct MHD_Connection* connection, void** socket_context,
                               enum MHD_ConnectionNotificationCode code) {
    view_Http* http = ctx;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        Client* client = *socket_context;
        if (client == NULL) return;
        *client = (Client){0};
        http->client_count--;
        return;
    }
    const union MHD_ConnectionInfo* info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (http->client_count >= CLIENTS_CALM) cut_silent(http);
    for (int i = 0; i < CLIENTS_MAX; i++) {
        if (http->clients[i].connection != NULL) continue;
        http->clients[i] = (Client){connection, info->connect_fd, false, view_now_s(), 0.0};
        http->client_count++;
        *socket_context = &http->clients[i];
        return;
    }
}

static void request_completed(void* ctx, struct MHD_Connection* connection, void** request,
                              enum MHD_RequestTerminationCode code) {
    (void)ctx;
    (void)request;
    (void)code;
    Client* client =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    if (client == NULL) return;
    client->is_answered = false;
    client->since_s = view_now_s();
    client->deadline_s = 0.0;
}

static void cut_late(view_Http* http, double now_s) {
    for (int i = 0; i < CLIENTS_MAX; i++) {
        const Client* client = &http->clients[i];
        if (client->connection == NULL) continue;
        bool is_late = client->is_answered ? client->deadline_s > 0.0 && now_s > client->deadline_s
                                           : now_s - client->since_s > REQUEST_S;
        if (is_late) view_cut(client->socket);
    }
}

/* ---- Answers ---- */

static void add(struct MHD_Response* response, const char* name, const char* value) {
    MHD_add_response_header(response, name, value);
}

/* Sends and releases the response. NULL ends the connection. */
static enum MHD_Result respond(Request* request, unsigned status, struct MHD_Response* response,
                               const char* type, const char* policy, uint64_t size) {
    if (response == NULL) return MHD_NO;
    add(response, "Content-Security-Policy", policy);
    add(response, "X-Content-Type-Options", "nosniff");
    add(response, "Referrer-Policy", "no-referrer");
    add(response, "Cross-Origin-Opener-Policy", "same-origin");
    add(response, "Cross-Origin-Resource-Policy", "same-origin");
    add(response, "X-Frame-Options", "DENY");
    if (type != NULL) add(response, "Content-Type", type);
    if (request->client != NULL) {
        double now_s = view_now_s();
        request->client->is_answered = true;
        request->client->since_s = now_s;
        request->client->deadline_s = now_s + RESPONSE_S + (double)size / RESPONSE_BYTES_S;
    }
    enum MHD_Result result = MHD_queue_response(request->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static struct MHD_Response* text_response(const char* text) {
    return MHD_create_response_from_buffer(strlen(text), (void*)(uintptr_t)text,
                                           MHD_RESPMEM_PERSISTENT);
}

/* Refuses with the same answer for every reason, and ends the connection. */
static enum MHD_Result refuse(Request* request, unsigned status, const char* text) {
    struct MHD_Response* response = text_response(text);
    if (response == NULL) return MHD_NO;
    add(response, "Connection", "close");
    add(response, "Cache-Control", "no-store");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) add(response, "Allow", "GET, HEAD");
    return respond(request, status, response, "text/plain; charset=utf-8", data_policy, 0);
}

static enum MHD_Result not_found(Request* request) {
    return refuse(request, MHD_HTTP_NOT_FOUND, "not found\n");
}

static enum MHD_Result not_modified(Request* request, const char* etag, const char* policy) {
    struct MHD_Response* response = text_response("");
    if (response == NULL) return MHD_NO;
    add(response, "ETag", etag);
    return respond(request, MHD_HTTP_NOT_MODIFIED, response, NULL, policy, 0);
}

/* Sends a file by its descriptor: the kernel copies it directly. */
static enum MHD_Result send_file(Request* request, const char* path, const char* folder,
                                 const char* type, const char* policy, const char* cache) {
    view_Stamp stamp;
    char etag[VIEW_ETAG_ROOM], text[96];
    uint64_t first, count;
    int file = view_open(path, folder, &stamp);
    if (file < 0) return not_found(request);
    view_etag(&stamp, etag);
    const Headers* headers = &request->headers;
    if (view_has_etag(headers->if_none_match, etag)) {
        view_close(file);
        return not_modified(request, etag, policy);
    }
    bool is_part_wanted =
        !request->is_head && (headers->if_range == NULL || strcmp(headers->if_range, etag) == 0);
    view_RangeKind kind =
        view_range(is_part_wanted ? headers->range : NULL, stamp.size, &first, &count);
    struct MHD_Response* response = NULL;
    if (kind != VIEW_RANGE_NONE && count > 0)
        response = MHD_create_response_from_fd_at_offset64(count, file, first);
    if (response == NULL) view_close(file);
    if (kind == VIEW_RANGE_NONE || count == 0) response = text_response("");
    if (response == NULL) return MHD_NO;
    add(response, "ETag", etag);
    add(response, "Accept-Ranges", "bytes");
    add(response, "Cache-Control", cache);
    unsigned status = MHD_HTTP_OK;
    if (kind == VIEW_RANGE_NONE) {
        snprintf(text, sizeof text, "bytes */%llu", (unsigned long long)stamp.size);
        status = MHD_HTTP_RANGE_NOT_SATISFIABLE;
    } else if (kind == VIEW_RANGE_PART) {
        snprintf(text, sizeof text, "bytes %llu-%llu/%llu", (unsigned long long)first,
                 (unsigned long long)(first + count - 1), (unsigned long long)stamp.size);
        status = MHD_HTTP_PARTIAL_CONTENT;
    }
    if (status != MHD_HTTP_OK) add(response, "Content-Range", text);
    return respond(request, status, response, type, policy, count);
}

static enum MHD_Result send_embedded(Request* request, const view_PageFile* file) {
    const view_Embedded* embedded = file->embedded;
    const char* type = view_media_type(file->name);
    if (view_has_etag(request->headers.if_none_match, file->etag))
        return not_modified(request, file->etag, page_policy);
    bool is_expanded = embedded->is_gzip && !view_accepts_gzip(request->headers.accept_encoding);
    size_t size = (size_t)(embedded->end - embedded->begin);
    uint8_t* bytes = is_expanded ? view_page_expand(embedded, &size) : NULL;
    if (is_expanded && bytes == NULL) return MHD_NO;
    struct MHD_Response* response =
        is_expanded ? MHD_create_response_from_buffer(size, bytes, MHD_RESPMEM_MUST_FREE)
                    : MHD_create_response_from_buffer(size, (void*)(uintptr_t)embedded->begin,
                                                      MHD_RESPMEM_PERSISTENT);
    if (response == NULL) {
        free(bytes);
        return MHD_NO;
    }
    if (embedded->is_gzip) add(response, "Vary", "Accept-Encoding");
    if (embedded->is_gzip && !is_expanded) add(response, "Content-Encoding", "gzip");
    add(response, "ETag", file->etag);
    add(response, "Cache-Control", "no-cache");
    return respond(request, MHD_HTTP_OK, response, type, page_policy, size);
}

static enum MHD_Result send_page(Request* request, const char* name) {
    const view_Page* page = request->http->def.page;
    const view_PageFile* file = view_page_find(page, name);
    if (file == NULL) return not_found(request);
    if (file->embedded != NULL) return send_embedded(request, file);
    return send_file(request, file->path, NULL, view_media_type(file->name), page_policy,
                     "no-cache");
}

static enum MHD_Result send_session(Request* request) {
    const view_HttpDef* def = &request->http->def;
    char* text = def->session(def->session_ctx);
    if (text == NULL) return MHD_NO;
    size_t size = strlen(text);
    struct MHD_Response* response =
        MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        free(text);
        return MHD_NO;
    }
    add(response, "Cache-Control", "no-store");
    return respond(request, MHD_HTTP_OK, response, "application/json; charset=utf-8", data_policy,
                   size);
}

/* ---- Streams ---- */

static void wake(Stream* stream) {
    if (!stream->is_suspended) return;
    stream->is_suspended = false;
    MHD_resume_connection(stream->connection);
}

/* A stream without news is suspended, because MHD would call this function in a loop. */
static ssize_t read_stream(void* ctx, uint64_t position, char* buffer, size_t room) {
    Stream* stream = ctx;
    (void)position;
    int64_t size = stream->http->def.source->next(stream->reader, view_now_s(), buffer, room);
    if (size < 0) return MHD_CONTENT_READER_END_OF_STREAM;
    if (size == 0) {
        stream->is_suspended = true;
        MHD_suspend_connection(stream->connection);
    }
    return (ssize_t)size;
}

static void free_stream(void* ctx) {
    Stream* stream = ctx;
    view_Http* http = stream->http;
    if (stream->previous != NULL)
        stream->previous->next = stream->next;
    else
        http->first = stream->next;
    if (stream->next != NULL)
        stream->next->previous = stream->previous;
    else
        http->last = stream->previous;
    http->stream_count--;
    http->def.source->close(stream->reader);
    free(stream);
}

static void dismiss_oldest(view_Http* http) {
    int32_t staying = 0;
    for (Stream* stream = http->last; stream != NULL; stream = stream->previous) {
        if (stream->is_dismissed || ++staying < STREAMS_MAX) continue;
        stream->is_dismissed = true;
        http->def.source->dismiss(stream->reader);
    }
}

static void append(view_Http* http, Stream* stream) {
    stream->previous = http->last;
    if (http->last != NULL)
        http->last->next = stream;
    else
        http->first = stream;
    http->last = stream;
    http->stream_count++;
}

static enum MHD_Result send_stream(Request* request) {
    view_Http* http = request->http;
    const view_Source* source = http->def.source;
    if (source->dismiss == NULL && http->stream_count >= STREAMS_MAX)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "too many streams are open\n");
    Stream* stream = calloc(1, sizeof *stream);
    if (stream == NULL) return MHD_NO;
    stream->reader = source->open(source->ctx, request->headers.last_event_id);
    struct MHD_Response* response =
        stream->reader != NULL ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK,
                                                                   read_stream, stream, free_stream)
                               : NULL;
    if (response == NULL) {
        if (stream->reader != NULL) source->close(stream->reader);
        free(stream);
        return MHD_NO;
    }
    if (source->dismiss != NULL) dismiss_oldest(http);
    stream->http = http;
    stream->connection = request->connection;
    append(http, stream);
    if (request->client != NULL) view_prepare_stream(request->client->socket);
    add(response, "Cache-Control", "no-store");
    enum MHD_Result result =
        respond(request, MHD_HTTP_OK, response, source->media_type, data_policy, 0);
    if (request->client != NULL) request->client->deadline_s = 0.0; /* a stream has no deadline */
    return result;
}

static enum MHD_Result send_no_stream(Request* request) {
    return respond(request, MHD_HTTP_OK, text_response(""), request->http->def.source->media_type,
                   data_policy, 0);
}

/* ---- Requests ---- */

/* Digits up to `end`; -1 when there is something else, or nothing. */
static int32_t index_of(const char* text, const char* end) {
    int32_t value = 0;
    if (text == end || end - text > 7) return -1;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9') return -1;
        value = value * 10 + (*text - '0');
    }
    return value;
}

/* Types that a browser shows or decodes but never runs. */
static const char* data_type(const char* name) {
    const char* type = view_media_type(name);
    bool is_data = strncmp(type, "model/", 6) == 0 ||
                   (strncmp(type, "image/", 6) == 0 && strstr(type, "svg") == NULL);
    return is_data ? type : "application/octet-stream";
}

/* "3": a file; "3/1": a side file of it. */
static enum MHD_Result send_given(Request* request, const char* rest) {
    const view_Files* files = request->http->def.files;
    const char* end = rest + strlen(rest);
    const char* slash = strchr(rest, '/');
    int32_t index = index_of(rest, slash != NULL ? slash : end);
    if (index < 0 || index >= files->count) return not_found(request);
    const view_File* file = &files->files[index];
    /* Another program may put a link in its place: to the file that it wrote, or to a secret. */
    if (slash == NULL)
        return send_file(request, file->path, file->is_link ? NULL : file->folder,
                         data_type(file->name), data_policy, "no-store");
    int32_t side = index_of(slash + 1, end);
    if (side < 0 || side >= file->side_count) return not_found(request);
    const char* path = file->sides[side].path;
    return send_file(request, path, file->folder, data_type(path), data_policy, "no-store");
}

static enum MHD_Result redirect(Request* request) {
    char place[256];
    const view_Http* http = request->http;
    struct MHD_Response* response = text_response("");
    if (response == NULL) return MHD_NO;
    snprintf(place, sizeof place, "/%s/%s", http->def.token, http->start);
    add(response, "Location", place);
    add(response, "Cache-Control", "no-store");
    return respond(request, MHD_HTTP_FOUND, response, NULL, data_policy, 0);
}

static enum MHD_Result route(Request* request, const char* rest) {
    const view_HttpDef* def = &request->http->def;
    if (strcmp(rest, request->http->start) == 0) return send_page(request, def->index);
    if (rest[0] == 0) return redirect(request);
    if (def->session != NULL && strcmp(rest, "session.json") == 0) return send_session(request);
    if (strcmp(rest, def->source->name) == 0)
        return request->is_head ? send_no_stream(request) : send_stream(request);
    if (strncmp(rest, "files/", 6) == 0) return send_given(request, rest + 6);
    return send_page(request, rest);
}

/* Whether the client is a program of the user of this process. */
static bool is_same_user(const Request* request) {
    const struct sockaddr* address =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr;
    if (address == NULL || address->sa_family != AF_INET) return false;
    uint16_t port = ntohs(((const struct sockaddr_in*)(const void*)address)->sin_port);
    return view_is_same_user(request->http->def.peers, port, request->http->port);
}

/* Every user of the machine can see the URL that a browser is started with in the list of
 * processes. So it is valid once only, and only for programs of this user. */
static bool is_ticket(const Request* request, const char* url) {
    static const char place[] = "/open/";
    view_Http* http = request->http;
    const char* ticket = http->def.ticket;
    if (strncmp(url, place, sizeof place - 1) != 0 || ticket == NULL) return false;
    const char* given = url + sizeof place - 1;
    if (http->is_ticket_used || !view_is_token(given, strlen(given), ticket)) return false;
    if (!is_same_user(request)) {
        fprintf(stderr,
                "vrm %s: a program of another user asked for the browser's one-time address and "
                "was refused\n",
                http->def.command);
        return false;
    }
    http->is_ticket_used = true;
    return true;
}

static enum MHD_Result take_header(void* ctx, enum MHD_ValueKind kind, const char* key,
                                   const char* value) {
    Headers* headers = ctx;
    const struct {
        const char* name;
        const char** place;
    } table[] = {
        {"Host", &headers->host},
        {"Origin", &headers->origin},
        {"Sec-Fetch-Site", &headers->site},
        {"Sec-Fetch-Mode", &headers->mode},
        {"Sec-Fetch-Dest", &headers->dest},
        {"Range", &headers->range},
        {"If-Range", &headers->if_range},
        {"If-None-Match", &headers->if_none_match},
        {"Accept-Encoding", &headers->accept_encoding},
        {"Last-Event-ID", &headers->last_event_id},
    };
    (void)kind;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (cli_is_same_word(key, table[i].name)) *table[i].place = value != NULL ? value : "";
    if (cli_is_same_word(key, "Host")) headers->host_count++;
    return MHD_YES;
}

static enum MHD_Result answer(void* ctx, struct MHD_Connection* connection, const char* url,
                              const char* method, const char* version, const char* upload,
                              size_t* upload_size, void** state) {
    view_Http* http = ctx;
    Request request = {.http = http, .connection = connection};
    (void)version;
    (void)upload;
    /* MHD calls a first time with the header alone. A response to that call would close the
     * connection. */
    if (*state == NULL) {
        *state = http;
        return MHD_YES;
    }
    if (*upload_size != 0) return MHD_NO; /* a GET has no body */
    request.client =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, take_header, &request.headers);
    request.is_head = strcmp(method, "HEAD") == 0;
    const Headers* headers = &request.headers;
    if (!request.is_head && strcmp(method, "GET") != 0)
        return refuse(&request, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and HEAD only\n");

    size_t length = url[0] == '/' ? strcspn(url + 1, "/") : 0;
    bool is_token = length > 0 && view_is_token(url + 1, length, http->def.token);
    const char* rest = is_token ? url + 1 + length : NULL; /* "/..." or "" */
    bool is_index = rest == NULL || rest[0] == 0 || strcmp(rest, "/") == 0 ||
                    strcmp(rest + 1, http->start) == 0;
    if (headers->host_count != 1 || !view_is_our_host(headers->host, http->port) ||
        !view_is_our_origin(headers->origin, http->port) ||
        !view_is_our_fetch(headers->site, headers->mode, headers->dest, is_index))
        return refuse(&request, MHD_HTTP_FORBIDDEN, "not for you\n");
    if (is_token && rest[0] == 0) return redirect(&request);
    if (is_token) return route(&request, rest + 1);
    if (is_ticket(&request, url)) return redirect(&request);
    return not_found(&request);
}

/* ---- Life ---- */

/* Paths are compared as they were sent. */
static size_t leave_escaped(void* ctx, struct MHD_Connection* connection, char* text) {
    (void)ctx;
    (void)connection;
    return strlen(text);
}

view_Http* view_http_start(const view_HttpDef* def) {
    view_Http* http = calloc(1, sizeof *http);
    if (http == NULL) return NULL;
    http->def = *def;
    const char* slash = strrchr(def->index, '/');
    snprintf(http->start, sizeof http->start, "%.*s",
             slash != NULL ? (int)(slash - def->index) + 1 : 0, def->index);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(def->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    unsigned flags = MHD_ALLOW_SUSPEND_RESUME;
    if (MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES) flags |= MHD_USE_EPOLL;
    http->daemon = MHD_start_daemon(
        flags, def->port, NULL, NULL, answer, http, MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_NOTIFY_CONNECTION, connection_changed, http, MHD_OPTION_NOTIFY_COMPLETED,
        request_completed, http, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CLIENTS_MAX, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)STALL_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    const union MHD_DaemonInfo* info =
        http->daemon != NULL ? MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    if (info == NULL) {
        if (http->daemon != NULL) MHD_stop_daemon(http->daemon);
        free(http);
        return NULL;
    }
    http->port = info->port;
    return http;
}

uint16_t view_http_port(const view_Http* http) {
    return http->port;
}

void view_http_run(view_Http* http, int32_t milliseconds) {
    MHD_run_wait(http->daemon, milliseconds);
}

void view_http_wake(view_Http* http) {
    double now_s = view_now_s();
    for (Stream* stream = http->first; stream != NULL; stream = stream->next)
        if (http->def.source->has_news(stream->reader, now_s)) wake(stream);
}

void view_http_tick(view_Http* http) {
    view_http_wake(http);
    cut_late(http, view_now_s());
}

int32_t view_http_stream_count(const view_Http* http) {
    return http->stream_count;
}

int view_http_descriptor(const view_Http* http) {
    const union MHD_DaemonInfo* info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info != NULL ? info->epoll_fd : -1;
}

void view_http_stop(view_Http* http) {
    if (http == NULL) return;
    http->def.source->end(http->def.source->ctx);
    double until_s = view_now_s() + 0.5;
    while (http->stream_count > 0 && view_now_s() < until_s) {
        view_http_tick(http);
        view_http_run(http, 10);
    }
    for (Stream* stream = http->first; stream != NULL; stream = stream->next) wake(stream);
    MHD_stop_daemon(http->daemon);
    free(http);
}
