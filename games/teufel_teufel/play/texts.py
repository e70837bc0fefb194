"""Sentences of full play: why an action is refused, and what happens in a match."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.text import gettext_noop
from games.teufel_teufel.words import COLOUR_LABELS, End

PLAY_TEXTS: Mapping[str, str] = {
    "teufel_teufel.not_now": gettext_noop("Something else has to be decided first (%(rule)s)."),
    "teufel_teufel.no_such_field": gettext_noop("There is no such field (%(rule)s)."),
    # placing
    "teufel_teufel.start_on_devil_field": gettext_noop(
        "No disc starts on the devil field (%(rule)s)."
    ),
    "teufel_teufel.too_near": gettext_noop("Another disc is too close to start here (%(rule)s)."),
    "teufel_teufel.no_room_for_others": gettext_noop(
        "The others would have no field left to start on (%(rule)s)."
    ),
    # moving
    "teufel_teufel.not_adjacent": gettext_noop(
        "A step leads to the next field, up, down, left or right (%(rule)s)."
    ),
    "teufel_teufel.field_full": gettext_noop(
        "No more discs may enter or cross this field (%(rule)s)."
    ),
    "teufel_teufel.devil_field_blocked": gettext_noop(
        "The devil field is blocked while a devil stands on it (%(rule)s)."
    ),
    "teufel_teufel.visited_before": gettext_noop(
        "This move has already been on this field (%(rule)s)."
    ),
    "teufel_teufel.no_way_on": gettext_noop("From there this move could not go on (%(rule)s)."),
    "teufel_teufel.too_many_steps": gettext_noop(
        "This move has become too long and ends here (%(rule)s)."
    ),
    "teufel_teufel.skim_without_devil": gettext_noop(
        "Only with a devil can you cross hidden cards without turning them up (%(rule)s)."
    ),
    "teufel_teufel.nothing_to_skim": gettext_noop(
        "You can only cross a hidden card with no disc on it (%(rule)s)."
    ),
    "teufel_teufel.jump_without_devil": gettext_noop(
        "Only with a devil can you jump over another disc (%(rule)s)."
    ),
    "teufel_teufel.nothing_to_jump": gettext_noop(
        "You can only jump over a field with exactly one disc (%(rule)s)."
    ),
    "teufel_teufel.card_not_jumped": gettext_noop(
        "You may not jump over a disc on a face-up devil or tower (%(rule)s)."
    ),
    "teufel_teufel.unknown_mode": gettext_noop("That is not a possible step (%(rule)s)."),
    "teufel_teufel.no_step_taken": gettext_noop("A move has at least one step (%(rule)s)."),
    "teufel_teufel.no_stop_on_devil_field": gettext_noop(
        "You can cross the devil field, but not stay on it (%(rule)s)."
    ),
    "teufel_teufel.no_stop_while_crossing": gettext_noop(
        "After crossing a card or a disc you must go on (%(rule)s)."
    ),
    "teufel_teufel.something_else_is_possible": gettext_noop(
        "You can't pass while you can move or exchange cards (%(rule)s)."
    ),
    # devils
    "teufel_teufel.own_devil": gettext_noop("The devil must be another player's (%(rule)s)."),
    "teufel_teufel.holds_no_devil": gettext_noop("This player holds no devil (%(rule)s)."),
    "teufel_teufel.letter_not_owned": gettext_noop(
        "You can only give back letters in your disc (%(rule)s)."
    ),
    "teufel_teufel.wrong_number_of_letters": gettext_noop(
        "That is not the number of letters to give back (%(rule)s)."
    ),
    "teufel_teufel.no_hidden_card": gettext_noop("No hidden card lies there (%(rule)s)."),
    # swapping and shuffling
    "teufel_teufel.same_card_twice": gettext_noop("Two different cards are needed (%(rule)s)."),
    "teufel_teufel.no_card": gettext_noop("No card lies there (%(rule)s)."),
    "teufel_teufel.card_under_disc": gettext_noop("A disc stands on this card (%(rule)s)."),
    "teufel_teufel.not_own_colour": gettext_noop(
        "You can only exchange face-up cards of your own colour (%(rule)s)."
    ),
    "teufel_teufel.shuffle_without_devil": gettext_noop(
        "Only with a devil can you shuffle face-up cards (%(rule)s)."
    ),
    "teufel_teufel.too_many_cards_taken": gettext_noop(
        "You can't shuffle more cards at once (%(rule)s)."
    ),
    "teufel_teufel.too_few_cards_taken": gettext_noop(
        "Take up more cards before you lay the first one (%(rule)s)."
    ),
    "teufel_teufel.card_hidden": gettext_noop("Only face-up cards can be shuffled (%(rule)s)."),
    "teufel_teufel.taken_before": gettext_noop("This card is already taken up (%(rule)s)."),
    "teufel_teufel.too_few_fields": gettext_noop(
        "This shuffle could not be completed: too few cards or fields are free (%(rule)s)."
    ),
    "teufel_teufel.card_on_devil_field": gettext_noop(
        "Cards never lie on the devil field (%(rule)s)."
    ),
    "teufel_teufel.laid_before": gettext_noop("This field is already chosen (%(rule)s)."),
    "teufel_teufel.target_under_disc": gettext_noop("A disc stands on this field (%(rule)s)."),
    "teufel_teufel.target_has_card": gettext_noop("A card lies on this field (%(rule)s)."),
    # draws
    "teufel_teufel.no_such_first_player": gettext_noop("This seat can't begin (%(rule)s)."),
    "teufel_teufel.other_cards": gettext_noop(
        "These are not the cards that are shuffled here (%(rule)s)."
    ),
}

LENGTH_UNIT = gettext_noop("turns")

# --- names of things

FIELD = gettext_noop("r%(row)sc%(col)s")
LETTER_CARD = gettext_noop("%(colour)s %(letter)s")
DEVIL_CARD = gettext_noop("a devil")
TOWER_CARD = gettext_noop("a tower")
HIDDEN_CARD = gettext_noop("a hidden card")
NO_CARD = gettext_noop("no card")
NO_LETTERS = gettext_noop("no letters")
HAS_LETTERS = gettext_noop("letters %(letters)s")
COLOURS = tuple(COLOUR_LABELS.values())

# --- what happens

SHUFFLED = gettext_noop("The cards are shuffled and lie hidden on the board.")
BEGINS = gettext_noop("%(who)s begins.")
PLACES = gettext_noop("%(who)s begins on %(field)s.")
GOES = gettext_noop("%(who)s goes to %(field)s: %(card)s.")
OPENS = gettext_noop("%(who)s turns up the card on %(field)s: %(card)s.")
SKIMS = gettext_noop("%(who)s crosses the hidden card on %(field)s.")
JUMPS = gettext_noop("%(who)s jumps over %(other)s on %(field)s.")
CROSSES = gettext_noop("%(who)s crosses the devil field.")
STAYS = gettext_noop("%(who)s stays there.")
COLLECTS = gettext_noop("%(who)s collects the letter %(letter)s.")
GETS_DEVIL = gettext_noop("%(who)s gets a devil.")
SECOND_DEVIL = gettext_noop("That makes two devils for %(who)s: both return to the devil field.")
ROBS = gettext_noop("%(who)s takes the devil of %(other)s.")
GIVES_BACK = gettext_noop("%(who)s gives back %(letters)s.")
GIVES = gettext_noop("%(who)s gives the devil to %(other)s.")
KEEPS = gettext_noop("%(who)s keeps the devil.")
DROPS = gettext_noop("%(who)s lays the devil down.")
PEEKS = gettext_noop("%(who)s peeks at the card on %(field)s.")
PEEKS_NOT = gettext_noop("%(who)s peeks at no card.")
SEES = gettext_noop("It is %(card)s.")
SWAPS = gettext_noop("%(who)s exchanges the cards on %(field)s and %(other)s.")
TAKES = gettext_noop("%(who)s takes up the card on %(field)s: %(card)s.")
LAYS = gettext_noop("%(who)s chooses %(field)s for one of these cards.")
LIES_HIDDEN = gettext_noop("Shuffled, these cards now lie hidden on %(fields)s: %(cards)s.")
FLIPS = gettext_noop("%(who)s turns up the card on %(field)s: %(card)s.")
PASSES = gettext_noop("%(who)s passes.")
LEAVES = gettext_noop("%(who)s has all letters and no devil, and leaves the board.")
ENDS: Mapping[End, str] = {
    End.LAST_ONE: gettext_noop("Only one player is left on the board. The match is over."),
    End.DAY_BREAK: gettext_noop("No hidden card is left: day breaks. The match is over."),
    End.STOPPED: gettext_noop("The match has taken too long and ends here."),
}

# --- the position

LINE = "%(line)s"
LEGEND = gettext_noop(
    "## hidden, r b g y w k and a letter: colour and letter, !! devil, ^^ tower, -- no card,"
    " <n> devils on the devil field; the numbers after a card are players."
)
PLAYER_ON = gettext_noop("%(number)s: %(who)s, %(colour)s, on %(field)s, %(letters)s.")
PLAYER_ON_WITH_DEVIL = gettext_noop(
    "%(number)s: %(who)s, %(colour)s, on %(field)s, %(letters)s, with a devil."
)
PLAYER_BEFORE = gettext_noop("%(number)s: %(who)s, %(colour)s, not on the board yet.")
PLAYER_GONE = gettext_noop("%(number)s: %(who)s, %(colour)s, left the board as number %(place)s.")
KNOWN = gettext_noop("Known to you alone: on %(field)s lies %(card)s.")
KNOWN_TO_REFEREE = gettext_noop("Hidden on %(field)s: %(card)s.")
TO_ACT = gettext_noop("%(who)s is to act.")
MUST_GO_ON = gettext_noop("The move must go on.")
IN_HAND = gettext_noop("Taken up for a shuffle: %(cards)s.")

# --- what may be done

MAY_PLACE = gettext_noop("Begin on %(field)s")
MAY_GO = gettext_noop("Go to %(field)s: %(card)s")
MAY_OPEN = gettext_noop("Go to %(field)s and turn up the card")
MAY_GO_TO_DISC = gettext_noop("Go to %(other)s on %(field)s: %(card)s")
MAY_SKIM = gettext_noop("Cross %(field)s without turning up the card")
MAY_JUMP = gettext_noop("Jump over %(other)s on %(field)s")
MAY_CROSS = gettext_noop("Cross the devil field")
MAY_END = gettext_noop("Stay here")
MAY_GIVE = gettext_noop("Give the devil to %(other)s")
MAY_KEEP = gettext_noop("Keep the devil")
MAY_ROB = gettext_noop("Take the devil of %(other)s")
MAY_LOSE = gettext_noop("Give back %(letters)s")
MAY_PEEK = gettext_noop("Peek at the card on %(field)s")
MAY_NOT_PEEK = gettext_noop("Peek at no card")
MAY_DROP = gettext_noop("Lay the devil down")
MAY_SWAP = gettext_noop("Exchange the cards on %(field)s and %(other)s: %(card)s, %(other_card)s")
MAY_TAKE = gettext_noop("Take up the card on %(field)s for a shuffle: %(card)s")
MAY_LAY = gettext_noop("Choose %(field)s for one of the shuffled cards")
MAY_FLIP = gettext_noop("Turn up the card on %(field)s")
MAY_PASS = gettext_noop("Pass")

# what players can take back
TAKEN_BACK = gettext_noop(
    "You can undo a step, a swap or a choice until the next player decides. Once a card has "
    "been turned up, peeked at or shuffled, it stays."
)
