/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include <glib.h>

struct Worker {
    GThread* thread;
    GMutex mutex;
    GCond changed;
    WorkerFn* fn; /* to be run; NULL: none */
    void* data;
    gboolean is_ending;
};

static void* work(void* data) {
    Worker* worker = data;
    g_mutex_lock(&worker->mutex);
    for (;;) {
        while (worker->fn == NULL && !worker->is_ending)
            g_cond_wait(&worker->changed, &worker->mutex);
        if (worker->fn == NULL) break;
        WorkerFn* fn = worker->fn;
        g_mutex_unlock(&worker->mutex);
        fn(worker->data);
        g_mutex_lock(&worker->mutex);
        worker->fn = NULL;
        g_cond_broadcast(&worker->changed);
    }
    g_mutex_unlock(&worker->mutex);
    return NULL;
}

Worker* worker_new(const char* name) {
    Worker* worker = g_new0(Worker, 1);
    g_mutex_init(&worker->mutex);
    g_cond_init(&worker->changed);
    worker->thread = g_thread_try_new(name, work, worker, NULL);
    if (worker->thread != NULL) return worker;
    worker_free(worker);
    return NULL;
}

void worker_free(Worker* worker) {
    if (worker == NULL) return;
    if (worker->thread != NULL) {
        g_mutex_lock(&worker->mutex);
        worker->is_ending = TRUE;
        g_cond_broadcast(&worker->changed);
        g_mutex_unlock(&worker->mutex);
        g_thread_join(worker->thread);
    }
    g_cond_clear(&worker->changed);
    g_mutex_clear(&worker->mutex);
    g_free(worker);
}

void worker_run(Worker* worker, WorkerFn* fn, void* data) {
    g_mutex_lock(&worker->mutex);
    worker->data = data;
    worker->fn = fn;
    g_cond_broadcast(&worker->changed);
    while (worker->fn != NULL) g_cond_wait(&worker->changed, &worker->mutex);
    g_mutex_unlock(&worker->mutex);
}
