#!/usr/bin/env python3
"""Plays a game against an engine: client.py 'http://127.0.0.1:8080/#start=TOKEN' [GAME [LEVEL]]"""
import http.cookiejar
import json
import random
import sys
import urllib.request

address, game, level = (sys.argv[1:] + ["", "tictactoe", "3"][len(sys.argv) - 1:])[:3]
site, _, token = address.partition("/#")
site, token = site.rstrip("/"), token.split("=")[-1].split("/")[-1]
web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def ask(method, path, body=None):
    request = urllib.request.Request(f"{site}/api/1{path}", method=method, data=json.dumps(body or {}).encode() if method != "GET" else None,
                                     headers={"Content-Type": "application/json", "X-Kibitz": "1", "Origin": site})
    return json.load(web.open(request))


ask("POST", "/session", {"token": token})
room = ask("POST", "/rooms", {"game": game, "seats": [{"kind": "person"}, {"kind": "engine", "level": int(level)}]})["room"]
name = room["id"]
with web.open(f"{site}/api/1/events?rooms={name}&after={room['event']}") as events:
    while not room["result"]:
        if room["pick"]:  # it is our turn: any legal action will do
            token = random.choice(ask("GET", f"/rooms/{name}/legal?seat=1")["legal"])["token"]
            room = ask("POST", f"/rooms/{name}/act", {"at": room["at"], "seat": 1, "token": token, "key": f"{random.getrandbits(64):x}"})["room"]
            print("we play", token)
        else:  # wait for the next event, then look again
            while not next(events).startswith(b"event: "):
                pass
            room = ask("GET", f"/rooms/{name}")["room"]
print(json.dumps(room["result"]))
