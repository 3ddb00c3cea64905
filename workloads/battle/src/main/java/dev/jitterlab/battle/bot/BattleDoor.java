package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.rules.BattleEnding;
import java.util.concurrent.TimeUnit;

/**
 * How a bot gets from one battle into the next. Called on the bot's tick thread and on the reader,
 * under the bot's lock: it must neither wait nor call the bot back.
 */
interface BattleDoor {
  /** Stand-alone: after a battle the bot asks the same server for another. */
  BattleDoor SAME_SERVER = new BattleDoor() {};

  /**
   * The same, in a search for the number of players: a bot whose server gives it no battle counts.
   * A lobby lets players wait for two seconds.
   */
  BattleDoor SEARCHED =
      new BattleDoor() {
        @Override
        public long battleWithinNs() {
          return TimeUnit.SECONDS.toNanos(3);
        }
      };

  /** Returns how long a server may be silent before it is taken for dead. */
  default long patienceNs() {
    return TimeUnit.SECONDS.toNanos(1);
  }

  /** Returns how long a bot may be without a battle before its periods count as late. */
  default long battleWithinNs() {
    return Long.MAX_VALUE;
  }

  /** Says that the first state of a battle has arrived. */
  default void entered(long nowNs) {}

  /** Says how the battle ended, as its server told the bot; {@link #left} follows. */
  default void over(BattleEnding ending, boolean won) {}

  /**
   * Says that the bot is out of the battle, or never got in.
   *
   * @param lastHeardNs when the server's last message came, or, if none did, when the bot began
   * @return whether the bot is to ask the same server for another; else it gives its link back
   */
  default boolean left(BattleEnd end, long lastHeardNs) {
    return true;
  }
}
