// Guarded memory: each piece lies between pages without access, and a handler of SIGSEGV writes down who
// comes there.
#define _GNU_SOURCE
#include "CAVFShimsGuards.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// Without access on either side: mere addresses, which cost no memory. A multiple of every system's page.
enum { moat_bytes = 65536, alignment = 64, most_touches = 64 };

// A byte that no plugin writes by chance: as a float, -6328.
enum { watched_byte = 0xc5 };

struct avf_shim_guarded {
    // The next piece in the list that the handler walks.
    avf_shim_guarded *next;
    const char *name;
    // The open pages.
    uint8_t *start, *end;
    // What is used of them.
    uint8_t *place;
    size_t size;
    _Atomic bool is_retired;
};

static _Atomic(avf_shim_guarded *) newest;
static avf_shim_touch touches[most_touches];
static atomic_size_t touch_count;
static _Atomic(const char *) current_call;
static pthread_spinlock_t lock;
static size_t page_bytes;

static void note(avf_shim_touch touch) {
    pthread_spin_lock(&lock);
    const size_t count = atomic_load(&touch_count);
    bool is_known = count == most_touches;
    for (size_t index = 0; index < count && !is_known; index++)
        is_known = touches[index].name == touch.name && touches[index].call == touch.call &&
                   touches[index].place == touch.place && touches[index].is_write == touch.is_write;
    if (!is_known) {
        touches[count] = touch;
        atomic_store(&touch_count, count + 1);
    }
    pthread_spin_unlock(&lock);
}

static avf_shim_guarded *owner(const uint8_t *address) {
    avf_shim_guarded *memory = atomic_load(&newest);
    while (memory && (address < memory->start - moat_bytes || address >= memory->end + moat_bytes))
        memory = memory->next;
    return memory;
}

static avf_shim_touch_place place_of(const avf_shim_guarded *memory, const uint8_t *address) {
    if (atomic_load(&memory->is_retired))
        return avf_shim_touch_late;
    if (address < memory->place)
        return avf_shim_touch_before;
    return address < memory->place + memory->size ? avf_shim_touch_inside : avf_shim_touch_behind;
}

// Whether the processor wanted to write; where that is not known, it is assumed.
static bool was_write(const ucontext_t *context) {
#if defined(__x86_64__)
    return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#elif defined(__aarch64__)
    const struct _aarch64_ctx *head = (const void *)context->uc_mcontext.__reserved;
    while (head->magic != 0 && head->magic != ESR_MAGIC)
        head = (const void *)((const uint8_t *)head + head->size);
    // Arm ARM, ESR_EL1: bit 6 of a data abort tells a write.
    return head->magic != ESR_MAGIC || (((const struct esr_context *)head)->esr & 1u << 6) != 0;
#else
    return true;
#endif
}

static void take_note(int number, siginfo_t *information, void *context) {
    uint8_t *address = information->si_addr;
    const avf_shim_guarded *memory = owner(address);
    if (!memory) {
        // Not a guarded page: the access is repeated, and ends the process.
        signal(number, SIG_DFL);
        return;
    }
    note((avf_shim_touch){memory->name, atomic_load(&current_call), place_of(memory, address),
                          was_write(context)});
    uint8_t *page = (uint8_t *)((uintptr_t)address & ~(uintptr_t)(page_bytes - 1));
    mprotect(page, page_bytes, PROT_READ | PROT_WRITE);
}

void avf_shim_guards_begin(void) {
    page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    struct sigaction action = {.sa_sigaction = take_note, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
}

void avf_shim_guards_enter(const char *call) {
    atomic_store(&current_call, call);
}

size_t avf_shim_guards_touch_count(void) {
    return atomic_load(&touch_count);
}

avf_shim_touch avf_shim_guards_touch(size_t index) {
    return touches[index];
}

avf_shim_guarded *avf_shim_guarded_new(size_t capacity, const char *name) {
    const size_t rounded = (capacity + alignment - 1) & ~(size_t)(alignment - 1);
    // At least one byte more, so that there is always something to be watched.
    const size_t open = (rounded + page_bytes) & ~(size_t)(page_bytes - 1);
    avf_shim_guarded *memory = calloc(1, sizeof *memory);
    uint8_t *all =
        mmap(NULL, open + 2 * moat_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *copy = strdup(name);
    if (!memory || !copy || all == MAP_FAILED ||
        mprotect(all + moat_bytes, open, PROT_READ | PROT_WRITE) != 0) {
        if (all != MAP_FAILED)
            munmap(all, open + 2 * moat_bytes);
        free(copy);
        free(memory);
        return NULL;
    }
    *memory = (avf_shim_guarded){.name = copy, .start = all + moat_bytes, .end = all + moat_bytes + open};
    avf_shim_guarded_place(memory, capacity);
    avf_shim_guarded *next = atomic_load(&newest);
    do {
        memory->next = next;
    } while (!atomic_compare_exchange_weak(&newest, &next, memory));
    return memory;
}

void *avf_shim_guarded_place(avf_shim_guarded *memory, size_t size) {
    const size_t rounded = (size + alignment - 1) & ~(size_t)(alignment - 1);
    memory->place = memory->end - rounded;
    memory->size = size;
    memset(memory->start, watched_byte, (size_t)(memory->place - memory->start));
    memset(memory->place + size, watched_byte, rounded - size);
    return memory->place;
}

void avf_shim_guarded_allow(avf_shim_guarded *memory, avf_shim_access access) {
    static const int rights[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    mprotect(memory->start, (size_t)(memory->end - memory->start), rights[access]);
}

static bool is_watched(const uint8_t *from, const uint8_t *to) {
    while (from < to && *from == watched_byte)
        from++;
    return from == to;
}

void avf_shim_guarded_check(avf_shim_guarded *memory) {
    const uint8_t *behind = memory->place + memory->size;
    const char *call = atomic_load(&current_call);
    if (!is_watched(memory->start, memory->place))
        note((avf_shim_touch){memory->name, call, avf_shim_touch_before, true});
    if (!is_watched(behind, memory->end))
        note((avf_shim_touch){memory->name, call, avf_shim_touch_behind, true});
}

void avf_shim_guarded_retire(avf_shim_guarded *memory) {
    atomic_store(&memory->is_retired, true);
    uint8_t *all = memory->start - moat_bytes;
    // Mapped anew: the pages go back, the addresses do not.
    mmap(all, (size_t)(memory->end - all) + moat_bytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}
