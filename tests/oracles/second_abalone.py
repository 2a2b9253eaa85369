"""Abalone a second time: all complete turns first, then the words with which they are played."""
WAYS = {"e": (1, 0), "w": (-1, 0), "n": (0, 1), "s": (0, -1), "nw": (-1, 1), "se": (1, -1)}
LINES = ["e", "n", "nw"]  # a group is named from one of its ends, along one of these


def on_board(cell):
    return 0 <= cell[0] < 9 and 0 <= cell[1] < 9 and 4 <= cell[0] + cell[1] <= 12


def step(cell, way, times=1):
    return cell[0] + times * way[0], cell[1] + times * way[1]


def word(a, b):
    return "abcdefghi"[a[0]] + str(a[1] + 1) + "abcdefghi"[b[0]] + str(b[1] + 1)


class Game:
    def start(self, players):
        self.at = {}
        for y in range(9):
            for x in range(9):
                if on_board((x, y)):
                    if y < 2 or (y == 2 and x in (4, 5, 6)):
                        self.at[x, y] = 0
                    if y > 6 or (y == 6 and x in (2, 3, 4)):
                        self.at[x, y] = 1
        self.mover = 0
        self.turns = 0
        self.won = None
        self.seen = {}
        self.note()
        self.begin()

    def note(self):
        key = (frozenset(self.at.items()), self.mover)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def begin(self):
        """All turns: the words, and the board that each leads to."""
        self.path = ()
        self.ways = {}
        for cell in [c for c, side in self.at.items() if side == self.mover]:
            for way in WAYS.values():
                self.in_line(cell, way)
            for line in LINES:
                for size in (2, 3):
                    group = [step(cell, WAYS[line], i) for i in range(size)]
                    if all(self.at.get(c) == self.mover for c in group):
                        self.sideways(group, line)

    def in_line(self, cell, way):
        """The marble moves, and whatever is ahead of it: own marbles first, then enemies."""
        row = []
        ahead = cell
        while self.at.get(ahead) is not None:
            row.append(self.at[ahead])
            ahead = step(ahead, way)
        own = 0
        while own < len(row) and row[own] == self.mover:
            own += 1
        others = row[own:own + 3]
        others = others[:others.index(self.mover)] if self.mover in others else others
        if own > 3 or (own == len(row) and not on_board(ahead)):
            return
        if own < len(row) and (len(row) - own != len(others) or len(others) >= own):
            return
        board = dict(self.at)
        for i in range(len(row)):
            del board[step(cell, way, i)]
        for i, side in enumerate(row):
            to = step(cell, way, i + 1)
            if on_board(to):
                board[to] = side
        self.ways[(word(cell, step(cell, way)),)] = board

    def sideways(self, group, line):
        for way in WAYS.values():
            if way == WAYS[line] or way == step((0, 0), WAYS[line], -1):
                continue
            to = [step(c, way) for c in group]
            if all(on_board(c) and c not in self.at for c in to):
                board = {c: s for c, s in self.at.items() if c not in group}
                board.update({c: self.mover for c in to})
                self.ways[tuple(word(a, b) for a, b in zip(group, to))] = board

    def actions(self):
        n = len(self.path)
        longer = {w[n] for w in self.ways if w[:n] == self.path and len(w) > n}
        return longer | ({"skip"} if self.path in self.ways else set())

    def choose(self, words, rng):
        """Three of four times a push, if there is one: only pushes end games."""
        sizes = {w: len(self.ways.get((w,), self.at)) for w in words}
        takes = [w for w in sorted(words) if not self.path and sizes[w] < len(self.at)]
        pushes = [w for w in sorted(words) if not self.path and (w,) in self.ways and self.pushes(w)]
        for some in (takes, pushes):
            if some and rng.random() < 0.75:
                return rng.choice(some)
        return rng.choice(sorted(words))

    def pushes(self, w):
        board = self.ways[(w,)]
        enemy = {c for c, s in self.at.items() if s != self.mover}
        return enemy != {c for c, s in board.items() if s != self.mover}

    def play(self, w):
        if w != "skip":
            self.path += (w,)
            if self.path not in self.ways or any(self.path == k[:len(self.path)] != k for k in self.ways):
                return
        self.at = self.ways[self.path]
        self.turns += 1
        self.mover = 1 - self.mover
        times = self.note()
        if sum(side == self.mover for side in self.at.values()) <= 8:
            self.won = [self.mover, 1 - self.mover]
        elif times >= 3 or self.turns >= 400:
            self.won = [0.5, 0.5]
        else:
            self.begin()
            if not self.ways:
                self.won = [self.mover, 1 - self.mover]

    def actor(self):
        return None if self.won else self.mover + 1

    def result(self):
        return self.won
