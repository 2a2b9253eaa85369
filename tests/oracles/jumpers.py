"""What the second writings of halma and Chinese checkers share: men that step and jump."""


class Jumpers:
    """A child sets ways, cells, names, homes and goals (by seat), and limit, the turns of a game."""

    def begin(self, seats):
        self.seats = seats
        self.at = {c: seat for seat in range(seats) for c in self.homes[seat]}
        self.mover = 0
        self.turns = 0
        self.been = []
        self.won = None

    def jumps(self, cell):
        for dx, dy in self.ways:
            over, to = (cell[0] + dx, cell[1] + dy), (cell[0] + 2 * dx, cell[1] + 2 * dy)
            if over in self.at and to in self.cells and to not in self.at and to not in self.been:
                yield to

    def stays(self, a, b):
        return a not in self.goals[self.mover] or b in self.goals[self.mover]

    def moves(self):
        if self.been:
            cell = self.been[-1]
            return {(cell, to) for to in self.jumps(cell) if self.stays(cell, to)}
        found = set()
        for cell in [c for c, seat in self.at.items() if seat == self.mover]:
            near = {(cell[0] + dx, cell[1] + dy) for dx, dy in self.ways}
            targets = {c for c in near if c in self.cells and c not in self.at} | set(self.jumps(cell))
            found |= {(cell, to) for to in targets if self.stays(cell, to)}
        return found

    def actions(self):
        words = {self.names[a] + self.names[b] for a, b in self.moves()}
        return words | {"skip"} if self.been else words or {"pass"}

    def choose(self, words, rng):
        """Forwards more often than not, so that men come home."""
        goal = self.goals[self.mover]
        def gain(move):
            far = [min(max(abs(c[0] - g[0]), abs(c[1] - g[1])) for g in goal) for c in move]
            return far[0] - far[1]
        good = sorted(self.names[a] + self.names[b] for a, b in self.moves() if gain((a, b)) > 0)
        return rng.choice(good if good and rng.random() < 0.6 else sorted(words))

    def play(self, word):
        if word not in ("skip", "pass"):
            a, b = next((a, b) for a, b in self.moves() if self.names[a] + self.names[b] == word)
            self.at[b] = self.at.pop(a)
            if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 2:
                self.been = (self.been or [a]) + [b]
                if self.moves():
                    return
        self.been = []
        self.turns += 1
        home = [sum(self.at.get(c) == seat for c in self.goals[seat]) for seat in range(self.seats)]
        if home[self.mover] == len(self.goals[self.mover]):
            self.won = [float(seat == self.mover) for seat in range(self.seats)]
        elif self.turns >= self.limit:
            others = self.seats - 1
            self.won = [(sum(h < mine for h in home) + (home.count(mine) - 1) / 2) / others for mine in home]
        self.mover = (self.mover + 1) % self.seats

    def actor(self):
        return None if self.won else self.mover + 1

    def result(self):
        return self.won
