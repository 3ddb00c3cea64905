package dev.jitterlab.battle.bot;

/** Why a bot's battle is over for it. */
enum BattleEnd {
  /** It was played to the end. */
  OVER("over"),
  /** The server fell silent. */
  SILENCE("silence"),
  /** The server let the bot not in. */
  REFUSED("refused"),
  /** The server threw the bot out. */
  KICKED("kicked"),
  /** The battle did not begin in time. */
  UNREACHED("unreached"),
  /** The bot had enough of it. */
  LEFT("left"),
  /** The matchmaker did not know that the bot was waiting for one. */
  FORGOTTEN("forgotten");

  private final String label;

  BattleEnd(String label) {
    this.label = label;
  }

  /** Returns the value of the label {@code reason}. */
  String label() {
    return label;
  }
}
