#ifndef ENGINE_NOTATION_FORMS_MOVETEXT_H
#define ENGINE_NOTATION_FORMS_MOVETEXT_H
/* What PGN and PDN have in common: tag pairs, then moves with numbers, comments, NAGs and
 * variations, and a result. What a move is, and which game it is of, is the format's. Internal to
 * the formats. */

#include "engine/notation/tree/game_text.h"

typedef struct movetext_format {
    /* The game, its options and its start, from tags that are all read; tags that the tree then has
     * in another form are taken away with movetext_take_tag(). Errors blame the tags. */
    status (*choose)(game_tree *t, const game_text *s, error *err);
    /* Whether these rules are written in this format. */
    status (*check)(const rules *r, error *err);
    /* A move as one or more tokens with a space between. */
    status (*read)(const position *p, const char *word, text *out, error *err);
    /* The way back; tokens with a space between. */
    status (*write)(const position *p, const char *tokens, text *out, error *err);
    /* Tags of the format, before the others; p is the start. */
    void (*tags)(const game_tree *t, const position *p, text *out);
    /* A result: of which seat, GAME_TREE_DRAW, or GAME_TREE_UNKNOWN; false: the word is none. */
    bool (*read_result)(const game_tree *t, const char *word, int *out);
    const char *(*write_result)(const game_tree *t);
    bool several; /* a move may be several tokens of one player */
} movetext_format;

/* The next game of a file. ST_NOT_FOUND: there are no more. After another failure the next call
 * begins with the game that follows. */
status movetext_next(game_text *s, const movetext_format *f, game_tree **out, error *err);
/* ST_ILLEGAL_ACTION for a tree whose actions cannot be played. */
status movetext_write(const game_tree *t, const movetext_format *f, text *out, error *err);

/* Removes a tag. */
void movetext_take_tag(game_tree *t, const char *name);
/* [Name "value"] */
void movetext_put_tag(text *out, const char *name, const char *value);

/* Whether a tag that every game has says nothing. */
bool movetext_is_unknown(const char *name, const char *value);

/* Commands in a comment: [%clk 0:01:02], [%emt 0:00:03], [%eval 0.35,22], [%eval #-3]. Taken out of
 * it into the node; `comment` is shortened. */
void movetext_read_commands(game_node *n, char *comment);
void movetext_write_commands(const game_node *n, text *out);

#endif
