/* SPDX-License-Identifier: MIT */
/* Workers by fork(): each has a copy of everything that was prepared, and none can harm another. */
#define _DEFAULT_SOURCE /* POSIX, and the numbers of its signals by name */

#include "jobs/jobs_workers.h"

#include "confine/sandbox.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"
#include "words/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Results that wait for a slower file before them may take this much memory; then no further file
 * is begun. The file that they wait for is always being worked on. */
#define WAITING_BYTES_MAX ((size_t)64 << 20)

/* ---- Results of a file ---- */

typedef struct Bytes {
    char* data;
    size_t size, capacity;
} Bytes;

static bool append(Bytes* bytes, const void* data, size_t size) {
    if (size > bytes->capacity - bytes->size) {
        size_t capacity = bytes->capacity + size + bytes->capacity / 2 + 256;
        char* larger = realloc(bytes->data, capacity);
        if (larger == NULL) return false;
        bytes->data = larger;
        bytes->capacity = capacity;
    }
    if (size > 0) memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return true;
}

static void release(Bytes* bytes) {
    free(bytes->data);
    *bytes = (Bytes){0};
}

/* What a worker sends after each file; `size` bytes that it hands over follow. */
typedef struct Reply {
    int32_t status;
    uint64_t size;
} Reply;

/* Of a worker: what it hands over for the file at hand. */
struct cli_Handover {
    Bytes bytes;
};

bool jobs_send(struct cli_Handover* handover, const void* bytes, size_t size) {
    return append(&handover->bytes, bytes, size);
}

/* ---- Worker ---- */

static bool read_fully(int fd, void* out, size_t size) {
    for (char* at = out; size > 0;) {
        ssize_t got = read(fd, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool send_fully(int fd, const void* data, size_t size) {
    for (const char* at = data; size > 0;) {
        ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Reads indices of files until the parent closes its end; does not return. */
static void work_on_files(const cli_Args* args, cli_Work* work, int channel) {
    struct cli_Handover handover = {0};
    work->handover = &handover;
    for (int32_t index; read_fully(channel, &index, sizeof index);) {
        Reply reply = {.status = work->run(args->files[index], work->ctx)};
        if (fflush(stdout) != 0 || fflush(stderr) != 0) _exit(CLI_FAILED);
        reply.size = handover.bytes.size;
        if (!send_fully(channel, &reply, sizeof reply) ||
            !send_fully(channel, handover.bytes.data, handover.bytes.size))
            break;
        handover.bytes.size = 0;
    }
    _exit(CLI_OK); /* the memory of the parent is not ours to free */
}

/* ---- Parent ---- */

typedef struct FileResult {
    Bytes output, errors, handed;
    int status;
    int signal; /* that ended its process; 0: it ended by itself */
    bool is_done, is_lost;
} FileResult;

typedef struct Worker {
    pid_t pid; /* 0: none */
    int channel, output, errors;
    int index;     /* of the file at hand; -1: none */
    Bytes replies; /* received, not complete yet */
} Worker;

typedef struct Pool {
    const cli_Args* args;
    cli_Work* work;
    cli_Progress* progress;
    Worker* workers;
    int worker_count;
    FileResult* results;
    int next;    /* file to begin */
    int printed; /* files whose results are printed */
    int done;
    size_t waiting_bytes;
    int status;
    vrm_Result result; /* not VRM_OK: the machine failed, and everything stops */
} Pool;

static volatile sig_atomic_t caught_signal;

static void remember_signal(int number) {
    caught_signal = number;
}

enum { SIGNAL_COUNT = 3 };
static const int ending_signals[SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP};

static void close_worker(Worker* worker) {
    close(worker->channel);
    close(worker->output);
    close(worker->errors);
    release(&worker->replies);
    worker->pid = 0;
}

static void become_worker(Pool* pool, int channel, int output, int errors) {
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction now;
        bool is_ours =
            sigaction(ending_signals[i], NULL, &now) == 0 && now.sa_handler == remember_signal;
        if (is_ours) signal(ending_signals[i], SIG_DFL);
    }
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* even when the parent is killed */
#endif
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].pid != 0) close_worker(&pool->workers[i]);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close(output);
    close(errors);
    sandbox_enter_child();
    work_on_files(pool->args, pool->work, channel);
}

static bool start_worker(Pool* pool, Worker* worker) {
    int channel[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
    bool has_pipes =
        socketpair(AF_UNIX, SOCK_STREAM, 0, channel) == 0 && pipe(output) == 0 && pipe(errors) == 0;
    fflush(NULL); /* a child must not print what is buffered here */
    pid_t pid = has_pipes ? fork() : -1;
    if (pid == 0) {
        close(channel[0]);
        close(output[0]);
        close(errors[0]);
        become_worker(pool, channel[1], output[1], errors[1]);
    }
    if (channel[1] >= 0) close(channel[1]);
    if (output[1] >= 0) close(output[1]);
    if (errors[1] >= 0) close(errors[1]);
    if (pid < 0) {
        if (channel[0] >= 0) close(channel[0]);
        if (output[0] >= 0) close(output[0]);
        if (errors[0] >= 0) close(errors[0]);
        return false;
    }
    *worker = (Worker){
        .pid = pid, .channel = channel[0], .output = output[0], .errors = errors[0], .index = -1};
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    fcntl(errors[0], F_SETFL, O_NONBLOCK);
    fcntl(channel[0], F_SETFL, O_NONBLOCK);
    return true;
}

/* Reads the bytes that have arrived. False at the end of the stream. A failed read ends the pool:
 * bytes are lost, so those that follow cannot be interpreted. */
static bool drain(Pool* pool, int fd, Bytes* into) {
    char buffer[16384];
    for (;;) {
        ssize_t got = read(fd, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK) pool->result = VRM_ERR_IO;
        if (got < 0) return true;
        if (got == 0) return false;
        if (!append(into, buffer, (size_t)got)) pool->result = VRM_ERR_MEMORY;
    }
}

static void report_lost(Pool* pool, const char* file, const FileResult* result) {
    const char* why = result->signal != 0 ? strsignal(result->signal) : "it gave no result";
    if (pool->work->is_json) {
        vrm_JsonBuilder* builder = cli_json_create();
        if (builder != NULL) {
            vrm_json_begin_object(builder);
            cli_json_string(builder, "file", file);
            cli_json_string(builder, "error", "the process that worked on the file ended early");
            cli_json_string(builder, "message", why);
            vrm_json_end_object(builder);
            cli_put_json(builder);
        }
    }
    (void)cli_file_error(pool->args->command, file, "the process that worked on it ended early: %s",
                         why);
    if (pool->work->lost != NULL) pool->work->lost(pool->work->ctx, file);
}

static void print_result(Pool* pool, int index) {
    FileResult* result = &pool->results[index];
    const char* file = pool->args->files[index];
    cli_progress_end(pool->progress);
    if (!result->is_lost) fwrite(result->output.data, 1, result->output.size, stdout);
    fflush(stdout);
    fwrite(result->errors.data, 1, result->errors.size, stderr);
    if (result->is_lost)
        report_lost(pool, file, result);
    else if (pool->work->take != NULL && result->handed.size > 0)
        pool->work->take(pool->work->ctx, file, result->handed.data, result->handed.size);
    pool->waiting_bytes -= result->output.size + result->errors.size + result->handed.size;
    release(&result->output);
    release(&result->errors);
    release(&result->handed);
    if (result->status > pool->status) pool->status = result->status;
}

/* The file at hand has its result; those that no file before them delays are printed. */
static void finish_file(Pool* pool, Worker* worker, int status) {
    FileResult* result = &pool->results[worker->index];
    drain(pool, worker->output, &result->output);
    drain(pool, worker->errors, &result->errors);
    result->status = status;
    result->is_done = true;
    worker->index = -1;
    pool->done++;
    pool->waiting_bytes += result->output.size + result->errors.size + result->handed.size;
    while (pool->printed < pool->args->file_count && pool->results[pool->printed].is_done)
        print_result(pool, pool->printed++);
}

static void lose_worker(Pool* pool, Worker* worker) {
    int status = 0;
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {}
    if (worker->index >= 0) {
        FileResult* result = &pool->results[worker->index];
        result->is_lost = true;
        result->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        finish_file(pool, worker, CLI_FAILED);
    }
    close_worker(worker);
}

/* A whole reply among the received bytes ends the file. */
static void take_reply(Pool* pool, Worker* worker) {
    Reply reply;
    if (worker->replies.size < sizeof reply || worker->index < 0) return;
    memcpy(&reply, worker->replies.data, sizeof reply);
    if (worker->replies.size - sizeof reply < reply.size) return;
    FileResult* result = &pool->results[worker->index];
    if (!append(&result->handed, worker->replies.data + sizeof reply, (size_t)reply.size))
        pool->result = VRM_ERR_MEMORY;
    worker->replies.size = 0; /* a worker sends nothing before it gets another file */
    finish_file(pool, worker, reply.status);
}

static void begin_files(Pool* pool) {
    for (int i = 0; i < pool->worker_count && pool->next < pool->args->file_count; i++) {
        Worker* worker = &pool->workers[i];
        if (pool->waiting_bytes > WAITING_BYTES_MAX && pool->next != pool->printed) return;
        if (worker->pid == 0 && !start_worker(pool, worker)) continue;
        if (worker->index >= 0) continue;
        int32_t index = worker->index = pool->next++;
        if (!send_fully(worker->channel, &index, sizeof index)) lose_worker(pool, worker);
    }
}

static bool is_anyone_working(const Pool* pool) {
    for (int i = 0; i < pool->worker_count; i++)
        if (pool->workers[i].pid != 0 && pool->workers[i].index >= 0) return true;
    return false;
}

static void listen_to_workers(Pool* pool) {
    struct pollfd streams[3 * CLI_JOBS_MAX];
    for (int i = 0; i < pool->worker_count; i++) {
        const Worker* worker = &pool->workers[i];
        bool is_there = worker->pid != 0;
        streams[3 * i] = (struct pollfd){is_there ? worker->output : -1, POLLIN, 0};
        streams[3 * i + 1] = (struct pollfd){is_there ? worker->errors : -1, POLLIN, 0};
        streams[3 * i + 2] = (struct pollfd){is_there ? worker->channel : -1, POLLIN, 0};
    }
    if (poll(streams, 3 * (nfds_t)pool->worker_count, 100) <= 0) return;
    for (int i = 0; i < pool->worker_count; i++) {
        Worker* worker = &pool->workers[i];
        FileResult* result = worker->index >= 0 ? &pool->results[worker->index] : NULL;
        if (worker->pid == 0) continue;
        if (result != NULL && streams[3 * i].revents != 0)
            drain(pool, worker->output, &result->output);
        if (result != NULL && streams[3 * i + 1].revents != 0)
            drain(pool, worker->errors, &result->errors);
        if (streams[3 * i + 2].revents == 0) continue;
        bool is_alive = drain(pool, worker->channel, &worker->replies);
        take_reply(pool, worker);
        if (!is_alive) lose_worker(pool, worker);
    }
}

/* An idle worker ends when its channel is closed; a busy one gets a signal. */
static void end_workers(Pool* pool, bool is_early) {
    for (int i = 0; i < pool->worker_count; i++) {
        Worker* worker = &pool->workers[i];
        if (worker->pid == 0) continue;
        pid_t pid = worker->pid;
        if (is_early) kill(pid, SIGTERM);
        close_worker(worker);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    }
}

static int run_pool(Pool* pool) {
    struct sigaction before[SIGNAL_COUNT], ours = {.sa_handler = remember_signal};
    sigemptyset(&ours.sa_mask);
    caught_signal = 0;
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        sigaction(ending_signals[i], &ours, &before[i]);
        bool is_ignored = before[i].sa_handler == SIG_IGN; /* nohup, or a shell's background */
        if (is_ignored) sigaction(ending_signals[i], &before[i], NULL);
    }
    bool is_stopped = false;
    while (pool->printed < pool->args->file_count && !is_stopped) {
        begin_files(pool);
        if (!is_anyone_working(pool)) {
            pool->status = cli_result_error(pool->args->command, "--jobs", VRM_ERR_IO, NULL);
            break;
        }
        cli_progress_show(pool->progress, pool->done, pool->args->file_count);
        listen_to_workers(pool);
        if (pool->result != VRM_OK)
            pool->status = cli_result_error(pool->args->command, "--jobs", pool->result, NULL);
        is_stopped = caught_signal != 0 || ferror(stdout) || pool->result != VRM_OK;
    }
    cli_progress_end(pool->progress);
    end_workers(pool, is_stopped);
    for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(ending_signals[i], &before[i], NULL);
    fflush(stdout);
    if (caught_signal != 0) raise(caught_signal);
    return ferror(stdout) ? CLI_FAILED : pool->status;
}

bool jobs_has_workers(void) {
    return true;
}

int jobs_run(const cli_Args* args, cli_Work* work, cli_Progress* progress) {
    int count = args->jobs < args->file_count ? args->jobs : args->file_count;
    Pool pool = {.args = args,
                 .work = work,
                 .progress = progress,
                 .workers = calloc((size_t)count, sizeof(Worker)),
                 .worker_count = count,
                 .results = calloc((size_t)args->file_count, sizeof(FileResult)),
                 .status = args->status};
    int status = pool.workers != NULL && pool.results != NULL
                     ? run_pool(&pool)
                     : cli_result_error(args->command, "--jobs", VRM_ERR_MEMORY, NULL);
    for (int i = pool.printed; pool.results != NULL && i < args->file_count; i++) {
        release(&pool.results[i].output);
        release(&pool.results[i].errors);
        release(&pool.results[i].handed);
    }
    free(pool.results);
    free(pool.workers);
    return status;
}
