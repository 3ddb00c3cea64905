package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.hostile.Flood;
import dev.jitterlab.battle.hostile.HostileKind;
import dev.jitterlab.load.Target;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hostile packets beside the bots' play: which group's servers get them, of which kind, and how
 * many a second. Their thread is the flood's own; nothing of them is offered or sent in the load's
 * books.
 */
final class FloodOption {
  private final String group;
  private final HostileKind kind;
  private final int perSecond;

  private FloodOption(String group, HostileKind kind, int perSecond) {
    this.group = group;
    this.kind = kind;
    this.perSecond = perSecond;
  }

  /**
   * Reads {@code group:kind:rate}, more than one separated by semicolons.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static List<FloodOption> parse(String text) {
    List<FloodOption> floods = new ArrayList<>();
    for (String one : text.isEmpty() ? new String[0] : text.split(";", -1)) {
      String[] parts = one.split(":", -1);
      if (parts.length != 3 || parts[0].isEmpty() || !parts[2].matches("[1-9][0-9]{0,5}")) {
        throw new IllegalArgumentException(
            "--flood is <group>:<kind>:<packets per second>, such as attacked:garbage:100000,"
                + " not '"
                + one
                + "'");
      }
      floods.add(
          new FloodOption(
              parts[0],
              HostileKind.labelled(parts[1]),
              Flood.checkedRate(Integer.parseInt(parts[2]))));
    }
    return floods;
  }

  /** Returns whether that server, {@code group/number}, is flooded. */
  boolean isFor(Target target) {
    return target.isOf(group);
  }

  /**
   * Begins.
   *
   * @return what ends it
   * @throws IOException if the server opens no session for the flood
   */
  AutoCloseable start(Target target, long seed, NanoClock clock) throws IOException {
    Flood flood = Flood.open(target.address(), kind, seed, clock);
    Thread thread =
        DaemonThreads.start("flood-" + target.id(), () -> flood.runUntilStopped(perSecond));
    return () -> {
      flood.stop();
      thread.join();
      flood.close();
    };
  }
}
