"""The rules of Swedish Chicago for its players, in our own words. Events and refusals refer to the numbers."""

from games.rules.contract import gettext_noop as _
from games.rules.rulebook import HAND_RANKINGS, OPTIONS, Paragraph, move, section

RULEBOOK = (
    section(
        "1",
        _("Cards and combinations"),
        {
            "1.1": _(
                "One pack of 52 cards for two to six players; it’s best with two to four. The ranks go "
                "from 2 to 10, then jack, queen, king and ace, the highest. No suit is better than "
                "another. In writing, a card is its rank and the first letter of its suit, with T for a "
                "ten: Qh is the queen of hearts. Wherever cards are listed, their order is fixed: clubs, "
                "diamonds, hearts, spades, each suit from 2 to ace."
            ),
            "1.2": _(
                "The seats run clockwise. The first dealer is drawn at random. After every hand, however it "
                "ended, the next player clockwise who is still in the game deals."
            ),
            "1.3": _(
                "Everybody gets five cards, one at a time, starting on the dealer’s left. Nearly "
                "everything goes in table order: it also starts on the dealer’s left and ends with the "
                "dealer, skipping players who have resigned. A hand is everything that happens with one "
                "deal. It has three phases: in the first and the second you exchange cards and announce "
                "what you hold, in the third you exchange once more and play five tricks."
            ),
        },
        Paragraph(
            "1.4",
            _(
                "You score with combinations of cards. Here they are from the top, each with its points. Any "
                "other five cards are a high card, which scores nothing and can’t be announced."
            ),
            figure=HAND_RANKINGS,
        ),
        Paragraph(
            "1.5",
            _(
                "An ace may also be the lowest card of a straight: A, 2, 3, 4, 5 is the lowest there is, and "
                "its top card is the 5. No other straight goes round the corner."
            ),
        ),
    ),
    section(
        "2",
        _("Exchange"),
        {
            "2.1": _(
                "Each phase begins with an exchange. In table order everybody throws as many cards as they like "
                "face down, from none to all five, and gets as many new ones. Everyone sees how many you throw, "
                "but not which ones."
            ),
            "2.2": _(
                "Close to the end you keep the cards you’re dealt: if you had 46 points or more when the hand "
                "was dealt, you skip all three of its exchanges. Points you score during a hand count for this "
                "only from the next deal on. The limit is an option (section 7), and other races have another (7.7)."
            ),
            "2.3": _(
                "New cards come from the stock. When a card is needed and the stock is empty, the cards thrown "
                "earlier are shuffled into a new one; the ones you’re throwing right now aren’t among them. "
                "Even with six players there are always enough."
            ),
            "2.4": _(
                "You may have to show later what you announced. When a round of announcing is over, the cards "
                "of the combination are noted for each player who announced the highest one, even if they lost "
                "the comparison: two for a pair, three for three of a kind, four for two pairs and for four of "
                "a kind, five for all others. If you throw any noted card in a later exchange of the same hand, "
                "everybody sees that whole combination first. This happens once for each combination noted; a "
                "throw that breaks two of them shows both. Odd cards are never shown: the site knows your cards, "
                "so there’s nothing to prove with them."
            ),
        },
    ),
    section(
        "3",
        _("Announcing"),
        {
            "3.1": _(
                "After the exchange in the first two phases, everybody names their combination or passes, once, "
                "in table order. You only say what it is, “two pairs” for example, and it must be the same as "
                "the highest named so far, or higher. You always name exactly what you hold, because the site "
                "knows your cards; an option lets you name less (7.8). You may pass with any hand, and nobody "
                "can tell whether you had to."
            ),
            "3.2": _(
                "If nobody announces anything, nobody scores. If only one player announced the "
                "highest combination, that player scores, and the others learn nothing but its "
                "name. If several did, their hands are compared."
            ),
            "3.3": _(
                "A comparison goes step by step. At each step everyone still in it names one rank; players with "
                "a lower one drop out and say no more, and once one player is left it’s over. Only ranks are "
                "named, never suits. There’s nothing to decide, so the site does it. The steps are:"
            ),
        },
        Paragraph(text=_("<b>Pair.</b> The pair, then the odd cards from the highest down.")),
        Paragraph(text=_("<b>Two pairs.</b> The higher pair, the lower pair, the odd card.")),
        Paragraph(text=_("<b>Three of a kind and full house.</b> The three.")),
        Paragraph(text=_("<b>Four of a kind.</b> The four.")),
        Paragraph(text=_("<b>Straight and straight flush.</b> The top card.")),
        Paragraph(text=_("<b>Flush.</b> All five cards from the highest down.")),
        Paragraph(text=_("<b>Royal straight flush.</b> No steps: two of them tie.")),
        {
            "3.4": _(
                "If several are tied to the end, none of them scores, and nobody with a lower "
                "combination scores instead."
            ),
            "3.5": _(
                "Points are written down right away. Reaching 52 in the middle of a hand doesn’t "
                "win yet: the hand is played to its end."
            ),
        },
    ),
    section(
        "4",
        _("The third phase"),
        {
            "4.1": _(
                "A third exchange comes first. Then everybody may declare Chicago (section 5), then five tricks are "
                "played, then the last trick is scored, and at the very end the best hand. With two of the options "
                "there is a round of announcing before the Chicago round (7.1 and 7.3)."
            ),
            "4.2": _(
                "The player on the dealer’s left leads to the first trick. If you hold a card of the suit led "
                "you must play one; otherwise you play what you like. The highest card of the suit led takes "
                "the trick, and its player leads to the next. The cards you have played stay in front of you. "
                "Only the fifth and last trick is worth anything: 5 points."
            ),
            "4.3": _(
                "After the last trick all hands are open, and the best of all scores its points (1.4), compared "
                "as in 3.3 and 3.4 if necessary. It doesn’t matter who passed before."
            ),
        },
    ),
    section(
        "5",
        _("Chicago"),
        {
            "5.1": _(
                "Chicago is the promise to take all five tricks. After the third exchange everybody with 15 "
                "points or more is asked in table order; points you scored earlier in this hand count. The "
                "first to declare plays it, and the others are no longer asked. Players with fewer points are "
                "skipped."
            ),
            "5.2": _(
                "Take all five and you score 15. The last trick and the best hand are scored as usual after that, one "
                "by one: first the 15, then the 5, then the best hand. With an option, the 15 takes the place of the "
                "5."
            ),
            "5.3": _(
                "The first trick that somebody else takes ends the hand there and then: you lose 15, and neither the "
                "last trick nor the best hand is scored. No score falls below 0."
            ),
            "5.4": _(
                "Declaring doesn’t give you the lead: the player on the dealer’s left still leads, unless the "
                "table has chosen otherwise (section 7)."
            ),
        },
    ),
    section(
        "6",
        _("The end"),
        {
            "6.1": _(
                "The scores are checked after each hand, and only then: if anybody has 52 points or more, the "
                "game is over and the highest score wins. A short game is a race to fewer points (7.7)."
            ),
            "6.2": _(
                "Each point is worth one unit: everybody pays the winner for the points they’re behind. If "
                "several have won, all payments are put together and shared equally among them, in fractions if "
                "necessary. A player with as many points as the winner, or more, pays nothing. Two examples: "
                "with 53, 45, 53 and 47 points it is +7, −8, +7 and −6, and with 54, 45, 53 and 47 it is +17, "
                "−9, −1 and −7."
            ),
            "6.3": _(
                "You may resign at any time. If two were left, the other one wins and everything stays as it "
                "is. Otherwise your hand is thrown unseen, together with an open card waiting for you and the "
                "card you threw for it; anything you announced in a round still going on, or sealed, no longer "
                "counts. Your score stays as it is to the end, even through a reset: you can’t win or bring "
                "about the end, but you pay in the settlement. From then on you’re skipped, for the best hand "
                "too. Cards you have played stay where they are. If one of them is the highest of the current "
                "trick, nobody takes that trick: there are no points for it, not even for breaking a Chicago, "
                "though it does break one, and the next player clockwise leads. The same player leads if it was "
                "your lead. If you had declared Chicago, it has failed (5.3), whether two were left or more, "
                "and nobody is paid for breaking it. If you were to choose about four of a kind (7.1), nothing "
                "is scored for it and the hand goes on."
            ),
            "6.4": _(
                "How the end is reported: the points raced for, such as 52 points, straight flush (7.3), or "
                "resignation."
            ),
        },
    ),
    section(
        "7",
        _("Options"),
        Paragraph(
            text=_(
                "These are chosen when a table is opened. Those that need more words have their own paragraphs below."
            )
        ),
        Paragraph(figure=OPTIONS),
        Paragraph(
            text=_(
                "<b>All at once</b> means that nobody sees your answer until everybody has given theirs. Then "
                "they count in table order, as if they had been given one after the other: an announcement that "
                "is lower than one before it becomes a pass, the first who declares Chicago plays it, and an "
                "open card (7.6) is taken or refused in its turn. The round in 7.1 works the same way."
            )
        ),
        {
            "7.1": _(
                "<b>Four of a kind</b> that may reset. In the first two phases, if four of a kind scores, its "
                "player chooses: the 7 points, or a reset. A reset sets everybody else back to 0; the player’s "
                "own score stays, nothing is scored, the hand is over and the next is dealt. If the table plays "
                "that either ends the hand, it is over after scoring too. If two have named it, the higher one "
                "alone chooses, even where equal combinations score for nobody; under a straight flush or a "
                "royal straight flush nobody does, and a player who passed has nothing to choose. In the third "
                "phase there is a round for it before the Chicago round: it goes as in 3.1, but only four of a "
                "kind or better may be named, and nothing is scored or noted (2.4) by it. If four of a kind "
                "wins that round, its player chooses. A reset is as above. Without a reset nothing changes for "
                "now, and the hand is compared at the end like any other; but where either ends the hand it is "
                "7 points at once, and the hand is over. Four of a kind that is not named counts at the end as "
                "usual. A reset lifts scores below 0 to 0 as well."
            ),
            "7.2": _(
                "<b>Exactly equal hands</b> decided by suit. If hands are tied to the last step, their "
                "highest cards decide: hearts before diamonds, diamonds before spades, spades before "
                "clubs. The highest card is the one with the highest rank of the five, which is the 5 in "
                "A, 2, 3, 4, 5; if only the combination is compared, it’s the highest of the "
                "combination’s cards. A player with several cards of that rank counts the best of their "
                "suits. If equal combinations score for nobody, this never comes up."
            ),
            "7.3": _(
                "<b>Straight flush</b> that wins the game. A player who wins a round of announcing with a "
                "straight flush or a royal straight flush wins the game on the spot. So does a player who names "
                "one in the round before the tricks, or has one as the best hand at the end. That player is the "
                "only winner and gets as many points as needed: 52, or the highest score at the table, if that "
                "is more. Two that tie exactly have no effect, unless suits decide (7.2). This comes before 7.4."
            ),
            "7.4": _(
                "<b>Chicago needed</b> to win, best with three players and not recommended with four. A player "
                "who reaches 52 or more without having made a Chicago in this game falls back to 0 at that "
                "moment and plays on; even a royal straight flush doesn’t help. A Chicago made in that same "
                "scoring counts first, and one made earlier counts for the whole game."
            ),
            "7.5": _(
                "<b>Points below 0.</b> Scores may fall below 0, Chicago may be declared with any score, and "
                "players below 0 pay double in the settlement."
            ),
            "7.6": _(
                "<b>Open card.</b> If you throw exactly one card, you may ask for the new one face up: the next "
                "card of the stock is laid down for all to see. Take it, or refuse it: then it goes to the "
                "thrown cards and you get the next one face down, which you keep. If the stock is reshuffled in "
                "between, neither the card you threw nor the one you refused is in it."
            ),
            "7.7": _(
                "<b>Race to</b> 31 or 15 points: that score ends the game wherever these rules say 52. Everything "
                "scores as usual; even a royal straight flush is still worth 52. The exchange stop is as far from "
                "the end as in the usual game, 6 or 10 points, so in a race to 31 it is at 25 or 21. A race to 15 "
                "has none, because a single good hand would bring it about. You still need 15 points to declare "
                "Chicago (5.1). So in a race to 15 hardly anybody comes to declare one, and it can’t be needed to "
                "win (7.4)."
            ),
            "7.8": _(
                "<b>What you hold, or less.</b> You may name any combination that your five cards contain, if it’s "
                "the same as the highest named so far, or higher: with a full house also three of a kind, two pairs "
                "or a pair; with four of a kind also three of a kind or a pair; with two pairs or three of a kind "
                "also a pair; with a straight flush also a flush or a straight, and with a royal straight flush a "
                "straight flush too. What you name is what counts in that round, for the comparison and for the "
                "points, and only its cards are noted (2.4): the highest that make it, and of several cards of a "
                "rank the first in the fixed order. All your other cards are odd cards. A choice about four of a "
                "kind (7.1) or a win by a straight flush (7.3) goes only to those who name it. The best hand at the "
                "end is always compared as it is."
            ),
        },
    ),
    section(
        "8",
        _("Moves in writing"),
        Paragraph(
            text=_(
                "Every move has a text, and the record of a game is made of these. The cards of an exchange are "
                "listed in their fixed order (1.1). A player who can’t exchange (2.2) is skipped."
            )
        ),
        move("exchange", _("keep all cards")),
        move("exchange 2c 7d", _("throw these cards")),
        move("exchange open 2c", _("throw this card and ask for an open one")),
        move("take", _("take the open card")),
        move("refuse", _("refuse the open card")),
        move("announce", _("name your combination")),
        move("announce trips", _("name this one, where you may name less (7.8)")),
        move("pass", _("name nothing, or don’t declare Chicago")),
        move("declare", _("declare Chicago")),
        move("score", _("with four of a kind, don’t reset")),
        move("reset", _("with four of a kind, set the others back to 0")),
        move("play Qh", _("play this card to the trick")),
        move("resign", _("leave the game, at any time")),
    ),
)
