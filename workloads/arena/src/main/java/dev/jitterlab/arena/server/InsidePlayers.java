package dev.jitterlab.arena.server;

import dev.jitterlab.arena.player.Brain;
import dev.jitterlab.arena.player.InsideClient;
import dev.jitterlab.arena.player.ReplayedPlayer;
import dev.jitterlab.arena.player.ScriptedPlayer;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.twin.ThreadEnds;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.Mailbox;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The players whom the server plays itself. One that a record has away has no fighter meanwhile,
 * and keeps its place; only then there is a thread that looks who comes back. Thread-safe.
 */
final class InsidePlayers implements AutoCloseable {
  private static final long LOOK_MS = 20;

  private final ArenaHost host;
  private final Mailbox<Seat> leaving;

  /** Those without a fighter. For the thread that looks after them. */
  private final List<Seat> away = new ArrayList<>();

  private final ScheduledExecutorService thread;

  /** A player, with a fighter or without. */
  private final class Seat {
    final String name;
    final InsideClient client;

    Seat(String name, Brain brain) {
      this.name = name;
      this.client =
          new InsideClient(
              brain,
              host.clock,
              host.settings.partBytes,
              host.traffic,
              () -> {
                boolean unused = leaving.offer(this); // there is room for all
              });
    }

    void joins() {
      Fighter unused = host.joinInside(name, host.settings.rate, client);
    }
  }

  private InsidePlayers(ArenaHost host) {
    this.host = host;
    this.leaving = new Mailbox<>("players who leave", Math.max(1, host.settings.insidePlayers));
    this.thread = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("arena-inside"));
  }

  /** Lets all of them in who are there at the beginning. */
  static InsidePlayers start(ArenaHost host, Optional<Trace> replayed) {
    InsidePlayers players = new InsidePlayers(host);
    for (int i = 0; i < host.settings.insidePlayers; i++) {
      int number = i;
      Brain brain =
          replayed
              .<Brain>map(record -> new ReplayedPlayer(record, number))
              .orElseGet(() -> new ScriptedPlayer(number));
      if (!host.takePlace()) {
        throw new IllegalStateException("there is no place for player " + i + " inside");
      }
      Seat seat = players.new Seat("bot " + (i + 1), brain);
      if (brain.isHere()) {
        seat.joins();
      } else {
        players.away.add(seat);
      }
    }
    if (replayed.isPresent() && !replayed.get().isEverybodyAlwaysHere()) {
      ScheduledFuture<?> unused =
          players.thread.scheduleWithFixedDelay(
              players::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }
    return players;
  }

  private void look() {
    int unused = leaving.drain(away::add);
    Iterator<Seat> all = away.iterator();
    while (all.hasNext()) {
      Seat one = all.next();
      if (one.client.comesBack()) {
        all.remove();
        one.joins();
      }
    }
  }

  @Override
  public void close() {
    ThreadEnds.end(thread);
  }
}
