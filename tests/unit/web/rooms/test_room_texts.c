/* Own texts as what options name instead of files: decks and puzzles. */
#include <acutest.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "games/project_l/project_l_puzzles.h"
#include "tests/unit/web/rooms/room_answers.h"
#include "web/think/given_texts.h"

static int put_text(const web_person *who, const char *name, const char *data) {
    char target[80];
    text body = text_growing();
    json_writer w = json_writer_on(&body);
    (void)snprintf(target, sizeof target, "/api/1/texts/%s", name);
    json_open(&w, '{');
    json_key(&w, "text");
    json_string(&w, data);
    json_close(&w, '}');
    int code = web_client_say(d.c, who, "PUT", target, text_string(&body));
    text_done(&body);
    return code;
}

static int make(const web_person *who, const char *name, const char *option, const char *value) {
    char body[300];
    (void)snprintf(
        body, sizeof body,
        "{\"game\":\"%s\",\"players\":2,\"options\":{\"%s\":\"%s\"},\"look\":\"public\"}", name,
        option, value);
    return room_desk_make(&d, who, body);
}

/* All that is not in the store is gone. */
static void restart(void) {
    room_desk_forget(&d);
    given_texts_destroy(d.world->given);
    TEST_ASSERT(given_texts_create(&d.world->given, d.world->store, NULL) == ST_OK);
}

static void test_deck(void) {
    char value[80];
    char body[200];
    room_desk_open_thinking(&d);
    ANSWERS(put_text(&d.ann, "zebras", "3; Plain Zebra; basic; -\n2; Wise Zebra; magical; -\n"),
            200);
    ANSWERS(make(&d.ann, "unicorns", "deck", "base,me/zebras"), 201);
    (void)snprintf(value, sizeof value, "%s", field("room/game/options/deck"));
    TEST_CHECK_(strncmp(value, "base,text:", 10) == 0 && strlen(value) == 10 + 32, "%s", value);
    char table[32];
    (void)snprintf(table, sizeof table, "%s", d.id);
    /* Changed and deleted: the table keeps what it began with. */
    ANSWERS(put_text(&d.ann, "zebras", "3; Other; basic; -\n"), 200);
    ANSWERS(web_client_say(d.c, &d.ann, "DELETE", "/api/1/texts/zebras", NULL), 200);
    restart();
    ANSWERS(room_desk_get(&d, &d.ann, ""), 200);
    TEST_CHECK(strcmp(field("room/game/options/deck"), value) == 0);
    /* Another one as this one: a return match, also by others, and playing on from it. */
    ANSWERS(make(&d.bob, "unicorns", "deck", value), 201);
    (void)snprintf(d.id, sizeof d.id, "%s", table);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/1/show", "{}"), 200);
    ANSWERS(room_desk_want(&d, &d.ann, 1, "resign", NULL), 200);
    (void)snprintf(body, sizeof body, "{\"room\":\"%s\"}", table);
    ANSWERS(room_desk_make(&d, &d.bob, body), 201);
    /* A review of it reads the deck, too. */
    (void)snprintf(body, sizeof body, "{\"room\":\"%s\"}", table);
    ANSWERS(web_client_say(d.c, &d.ann, "POST", "/api/1/library", body), 201);
    /* Who has left takes nothing from others. */
    store_batch *b = store_batch_create();
    TEST_CHECK(rooms_forget(d.world->rooms, d.ann.id, b) == ST_OK);
    TEST_CHECK(store_write(d.world->store, b, NULL) == ST_OK);
    restart();
    ANSWERS(room_desk_get(&d, &d.bob, ""), 200);
    room_desk_close(&d);
}

static void test_refused(void) {
    room_desk_open_thinking(&d);
    ANSWERS(make(&d.ann, "unicorns", "deck", "me/nothing"), 404);
    ANSWERS(make(&d.ann, "unicorns", "deck", "/etc/passwd"), 422);
    TEST_CHECK(has("unsupported"));
    ANSWERS(make(&d.ann, "unicorns", "deck", "base,/etc/passwd"), 422);
    ANSWERS(make(&d.ann, "unicorns", "deck", "text:../../etc/passwd"), 422);
    TEST_CHECK(has("unsupported") && has("name it again"));
    ANSWERS(make(&d.ann, "unicorns", "deck", "text:00112233445566778899aabbccddeeff"), 422);
    ANSWERS(make(&d.ann, "unicorns", "deck", "me/../../etc/passwd"), 404);
    ANSWERS(put_text(&d.ann, "mine", "3; Plain Zebra; basic; -\n"), 200);
    ANSWERS(make(&d.bob, "unicorns", "deck", "base,me/mine"), 404); /* another's */
    ANSWERS(make(&d.ann, "unicorns", "deck", "base,me/mine,/etc/passwd"), 422);
    /* What is wrong with it is said by its own name. */
    ANSWERS(put_text(&d.ann, "bad", "3; Plain Zebra; basic; -\nx; y\n"), 200);
    ANSWERS(make(&d.ann, "unicorns", "deck", "base,me/bad"), 422);
    TEST_CHECK_(has("me/bad, ") && !has("text:"), "%s", web_client_answer(d.c));
    /* Only where an option takes a file. */
    ANSWERS(make(&d.ann, "chess", "deck", "me/mine"), 422);
    room_desk_close(&d);
}

/* Positions outside of tables, for as long as the text is among the newest. */
static void test_position(void) {
    room_desk_open_thinking(&d);
    size_t len;
    const char *base = pl_base_text(&len);
    char *own = mem_alloc(len + 1);
    TEST_ASSERT(own != NULL);
    memcpy(own, base, len);
    char *first = strstr(own, "R 2 I2");
    TEST_ASSERT(first != NULL);
    first[2] = '5'; /* points */
    ANSWERS(put_text(&d.ann, "puzzles", own), 200);
    mem_free(own);
    ANSWERS(web_client_say(d.c, &d.ann, "POST", "/api/1/scene",
                           "{\"game\":\"projectl\",\"options\":{\"file\":\"me/puzzles\"}}"),
            200);
    text body = text_growing();
    text_format(&body, "{\"position\":\"%s\"}", field("position"));
    ANSWERS(web_client_say(d.c, &d.bob, "POST", "/api/1/scene", text_string(&body)), 200);
    restart();
    ANSWERS(web_client_say(d.c, &d.bob, "POST", "/api/1/scene", text_string(&body)), 422);
    TEST_CHECK(has("name it again"));
    ANSWERS(make(&d.ann, "projectl", "file", "me/puzzles"), 201);
    ANSWERS(web_client_say(d.c, &d.bob, "POST", "/api/1/scene", text_string(&body)), 200);
    text_done(&body);
    room_desk_close(&d);
}

TEST_LIST = {
    {"deck", test_deck}, {"refused", test_refused}, {"position", test_position}, {NULL, NULL}};
