"""Tablut a second time: a dictionary of pieces, walked cell by cell."""
ROWS = ["...MMM...", "....M....", "....m....", "M...m...M", "MMmmkmmMM", "M...m...M", "....m....", "....M....", "...MMM..."]
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
THRONE = (4, 4)


def name(cell):
    return "abcdefghi"[cell[0]] + str(cell[1] + 1)


class Game:
    least_ended = 5

    def start(self, players):
        self.at = {(x, 8 - y): c for y, row in enumerate(ROWS) for x, c in enumerate(row) if c != "."}
        self.mover = 0
        self.won = None
        self.seen = {}
        self.note()

    def note(self):
        key = (frozenset(self.at.items()), self.mover)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def own(self, cell, side):
        return cell in self.at and (self.at[cell] == "M") == (side == 0)

    def moves(self):
        for (x, y), piece in self.at.items():
            if not self.own((x, y), self.mover):
                continue
            for dx, dy in WAYS:
                cx, cy = x + dx, y + dy
                while 0 <= cx < 9 and 0 <= cy < 9 and (cx, cy) not in self.at:
                    if (cx, cy) == THRONE and piece != "k":
                        break
                    yield (x, y), (cx, cy)
                    cx, cy = cx + dx, cy + dy

    def actions(self):
        return {name(a) + name(b) for a, b in self.moves()}

    def play(self, word):
        a, b = next((a, b) for a, b in self.moves() if name(a) + name(b) == word)
        self.at[b] = self.at.pop(a)
        me = self.mover
        king = next(c for c, p in self.at.items() if p == "k")
        caught = False
        gone = []
        for dx, dy in WAYS:
            next_to = (b[0] + dx, b[1] + dy)
            beyond = (b[0] + 2 * dx, b[1] + 2 * dy)
            closes = self.own(beyond, me)
            if next_to == king and me == 0:
                plain = max(abs(king[0] - 4) + abs(king[1] - 4), 0) > 1
                around = sum(self.own((king[0] + ex, king[1] + ey), 0) for ex, ey in WAYS)
                caught = caught or (plain and closes) or around == (4 if king == THRONE else 3 if not plain else 9)
            elif self.own(next_to, 1 - me) and self.at[next_to] != "k":
                if closes or (beyond == THRONE and THRONE not in self.at):
                    gone.append(next_to)
        for cell in gone:
            del self.at[cell]
        self.mover = 1 - me
        times = self.note()
        if king[0] in (0, 8) or king[1] in (0, 8):
            self.won = [0, 1]
        elif caught:
            self.won = [1, 0]
        elif times >= 3:
            self.won = [0.5, 0.5]
        elif not self.actions():
            self.won = [self.mover, 1 - self.mover]

    def actor(self):
        return None if self.won else self.mover + 1

    def result(self):
        return self.won
