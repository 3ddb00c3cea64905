package dev.jitterlab.arena.tool;

import dev.jitterlab.arena.player.ScriptedPlayer;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.arena.world.Positions;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.arena.world.WorldRules;
import dev.jitterlab.tick.Rate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A session of scripted players in a world of their own, on a clock that this moves: the same seed
 * gives the same trace. The trace that comes along was made by it.
 */
final class ScriptedSession {
  private static final Rate RATE = Rate.hz(20);

  private final List<ActiveObject> objects = new ArrayList<>();
  private final Writer out;
  private long nowNs = 1;

  private ScriptedSession(Writer out) {
    this.out = out;
  }

  /** Plays a session and writes its trace. */
  static void write(Path file, int players, int seconds, long seed) throws IOException {
    try (Writer out =
        TraceFile.create(
            file,
            players
                + " scripted players at human input rates, "
                + seconds
                + " s, seed "
                + seed
                + "; no person played")) {
      new ScriptedSession(out).play(players, seconds, seed);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void play(int players, int seconds, long seed) {
    World world =
        new World(
            new WorldRules(0, 0, RATE.periodNs()),
            () -> nowNs,
            tick -> {},
            (object, failure) -> {
              throw failure;
            });
    world.changeTo(Meeting.DIRECT, (object, firstAfterNs) -> objects.add(object));
    for (int i = 0; i < players; i++) {
      float place = WorldRules.SIZE / 2 + 250 * (float) Math.cos(2 * Math.PI * i / players);
      Fighter unused =
          world.join(
              "player " + i,
              Goods.ofANewFighter(),
              place,
              WorldRules.SIZE / 2 + 90 * (i - players / 2f),
              RATE,
              new Writing(i, new ScriptedPlayer(seed * 1_000 + i)));
    }
    for (long step = 0; step < seconds * 20L; step++) {
      nowNs += RATE.periodNs();
      for (ActiveObject object : List.copyOf(objects)) {
        if (!object.run(nowNs)) {
          objects.remove(object);
        }
      }
    }
  }

  /** A client that writes down what it says. */
  private final class Writing implements ClientView {
    private final int number;
    private final ScriptedPlayer player;
    private Fighter self;
    private int said;
    private int keys;
    private int heading;

    Writing(int number, ScriptedPlayer player) {
      this.number = number;
      this.player = player;
    }

    @Override
    public boolean open(Fighter fighter, int fighters) {
      self = fighter;
      return true;
    }

    @Override
    public void fighter(int id, long position, int anyHeading, int flags) {
      player.sees(id == self.id(), Positions.x(position), Positions.y(position));
    }

    @Override
    public void bolt(float x, float y, int anyHeading) {
      // It takes no cover.
    }

    @Override
    public void close() {
      player.decide(nowNs / 1_000);
      if (said > 0 && player.keys() == keys && player.heading() == heading) {
        return;
      }
      keys = player.keys();
      heading = player.heading();
      boolean unused = self.contact().input(new ClientInput(++said, keys, heading));
      try {
        out.write(TraceFile.line(nowNs / 1_000, number, keys, heading));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
