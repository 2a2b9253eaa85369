#include "cli/crew_tasks.h"

#include <string.h>

#include "arena/match.h"
#include "cli/build_info.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "lib/game_page.h"
#include "tune/evolution/pairings.h"
#include "tune/fits/loss_ranks.h"

const crew_task *const crew_tasks_list[] = {&match_task,      &pairings_task,  &loss_task,
                                            &cli_review_task, &cli_perft_task, NULL};

crew_world crew_tasks_world(void) {
    return (crew_world){.games = catalogue_games,
                        .book = catalogue_registry(),
                        .page = game_page_rules,
                        .plain_page = game_page_plain,
                        .program = build_info_get()->program};
}

void crew_tasks_describe(text *out) {
    const file_names *loaded = setup_loaded();
    crew_put_u64(out, catalogue_library() && game_library_allows_native(catalogue_library()));
    crew_put_u64(out, loaded->count);
    for (size_t i = 0; i < loaded->count; i++) crew_put_string(out, loaded->at[i]);
}

/* Files that were read before are not read again: they come in one order. */
status crew_tasks_prepare(crew_bytes described, error *err) {
    static uint64_t done; /* one task is opened after the other */
    crew_reader in = crew_read(described);
    bool native = crew_get_upto(&in, 1);
    uint64_t count = crew_get_u64(&in);
    status st = ST_OK;
    if (catalogue_library()) game_library_allow_native(catalogue_library(), native);
    for (uint64_t i = 0; st == ST_OK && !in.bad && i < count; i++) {
        text path = text_growing();
        crew_get_string(&in, &path);
        if (!in.bad && i >= done) st = setup_load(text_string(&path), NULL, err);
        if (st == ST_OK && i >= done) done = i + 1;
        text_done(&path);
    }
    if (st == ST_OK && !crew_read_all(&in))
        st = error_set(err, ST_INTERNAL, "the names of the rules files make no sense");
    return st;
}

/* --- arguments --- */

void crew_tasks_put_words(int argc, char **argv, text *out) {
    for (int i = 0; i < argc; i++) text_putn(out, argv[i], strlen(argv[i]) + 1);
}

status crew_tasks_get_words(crew_bytes setup, char **copy, char **argv, int *argc, error *err) {
    *argc = 0;
    *copy = mem_alloc(setup.len + 1);
    if (!*copy) return error_set(err, ST_NOMEM, "no memory for the arguments");
    memcpy(*copy, setup.at, setup.len);
    for (size_t at = 0; at < setup.len; at += strlen(*copy + at) + 1) {
        if (*argc == CREW_MAX_WORDS - 1)
            return error_set(err, ST_BAD_SYNTAX, "more than %d arguments", CREW_MAX_WORDS - 1);
        argv[(*argc)++] = *copy + at;
    }
    argv[*argc] = NULL;
    return ST_OK;
}
