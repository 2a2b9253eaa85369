#ifndef TUNE_PLOT_H
#define TUNE_PLOT_H
/* Line charts as SVG, for a page that needs nothing but itself. */

#include "engine/base/text.h"

typedef struct plot_line {
    const char *name;
    const double *x, *y; /* x NULL: 0, 1, 2, ... */
    size_t count;
    size_t stride; /* of y; 0: 1 */
    bool dots;     /* points instead of a line */
} plot_line;

typedef struct plot {
    const char *title, *x_name, *y_name;
    const plot_line *line;
    int lines;
    bool from_zero, diagonal; /* y begins at 0; the line x = y is drawn, too */
    int width, height;
} plot;

void plot_write(const plot *p, text *out);

/* Text for HTML: '<', '>', '&' and quotes are replaced. */
void plot_put_html(text *out, const char *s);

#endif
