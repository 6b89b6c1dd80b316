"""The rules of Chicago Poker for its players, in our own words. Events and refusals refer to the numbers."""

from games.rules.contract import gettext_noop as _
from games.rules.rulebook import HAND_RANKINGS, Item, Paragraph, move, section

RULEBOOK = (
    section(
        "1",
        _("Pieces"),
        Paragraph(
            "1.1",
            _(
                "75 gangsters: the values 1 to 15 in five gangs, one of each. All gangs rank the same. "
                "In writing, a card is its value and the first letter of its gang: 9M is Moon 9."
            ),
            items=(Item(_("Ruby")), Item(_("Moon")), Item(_("Star")), Item(_("Clover")), Item(_("Fan"))),
            figure="gangs",
        ),
        {
            "1.2": _(
                "Six special cards: two Police Raids, one Liquidation, one Limousine, one Revolver and one Bribery."
            ),
            "1.3": _("Twenty businesses, five each of four types: Speakeasy, Jazz Club, Brewery and Gambling House."),
            "1.4": _(
                "Shootout markers, as many as you need. If there are several at one business, only the "
                "oldest leads to a shootout."
            ),
            "1.5": _(
                "Six bosses, in seat order: Dion O’Bannion, Johnny Torrio, Hymie Weiss, Bugs Moran, Al "
                "Capone, Frankie Yale. You can choose any that’s free; no rule depends on it."
            ),
            "1.6": _(
                "Wherever cards are listed or put together, their order is fixed: Ruby, Moon, Star, "
                "Clover, Fan, each gang from 1 to 15, then Police Raids, Liquidation, Limousine, "
                "Revolver, Bribery. Businesses follow the order of their types above."
            ),
        },
    ),
    section(
        "2",
        _("Set-up"),
        {
            "2.1": _(
                "The seats run clockwise. Shuffle the businesses and open some of them, each in its own "
                "slot: two for two or three players, three for four, four for five or six. The rest form "
                "the pile of businesses."
            ),
            "2.2": _(
                "Shuffle all the cards: 81, or 75 without special cards. Draw the first player at "
                "random. Deal five cards each, one at a time, clockwise from the first player. The rest "
                "form the deck; the discard pile is empty."
            ),
        },
    ),
    section(
        "3",
        _("A turn"),
        {
            "3.1": _(
                "Turns go clockwise. Your turn starts with the shootouts at the businesses with your "
                "marker (section 6). Then you take your actions, and then the turn ends."
            ),
            "3.2": _(
                "The first turn of the game has one action, the second has two, and every later one has "
                "three. Turns are counted for all players together."
            ),
            "3.3": _(
                "For an action you draw a card, play a gangster or play a special card. Mix them as you "
                "like, in any order."
            ),
            "3.4": _(
                "In the English edition you must take these actions; in the French edition you may. The "
                "two extra actions from the Revolver are optional in both. Your actions first count "
                "towards the ones you must take."
            ),
            "3.5": _(
                "English edition: as long as you must take an action and one is possible, you take one, "
                "even if it’s no use to you. If none is possible, you’re free of the rest. You end your "
                "turn yourself, once you’ve taken the actions you must and hold no more than seven "
                "cards. Nothing else ends a turn, except resigning and the end of the game, so you end "
                "it even if there’s nothing left to do; if ending it is all you can do, the site does it "
                "for you."
            ),
            "3.6": _(
                "You can hold at most seven cards at the end of a turn. During the turn you can hold "
                "more, as long as your remaining actions can bring you back down to seven: with "
                "gangsters that have a free place in your columns, with special cards you can play, and "
                "with the Revolver and its two actions. Bribery doesn’t help, since it brings in a card "
                "itself. A move that leaves no way back to seven isn’t allowed. A card you’re about to "
                "draw or take with Bribery counts as one that stays in your hand, so what you’re allowed "
                "gives nothing away about it. For example, with seven gangsters, and places for them, "
                "you can draw while you have two or more actions left; with eight, only while you have "
                "three or more."
            ),
        },
    ),
    section(
        "4",
        _("Draw and play"),
        Paragraph(
            "4.1",
            _(
                "Draw: take the top card of the deck; the others don’t see it. If the deck is empty, the "
                "discard pile is shuffled into a new deck first. That happens only when somebody draws: "
                "until then the discards stay where they are, and Bribery can take one of them. If both "
                "are empty, you can’t draw."
            ),
        ),
        Paragraph(
            "4.2",
            _(
                "Play: put a gangster at the end of your own column at an open business. A column has "
                "five places. The place says which way the card faces:"
            ),
            items=(
                Item(_("Speakeasy"), _("First two face down, last three face up")),
                Item(_("Jazz Club"), _("First three face up, last two face down")),
                Item(_("Brewery"), _("All face up")),
                Item(_("Gambling House"), _("Up, down, up, down, up")),
            ),
            figure="facings",
        ),
        {
            "4.3": _(
                "With your fifth card at a business you call a shootout: your marker goes there at once. "
                "The others can still play there, up to five cards each."
            ),
            "4.4": _("You may look at your own face-down cards at any time."),
        },
    ),
    section(
        "5",
        _("Special cards"),
        Paragraph(
            "5.1",
            _(
                "A special card costs one action, works at once and then goes to the discard pile. You "
                "can’t play it if there’s nothing to use it on. It never goes to a business, and you "
                "can’t send it as a reinforcement. You can play it in the turn you draw it."
            ),
        ),
        Paragraph(
            "5.2",
            _(
                "Choose another player’s cards at an open business where that player has no marker. "
                "Their last card there, face up or face down, is discarded for all to see."
            ),
            title=_("Liquidation"),
            icon="x-liquidation",
        ),
        Paragraph(
            "5.3",
            _(
                "Choose another player’s cards at an open business. A marker doesn’t protect them, and "
                "they can all be face up. Only you see the face-down ones, as long as they lie in that "
                "column. Everybody sees that you looked."
            ),
            title=_("Police Raid"),
            icon="x-raid",
        ),
        Paragraph(
            "5.4",
            _(
                "Move one to four of your own cards from one business to another open one. You can’t "
                "have a marker at either of them, or more than five cards in the new column. English "
                "edition: any of your cards there. French edition: your last ones. They go to the end of "
                "the new column in the order you choose, and their new places say which way they face; a "
                "fifth card there places your marker. The cards left behind close up and keep facing the "
                "same way, and the next card you play there faces the way its place says. The others see "
                "a back for each card that’s now face down, but not which back is which card."
            ),
            title=_("Limousine"),
            icon="x-limousine",
        ),
        Paragraph(
            "5.5",
            _(
                "You get two more actions this turn, and you may take them or leave them. As the "
                "Revolver costs an action itself, that’s one more than before. You can use it even in "
                "the first turn of the game, and as your last action."
            ),
            title=_("Revolver"),
            icon="x-revolver",
        ),
        Paragraph(
            "5.6",
            _(
                "Take any one card from the discard pile into your hand, in secret. The rest of the pile "
                "is shuffled together with the deck into a new deck, and Bribery is then alone on the "
                "discard pile. You can’t play it while the discard pile is empty, and it can’t take "
                "itself."
            ),
            title=_("Bribery"),
            icon="x-bribery",
        ),
        Paragraph(
            "5.7",
            _(
                "Everybody may know the whole discard pile, how many cards each player holds, how many "
                "are in the deck, how many businesses are in the pile, all face-up cards, the number of "
                "face-down ones, the markers, and who controls which business. Hands, face-down cards, "
                "the order of the deck and of the pile, and the card that Bribery took are secret."
            ),
        ),
    ),
    section(
        "6",
        _("Shootouts"),
        {
            "6.1": _(
                "At the start of your turn there’s a shootout at every business with your marker. If there are "
                "several, you choose each time which one comes next, or, if the table has chosen that (section 9), "
                "your oldest marker comes first. You finish each before the next, and all of them before your "
                "actions. What needs no decision happens as soon as the turn before yours ends."
            ),
            "6.2": _(
                "All cards there are turned up, even those of players with fewer than five. The best "
                "hand wins (section 7); calling the shootout gives no advantage. A player with no cards "
                "there can’t win."
            ),
            "6.3": _(
                "The winner takes the business. All gangsters there are discarded and all markers there "
                "are removed, so nobody else’s shootout happens there. The next business from the pile "
                "opens in that slot; once the pile is empty, the slot stays empty. Then we check whether "
                "the game is won (section 8)."
            ),
            "6.4": _(
                "If the best hands are tied, reinforcements decide. Each of the tied players secretly "
                "chooses a gangster from their hand, and all are shown together once everyone has "
                "chosen. The highest value wins; players who tie again go on among themselves. English "
                "edition: a tied player who holds a gangster must send one, and the others aren’t asked. "
                "After each round the gangsters sent are discarded, and each sender draws one card, "
                "clockwise, starting with the player whose turn it is. If the deck runs out, the discard "
                "pile is shuffled first; if no card is left, nobody draws. French edition: every tied "
                "player is asked and may decline, even without a gangster; gangsters sent are discarded "
                "and not replaced. Sending nobody is lower than a 1. If nobody sends a gangster, the "
                "player whose turn it is wins if they’re tied, otherwise the first tied player "
                "clockwise. After that the cards at the business are discarded."
            ),
        },
    ),
    section(
        "7",
        _("Hands"),
        Paragraph("7.1", _("The hands, best first:"), figure=HAND_RANKINGS),
        {
            "7.2": _(
                "A hand is made of your cards at the business, one to five of them. Straights, flushes "
                "and full houses take all five; pairs, threes and fours take only their own cards. So "
                "three 2s beat two pairs with an odd card."
            ),
            "7.3": _("A row of values runs from 1 to 15; it doesn’t continue from 15 to 1."),
            "7.4": _(
                "Hands of the same kind are compared like this. Three, four or five of a kind and full "
                "houses: the value of the largest group. Straights: the highest card. Flushes and high "
                "cards: all cards from the highest down. Two pairs: the high pair, then the low pair, "
                "then the odd card. A pair: its value, then the odd cards from the highest down. A "
                "missing card is lower than any card."
            ),
            "7.5": _(
                "Each card exists once. So threes, fours, fives and full houses never tie; pairs and two "
                "pairs can tie between two players; straights, flushes and high cards can tie between "
                "more."
            ),
        },
    ),
    section(
        "8",
        _("The end"),
        Paragraph(
            "8.1",
            _(
                "A player who takes a business wins at once with three of one type, all four types, or "
                "any five. This can happen in somebody else’s turn."
            ),
            items=(Item(_("three of one type")), Item(_("all four types")), Item(_("any five"))),
            figure="ways_to_win",
        ),
        {
            "8.2": _("Short game: two of one type or any three are enough."),
            "8.3": _(
                "When the pile of businesses is empty, you play on with the ones still open. If nobody "
                "has won before, the player who takes the very last business wins."
            ),
            "8.4": _(
                "Stalemate: if three turns in a row for each player left end without any action (after a "
                "resignation the count starts again), the next turn begins as usual, but with a shootout "
                "at every open business with cards, in the order of the slots, instead of the shootouts "
                "called. The player whose turn it is counts as having called them. A business that has "
                "lost its cards by then is skipped. If nobody has won after that, the game ends: most "
                "businesses win, then most types, then the player who took the last one of these. If "
                "nobody holds a business, it’s a draw."
            ),
            "8.5": _(
                "You can resign at any time. If only two players were left, the other one wins and "
                "everything stays as it is. Otherwise your hand, your cards on the table and a "
                "reinforcement not yet shown are discarded together, your markers vanish and your "
                "businesses leave the game. If it was your turn, it ends, and your remaining shootouts "
                "don’t happen; those of a stalemate still do. If there’s a tie, it’s decided first, "
                "among the players left in it; if only one is left, that player wins it and takes back a "
                "card not yet shown. A later marker at a business may now be the oldest."
            ),
            "8.6": _(
                "How the end is reported: three of a type, four types, five businesses (the first of "
                "these that’s true), in the short game two of a type or three businesses, last business, "
                "stalemate, which may be a draw, and resignation."
            ),
        },
    ),
    section(
        "9",
        _("Options"),
        Paragraph(
            text=_(
                "<b>Edition.</b> English, which is also the Polish one, or French. They differ in the "
                "actions you must take (3.4), the Limousine (5.4) and the reinforcements (6.4). The "
                "usual choice is English."
            )
        ),
        Paragraph(
            text=_(
                "<b>Special cards.</b> With them, or gangsters only: 75 cards and nothing to fear but "
                "the others’ hands. The usual choice is with them."
            )
        ),
        Paragraph(
            text=_(
                "<b>Length.</b> The full game or the short one (8.2), which is good for five or six "
                "players. The usual choice is the full game."
            )
        ),
        Paragraph(
            text=_(
                "<b>Order of your shootouts.</b> If several are due in your turn, you choose their order, or the "
                "one you called first comes first (6.1). The usual choice is that you choose."
            )
        ),
    ),
    section(
        "10",
        _("Moves in writing"),
        Paragraph(
            text=_(
                "Every move has a text, and the record of a game is made of these. A business is written "
                "as its type and a number, a player as the number of their seat, counted from 0."
            )
        ),
        move("draw", _("draw a card")),
        move("play 9M speakeasy3", _("play a gangster at a business")),
        move("liquidation speakeasy3 2", _("discard the last card of seat 2 there")),
        move("raid speakeasy3 2", _("look at the cards of seat 2 there")),
        move("limousine speakeasy3 jazz1 9M 10M", _("from, to, and the cards in the order you lay them down")),
        move("revolver", _("two more actions")),
        move("bribery 9M", _("take this card from the discards")),
        move("send 9M", _("send this gangster as reinforcement")),
        move("decline", _("send nobody, in the French edition")),
        move("resolve speakeasy3", _("hold this shootout first, if several of yours are due")),
        move("end", _("end the turn")),
        move("resign", _("leave the game, at any time")),
    ),
)
