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
                "75 gangsters: the values 1 to 15 in five gangs, one of each. No gang ranks above another. In "
                "writing, a card is its value and the first letter of its gang: 9M is Moon 9."
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
                "Shootout markers, as many as are needed. Of several markers at one business only the oldest ever "
                "leads to a shootout."
            ),
            "1.5": _(
                "Six bosses, in seat order: Dion O’Bannion, Johnny Torrio, Hymie Weiss, Bugs Moran, Al Capone, "
                "Frankie Yale. You may choose one that is free; no rule depends on it."
            ),
            "1.6": _(
                "Where cards are listed or put together their order is fixed: Ruby, Moon, Star, Clover, Fan, in each "
                "gang from 1 to 15, then Police Raids, Liquidation, Limousine, Revolver, Bribery. Businesses follow "
                "the order of their types above."
            ),
        },
    ),
    section(
        "2",
        _("Set-up"),
        {
            "2.1": _(
                "The seats run clockwise. The businesses are shuffled and some are laid open, each in a slot of its "
                "own: two with two or three players, three with four, four with five or six. The rest are the pile of "
                "businesses."
            ),
            "2.2": _(
                "All cards are shuffled, 75 of them when you play without special cards. The first player is drawn at "
                "random. Five cards each are dealt one at a time, clockwise from the first player. The rest are the "
                "deck; the discard pile is empty."
            ),
        },
    ),
    section(
        "3",
        _("A turn"),
        {
            "3.1": _(
                "Turns go clockwise. In yours, first come the shootouts at the businesses with your marker (section "
                "6), then you take your actions, then the turn ends."
            ),
            "3.2": _(
                "The first turn of the game has one action, the second has two, every later one has three. The turns "
                "of all players are counted together."
            ),
            "3.3": _(
                "An action is to draw a card, to play a gangster or to play a special card. Mix them as you like, in "
                "any order."
            ),
            "3.4": _(
                "In the English edition you must take these actions, in the French edition you may. The two more "
                "actions that the Revolver gives are optional in both; as long as you owe actions, those are used up "
                "first."
            ),
            "3.5": _(
                "English edition: as long as you owe an action and any is possible, you have to take one, even one of "
                "no use to you. When none is possible, what you owe lapses. You end your turn yourself, once you owe "
                "nothing and hold no more than seven cards. Apart from that only resigning and the end of the game "
                "end a turn, so you also say so when nothing is left to do; if it is the only thing left, the site "
                "says it for you."
            ),
            "3.6": _(
                "At the end of a turn you hold seven cards at most. During it you may hold more, as long as the "
                "actions that you have left can bring you down to seven again: by gangsters with a free place in your "
                "columns, by special cards that can be played, and by the Revolver with the two actions that it "
                "gives. Bribery is no help, since it brings a card itself. What would leave no such way is not "
                "allowed. A card that you are about to draw or to take with Bribery counts as one that stays in your "
                "hand, so what you are allowed tells nobody what it is. So with seven gangsters, and places for them, "
                "you may draw while two or more actions are left, with eight only while three or more are."
            ),
        },
    ),
    section(
        "4",
        _("Draw and play"),
        Paragraph(
            "4.1",
            _(
                "Draw: you take the top card of the deck, unseen by the others. If the deck is empty at that moment, "
                "the discard pile is shuffled into a new deck first. With both empty there is nothing to draw."
            ),
        ),
        Paragraph(
            "4.2",
            _(
                "Play: you put a gangster at the end of your own column at an open business. A column has five "
                "places. The place says which way the card faces:"
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
                "With your fifth card at a business you call a shootout: your marker is placed there at once. The "
                "others may go on playing there, up to five cards too."
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
                "A special card costs one action, works at once and then goes to the discard pile. Without something "
                "to use it on it can’t be played. It never lies at a business and is never sent as reinforcement. You "
                "may play it in the turn in which you drew it."
            ),
        ),
        Paragraph(
            "5.2",
            _(
                "Choose another player’s cards at an open business where that player has no marker. The last of them, "
                "face up or face down, is discarded for all to see."
            ),
            title=_("Liquidation"),
            icon="x-liquidation",
        ),
        Paragraph(
            "5.3",
            _(
                "Choose another player’s cards at an open business; a marker does not protect them, and none needs to "
                "lie face down. You alone see the face-down ones, and go on seeing them while they lie in that "
                "column. Everybody sees that you looked."
            ),
            title=_("Police Raid"),
            icon="x-raid",
        ),
        Paragraph(
            "5.4",
            _(
                "Move one to four of your own cards from one business to another open one. You may have a marker at "
                "neither of them, nor more than five cards in the new column. English edition: any of your cards "
                "there. French edition: the last ones. They go to the end of the new column in the order you choose "
                "and face as their new places demand; a fifth card there places your marker. The cards left behind "
                "close up and keep their facing, and the next card played there faces as its place demands. The "
                "others see a back for each card that now lies face down, and are not told which back is which."
            ),
            title=_("Limousine"),
            icon="x-limousine",
        ),
        Paragraph(
            "5.5",
            _(
                "Two more actions in this turn, which you may take or leave. As it costs an action itself, that is "
                "one more than before. You may use it in the first turn of the game too, and as your last action."
            ),
            title=_("Revolver"),
            icon="x-revolver",
        ),
        Paragraph(
            "5.6",
            _(
                "Take any one card from the discard pile into your hand, in secret. The rest of the pile is shuffled "
                "together with the deck into a new deck, and Bribery is then alone on the discard pile. It can’t be "
                "played while the discard pile is empty, and it can’t take itself."
            ),
            title=_("Bribery"),
            icon="x-bribery",
        ),
        Paragraph(
            "5.7",
            _(
                "Everybody may know: the whole discard pile, how many cards each player holds, how many are in the "
                "deck and how many businesses in the pile, all face-up cards, the number of face-down ones, the "
                "markers, and who controls which business. Secret are: hands, face-down cards, the order of the deck "
                "and of the pile, and the card that Bribery took."
            ),
        ),
    ),
    section(
        "6",
        _("Shootouts"),
        {
            "6.1": _(
                "At the start of your turn there is a shootout at every business with your marker, your oldest marker "
                "first, each to its end before you take any action. You decide nothing in it, so it happens as soon "
                "as the turn before yours ends."
            ),
            "6.2": _(
                "All cards of all players there are turned up, also of those who have fewer than five. The best hand "
                "wins (section 7); having called the shootout is no advantage. Whoever has no cards there can’t win."
            ),
            "6.3": _(
                "The winner takes the business. All gangsters there are discarded and all markers there are removed, "
                "so nobody else’s shootout happens there. The next business of the pile is laid open in the slot; "
                "once the pile is empty, the slot stays empty. Then it is seen whether the game is won (section 8)."
            ),
            "6.4": _(
                "If the best hands are level, reinforcements decide. Each of the tied players chooses a gangster from "
                "hand in secret, and when all have chosen, all are shown together. The highest value wins; those who "
                "are level again go on among themselves. English edition: whoever holds a gangster must send one, the "
                "others are not asked; after each round the cards sent are discarded and each sender draws one, "
                "clockwise from the player whose turn it is, who comes first, with the discard pile shuffled if need "
                "be and none drawn if no card is left. French edition: everybody tied is asked and may decline, even "
                "without a gangster; the cards sent are discarded and not replaced. Sending nobody counts less than a "
                "1. If nobody sends, the player whose turn it is wins if tied, else the first of the tied players "
                "clockwise. The cards at the business are discarded after that."
            ),
        },
    ),
    section(
        "7",
        _("Hands"),
        Paragraph("7.1", _("The hands, from the top:"), figure=HAND_RANKINGS),
        {
            "7.2": _(
                "A hand is what you have at the business, one to five cards. Straights, flushes and full houses take "
                "all five; pairs, threes and fours take only their own cards. So three 2s beat two pairs with an odd "
                "card."
            ),
            "7.3": _("A row of values lies between 1 and 15; it does not go on from 15 to 1."),
            "7.4": _(
                "Between hands of the same name: three, four or five of a kind and full houses compare the value of "
                "the largest group, straights the highest card, flushes and high cards all cards from the highest "
                "down, two pairs the high pair, then the low pair, then the odd card, a pair its value, then the odd "
                "cards from the highest down. A card that is missing is lower than any."
            ),
            "7.5": _(
                "Each card exists once. So threes, fours, fives and full houses are never level; pairs and two pairs "
                "can be level between two players, straights, flushes and high cards between more."
            ),
        },
    ),
    section(
        "8",
        _("The end"),
        Paragraph(
            "8.1",
            _(
                "Whoever takes a business wins at once with three of one type, or all four types, or any five. This "
                "may be in somebody else’s turn."
            ),
            items=(Item(_("three of one type")), Item(_("all four types")), Item(_("any five"))),
            figure="ways_to_win",
        ),
        {
            "8.2": _("Short game: two of one type or any three are enough."),
            "8.3": _(
                "When the pile of businesses is empty you play on with what lies open. Whoever takes the very last "
                "business wins, if nobody has won before."
            ),
            "8.4": _(
                "Stalemate: when three turns for each player left have ended one after the other without any action "
                "(after a resignation the count starts anew), the next turn begins as usual, but instead of the "
                "shootouts called there is one at every open business with cards, in the order of the slots. The "
                "player whose turn it is counts as having called them. A business that has lost its cards by then is "
                "passed over. If nobody has won after that, the game ends: most businesses win, then most types, then "
                "whoever took the last one of these. If nobody holds a business, it is a draw."
            ),
            "8.5": _(
                "You may resign at any time. If two players were left, the other one wins and all stays as it lies. "
                "Otherwise your hand, your cards on the table and a reinforcement not yet shown are discarded "
                "together, your markers vanish and your businesses leave the game. If it was your turn it ends, "
                "without shootouts of yours still to come; those of a stalemate go on. A tie is decided first, among "
                "those left in it; if only one is left, that player wins it and takes back a card not yet shown. A "
                "later marker at a business may now be the oldest."
            ),
            "8.6": _(
                "What is said about the end: three of a type, four types, five businesses (the first of these that is "
                "true), in the short game two of a type or three businesses, last business, stalemate, which may be a "
                "draw, and resignation."
            ),
        },
    ),
    section(
        "9",
        _("Options"),
        Paragraph(
            text=_(
                "<b>Edition.</b> English, which is also the Polish one, or French. They differ in the actions you "
                "must take (3.4), the Limousine (5.4) and the reinforcements (6.4). Without a choice: English."
            )
        ),
        Paragraph(
            text=_(
                "<b>Special cards.</b> With them, or gangsters only: 75 cards and nothing to fear but the others’ "
                "hands. Without a choice: with them."
            )
        ),
        Paragraph(
            text=_(
                "<b>Length.</b> The full game or the short one (8.2), which is good for five or six players. Without "
                "a choice: the full game."
            )
        ),
    ),
    section(
        "10",
        _("Moves in writing"),
        Paragraph(
            text=_(
                "Every move has a text; the record of a game is made of them. A business is written as its type and a "
                "number, a player as the number of the seat, counted from 0."
            )
        ),
        move("draw", _("draw a card")),
        move("play 9M speakeasy3", _("play a gangster at a business")),
        move("liquidation speakeasy3 2", _("discard the last card of seat 2 there")),
        move("raid speakeasy3 2", _("look at the cards of seat 2 there")),
        move(
            "limousine speakeasy3 jazz1 9M 10M", _("from, to, and the cards in the order in which they are laid down")
        ),
        move("revolver", _("two more actions")),
        move("bribery 9M", _("take this card from the discards")),
        move("send 9M", _("send this gangster as reinforcement")),
        move("decline", _("send nobody, in the French edition")),
        move("end", _("end the turn")),
        move("resign", _("leave the game, at any time")),
    ),
)
