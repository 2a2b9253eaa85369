#!/usr/bin/env python3
"""Says before each decision, on standard error, what can be read of the game: kind, phase, points and counts. Then plays anything."""
import json, random, sys
from player import ask, play

random.seed(1)  # the same choices every time

def choose(actions):
    words = ask("status", "status ")[-1].split()
    status = dict(zip(words[1::2], words[2::2]))  # seat, kind, ply, phase, options
    scene = json.loads(ask("scene", "scene ")[-1][len("scene "):])
    seat = scene["seats"][int(status["seat"]) - 1]
    counts = dict(seat["counts"])
    print(f"{status['kind']} in phase {status['phase']}: {seat['points']} points, {counts.get('actions left')} actions left,",
          "master used" if counts.get("master used") else "master free", file=sys.stderr, flush=True)
    return random.choice(actions)

play(choose)
