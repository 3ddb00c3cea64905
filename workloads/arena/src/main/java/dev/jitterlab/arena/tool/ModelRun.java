package dev.jitterlab.arena.tool;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.arena.player.InsideClient;
import dev.jitterlab.arena.player.ReplayedPlayer;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.twin.ExecutionModel;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.wire.Traffic;
import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.arena.world.WorldRules;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The model alone: fighters without a network whose next update is always due, so that all cores
 * are busy.
 */
final class ModelRun {
  private static final NanoClock CLOCK = System::nanoTime;
  private static final int PART_BYTES = 1_400;

  /** So often that the next update is due at once. */
  private static final Rate ALWAYS = Rate.hz(1_000_000);

  private static final long ATTACK_NS = 10_000_000;

  private final Trace trace;
  private final int terrain;
  private final int sight;
  private final int threads;

  ModelRun(Trace trace, int terrain, int sight, int threads) {
    this.trace = trace;
    this.terrain = terrain;
    this.sight = sight;
    this.threads = threads;
  }

  /** What a run of empty updates did. */
  static final class EmptyRun {
    private final LongAdder positions = new LongAdder();
    private final LongAdder inputs = new LongAdder();
    private double updatesPerSecond;

    double updatesPerSecond() {
      return updatesPerSecond;
    }

    /** Returns how many positions were read, in the way of the twin. */
    long positions() {
      return positions.sum();
    }

    /** Returns how many inputs went through the mailboxes or queues of the twin. */
    long inputs() {
      return inputs.sum();
    }

    private ClientView client(int anyNumber) {
      return new EmptyClient(positions, inputs);
    }
  }

  /**
   * Runs a twin for a while, in which fighters see and do what the trace says.
   *
   * @return updates a second
   */
  double updatesPerSecond(Twin twin, int players, double warmupSeconds, double seconds)
      throws InterruptedException {
    return updatesPerSecond(1, twin, players, warmupSeconds, seconds);
  }

  /**
   * Runs several worlds side by side that share nothing, each with the same fighters and a main
   * loop of its own. So it shows how much more work than one core all cores can do at most.
   *
   * @return updates a second of all worlds
   */
  double ofSeparateWorlds(int worlds, int players, double warmupSeconds, double seconds)
      throws InterruptedException {
    return updatesPerSecond(worlds, Twin.SINGLE, players, warmupSeconds, seconds);
  }

  private double updatesPerSecond(
      int worlds, Twin twin, int players, double warmupSeconds, double seconds)
      throws InterruptedException {
    return run(
        worlds,
        twin,
        players,
        warmupSeconds,
        seconds,
        new WorldRules(terrain, sight, ATTACK_NS),
        () -> {
          Traffic traffic = new Traffic();
          return number ->
              new InsideClient(
                  new ReplayedPlayer(trace, number), CLOCK, PART_BYTES, traffic, () -> {});
        });
  }

  /**
   * Runs a twin for a while with updates that have no work but what concerns other fighters: each
   * takes an input, moves, and reads everybody's position. So it shows what the execution model,
   * its locks and its queues take.
   */
  EmptyRun empty(Twin twin, int players, double warmupSeconds, double seconds)
      throws InterruptedException {
    EmptyRun empty = new EmptyRun();
    empty.updatesPerSecond =
        run(
            1,
            twin,
            players,
            warmupSeconds,
            seconds,
            new WorldRules(0, 0, ATTACK_NS),
            () -> empty::client);
    return empty;
  }

  private double run(
      int worlds,
      Twin twin,
      int players,
      double warmupSeconds,
      double seconds,
      WorldRules rules,
      Supplier<IntFunction<ClientView>> clientsOfAWorld)
      throws InterruptedException {
    List<RunningWorld> running = new ArrayList<>();
    double rate;
    try {
      for (int i = 0; i < worlds; i++) {
        running.add(new RunningWorld(rules, twin, threads));
        running.get(i).join(players, clientsOfAWorld.get());
      }
      sleep(warmupSeconds);
      long before = updates(running);
      long startNs = CLOCK.nanoTime();
      sleep(seconds);
      long done = updates(running) - before;
      rate = done / ((CLOCK.nanoTime() - startNs) / 1e9);
    } finally {
      running.forEach(RunningWorld::close);
    }
    for (RunningWorld one : running) {
      String wrong = one.world.audit();
      if (!wrong.isEmpty()) {
        throw new IllegalStateException(twin.label() + ": the books do not balance: " + wrong);
      }
    }
    return rate;
  }

  private static long updates(List<RunningWorld> running) {
    return running.stream().mapToLong(one -> one.updates.sum()).sum();
  }

  /** A world whose fighters are updated as often as its execution model can. */
  private static final class RunningWorld implements AutoCloseable {
    private final LongAdder updates = new LongAdder();
    private final World world;
    private final ExecutionModel execution;

    RunningWorld(WorldRules rules, Twin twin, int threads) {
      world =
          new World(
              rules,
              CLOCK,
              tick -> updates.increment(),
              (object, failure) -> {
                throw failure;
              });
      execution = twin.execute(threads, CLOCK);
      world.changeTo(twin.meeting(), execution);
    }

    void join(int players, IntFunction<ClientView> clients) {
      for (int i = 0; i < players; i++) {
        Fighter unused = world.join("bot " + i, Goods.ofANewFighter(), ALWAYS, clients.apply(i));
      }
    }

    @Override
    public void close() {
      execution.close();
    }
  }

  private static void sleep(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
  }

  /**
   * Returns the bytes that an update of a fighter allocates in the main loop, its client's input
   * included.
   */
  double bytesPerUpdate(int players) {
    ThreadMXBean threadsOfThis = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<ActiveObject> objects = new ArrayList<>();
    Traffic traffic = new Traffic();
    long[] nowNs = {1};
    long[] updates = {0};
    World world =
        new World(
            new WorldRules(terrain, sight, 100_000_000),
            () -> nowNs[0],
            tick -> updates[0]++,
            (object, failure) -> {
              throw failure;
            });
    world.changeTo(Twin.LOCKLESS.meeting(), (object, firstAfterNs) -> objects.add(object));
    for (int i = 0; i < players; i++) {
      Fighter unused =
          world.join(
              "bot " + i,
              Goods.ofANewFighter(),
              Rate.hz(10),
              new InsideClient(
                  new ReplayedPlayer(trace, i), () -> nowNs[0], PART_BYTES, traffic, () -> {}));
    }
    long bytes = 0;
    long counted = 0;
    int rounds = 120;
    for (int round = 0; round < rounds; round++) {
      nowNs[0] += 100_000_000;
      long before = threadsOfThis.getThreadAllocatedBytes(Thread.currentThread().getId());
      long updatesBefore = updates[0];
      for (int i = 0; i < objects.size(); i++) {
        if (!objects.get(i).run(nowNs[0])) {
          objects.remove(i--);
        }
      }
      if (round >= rounds / 2) {
        bytes += threadsOfThis.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        counted += updates[0] - updatesBefore;
      }
    }
    return (double) bytes / counted;
  }
}
