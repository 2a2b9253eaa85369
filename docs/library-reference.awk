# Writes the reference of the library from the comments of its header:
#   awk -f docs/library-reference.awk lib/api/kibitz.h > docs/library-reference.md
# A comment that stands before declarations becomes their text; one at the end of a line stays with its line.

function flush_code() {
    if (code != "") printf "```c\n%s```\n\n", code
    code = ""
}

# Names of the library as code; what Markdown would take for a mark of its own is escaped, but not within code.
function say(line,    part, n, i, out) {
    n = split(line, part, "`")
    for (i = 1; i <= n; i += 2) {
        gsub(/\*_[a-z]+/, "`&`", part[i])
        gsub(/(kibitz|KIBITZ)_[A-Za-z_]+(\(\))?/, "`&`", part[i])
        gsub(/\*err|\*first/, "`&`", part[i])
        gsub(/ \* /, " \\* ", part[i])
    }
    out = part[1]
    for (i = 2; i <= n; i++) out = out "`" part[i]
    return out
}

BEGIN {
    print "# Reference of the library\n"
    print "Made from the comments of `<kibitz.h>`; [library.md](library.md) is the page to begin with.\n"
}

# What is no declaration: macros of the compiler, the guards of C++.
/^#ifndef KIBITZ_H|^#define KIBITZ_H$|^#if |^#else|^#endif|^#ifdef|^#include|^#define KIBITZ_API|^extern "C"|^}$/ { next }

/^\/\* --- .* --- \*\/$/ {
    flush_code()
    sub(/^\/\* --- /, "")
    sub(/ --- \*\/$/, "")
    print "## " toupper(substr($0, 1, 1)) substr($0, 2) "\n"
    next
}

# A comment at the beginning of a line.
/^\/\*/ || comment {
    if (!comment) flush_code()
    line = $0
    comment = line !~ /\*\/$/
    sub(/^\/\* ?/, "", line)
    sub(/^ \* ?/, "", line)
    sub(/ *\*\/$/, "", line)
    sub(/^  - /, "- ", line)
    sub(/^    /, "  ", line)
    print say(line)
    if (!comment) print ""
    next
}

/^$/ { flush_code(); next }

{
    line = $0
    if (sub(/^KIBITZ_API /, "", line)) declaring = 1
    else if (declaring) sub(/^           /, "", line)
    if (line ~ /;/) declaring = 0
    code = code line "\n"
}

END { flush_code() }
