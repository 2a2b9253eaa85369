#!/usr/bin/env python3
"""A player of any game: it asks kibitz what is legal and takes one of that. KIBITZ names the program."""
import os, random, subprocess, sys

rules = subprocess.Popen([os.environ.get("KIBITZ", "kibitz"), "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(line, *last):
    """Sends a line to kibitz; its answer up to the line that begins with one of `last`, or with `error`."""
    print(line, file=rules.stdin, flush=True)
    answer = [rules.stdout.readline()]
    while answer[-1] and not answer[-1].startswith((*last, "error ")):
        answer.append(rules.stdout.readline())
    return answer

def play(choose):
    """Plays for as long as a referee asks; choose(actions) decides."""
    ask("mgi", "mgiok")
    for line in sys.stdin:
        word = line.split()[0] if line.strip() else ""
        if word == "mgi":
            print("id name player", "option name Game type string default connect4", "mgiok", sep="\n")
        elif word == "isready":
            print("readyok")
        elif word in ("setoption", "position"):  # which game, and all that our seat has seen of it
            print(line.strip(), file=rules.stdin, flush=True)
        elif word == "go":
            actions = [a.split()[2] for a in ask("legal", "legalok") if a.startswith("legal action ")]
            print("bestmove", choose(actions) if actions else "(none)")
        elif word == "quit":
            break
        sys.stdout.flush()

if __name__ == "__main__":
    play(random.choice)
