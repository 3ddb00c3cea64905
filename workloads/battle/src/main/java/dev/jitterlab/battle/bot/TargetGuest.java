package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.Link;
import dev.jitterlab.load.PlayerLevels;
import java.io.IOException;

/**
 * A bot of one target, which comes with a new socket and as a new player each time: a server lets
 * few players a second come back who were there a short while ago.
 */
final class TargetGuest implements PlayerLevels.Guest {
  /** Opens links to the target. */
  @FunctionalInterface
  interface Way {
    /** Opens a link whose packets the bot gets. */
    Link open() throws IOException;
  }

  private final Bot bot;
  private final Way way;
  private final DevelopmentGrants grants;

  TargetGuest(Bot bot, Way way, DevelopmentGrants grants) {
    this.bot = bot;
    this.way = way;
    this.grants = grants;
  }

  @Override
  public void come() throws IOException {
    bot.enter(way.open(), grants.newPlayer());
  }

  @Override
  public void leave(long nowNs) {
    bot.leave(nowNs);
  }

  @Override
  public boolean isPlaying(long nowNs) {
    return bot.isPlaying(nowNs);
  }
}
