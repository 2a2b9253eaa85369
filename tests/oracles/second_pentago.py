"""Pentago a second time: a list of rows, quadrants turned by the rule (x, y) -> (y, 2 - x)."""


class Game:
    least_ended = 10

    def start(self, players):
        self.at = [[None] * 6 for _ in range(6)]  # at[y][x]
        self.mover = 0
        self.placed = False
        self.won = None

    def five(self, side):
        for y in range(6):
            for x in range(6):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(x + i * dx, y + i * dy) for i in range(5)]
                    if all(0 <= a < 6 and 0 <= b < 6 and self.at[b][a] == side for a, b in cells):
                        return True
        return False

    def actions(self):
        if self.placed:
            return {q + "-" + h for q in ("sw", "se", "nw", "ne") for h in ("left", "right")}
        return {"abcdef"[x] + str(y + 1) for y in range(6) for x in range(6) if self.at[y][x] is None}

    def play(self, word):
        if not self.placed:
            self.at[int(word[1]) - 1]["abcdef".index(word[0])] = self.mover
            self.placed = True
            if self.five(self.mover):
                self.won = [1 - self.mover, self.mover]
            return
        left, up = (0 if word[1] == "w" else 3), (0 if word[0] == "s" else 3)
        old = [row[:] for row in self.at]
        for y in range(3):
            for x in range(3):
                # clockwise: what was below the middle is left of it
                nx, ny = (y, 2 - x) if word.endswith("right") else (2 - y, x)
                self.at[up + ny][left + nx] = old[up + y][left + x]
        lines = self.five(0), self.five(1)
        self.placed = False
        self.mover = 1 - self.mover
        if lines[0] or lines[1]:
            self.won = [0.5, 0.5] if lines[0] and lines[1] else [float(lines[0]), float(lines[1])]
        elif not self.actions():
            self.won = [0.5, 0.5]

    def actor(self):
        return None if self.won else self.mover + 1

    def result(self):
        return self.won
