#ifndef CLI_SCREEN_SCREEN_H
#define CLI_SCREEN_SCREEN_H
/* A scene (engine/game/scene.h) drawn for a terminal that shows UTF-8: any game of the catalogue,
 * any rules text and any game on the kit from the same code. Pieces, stones, tiles and cards look
 * like what they are; marks tell the last action, a check and a winning line. Without colours the
 * same is told by shapes and brackets. */

#include "cli/screen/canvas.h"
#include "engine/game/scene.h"

typedef struct screen_look {
    int columns; /* that the terminal has */
    canvas_depth depth;
    char *const *names; /* of the people in the seats; it, and each of them, may be NULL */
} screen_look;

/* What the terminal of fd can show; false: only ASCII, because it is no terminal, a dumb one, or its
 * locale is not UTF-8. NO_COLOR is heeded. */
bool screen_terminal(int fd, screen_look *out);

/* The drawing, in complete lines. False, and nothing written, where it is too wide for the
 * terminal, where the scene is only a text, or without memory: then the game's own drawing is
 * what remains. */
bool screen_draw(const scene *s, const screen_look *how, text *out);

#endif
