#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/setup.h"
#include "lib/catalogue.h"
#include "search/search_registry.h"

/* `kibitz completions`: scripts for shells, from the tables of commands, options and games. A
 * script has what the program had when it was printed; `cmake --install` puts them in place. */

enum { HELP_LENGTH = 60 };

/* --- the tables --- */

/* Calls fn for each option of a command that the help lists, with those of every command. */
typedef void (*option_visit)(const subcommand *c, const arg *a, text *out);

static void each_of(const subcommand *c, const arg_group *g, option_visit fn, text *out) {
    for (const arg *a = args_of(g); a->name; a++)
        if (a->type != ARG_WORD && a->help) fn(c, a, out);
}

static void each_option(const subcommand *c, option_visit fn, text *out) {
    static const arg help = {"--help", NULL, "the page of this command", ARG_FLAG, 0, 0, 0,
                             0,        NULL};
    for (const arg_group *g = c->groups; g && g->title; g++) each_of(c, g, fn, out);
    each_of(c, &cli_common_args, fn, out);
    fn(c, &help, out);
}

/* Whether an argument without dashes may be a game. */
static bool takes_game(const subcommand *c) {
    for (const arg_group *g = c->groups; g && g->title; g++) {
        if (g->list == setup_rules_args) return true;
        for (const arg *a = args_of(g); a->name; a++)
            if (a->type == ARG_WORD && strcmp(a->name, "GAME") == 0) return true;
    }
    return false;
}

static void put_games(text *out) {
    for (game_list g = catalogue_games(); *g; g++)
        text_format(out, "%s%s", g == catalogue_games() ? "" : " ", (*g)->name);
}

static void put_commands(text *out) {
    for (const subcommand *const *s = cli_commands; *s; s++) text_format(out, "%s ", (*s)->name);
    text_put(out, "help version");
}

/* The first part of a help text, as one piece of a string in single quotes; `escape` is what is
 * written for a quote, and colons get a backslash where they would divide. */
static void put_help(const char *help, const char *escape, bool colons, text *out) {
    size_t n = strcspn(help, ";(");
    if (n > HELP_LENGTH) {
        n = HELP_LENGTH;
        while (n && help[n] != ' ') n--;
    }
    while (n && help[n - 1] == ' ') n--;
    for (size_t i = 0; i < n; i++) {
        if (help[i] == '\'')
            text_put(out, escape);
        else if (help[i] == ':' && colons)
            text_put(out, "\\:");
        else
            text_char(out, help[i]);
    }
}

/* --- values --- */

/* Searches and bots that can play the game with its default options. */
static void put_algorithms(const game *g, text *out) {
    rules *r = NULL;
    params defaults = params_default();
    if (rules_open(&r, g, &defaults, NULL) != ST_OK) return;
    search_write_algorithms(catalogue_registry(), r, out);
    rules_close(r);
}

/* Options of the game: "size= swap=0 swap=1". */
static void put_settings(const game *g, text *out) {
    enum { FEW = 4 }; /* numbers that are listed */
    bool first = true;
    for (const param_spec *p = g->params; p && p->name; p++) {
        char numbers[80] = "";
        text few = text_over(numbers, sizeof numbers);
        for (int64_t n = p->min; p->type == PARAM_INT && p->max - p->min < FEW && n <= p->max; n++)
            text_format(&few, "%s%lld", n > p->min ? " " : "", (long long)n);
        const char *values = p->type == PARAM_FLAG ? "0 1" : p->choices ? p->choices : numbers;
        do {
            size_t n = strcspn(values, " ");
            text_format(out, "%s%s=", first ? "" : " ", p->name);
            text_putn(out, values, n);
            values += n + strspn(values + n, " ");
            first = false;
        } while (*values);
    }
}

/* The words of a value such as san|uci; N in N|all is none of them. */
static void put_choices(const arg *a, text *out) {
    if (!a->value || !strchr(a->value, '|')) return;
    for (const char *at = a->value; *at;) {
        size_t n = strcspn(at, "|");
        if (at[0] >= 'a' && at[0] <= 'z') {
            if (out->len) text_char(out, ' ');
            text_putn(out, at, n);
        }
        at += n + (at[n] == '|');
    }
}

/* Options whose values are listed, each name once: what is written before the words and after. */
typedef struct choice_list {
    text done;
    const char *before, *middle, *after;
    text *out;
} choice_list;

static void put_choice(choice_list *l, const arg *a) {
    text words_of = text_growing();
    char name[40];
    (void)snprintf(name, sizeof name, " %.36s ", a->name);
    put_choices(a, &words_of);
    if (words_of.len && !strstr(text_string(&l->done), name)) {
        text_put(&l->done, name);
        text_format(l->out, "%s%s%s%s%s", l->before, a->name, l->middle, text_string(&words_of),
                    l->after);
    }
    text_done(&words_of);
}

static void put_all_choices(const char *before, const char *middle, const char *after, text *out) {
    choice_list l = {text_growing(), before, middle, after, out};
    for (const subcommand *const *s = cli_commands; *s; s++)
        for (const arg_group *g = (*s)->groups; g && g->title; g++)
            for (const arg *a = args_of(g); a->name; a++)
                if (a->type != ARG_WORD && a->help) put_choice(&l, a);
    text_done(&l.done);
}

/* For each game a line: its name, and the words for it. */
typedef void (*game_words)(const game *g, text *out);

static void put_by_game(const char *before, const char *middle, const char *after, game_words put,
                        text *out) {
    for (game_list g = catalogue_games(); *g; g++) {
        text words_of = text_growing();
        put(*g, &words_of);
        if (words_of.len)
            text_format(out, "%s%s%s%s%s", before, (*g)->name, middle, text_string(&words_of),
                        after);
        text_done(&words_of);
    }
}

/* --- bash --- */

static void bash_option(const subcommand *c, const arg *a, text *out) {
    (void)c;
    text_format(out, "%s ", a->name);
}

static void bash_valued(const subcommand *c, const arg *a, text *out) {
    (void)c;
    if (a->value) text_format(out, "%s ", a->name);
}

/* Where nothing is offered, bash goes on with the names of files. */
static void write_bash(text *out) {
    text_put(out,
             "# bash completion for kibitz; made by: kibitz completions bash\n"
             "_kibitz() {\n"
             "    local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
             "    local options='' valued='' words=''\n"
             "    local games='");
    put_games(out);
    text_put(out, "'\n    local commands='");
    put_commands(out);
    text_put(out, "'\n    COMPREPLY=()\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                  "        COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\"))\n"
                  "        return\n"
                  "    fi\n"
                  "    case \"${COMP_WORDS[1]}\" in\n");
    for (const subcommand *const *s = cli_commands; *s; s++) {
        text_format(out, "    %s)\n        options='", (*s)->name);
        each_option(*s, bash_option, out);
        text_put(out, "'\n        valued='");
        each_option(*s, bash_valued, out);
        text_put(out, "'\n");
        if (takes_game(*s)) text_put(out, "        words=\"$games\"\n");
        if (*s == &cli_completions) text_put(out, "        words='bash zsh fish'\n");
        text_put(out, "        ;;\n");
    }
    text_put(out, "    help) words=\"$commands\" ;;\n"
                  "    esac\n"
                  "    local game=");
    text_format(out, "%s", catalogue_games()[0]->name);
    text_put(out, " word whole=$cur option=$prev algos='' sets=''\n"
                  "    # Words are cut at = and :, which belong to values.\n"
                  "    case \"$cur\" in\n"
                  "    =|:) whole=$prev$cur cur='' option=${COMP_WORDS[COMP_CWORD-2]} ;;\n"
                  "    *) case \"$prev\" in\n"
                  "        =|:) whole=${COMP_WORDS[COMP_CWORD-2]}$prev$cur "
                  "option=${COMP_WORDS[COMP_CWORD-3]} ;;\n"
                  "        esac ;;\n"
                  "    esac\n"
                  "    for word in \"${COMP_WORDS[@]:2}\"; do\n"
                  "        case \" $games \" in *\" $word \"*) game=$word ;; esac\n"
                  "    done\n"
                  "    case \"$game\" in\n");
    put_by_game("    ", ") algos='", "' ;;\n", put_algorithms, out);
    text_put(out, "    esac\n"
                  "    case \"$game\" in\n");
    put_by_game("    ", ") sets='", "' ;;\n", put_settings, out);
    text_put(out, "    esac\n"
                  "    case \"$option\" in\n"
                  "    --algo) words=$algos ;;\n"
                  "    --set) words=$sets ;;\n");
    put_all_choices("    ", ") words='", "' ;;\n", out);
    text_put(out, "    *) option='' ;;\n"
                  "    esac\n"
                  "    if [ -n \"$option\" ]; then\n"
                  "        COMPREPLY=($(compgen -W \"$words\" -- \"$whole\"))\n"
                  "        [ \"$whole\" = \"$cur\" ] || "
                  "COMPREPLY=(\"${COMPREPLY[@]#\"${whole%%\"$cur\"}\"}\")\n"
                  "        case \"${COMPREPLY[0]}\" in *=) compopt -o nospace 2>/dev/null ;; esac\n"
                  "        return\n"
                  "    fi\n"
                  "    case \" $valued \" in\n"
                  "    *\" $prev \"*) return ;;\n"
                  "    esac\n"
                  "    case \"$cur\" in\n"
                  "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
                  "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
                  "    esac\n"
                  "}\n"
                  "complete -o default -F _kibitz kibitz\n");
}

/* --- zsh --- */

static void zsh_option(const subcommand *c, const arg *a, text *out) {
    (void)c;
    text_format(out, "            '%s:", a->name);
    put_help(a->help, "'\\''", true, out);
    text_put(out, "'\n");
}

static void write_zsh(text *out) {
    text_put(out, "#compdef kibitz\n"
                  "# zsh completion for kibitz; made by: kibitz completions zsh\n"
                  "_kibitz() {\n"
                  "    local -a commands options valued words_here games\n"
                  "    games=(");
    put_games(out);
    text_put(out, ")\n    commands=(\n");
    for (const subcommand *const *s = cli_commands; *s; s++) {
        text_format(out, "        '%s:", (*s)->name);
        put_help((*s)->purpose, "'\\''", true, out);
        text_put(out, "'\n");
    }
    text_put(out, "        'help:the page of a command'\n        'version:version and compiler'\n"
                  "    )\n"
                  "    if (( CURRENT == 2 )); then\n"
                  "        _describe 'command' commands\n"
                  "        return\n"
                  "    fi\n"
                  "    case $words[2] in\n");
    for (const subcommand *const *s = cli_commands; *s; s++) {
        text_format(out, "    (%s)\n        options=(\n", (*s)->name);
        each_option(*s, zsh_option, out);
        text_put(out, "        )\n        valued=(");
        each_option(*s, bash_valued, out);
        text_put(out, ")\n");
        if (takes_game(*s)) text_put(out, "        words_here=($games)\n");
        if (*s == &cli_completions) text_put(out, "        words_here=(bash zsh fish)\n");
        text_put(out, "        ;;\n");
    }
    text_put(out, "    (help) _describe 'command' commands; return ;;\n"
                  "    esac\n"
                  "    local word game=");
    text_format(out, "%s", catalogue_games()[0]->name);
    text_put(out, "\n"
                  "    local -A algos sets\n"
                  "    for word in $words[3,CURRENT-1]; do\n"
                  "        (( ${games[(Ie)$word]} )) && game=$word\n"
                  "    done\n"
                  "    algos=(\n");
    put_by_game("        ", " '", "'\n", put_algorithms, out);
    text_put(out, "    )\n    sets=(\n");
    put_by_game("        ", " '", "'\n", put_settings, out);
    text_put(out, "    )\n"
                  "    case $words[CURRENT-1] in\n"
                  "    (--algo) compadd -- ${=algos[$game]}; return ;;\n"
                  "    (--set) compadd -S '' -- ${=sets[$game]}; return ;;\n");
    put_all_choices("    (", ") compadd -- ", "; return ;;\n", out);
    text_put(out, "    esac\n"
                  "    if (( ${valued[(Ie)$words[CURRENT-1]]} )); then\n"
                  "        _files\n"
                  "    elif [[ $PREFIX == -* ]]; then\n"
                  "        _describe -o 'option' options\n"
                  "    else\n"
                  "        compadd -a words_here\n"
                  "        _files\n"
                  "    fi\n"
                  "}\n"
                  "_kibitz \"$@\"\n");
}

/* --- fish --- */

static void fish_option(const subcommand *c, const arg *a, text *out) {
    text choices = text_growing();
    put_choices(a, &choices);
    text_format(out, "complete -c kibitz -n '__fish_seen_subcommand_from %s' -l %s", c->name,
                a->name + strspn(a->name, "-"));
    if (strcmp(a->name, "--algo") == 0)
        text_put(out, " -xa '(__kibitz_algos)'");
    else if (strcmp(a->name, "--set") == 0)
        text_put(out, " -xa '(__kibitz_sets)'");
    else if (choices.len)
        text_format(out, " -xa '%s'", text_string(&choices));
    else if (a->value)
        text_put(out, " -r");
    text_put(out, " -d '");
    text_done(&choices);
    put_help(a->help, "\\'", false, out);
    text_put(out, "'\n");
}

static void write_fish(text *out) {
    text_put(out, "# fish completion for kibitz; made by: kibitz completions fish\n"
                  "set -l games ");
    put_games(out);
    text_put(out, "\n"
                  "function __kibitz_game\n"
                  "    set -l game ");
    text_format(out, "%s\n", catalogue_games()[0]->name);
    text_put(out, "    for word in (commandline -opc)[3..-1]\n"
                  "        contains -- $word ");
    put_games(out);
    text_put(out, "; and set game $word\n"
                  "    end\n"
                  "    echo $game\n"
                  "end\n"
                  "function __kibitz_algos\n"
                  "    switch (__kibitz_game)\n");
    put_by_game("        case ", "; printf '%s\\n' ", "\n", put_algorithms, out);
    text_put(out, "    end\nend\n"
                  "function __kibitz_sets\n"
                  "    switch (__kibitz_game)\n");
    put_by_game("        case ", "; printf '%s\\n' ", "\n", put_settings, out);
    text_put(out, "    end\nend\n");
    for (const subcommand *const *s = cli_commands; *s; s++) {
        text_format(out, "complete -c kibitz -n __fish_use_subcommand -f -a %s -d '", (*s)->name);
        put_help((*s)->purpose, "\\'", false, out);
        text_put(out, "'\n");
    }
    text_put(out,
             "complete -c kibitz -n __fish_use_subcommand -f -a help -d 'the page of a command'\n"
             "complete -c kibitz -n __fish_use_subcommand -f -a version -d 'version and "
             "compiler'\n");
    for (const subcommand *const *s = cli_commands; *s; s++) {
        if (takes_game(*s))
            text_format(out,
                        "complete -c kibitz -n '__fish_seen_subcommand_from %s' -a \"$games\"\n",
                        (*s)->name);
        each_option(*s, fish_option, out);
    }
    text_put(out, "complete -c kibitz -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh "
                  "fish'\n"
                  "complete -c kibitz -n '__fish_seen_subcommand_from help' -f -a '");
    put_commands(out);
    text_put(out, "'\n");
}

/* --- the command --- */

static const struct {
    const char *name;
    void (*write)(text *out);
} shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};

enum { SHELLS = sizeof shells / sizeof *shells };

static status take_shell(void *to, const char *word, bool *taken, error *err) {
    int *shell = to;
    if (*shell < SHELLS) {
        *taken = false;
        return ST_OK;
    }
    for (*shell = 0; *shell < SHELLS && strcmp(shells[*shell].name, word) != 0;) ++*shell;
    if (*shell < SHELLS) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "completions are for bash, zsh and fish, not %.40s", word);
}

static int run(int argc, char **argv) {
    error e;
    int shell = SHELLS;
    static const arg_reader how = {"completions", NULL, take_shell};
    status st = args_read(&how, &shell, argc, argv, &e);
    if (st == ST_OK && shell == SHELLS)
        st = error_set(&e, ST_BAD_SYNTAX, "for which shell? kibitz completions bash");
    if (st != ST_OK) return cli_fail("completions", &e);
    text out = text_growing();
    shells[shell].write(&out);
    int code = out.cut ? EXIT_INTERNAL : EXIT_DONE;
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
    return code;
}

const subcommand cli_completions = {
    "completions",
    run,
    "print the script with which a shell completes commands, options and games",
    "kibitz completions bash|zsh|fish\n\n"
    "Prints a script for the shell, made from the tables of commands, options and games.\n"
    "cmake --install puts the scripts where shells look for them; without it:\n"
    "    bash   source <(kibitz completions bash)\n"
    "    zsh    kibitz completions zsh > DIRECTORY/_kibitz, a directory of $fpath\n"
    "    fish   kibitz completions fish > ~/.config/fish/completions/kibitz.fish\n",
    NULL,
    NULL,
};
