// URIs as small numbers, one table for the process: a plugin may hand an id to another one.
// Readers never wait: an entry is complete before it is linked in, and never changes or goes away.
#include "CAVFShimsLV2.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Ids fit in 16 bits, as LV2's old event extension demands.
enum { bucket_count = 4096, last_id = 65535 };

typedef struct entry {
    struct entry *next;
    uint32_t hash, id;
    char uri[];
} entry;

static _Atomic(entry *) buckets[bucket_count];
static _Atomic(entry *) entries[last_id + 1];
static uint32_t used;
static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;

// FNV-1a.
static uint32_t hash_of(const char *uri) {
    uint32_t hash = 2166136261u;
    for (; *uri; uri++)
        hash = (hash ^ (unsigned char)*uri) * 16777619u;
    return hash;
}

static uint32_t find(const char *uri, uint32_t hash) {
    const entry *at = atomic_load_explicit(&buckets[hash % bucket_count], memory_order_acquire);
    for (; at; at = at->next)
        if (at->hash == hash && strcmp(at->uri, uri) == 0)
            return at->id;
    return 0;
}

// With `growing` held.
static uint32_t add(const char *uri, uint32_t hash) {
    const size_t size = strlen(uri) + 1;
    entry *new = used < last_id ? malloc(sizeof *new + size) : NULL;
    if (!new)
        return 0;
    _Atomic(entry *) *bucket = &buckets[hash % bucket_count];
    *new = (entry){atomic_load_explicit(bucket, memory_order_relaxed), hash, ++used};
    memcpy(new->uri, uri, size);
    atomic_store_explicit(&entries[new->id], new, memory_order_release);
    atomic_store_explicit(bucket, new, memory_order_release);
    return new->id;
}

uint32_t avf_shim_urid_map(void *unused, const char *uri) {
    (void)unused;
    if (!uri)
        return 0;
    const uint32_t hash = hash_of(uri);
    uint32_t id = find(uri, hash);
    if (id != 0)
        return id;
    pthread_mutex_lock(&growing);
    id = find(uri, hash);
    if (id == 0)
        id = add(uri, hash);
    pthread_mutex_unlock(&growing);
    return id;
}

uint32_t avf_shim_uri_to_id(void *unused, const char *map, const char *uri) {
    (void)map;
    return avf_shim_urid_map(unused, uri);
}

const char *avf_shim_urid_unmap(void *unused, uint32_t id) {
    (void)unused;
    const entry *found = id <= last_id ? atomic_load_explicit(&entries[id], memory_order_acquire) : NULL;
    return found ? found->uri : NULL;
}
