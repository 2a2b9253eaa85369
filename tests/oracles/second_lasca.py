"""Lasca: a column is a list of (colour, officer), the lowest piece first."""
import ranked


class Game(ranked.Ranked):
    settings = [{}]

    def start(self, players):
        self.board = {}
        for y in range(7):
            for x in range(y % 2, 7, 2):
                if y != 3:
                    self.board[x, y] = [(0 if y < 3 else 1, False)]
        self.turn = 0
        self.chain = None  # the column that is jumping
        self.passed = set()  # columns that it has jumped

    def inside(self, x, y):
        return 0 <= x < 7 and 0 <= y < 7

    def ways(self, piece):
        ahead = 1 if piece[0] == 0 else -1
        return [(dx, dy) for dx in (-1, 1) for dy in ((1, -1) if piece[1] else (ahead,))]

    def jumps_of(self, cell):
        top = self.board[cell][-1]
        found = []
        for dx, dy in self.ways(top):
            over = cell[0] + dx, cell[1] + dy
            to = cell[0] + 2 * dx, cell[1] + 2 * dy
            if not self.inside(*to) or to in self.board or over not in self.board:
                continue
            if self.board[over][-1][0] != self.turn and over not in self.passed:
                found.append((cell, to))
        return found

    def moves(self):
        if self.chain:
            return self.jumps_of(self.chain)
        own = [c for c in self.board if self.board[c][-1][0] == self.turn]
        jumps = [j for c in own for j in self.jumps_of(c)]
        if jumps:
            return jumps
        steps = []
        for c in own:
            for dx, dy in self.ways(self.board[c][-1]):
                to = c[0] + dx, c[1] + dy
                if self.inside(*to) and to not in self.board:
                    steps.append((c, to))
        return steps

    def name(self, cell):
        return "abcdefg"[cell[0]] + str(cell[1] + 1)

    def actions(self):
        return [self.name(a) + self.name(b) for a, b in self.moves()]

    def play(self, word):
        start, to = next(m for m in self.moves() if self.name(m[0]) + self.name(m[1]) == word)
        column = self.board.pop(start)
        jump = abs(to[0] - start[0]) == 2
        if jump:
            over = (start[0] + to[0]) // 2, (start[1] + to[1]) // 2
            column.insert(0, self.board[over].pop())
            self.passed.add(over)
            if not self.board[over]:
                del self.board[over]
        self.board[to] = column
        crowned = not column[-1][1] and to[1] == (6 if self.turn == 0 else 0)
        if crowned:
            column[-1] = (self.turn, True)
        if jump and not crowned and self.jumps_of(to):
            self.chain = to
            return
        self.chain = None
        self.passed = set()
        self.turn = 1 - self.turn

    def over(self):
        if self.moves():
            return None
        return [2, 1] if self.turn == 0 else [1, 2]
