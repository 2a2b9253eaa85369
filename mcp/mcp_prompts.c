#include "mcp/mcp_prompts.h"

#include <string.h>

#include "lib/game_page.h"
#include "mcp/mcp_json.h"
#include "mcp/mcp_resources.h"

typedef struct prompt {
    const char *name, *title, *about;
    const char *arg, *arg_about; /* the one argument */
    bool required;
    status (*write)(mcp_client *c, const char *value, text *out, error *err);
} prompt;

static status teach(mcp_client *c, const char *value, text *out, error *err) {
    const game *g = NULL;
    status st = mcp_client_game(c, value, &g, err);
    if (st != ST_OK) return st;
    text_format(
        out,
        "Teach me to play %s. Call the tool rules for %s first and explain the goal and a "
        "turn in a few sentences, with an example. Then make a table with new_table, an "
        "engine of level 1 against me, and show me the board with look. Let me decide every "
        "action; when I try something that is not legal, ask why_not and explain the rule. "
        "After each of my turns say in a sentence what was good or what I missed; use analyze "
        "for that, but do not tell me the best action before I have chosen mine.",
        g->title, g->name);
    game_let_go(g);
    return ST_OK;
}

/* The record is that of the seat: nothing else is in the prompt. */
static status analyse(mcp_client *c, const char *value, text *out, error *err) {
    mcp_tables t = mcp_client_tables(c);
    text told = text_growing();
    status st = t.kind->record(t.self, value, &told, err);
    if (st == ST_OK)
        text_format(
            out,
            "Analyse my last game. Its table is %s. Call review for it, and tell me: where "
            "the game turned, my three most costly decisions with what was better and why "
            "(use position with `ply` and analyze to look closer), how much was luck, and "
            "one thing to practise. If review says that the game is not over yet, speak only of "
            "what my seat has seen. This is the record:\n\n%s",
            value, text_string(&told));
    out->cut |= told.cut;
    text_done(&told);
    return st;
}

static status design(mcp_client *c, const char *value, text *out, error *err) {
    (void)c;
    (void)err;
    text_format(
        out,
        "Design a game with me%s%s. Ask me two or three questions about it first. Then read "
        "the resource kibitz://language, write the rules text, and call check_rules until it "
        "has no problems; tell me what you had to change. Make a table with play_rules and "
        "play a few turns with me. Let two engines play it against each other (play: []) to "
        "see whether it ends and whether both sides can win, and suggest one change.",
        *value ? ": " : "", value);
    return ST_OK;
}

static const prompt prompts[] = {
    {"teach_game", "Teach me this game", "Learn a game by playing it against a weak engine", "game",
     "the name of a game, as the tool games lists it", true, teach},
    {"analyse_game", "Analyse my last game",
     "Where a game turned, the mistakes in it, and the luck", "table", "a handle of the table",
     true, analyse},
    {"design_game", "Design a game with me", "Write a new game in the rules language and play it",
     "idea", "what the game should be about", false, design},
};

enum { PROMPTS = sizeof prompts / sizeof *prompts };

static void put_text(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_ascii(w, value);
}

void mcp_prompts_list(json_writer *w) {
    json_key(w, "prompts");
    json_open(w, '[');
    for (int i = 0; i < PROMPTS; i++) {
        const prompt *p = &prompts[i];
        json_open(w, '{');
        put_text(w, "name", p->name);
        put_text(w, "title", p->title);
        put_text(w, "description", p->about);
        json_key(w, "arguments");
        json_open(w, '[');
        json_open(w, '{');
        put_text(w, "name", p->arg);
        put_text(w, "description", p->arg_about);
        json_key(w, "required");
        json_bool(w, p->required);
        json_close(w, '}');
        json_close(w, ']');
        json_close(w, '}');
    }
    json_close(w, ']');
}

static bool is_known(void *ctx, const char *key, const json_t *v) {
    const prompt **p = ctx;
    bool known = strcmp(key, (*p)->arg) == 0 && mcp_json_type_of(v) == MCP_JSON_STRING;
    if (!known) *p = NULL;
    return known;
}

static status check_args(const prompt *p, const json_t *args, error *err) {
    const prompt *good = p;
    mcp_json_each(args, is_known, &good);
    if (!good)
        return error_set(err, ST_BAD_VALUE, "%s takes the string `%s`: %s", p->name, p->arg,
                         p->arg_about);
    if (p->required && !mcp_json_get(args, p->arg))
        return error_set(err, ST_BAD_VALUE, "`%s` is missing: %s", p->arg, p->arg_about);
    return ST_OK;
}

static status write_prompt(mcp_client *c, const prompt *p, const json_t *args, json_writer *w,
                           error *err) {
    text out = text_growing();
    status st = check_args(p, args, err);
    if (st == ST_OK) st = p->write(c, mcp_json_text(args, p->arg, ""), &out, err);
    if (st == ST_OK && out.cut) st = error_set(err, ST_NOMEM, "no memory for the prompt");
    if (st == ST_OK) {
        put_text(w, "description", p->about);
        json_key(w, "messages");
        json_open(w, '[');
        json_open(w, '{');
        put_text(w, "role", "user");
        json_key(w, "content");
        json_open(w, '{');
        put_text(w, "type", "text");
        put_text(w, "text", text_string(&out));
        json_close(w, '}');
        json_close(w, '}');
        json_close(w, ']');
    }
    text_done(&out);
    return st;
}

status mcp_prompts_get(mcp_client *c, const char *name, const json_t *args, json_writer *w,
                       error *err) {
    for (int i = 0; i < PROMPTS; i++)
        if (strcmp(prompts[i].name, name) == 0) return write_prompt(c, &prompts[i], args, w, err);
    return error_set(err, ST_NOT_FOUND, "there is no prompt %.60s: prompts/list has them all",
                     name);
}
