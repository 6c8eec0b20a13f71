"""What is refused and what is doubted. Two severities only: impossible refuses, odd warns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CODES: Final[dict[str, str]] = {
    # the evening and its seats
    "already_open": "the evening has begun, so its first rules stand",
    "bad_name": "a name is empty or longer than 40 characters",
    "name_taken": "two people of one table would carry the same name",
    "animal_taken": "two people of one table would be the same animal",
    "unknown_animal": "there is no such animal",
    "unknown_seat": "nobody holds that seat",
    "not_seated": "that person does not sit at the table now",
    "bad_circle": "the order of the seats does not name everybody once",
    "too_few_players": "the game needs more players",
    "too_many_players": "the game takes no more players",
    "between_hands_only": "this can be done between hands only",
    "evening_over": "the evening has been ended",
    "not_over": "the evening has not been ended",
    # options
    "unknown_option": "there is no option of that name",
    "bad_option": "an option has a value it cannot have",
    "options_clash": "two options contradict each other",
    "unknown_rules": "house rules of that number are not kept on this server",
    "shelf_full": "no more house rules can be kept under a name",
    "bad_code": "a short code of house rules is mistyped, or of another version",
    "not_available": "a game or option that is not available yet",
    # stakes
    "no_stakes_now": "stakes are placed before the deal only",
    "bad_stake": "a stake does not have the sum or the spaces the rules ask for",
    "already_staked": "this player has placed the stake of this hand",
    "stakes_missing": "somebody has not placed the stake yet",
    # deal and spare hand
    "no_deal_now": "cards are dealt after the stakes and before the first lead",
    "turn_up_missing": "nobody said which card was turned up for trumps",
    "no_turn_up": "no card is turned up by these rules",
    "no_spare_choice": "the spare hand cannot be taken or sold now",
    "not_dealer": "only the dealer may do this",
    "dealer_may_not_buy": "the dealer sells the spare hand and cannot buy it",
    "bad_bid": "a bid is below the minimum or above what the bidder has",
    "no_auction_now": "the spare hand is not being auctioned",
    "bad_count": "a number of cards that nobody can hold",
    # paid on holding, and the poker round
    "no_holding_now": "nothing is paid on holding now",
    "held_already": "somebody has shown that card or those cards",
    "no_poker_now": "no poker is being played now",
    "poker_first": "the poker is decided before the runs begin",
    "not_your_turn": "somebody else is asked first",
    "bad_bet": "a bet is not one that can be made now",
    "bad_hand": "a poker hand is not five different cards",
    "card_shown": "somebody has shown that card",
    # play
    "no_play_now": "no card can be played now",
    "pots_only": "in this hand only pots are recorded, not cards",
    "cards_only": "this is worked out from the cards in this hand",
    "card_already_played": "a card is played once in a hand",
    "wrong_card": "inside a run only the next card of the suit can be played",
    "not_leader": "somebody else has the lead",
    "wrong_lead_suit": "the lead must change suit or colour",
    "wrong_first_lead": "the first lead is named by the rules",
    "no_run": "there is no run to stop",
    "cannot_pass": "only the leader can pass, and only where a change is asked for",
    "no_cards_left": "this player has no cards left",
    # doubts about play
    "missed_card": "a card was called dead earlier in this hand, and now turns up",
    "not_lowest": "a lower card of the suit turns up after a higher one was led",
    "no_change": "a lead does not change suit or colour although the rules ask for it",
    "unchanged_lead": "another suit or colour was held when the lead did not change",
    "horse_early": "a pay card was led although another card could have led",
    "wrong_pass": "a card that could have led turns up after its player passed",
    "barred_bid": "somebody who held a pay card bid for the spare hand",
    "barred_swap": "somebody who held a pay card swapped for the spare hand",
    "no_breach": "no card proves that breach, or it has been answered",
    # pots
    "unknown_space": "there is no such space on the layout",
    "pot_empty": "nothing lies on that space",
    "pot_taken": "somebody has taken it in this hand",
    "nothing_to_claim": "there is nothing this player could claim now",
    # end of the hand
    "already_out": "somebody is out already",
    "no_counts_now": "cards left are counted when somebody is out",
    "hand_running": "the hand is not over",
    "objection_open": "a line is doubted, so the next hand waits",
    "no_hand": "no hand is being played",
    # money and corrections
    "bad_chips": "a number of chips that cannot be moved",
    "same_account": "chips would go back to where they came from",
    "unknown_account": "there is no such player or space",
    "note_missing": "a correction says why",
    # undo
    "nothing_to_undo": "there is nothing to take back",
    "nothing_to_redo": "nothing was taken back that could come again",
    "unknown_event": "there is no such line in the history",
    "not_an_act": "this line follows from another one, or cannot be taken back",
    "already_asked": "a wish to take something back is still open",
    "no_proposal": "nobody has asked to take anything back",
    "no_amend": "this line cannot be changed into that",
    # commands
    "unknown_command": "there is no such command",
    "bad_command": "a command lacks something or carries something odd",
    "not_yours": "only the host or the person concerned may do this",
    "stale": "something changed in the meantime that this tap depends on",
    "too_many_eyes": "as many cameras look at this table as can",
    # hand records
    "bad_record": "a hand record, or one of its actions, is not written as the format says",
}


class RuleError(Exception):
    """Something impossible was asked. Nothing has changed; *message* says what to do instead."""

    def __init__(self, code: str, message: str) -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something odd that stands all the same; people decide (RULES § 5)."""

    code: str
    message: str
