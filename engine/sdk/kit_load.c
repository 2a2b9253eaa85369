#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>

#include "engine/base/file.h"
#include "engine/sdk/kit_state.h"
#include "engine/sdk/object_file.h"

/* Games in shared objects. What is loaded runs inside the program: like a program, it is only to
 * be taken from where one trusts. */

typedef const bw_game *(*entry)(unsigned abi);
static const char entry_name[] = "bw_entry";

static status ask_entry(const bw_game **out, void *symbol, const char *path, error *err) {
    entry ask;
    memcpy(&ask, &symbol, sizeof ask); /* as POSIX promises */
    for (unsigned abi = BW_ABI; abi > 0; abi--) {
        *out = ask(abi);
        if (*out) return ST_OK;
    }
    return error_set(err, ST_UNSUPPORTED,
                     "%.120s was made for another version of the kit than %d: compile it again",
                     path, BW_ABI);
}

status kit_load(kit **out, const char *path, error *err) {
    *out = NULL;
    object_file o;
    const bw_game *from = NULL;
    status st = object_file_open(&o, path, entry_name, err);
    if (st != ST_OK) return st;
    st = ask_entry(&from, o.symbol, path, err);
    if (st == ST_OK) st = kit_create(out, from, err);
    if (st == ST_OK) {
        (*out)->object = o.handle;
        (*out)->hash = o.hash;
        return ST_OK;
    }
    (void)dlclose(o.handle);
    return st;
}

bool kit_is_stale(const kit *now, const kit *old) {
    return now->object && now->object == old->object && now->hash != old->hash;
}
