"""A lesson under way: the moves of its learner, and the state that they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.lessons.lesson import LEARNER, BrokenLesson, Lesson, Step, Wrong, first_fitting
from games.rules.contract import Event, Illegal, Seat, State

READ = ""
"""The note of a step that was read."""


@dataclass(slots=True)
class Playthrough:
    """A lesson after some of its steps; ``did`` is what the learner did in each of them."""

    lesson: Lesson
    state: State
    did: list[str] = field(default_factory=list)
    turns: list[list[tuple[Seat, list[Event]]]] = field(default_factory=list)
    """The moves of each step done, with their events."""

    @property
    def is_done(self) -> bool:
        """True if all steps are done."""
        return len(self.did) == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step that is next."""
        return self.lesson.steps[len(self.did)]

    def wanted(self) -> list[str]:
        """Return the legal moves that this step wants."""
        return self.step.wanted(self.state.legal_moves(LEARNER))

    def read(self) -> None:
        """Go on from a step that is only read. Raise `BrokenLesson` if the next moves can't happen."""
        self._follow([], READ)

    def move(self, move: str) -> Wrong | None:
        """Make a wanted move and all that follow; comment an unwanted one. Raise `Illegal` and `BrokenLesson`."""
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
    """Return the lesson at its first step."""
    return Playthrough(lesson, lesson.begin())


def resumed(lesson: Lesson, did: Sequence[str]) -> Playthrough:
    """Return the lesson after the learner's moves; from its beginning if they do not fit the lesson (any more)."""
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
