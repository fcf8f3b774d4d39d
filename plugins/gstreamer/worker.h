/* SPDX-License-Identifier: MIT */
/* A thread that runs functions one after the other. GL contexts belong to one thread, and the
 * threads that call an element change: one starts it, another streams, a third may stop it. */
#ifndef PLUGIN_WORKER_H
#define PLUGIN_WORKER_H

typedef struct Worker Worker;

typedef void WorkerFn(void* data);

/* NULL when the system gives no thread. */
Worker* worker_new(const char* name);
/* Ends the thread. `worker` may be NULL. */
void worker_free(Worker* worker);

/* Runs a function on the thread and waits until it returns. One caller at a time. */
void worker_run(Worker* worker, WorkerFn* fn, void* data);

#endif
