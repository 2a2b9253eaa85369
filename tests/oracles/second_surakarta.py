"""Surakarta a second time: the two rings as lists of 24 points, walked both ways."""


def ring(k):
    j = 5 - k
    return ([(x, k) for x in range(6)] + [(j, y) for y in range(6)] +
            [(x, j) for x in range(5, -1, -1)] + [(k, y) for y in range(5, -1, -1)])


RINGS = [ring(1), ring(2)]


def name(cell):
    return "bcdefg"[cell[0]] + str(cell[1] + 2)


class Game:
    least_ended = 3

    def start(self, players):
        self.at = {(x, y): 0 if y < 2 else 1 for x in range(6) for y in (0, 1, 4, 5)}
        self.mover = 0
        self.quiet = 0
        self.won = None
        self.seen = {}
        self.note()

    def note(self):
        key = (frozenset(self.at.items()), self.mover)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def captures(self, cell):
        for path in RINGS:
            for begin in range(24):
                if path[begin] != cell:
                    continue
                for way in (1, -1):
                    loops = 0
                    i = begin
                    for _ in range(24):
                        j = (i + way) % 24
                        loops += i // 6 != j // 6
                        i = j
                        owner = self.at.get(path[i]) if path[i] != cell else None
                        if owner is not None:
                            if owner != self.mover and loops:
                                yield path[i]
                            break

    def actions(self):
        words = set()
        for (x, y), owner in self.at.items():
            if owner != self.mover:
                continue
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    to = (x + dx, y + dy)
                    if 0 <= to[0] < 6 and 0 <= to[1] < 6 and to not in self.at:
                        words.add(name((x, y)) + name(to))
            words |= {name((x, y)) + name(to) for to in self.captures((x, y))}
        return words or {"pass"}

    def choose(self, words, rng):
        """Captures twice as often as chance would have them, or games would not end."""
        takes = [w for w in sorted(words) if any(name(c) == w[2:] for c in self.at)]
        return rng.choice(takes if takes and rng.random() < 0.5 else sorted(words))

    def play(self, word):
        self.quiet += 1
        if word != "pass":
            cells = {name((x, y)): (x, y) for x in range(6) for y in range(6)}
            a, b = cells[word[:2]], cells[word[2:]]
            if b in self.at:
                self.quiet = 0
            self.at[b] = self.at.pop(a)
        self.mover = 1 - self.mover
        left = [sum(o == side for o in self.at.values()) for side in (0, 1)]
        if self.note() >= 3 or self.quiet >= 100 or not left[self.mover]:
            self.won = [0.5, 0.5] if left[0] == left[1] else [float(left[0] > left[1]), float(left[1] > left[0])]

    def actor(self):
        return None if self.won else self.mover + 1

    def result(self):
        return self.won
