/* Rules that someone holds are given to who opens the same; nothing stays when the last one lets go. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "games/azul/azul.h"
#include "games/connect4/connect4.h"
#include "games/unicorns/unicorns.h"

static rules *opened(const game *g, const params *p) {
    rules *r = NULL;
    error err = {0};
    TEST_ASSERT_(rules_open(&r, g, p, &err) == ST_OK, "%s", err.text);
    return r;
}

static void test_same_options(void) {
    size_t before = mem_live();
    params plain = params_default();
    params two = plain;
    params three = plain;
    two.players = azul.default_players;
    three.players = 3;
    rules *first = opened(&azul, &plain);
    uint64_t asked = mem_count();
    rules *second = opened(&azul, &two); /* said, but the same */
    TEST_CHECK(second == first && mem_count() == asked);
    rules *other = opened(&azul, &three);
    TEST_CHECK(other != first && other->players == 3);
    rules *four = opened(&connect4, &plain);
    TEST_CHECK(four != first && four->game == &connect4);
    rules_close(first);
    TEST_CHECK(opened(&azul, &plain) == second);
    rules_close(second);
    rules_close(second);
    rules_close(other);
    rules_close(four);
    TEST_CHECK(mem_live() == before);
    first = opened(&azul, &plain); /* made again */
    TEST_CHECK(mem_live() > before);
    rules_close(first);
}

/* A file is read each time: it may have changed. */
static void test_files(void) {
    params p = params_default();
    error err = {0};
    TEST_ASSERT_(params_set(&p, &unicorns, "deck", DECK_FILE, &err) == ST_OK, "%s", err.text);
    rules *first = opened(&unicorns, &p);
    rules *second = opened(&unicorns, &p);
    TEST_CHECK(first != second && first->files == 1);
    rules_close(first);
    rules_close(second);
}

static void test_no_memory(void) {
    params p = params_default();
    rules *r = NULL;
    error err = {0};
    mem_fail_at(1);
    TEST_CHECK(rules_open(&r, &azul, &p, &err) == ST_NOMEM && !r);
    mem_fail_at(0);
    r = opened(&azul, &p);
    rules_close(r);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"same_options", test_same_options},
             {"files", test_files},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
