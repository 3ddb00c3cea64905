package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.LinkReader;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;

/** Opens a link to each server that a bot is sent to. On the timeline only. */
final class BotSeat implements BotLife.Seat {
  private final Bot bot;
  private final LinkReader reader;
  private final NanoClock clock;
  private long linkSeed;

  BotSeat(Bot bot, LinkReader reader, NanoClock clock, long linkSeed) {
    this.bot = bot;
    this.reader = reader;
    this.clock = clock;
    this.linkSeed = linkSeed;
  }

  @Override
  public void take(Assignment assignment) throws IOException {
    bot.enter(reader.open(assignment.address, linkSeed++, bot), () -> assignment.grant);
  }

  @Override
  public void giveUp() {
    bot.leave(clock.nanoTime());
  }
}
