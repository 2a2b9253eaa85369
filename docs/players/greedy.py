#!/usr/bin/env python3
"""Looks one action ahead: takes what kibitz's evaluation likes best for our seat. greedy.py 0.1 adds some noise to that."""
import random, sys
from player import ask, play

noise = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0

def fields(line):
    """status seat 1 kind action ply 8 phase N options 63 -> {"seat": "1", "kind": "action", ...}"""
    words = line.split()[1:]
    return dict(zip(words[::2], words[1::2]))

def value(action, seat):
    """The expected score of our seat after an action, 0 to 1."""
    if ask("play " + action, "ply ")[-1].startswith("error "):
        return 0.0
    over = ask("status", "status ")[-1].split()
    if "utilities" in over:
        result = float(over[over.index("utilities") + int(seat)])
    else:
        mine = [e for e in ask("eval seat " + seat, "evalok") if e.startswith("eval total seat " + seat + " ")]
        result = float(mine[0].split()[-1]) if mine else 0.5
    ask("undo", "ply ")
    return result + random.uniform(0, noise)

def choose(actions):
    seat = fields(ask("status", "status ")[-1])["seat"]
    return max(actions, key=lambda action: value(action, seat))

play(choose)
