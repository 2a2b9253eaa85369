#ifndef TUNE_PLOT_H
#define TUNE_PLOT_H
/* Line charts as SVG, for a page that needs nothing but itself. Both axes have names and numbers;
 * margins and legend have the size that their text needs, so that nothing is cut. */

#include "engine/base/text.h"

typedef struct plot_line {
    const char *name;
    const double *x, *y; /* x NULL: first, first + 1, ... */
    size_t count;
    size_t stride;       /* of y; 0: 1 */
    double origin, unit; /* what is drawn is (y - origin) / unit; a unit of 0 is 1 */
    bool dots, bars;     /* points, or bars from 0, instead of a line */
} plot_line;

typedef struct plot {
    const char *title, *x_name, *y_name;
    const plot_line *line;
    int lines;
    int first;                /* x of the first point where a line has none */
    bool from_zero, diagonal; /* y begins at 0; the line x = y is drawn, too */
    int width, height;
} plot;

void plot_write(const plot *p, text *out);
extern const char *const plot_style; /* of pages that have charts: CSS */

/* Text for HTML: '<', '>', '&' and quotes are replaced. */
void plot_put_html(text *out, const char *s);

#endif
