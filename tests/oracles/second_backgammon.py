"""Backgammon a second time: points as counts, and all complete plays of a throw before the first action."""
FILES = "abcdefghijklmnopqrstuvwx"


class Side:
    """The board as one player sees it: men[1..24] of mine, others[1..24], bar, off."""

    def __init__(self, men, others, bar, off):
        self.men, self.others, self.bar, self.off = men, others, bar, off

    def uses(self, n):
        """What can be done with a number: (from, to), with 25 the bar and 0 off."""
        if self.bar:
            sources = [25]
        else:
            sources = [p for p in range(1, 25) if self.men[p]]
        rear = max([p for p in range(1, 25) if self.men[p]], default=0)
        for p in sources:
            to = p - n
            if to >= 1 and self.others[to] < 2:
                yield p, to
            elif to <= 0 and not self.bar and rear <= 6 and (to == 0 or p == rear):
                yield p, 0

    def after(self, use):
        p, to = use
        men, others = self.men[:], self.others[:]
        bar, off = self.bar, self.off
        if p == 25:
            bar -= 1
        else:
            men[p] -= 1
        if to:
            men[to] += 1
            others[to] = 0  # a blot is hit
        else:
            off += 1
        return Side(men, others, bar, off)

    def length(self, numbers):
        """How many of these numbers can be played, in this order."""
        if not numbers:
            return 0
        best = 0
        for use in self.uses(numbers[0]):
            best = max(best, 1 + self.after(use).length(numbers[1:]))
            if best == len(numbers):
                break
        return best


class Game:
    least_ended = 1

    def start(self, players):
        white = {24: 2, 13: 5, 8: 3, 6: 5}
        self.men = [[white.get(p, 0) for p in range(25)] for _ in range(2)]  # each as its owner counts
        self.bar, self.off = [0, 0], [0, 0]
        self.mover = 0
        self.first = True
        self.thrown = []
        self.numbers = []
        self.won = None

    def side(self):
        me = self.mover
        others = [0] + [self.men[1 - me][25 - p] for p in range(1, 25)]
        return Side(self.men[me][:], others, self.bar[me], self.off[me])

    def options(self):
        """Uses with the number that each takes; the higher one where both would do."""
        s = self.side()
        if len(set(self.numbers)) < 2:
            return {use: self.numbers[0] for use in s.uses(self.numbers[0])} if self.numbers else {}
        high, low = max(self.numbers), min(self.numbers)
        found = {}
        for n, other in ((low, high), (high, low)):
            for use in s.uses(n):
                found.setdefault(1 + s.after(use).length([other]), []).append((use, n))
        if not found:
            return {}
        best = found[max(found)]
        if max(found) == 1 and any(n == high for _, n in best):
            best = [b for b in best if b[1] == high]
        return dict(sorted(best, key=lambda b: b[1]))

    def word(self, use):
        me = self.mover
        p, to = use
        def cell(point, height):
            return (FILES[point - 1] if me == 0 else FILES[24 - point]) + str(height)
        land = "" if not to else cell(to, self.men[me][to] + 1)
        if p == 25:
            return land
        return cell(p, self.men[me][p]) + land

    def actions(self):
        if len(self.thrown) < 2:
            last = 5 if self.first and self.thrown else 6
            return {f"!{'two' if self.thrown else 'one'}={n}" for n in range(1, last + 1)}
        return {self.word(use) for use in self.options()}

    def play(self, word):
        if word.startswith("!"):
            n = int(word[5:])
            if self.first and self.thrown:
                n += n >= self.thrown[0]
                self.first = False
            self.thrown.append(n)
            if len(self.thrown) == 2:
                self.numbers = self.thrown * 2 if self.thrown[0] == self.thrown[1] else self.thrown[:]
                self.settle()
            return
        use, n = next((u, n) for u, n in self.options().items() if self.word(u) == word)
        self.numbers.remove(n)
        me = self.mover
        s = self.side().after(use)
        self.men[me] = s.men
        self.bar[me], self.off[me] = s.bar, s.off
        theirs = [0] + [s.others[25 - p] for p in range(1, 25)]
        self.bar[1 - me] += sum(self.men[1 - me]) - sum(theirs)
        self.men[1 - me] = theirs
        self.settle()

    def settle(self):
        """The turn is over when nothing can be played."""
        if self.options():
            return
        if self.off[self.mover] == 15:
            self.won = [1 - self.mover, self.mover]
            loser = 1 - self.mover
            behind = self.bar[loser] + sum(self.men[loser][19:])
            self.stake = 1 if self.off[loser] else 3 if behind else 2
        self.thrown, self.numbers = [], []
        self.mover = 1 - self.mover

    def actor(self):
        if self.won:
            return None
        return 0 if len(self.thrown) < 2 else self.mover + 1

    def result(self):
        return self.won

    def says(self):
        return f"stake={self.stake}"
