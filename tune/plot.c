#include "tune/plot.h"

#include <math.h>

enum { LEFT = 62, LEGEND = 150, TOP = 28, BOTTOM = 38, COLOURS = 10, MAX_POINTS = 400 };

static const char *const colour[COLOURS] = {"#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df",
                                            "#0a7ea4", "#bc4c00", "#57606a", "#bf3989", "#4d8f00"};

typedef struct frame {
    double x0, x1, y0, y1;
    int width, height;
    int right; /* where the picture ends and the legend begins */
} frame;

static double x_of(const plot_line *l, size_t i) {
    return l->x ? l->x[i] : (double)i;
}

static double y_of(const plot_line *l, size_t i) {
    return l->y[i * (l->stride ? l->stride : 1)];
}

static void widen(double *low, double *high, double v) {
    if (!isfinite(v)) return;
    if (v < *low) *low = v;
    if (v > *high) *high = v;
}

static frame frame_of(const plot *p) {
    frame f = {INFINITY, -INFINITY, INFINITY, -INFINITY, p->width, p->height, 0};
    f.right = p->width - (p->lines > 1 ? LEGEND : LEFT / 4);
    for (int k = 0; k < p->lines; k++)
        for (size_t i = 0; i < p->line[k].count; i++) {
            widen(&f.x0, &f.x1, x_of(&p->line[k], i));
            widen(&f.y0, &f.y1, y_of(&p->line[k], i));
        }
    if (!(f.x0 < f.x1)) f.x1 = (f.x0 = isfinite(f.x0) ? f.x0 : 0) + 1;
    if (p->from_zero && f.y0 > 0) f.y0 = 0;
    if (!(f.y0 < f.y1)) f.y1 = (f.y0 = isfinite(f.y0) ? f.y0 : 0) + 1;
    double air = 0.04 * (f.y1 - f.y0);
    if (!p->from_zero) f.y0 -= air;
    f.y1 += air;
    return f;
}

static double at_x(const frame *f, double x) {
    return LEFT + (x - f->x0) / (f->x1 - f->x0) * (f->right - LEFT);
}

static double at_y(const frame *f, double y) {
    return f->height - BOTTOM - (y - f->y0) / (f->y1 - f->y0) * (f->height - TOP - BOTTOM);
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

/* 1, 2 or 5 times a power of ten: about five of them. */
static double tick_of(double range) {
    double power = pow(10, floor(log10(range / 5)));
    double rest = range / 5 / power;
    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

static void write_y_tick(const frame *f, double y, text *out) {
    double at = at_y(f, y);
    text_format(out, "<path d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" class=\"end\">%.6g</text>",
                LEFT, at, f->right, LEFT - 6, at + 4, y);
}

static void write_axes(const plot *p, const frame *f, text *out) {
    double step = tick_of(f->y1 - f->y0);
    text_put(out, "<g class=\"axis\">");
    for (long i = (long)ceil(f->y0 / step); (double)i * step <= f->y1; i++)
        write_y_tick(f, (double)i * step, out);
    step = tick_of(f->x1 - f->x0);
    for (long i = (long)ceil(f->x0 / step); (double)i * step <= f->x1; i++)
        text_format(out, "<text x=\"%.1f\" y=\"%d\" class=\"mid\">%.6g</text>",
                    at_x(f, (double)i * step), f->height - BOTTOM + 16, (double)i * step);
    text_format(out, "<text x=\"%d\" y=\"%d\" class=\"mid\">", (f->right + LEFT) / 2,
                f->height - 4);
    plot_put_html(out, p->x_name);
    text_format(out, "</text><text x=\"%d\" y=\"16\" class=\"title\">", LEFT);
    plot_put_html(out, p->title);
    text_put(out, "</text></g>");
}

/* A long line is thinned out: a picture has a limited number of columns. */
static void write_path(const plot_line *l, const frame *f, const char *stroke, text *out) {
    size_t every = l->count > MAX_POINTS ? l->count / MAX_POINTS : 1;
    bool pen = false;
    if (!l->dots) text_put(out, "<path class=\"line\" d=\"");
    for (size_t i = 0; i < l->count; i++) {
        if (i % every && i + 1 != l->count) continue;
        double x = at_x(f, x_of(l, i));
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

static void write_legend(const plot *p, const frame *f, text *out) {
    for (int k = 0; k < p->lines && p->lines > 1; k++) {
        int y = TOP + 14 + 15 * k;
        if (y > f->height - BOTTOM) break;
        text_format(out, "<text x=\"%d\" y=\"%d\" style=\"fill:%s\">", f->right + 8, y,
                    colour[k % COLOURS]);
        plot_put_html(out, p->line[k].name);
        text_put(out, "</text>");
    }
}

void plot_write(const plot *p, text *out) {
    frame f = frame_of(p);
    text_format(out, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">",
                p->width, p->height, p->width, p->height);
    write_axes(p, &f, out);
    if (p->diagonal) {
        double low = fmax(f.x0, f.y0);
        double high = fmin(f.x1, f.y1);
        text_format(out, "<path class=\"guide\" d=\"M%.1f %.1fL%.1f %.1f\"/>", at_x(&f, low),
                    at_y(&f, low), at_x(&f, high), at_y(&f, high));
    }
    for (int k = 0; k < p->lines; k++) write_path(&p->line[k], &f, colour[k % COLOURS], out);
    write_legend(p, &f, out);
    text_put(out, "</svg>\n");
}
