"""A lesson in progress: the learner's moves and the resulting state."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.lessons.lesson import LEARNER, BrokenLesson, Lesson, Step, Wrong, first_fitting
from games.rules.contract import Event, Illegal, Seat, State

READ = ""
"""The entry in ``did`` for a step that was only read."""


@dataclass(slots=True)
class Playthrough:
    """A lesson after some of its steps; ``did`` holds the learner's move in each step."""

    lesson: Lesson
    state: State
    did: list[str] = field(default_factory=list)
    turns: list[list[tuple[Seat, list[Event]]]] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        return len(self.did) == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        return self.lesson.steps[len(self.did)]

    def wanted(self) -> list[str]:
        return self.step.wanted(self.state.legal_moves(LEARNER))

    def read(self) -> None:
        """Complete a step that is only read. Raise `BrokenLesson` if the following moves are impossible."""
        self._follow([], READ)

    def move(self, move: str) -> Wrong | None:
        """Make a wanted move and the moves that follow it, or return the response to an unwanted move.

        Raise `Illegal` if the move is illegal, `BrokenLesson` if the following moves are impossible.
        """
        after = self.state.copy()
        dealer = self.lesson.dealer()
        dealer.made = after.shuffles
        events = after.apply(LEARNER, move, dealer)
        if move not in self.wanted():
            return self.step.comment(move)
        self.state = after
        self._follow([(LEARNER, events)], move)
        return None

    def _follow(self, made: list[tuple[Seat, list[Event]]], did: str) -> None:
        dealer = self.lesson.dealer()
        dealer.made = self.state.shuffles
        for written in self.step.then:
            seat, _space, pattern = written.partition(" ")
            try:
                move = first_fitting(self.state, int(seat), pattern)
                made.append((int(seat), self.state.apply(int(seat), move, dealer)))
            except (Illegal, ValueError) as error:
                raise BrokenLesson(self.lesson, len(self.did) + 1, f"{written!r} can't follow {did!r}") from error
        self.did.append(did)
        self.turns.append(made)


def begun(lesson: Lesson) -> Playthrough:
    return Playthrough(lesson, lesson.begin())


def resumed(lesson: Lesson, did: Sequence[str]) -> Playthrough:
    """Return the lesson after the learner's moves, or from its beginning if they no longer fit it."""
    play = begun(lesson)
    for move in did:
        if play.is_done or play.step.is_read != (move == READ):
            return begun(lesson)
        if move == READ:
            play.read()
            continue
        try:
            comment = play.move(move)
        except Illegal:
            return begun(lesson)
        if comment is not None:
            return begun(lesson)
    return play
