"""Games whose second writing knows whose turn it is (`turn`, from 0) and the ranks at the end (`over()`; None before)."""


class Ranked:
    plies = 160  # games may last for ever

    def actor(self):
        return None if self.over() else self.turn + 1

    def result(self):
        ranks = self.over()
        best = [r for r in ranks if r == 1]
        return [1 / len(best) if r == 1 else 0 for r in ranks]
