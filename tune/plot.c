#include "tune/plot.h"

#include <math.h>
#include <string.h>

const char *const plot_style =
    "body{font:15px/1.5 sans-serif;max-width:820px;margin:2em auto;padding:0 1em;color:#1f2328}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}svg{max-width:100%;height:auto}"
    "svg text{font:11px sans-serif;fill:#57606a}svg .title{font:bold 12px sans-serif;fill:#1f2328}"
    "svg .end{text-anchor:end}svg .mid{text-anchor:middle}svg path{fill:none}"
    ".axis path{stroke:#d8dee4}.line{stroke-width:1.6}.guide{stroke:#8c959f;stroke-dasharray:4 4}"
    "table{border-collapse:collapse}td,th{padding:.15em .8em;text-align:right;border-bottom:1px "
    "solid "
    "#d8dee4}td:first-child,th:first-child{text-align:left}pre{background:#f6f8fa;padding:1em;"
    "white-space:pre-wrap;overflow-wrap:anywhere}";

enum {
    TOP = 28,
    BOTTOM = 38, /* numbers and name of the axis */
    RIGHT = 16,
    NAME_WIDTH = 20, /* the name of the other axis, turned */
    ROW = 17,        /* of the legend */
    COLOURS = 10,
    MAX_POINTS = 400
};
/* A letter is at most about this wide, in fonts of 11 pixels. */
#define LETTER_WIDTH 6.6

static const char *const colour[COLOURS] = {"#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df",
                                            "#0a7ea4", "#bc4c00", "#57606a", "#bf3989", "#4d8f00"};

typedef struct frame {
    double x0, x1, y0, y1;
    int left, right, bottom; /* of the picture inside its axes */
    int columns, rows;       /* of the legend */
    bool counted;            /* x are whole numbers */
} frame;

static double x_of(const plot *p, const plot_line *l, size_t i) {
    return l->x ? l->x[i] : (double)i + p->first;
}

static double y_of(const plot_line *l, size_t i) {
    double y = l->y[i * (l->stride ? l->stride : 1)];
    return (y - l->origin) / (l->unit != 0 ? l->unit : 1);
}

static void widen(double *low, double *high, double v) {
    if (!isfinite(v)) return;
    if (v < *low) *low = v;
    if (v > *high) *high = v;
}

/* 1, 2 or 5 times a power of ten: about five of them. */
static double tick_of(double range, bool counted) {
    double power = pow(10, floor(log10(range / 5)));
    double rest = range / 5 / power;
    double step = power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
    return counted && step < 1 ? 1 : step;
}

static void find_ranges(const plot *p, frame *f) {
    *f = (frame){.x0 = INFINITY, .x1 = -INFINITY, .y0 = INFINITY, .y1 = -INFINITY, .counted = true};
    bool from_zero = p->from_zero;
    for (int k = 0; k < p->lines; k++) {
        f->counted &= !p->line[k].x;
        from_zero |= p->line[k].bars;
        for (size_t i = 0; i < p->line[k].count; i++) {
            widen(&f->x0, &f->x1, x_of(p, &p->line[k], i));
            widen(&f->y0, &f->y1, y_of(&p->line[k], i));
        }
    }
    if (!(f->x0 < f->x1)) f->x1 = (f->x0 = isfinite(f->x0) ? f->x0 : 0) + 1;
    if (from_zero && f->y0 > 0) f->y0 = 0;
    if (!(f->y0 < f->y1)) f->y1 = (f->y0 = isfinite(f->y0) ? f->y0 : 0) + 1;
    double air = 0.04 * (f->y1 - f->y0);
    if (!from_zero) f->y0 -= air;
    f->y1 += air;
}

/* How wide the numbers of the y axis are. */
static double number_width(const frame *f) {
    double step = tick_of(f->y1 - f->y0, false);
    size_t longest = 1;
    for (long i = (long)ceil(f->y0 / step); (double)i * step <= f->y1; i++) {
        char buf[32];
        text number = text_over(buf, sizeof buf);
        text_format(&number, "%.6g", (double)i * step);
        if (number.len > longest) longest = number.len;
    }
    return LETTER_WIDTH * (double)longest;
}

/* The width of one entry of the legend. */
static double entry_width(const plot *p) {
    size_t longest = 1;
    for (int k = 0; k < p->lines; k++)
        if (strlen(p->line[k].name) > longest) longest = strlen(p->line[k].name);
    return 26 + LETTER_WIDTH * (double)longest;
}

static frame frame_of(const plot *p) {
    frame f;
    find_ranges(p, &f);
    f.left = (int)(NAME_WIDTH + number_width(&f) + 8);
    f.right = p->width - RIGHT;
    f.columns = (int)((p->width - RIGHT) / entry_width(p));
    if (f.columns < 1) f.columns = 1;
    f.rows = p->lines > 1 ? (p->lines + f.columns - 1) / f.columns : 0;
    f.bottom = p->height - BOTTOM;
    return f;
}

static double at_x(const frame *f, double x) {
    return f->left + (x - f->x0) / (f->x1 - f->x0) * (f->right - f->left);
}

static double at_y(const frame *f, double y) {
    return f->bottom - (y - f->y0) / (f->y1 - f->y0) * (f->bottom - TOP);
}

void plot_put_html(text *out, const char *s) {
    for (; *s; s++) switch (*s) {
        case '<':
            text_put(out, "&lt;");
            break;
        case '>':
            text_put(out, "&gt;");
            break;
        case '&':
            text_put(out, "&amp;");
            break;
        case '"':
            text_put(out, "&quot;");
            break;
        default:
            text_char(out, *s);
        }
}

static void write_ticks(const frame *f, text *out) {
    double step = tick_of(f->y1 - f->y0, false);
    for (long i = (long)ceil(f->y0 / step); (double)i * step <= f->y1; i++) {
        double at = at_y(f, (double)i * step);
        text_format(out,
                    "<path d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" class=\"end\">%.6g</text>",
                    f->left, at, f->right, f->left - 6, at + 4, (double)i * step);
    }
    step = tick_of(f->x1 - f->x0, f->counted);
    for (long i = (long)ceil(f->x0 / step); (double)i * step <= f->x1; i++)
        text_format(out,
                    "<path d=\"M%.1f %dv4\"/><text x=\"%.1f\" y=\"%d\" class=\"mid\">%.6g</text>",
                    at_x(f, (double)i * step), f->bottom, at_x(f, (double)i * step), f->bottom + 16,
                    (double)i * step);
}

static void write_axes(const plot *p, const frame *f, text *out) {
    text_put(out, "<g class=\"axis\">");
    write_ticks(f, out);
    text_format(out, "<text x=\"%d\" y=\"%d\" class=\"mid\">", (f->right + f->left) / 2,
                f->bottom + 33);
    plot_put_html(out, p->x_name);
    int middle = (TOP + f->bottom) / 2;
    text_format(out,
                "</text><text x=\"12\" y=\"%d\" class=\"mid\" transform=\"rotate(-90 12 %d)\">",
                middle, middle);
    plot_put_html(out, p->y_name);
    text_put(out, "</text><text x=\"4\" y=\"16\" class=\"title\">");
    plot_put_html(out, p->title);
    text_put(out, "</text></g>");
}

/* Bars from 0, a number of them side by side. */
static void write_bars(const plot *p, const plot_line *l, const frame *f, const char *fill,
                       text *out) {
    double wide = 0.7 * (f->right - f->left) / (double)(l->count ? l->count : 1);
    for (size_t i = 0; i < l->count; i++) {
        double top = at_y(f, y_of(l, i));
        if (!isfinite(top)) continue;
        text_format(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                    at_x(f, x_of(p, l, i)) - wide / 2, top, wide, at_y(f, 0) - top, fill);
    }
}

/* A long line is thinned out: a picture has a limited number of columns. */
static void write_path(const plot *p, const plot_line *l, const frame *f, const char *stroke,
                       text *out) {
    size_t every = l->count > MAX_POINTS ? l->count / MAX_POINTS : 1;
    bool pen = false;
    if (!l->dots) text_put(out, "<path class=\"line\" d=\"");
    for (size_t i = 0; i < l->count; i++) {
        if (i % every && i + 1 != l->count) continue;
        double x = at_x(f, x_of(p, l, i));
        double y = at_y(f, y_of(l, i));
        if (!isfinite(y)) continue;
        if (l->dots)
            text_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, stroke);
        else
            text_format(out, "%c%.1f %.1f", pen ? 'L' : 'M', x, y);
        pen = true;
    }
    if (!l->dots) text_format(out, "\" stroke=\"%s\"/>", stroke);
}

/* Below the picture, in as many columns as there is space for. */
static void write_legend(const plot *p, const frame *f, text *out) {
    double wide = entry_width(p);
    for (int k = 0; k < p->lines && p->lines > 1; k++) {
        double x = 4 + wide * (k % f->columns);
        int y = p->height + ROW * (k / f->columns);
        text_format(out,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/>"
                    "<text x=\"%.1f\" y=\"%d\">",
                    x, y + 4, colour[k % COLOURS], x + 17, y + 10);
        plot_put_html(out, p->line[k].name);
        text_put(out, "</text>");
    }
}

void plot_write(const plot *p, text *out) {
    frame f = frame_of(p);
    int height = p->height + ROW * f.rows;
    text_format(out,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"",
                p->width, height, p->width, height);
    plot_put_html(out, p->title);
    text_put(out, "\">");
    write_axes(p, &f, out);
    if (p->diagonal) {
        double low = fmax(f.x0, f.y0);
        double high = fmin(f.x1, f.y1);
        text_format(out, "<path class=\"guide\" d=\"M%.1f %.1fL%.1f %.1f\"/>", at_x(&f, low),
                    at_y(&f, low), at_x(&f, high), at_y(&f, high));
    }
    for (int k = 0; k < p->lines; k++) {
        if (p->line[k].bars)
            write_bars(p, &p->line[k], &f, colour[k % COLOURS], out);
        else
            write_path(p, &p->line[k], &f, colour[k % COLOURS], out);
    }
    write_legend(p, &f, out);
    text_put(out, "</svg>\n");
}
