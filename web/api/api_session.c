#include "web/api/api_session.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/api/people_inside.h"
#include "web/http/web_gate.h"
#include "web/web_world.h"

static const char *kind_name(int64_t kind) {
    return kind == PERSON_OWNER ? "owner" : kind == PERSON_MEMBER ? "member" : "guest";
}

static void write_person(json_writer *w, const people_account *a) {
    json_open(w, '{');
    json_key(w, "id");
    json_int(w, a->id);
    json_key(w, "name");
    json_string(w, text_string(&a->name));
    json_key(w, "kind");
    json_string(w, kind_name(a->kind));
    if (a->room.len) {
        json_key(w, "room");
        json_string(w, text_string(&a->room));
    }
    json_close(w, '}');
}

void api_write_me(people *p, web_request *q, int64_t account) {
    static const char *const registers[] = {"off", "invite", "open"};
    people_account a;
    bool known = people_find(p, NULL, account, &a);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "person");
    if (known)
        write_person(&w, &a);
    else
        json_raw(&w, "null");
    json_key(&w, "mode");
    json_string(&w, p->setup.owner_mode ? "owner" : "accounts");
    json_key(&w, "register");
    json_string(&w, registers[p->setup.registers]);
    json_key(&w, "csrf"); /* the header X-Kibitz and the origin do that */
    json_raw(&w, "null");
    json_key(&w, "version");
    json_string(&w, p->setup.version ? p->setup.version : "");
    json_key(&w, "settings");
    json_raw(&w, known && a.settings.len ? text_string(&a.settings) : "{}");
    json_close(&w, '}');
    people_account_done(&a);
}

static void me(void *world, web_request *q) {
    web_world *u = world;
    api_write_me(u->people, q, q->person.id);
    /* The session was renewed with this request; so is the cookie. */
    if (q->person.session && q->session_word[0])
        web_gate_set_cookie(u->gate, q, q->session_word, PEOPLE_SESSION_S);
}

/* --- changing oneself --- */

/* Printable UTF-8 of a reasonable length that does not begin or end with a space. */
static bool good_name(const char *name) {
    size_t len = strlen(name);
    if (len < 1 || len > 40 || name[0] == ' ' || name[len - 1] == ' ') return false;
    for (; *name; name++)
        if ((unsigned char)*name < 0x20 || *name == 0x7f) return false;
    return true;
}

static bool add_name(people *p, web_request *q, store_batch *b, const char *name) {
    if (q->person.kind == PERSON_MEMBER) {
        web_refuse(q, 422, status_name(ST_UNSUPPORTED),
                   "a name that one logs in with stays as it is", "name");
        return false;
    }
    if (!good_name(name)) {
        web_refuse(q, 422, status_name(ST_BAD_VALUE), "a name has 1 to 40 letters", "name");
        return false;
    }
    (void)p;
    store_value arg[] = {store_int(q->person.id), store_text(name), store_null()};
    return store_batch_add(b, STORE_ACCOUNT_RENAME, arg, 3) == ST_OK;
}

static bool add_settings(web_request *q, store_batch *b, json_t *settings) {
    char *dump = json_dumps(settings, JSON_COMPACT);
    bool fits = dump && strlen(dump) <= PEOPLE_MAX_SETTINGS;
    if (fits) {
        store_value arg[] = {store_int(q->person.id), store_text(dump)};
        (void)store_batch_add(b, STORE_ACCOUNT_SETTINGS, arg, 2);
    } else {
        web_refuse(q, 422, status_name(ST_BAD_VALUE), "settings are at most 16 KiB", "settings");
    }
    web_json_free(dump);
    return fits;
}

/* The answer is written again after the commit, from what is stored then. */
static void change_me(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    static const char *const known[] = {"settings", "name", NULL};
    const char *name;
    json_t *settings;
    if (!web_fields_known(q, known) || !web_field_text_or(q, "name", NULL, &name) ||
        !web_field_object_or(q, "settings", &settings))
        return;
    store_batch *b = store_batch_create();
    if ((name && !add_name(p, q, b, name)) || (settings && !add_settings(q, b, settings))) {
        store_batch_destroy(b);
        return;
    }
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
    people_commit(p, q, b, (people_after){.me = q->person.id});
}

/* --- sessions --- */

static void begin_as_owner(people *p, web_request *q, const char *word) {
    if (!people_use_start(p, word)) {
        web_refuse(q, 401, "forbidden",
                   "this start link was used or is too old: start the server again", "token");
        return;
    }
    store_batch *b = store_batch_create();
    people_begin_session(p, q, b, p->owner);
    people_commit(p, q, b, (people_after){.me = p->owner});
}

static void begin_as_guest(people *p, web_request *q, const char *room, const char *name) {
    const char *invite;
    if (!web_field_text(q, "invite", &invite)) return;
    if (!good_name(name)) {
        web_refuse(q, 422, status_name(ST_BAD_VALUE), "a name has 1 to 40 letters", "name");
        return;
    }
    if (strlen(room) >= PERSON_ROOM_SIZE || !p->setup.invited ||
        !p->setup.invited(p->setup.invited_ctx, room, invite)) {
        web_refuse(q, 403, "forbidden", "this link does not lead to a table (any more)", NULL);
        return;
    }
    /* No guest has the name of a member. */
    char shown[PERSON_NAME_SIZE], folded[PERSON_NAME_SIZE];
    people_account a;
    people_fold(name, folded, sizeof folded);
    bool taken = people_find(p, folded, 0, &a);
    people_account_done(&a);
    snprintf(shown, sizeof shown, "%s%s", name, taken ? " (guest)" : "");
    store_batch *b = store_batch_create();
    store_value arg[] = {store_text(shown), store_null(),     store_int(PERSON_GUEST),
                         store_null(),      store_text(room), store_int(people_now_ms(p))};
    (void)store_batch_add(b, STORE_ACCOUNT_ADD, arg, 6);
    people_begin_session(p, q, b, 0);
    people_commit(p, q, b, (people_after){.me_of_word = true});
}

/* A log-in whose password is being compared. */
typedef struct login {
    people *p;
    web_request *q;
    int64_t account;
} login;

static void compared(void *ctx, bool good, const char *hash) {
    (void)hash;
    login l = *(login *)ctx;
    mem_free(ctx);
    if (!good || !l.account) {
        web_refuse(l.q, 401, "forbidden", "this name and this password do not fit", NULL);
        web_finish(l.q);
        return;
    }
    store_batch *b = store_batch_create();
    people_begin_session(l.p, l.q, b, l.account);
    people_commit(l.p, l.q, b, (people_after){.me = l.account});
}

static void begin_as_member(people *p, web_request *q, const char *name, const char *password) {
    login *l = strlen(password) <= PEOPLE_MAX_PASSWORD ? mem_alloc(sizeof *l) : NULL;
    if (!l) {
        web_refuse(q, 401, "forbidden", "this name and this password do not fit", NULL);
        return;
    }
    char folded[PERSON_NAME_SIZE];
    people_fold(name, folded, sizeof folded);
    people_account a;
    bool known = strlen(name) < PERSON_NAME_SIZE && people_find(p, folded, 0, &a) && a.password.len;
    char hash[PEOPLE_ARGON_SIZE];
    snprintf(hash, sizeof hash, "%s", known ? text_string(&a.password) : people_argon_nobody());
    *l = (login){p, q, known ? a.id : 0};
    people_account_done(&a);
    people_compare(p, q, password, hash, compared, l);
}

static void begin(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    static const char *const known[] = {"token", "name", "password", "room", "invite", NULL};
    const char *start, *name, *password, *room;
    if (!web_fields_known(q, known) || !web_field_text_or(q, "token", NULL, &start) ||
        !web_field_text_or(q, "name", "", &name) ||
        !web_field_text_or(q, "password", NULL, &password) ||
        !web_field_text_or(q, "room", NULL, &room))
        return;
    if (start)
        begin_as_owner(p, q, start);
    else if (room)
        begin_as_guest(p, q, room, name);
    else if (password)
        begin_as_member(p, q, name, password);
    else
        web_refuse(q, 422, status_name(ST_BAD_VALUE),
                   "log in with a start token, with a name and a password, or by a room's link",
                   NULL);
}

static void drop_session(people *p, web_request *q, int64_t session) {
    store_batch *b = store_batch_create();
    store_value arg[] = {store_int(session), store_int(q->person.id)};
    store_value guest = store_int(PERSON_GUEST);
    (void)store_batch_add(b, STORE_SESSION_DROP, arg, 2);
    store_batch_require(b);
    /* A guest goes with their session. */
    (void)store_batch_add(b, STORE_GUESTS_WITHOUT_SESSION, &guest, 1);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
    people_commit(p, q, b,
                  (people_after){.not_found = "there is no such session of yours",
                                 .ends = true,
                                 .session = session});
}

static void end_this(void *world, web_request *q) {
    web_world *u = world;
    web_gate_set_cookie(u->gate, q, NULL, 0);
    drop_session(u->people, q, q->person.session);
}

static void end_other(void *world, web_request *q) {
    int64_t id;
    if (!text_i64(q->word[0], 1, INT64_MAX / 2, &id)) {
        web_refuse(q, 404, status_name(ST_NOT_FOUND), "there is no such session of yours", NULL);
        return;
    }
    drop_session(((web_world *)world)->people, q, id);
}

typedef struct session_list {
    json_writer w;
    int64_t own;
} session_list;

static bool write_session(void *ctx, const store_value *column, int count) {
    session_list *l = ctx;
    if (count < 3) return false;
    json_open(&l->w, '{');
    json_key(&l->w, "id");
    json_int(&l->w, column[0].number);
    json_key(&l->w, "since");
    json_int(&l->w, column[1].number);
    json_key(&l->w, "seen");
    json_int(&l->w, column[2].number);
    json_key(&l->w, "this");
    json_bool(&l->w, column[0].number == l->own);
    json_close(&l->w, '}');
    return true;
}

static void write_sessions(people *p, const web_person *who, json_writer *w) {
    session_list l = {*w, who->session};
    store_value arg[] = {store_int(who->id), store_int(people_now_ms(p))};
    json_key(&l.w, "sessions");
    json_open(&l.w, '[');
    (void)store_read(p->setup.store, STORE_SESSIONS_OF, arg, 2, write_session, &l, NULL);
    json_close(&l.w, ']');
    *w = l.w;
}

static void sessions(void *world, web_request *q) {
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    write_sessions(((web_world *)world)->people, &q->person, &w);
    json_close(&w, '}');
}

/* Everything of a person as one file. */
static void export_all(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    people_account a;
    if (!people_find(p, NULL, q->person.id, &a)) {
        web_refuse(q, 404, status_name(ST_NOT_FOUND), "there is no such account", NULL);
        people_account_done(&a);
        return;
    }
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "person");
    write_person(&w, &a);
    json_key(&w, "made");
    json_int(&w, a.made);
    json_key(&w, "settings");
    json_raw(&w, a.settings.len ? text_string(&a.settings) : "{}");
    write_sessions(p, &q->person, &w);
    api_tokens_write(p, q->person.id, &w);
    for (int i = 0; i < p->keepers; i++)
        if (p->keeper[i].export_to) p->keeper[i].export_to(p->keeper[i].ctx, q->person.id, &w);
    json_close(&w, '}');
    snprintf(q->filename, sizeof q->filename, "kibitz-export.json");
    people_account_done(&a);
}

const web_route api_session_routes[] = {
    {"GET", "/me", me, ROUTE_OPEN},
    {"PATCH", "/me", change_me, 0},
    {"GET", "/me/sessions", sessions, 0},
    {"DELETE", "/me/sessions/{}", end_other, 0},
    {"GET", "/me/export", export_all, 0},
    {"POST", "/session", begin, ROUTE_OPEN | ROUTE_LOGIN | ROUTE_NAMED},
    {"DELETE", "/session", end_this, 0},
    {NULL, NULL, NULL, 0}};
