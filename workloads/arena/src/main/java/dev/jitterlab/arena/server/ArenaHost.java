package dev.jitterlab.arena.server;

import dev.jitterlab.arena.trace.TraceRecorder;
import dev.jitterlab.arena.twin.ExecutionModel;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.twin.WorkerTimes;
import dev.jitterlab.arena.wire.Traffic;
import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Owner;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.recording.TickRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The world, what runs it, and what measures it. Fighters come and go by it, over any network or
 * none. Thread-safe.
 */
final class ArenaHost implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ArenaHost.class.getName());

  final ArenaSettings settings;
  final NanoClock clock;
  final TickRecorder recorder;
  final Outbox outbox = new Outbox();
  final Traffic traffic = new Traffic();
  final LongUpdates longUpdates;

  /** What the paper's pool did, if that was asked for. */
  final Optional<WorkerTimes> workerTimes;

  private final World world;
  private final Optional<TraceRecorder> trace;
  private final Optional<SavedGoods> saved;

  /** Those who have left, and whose fighters are in the world yet. Its lock is for places, too. */
  private final List<Fighter> leavers = new ArrayList<>();

  private final AtomicBoolean said = new AtomicBoolean();
  private ExecutionModel execution;
  private volatile Twin twin;
  private int places; // that are taken, by leavers too
  private boolean closed;

  ArenaHost(
      ArenaSettings settings,
      NanoClock clock,
      TickRecorder recorder,
      Optional<TraceRecorder> trace,
      Optional<SavedGoods> saved) {
    this.settings = settings;
    this.clock = clock;
    this.recorder = recorder;
    this.trace = trace;
    this.saved = saved;
    this.workerTimes =
        settings.workerTimes ? Optional.of(new WorkerTimes(clock)) : Optional.empty();
    this.longUpdates = new LongUpdates(recorder);
    TickListener listener =
        settings.liveMebibytes + settings.garbageKibibytes > 0
            ? new LiveSet(settings.liveMebibytes, settings.garbageKibibytes, longUpdates)
            : longUpdates;
    this.world = new World(settings.rules(), clock, listener, this::failed);
    this.twin = settings.twin;
    this.execution = twin.execute(settings.threads, clock, workerTimes);
    world.changeTo(twin.meeting(), execution);
  }

  private void failed(ActiveObject object, RuntimeException failure) {
    if (!said.getAndSet(true)) { // once: the others are counted
      LOG.log(System.Logger.Level.ERROR, "an update of " + object.name() + " failed", failure);
    }
  }

  /** Changes the execution model while everybody plays; returns when the new one runs. */
  synchronized void changeTo(Twin other) {
    if (other == twin || closed) {
      return;
    }
    execution.close();
    twin = other;
    execution = other.execute(settings.threads, clock, workerTimes);
    world.changeTo(other.meeting(), execution);
  }

  Twin twin() {
    return twin;
  }

  /**
   * Takes a place for a player; false if there is none. It is free again when the player has left,
   * see {@link #leave}, and its fighter has ended. A client that came and went all the time would
   * fill the world otherwise.
   */
  boolean takePlace() {
    synchronized (leavers) {
      if (players() >= settings.mostPlayers) {
        return false;
      }
      places++;
      return true;
    }
  }

  /** Lets in a client who has taken a place. Waits while the execution model is changed. */
  Fighter join(String name, int rate, ClientView view) {
    Fighter fighter = joinInside(name, rate, view);
    trace.ifPresent(recording -> recording.joined(fighter.id()));
    return fighter;
  }

  /** The same for a player whom the server plays itself, and who is not recorded. */
  synchronized Fighter joinInside(String name, int rate, ClientView view) {
    return saved
        .map(store -> store.join(name, goods -> world.join(name, goods, Rate.hz(rate), view)))
        .orElseGet(() -> world.join(name, Goods.ofANewFighter(), Rate.hz(rate), view));
  }

  /** Returns whether characters are kept, and not this one, as somebody else plays its name. */
  boolean isGuest(Fighter fighter) {
    return saved.isPresent() && !saved.get().isKept(fighter);
  }

  void leave(Fighter fighter) {
    trace.ifPresent(recording -> recording.left(fighter.id()));
    fighter.leave();
    synchronized (leavers) {
      leavers.add(fighter);
    }
  }

  /** Tells a fighter what its client says. */
  Reception input(Fighter fighter, int number, int keys, int heading) {
    ClientInput input = new ClientInput(number, keys, heading);
    trace.ifPresent(recording -> recording.record(fighter.id(), input.keys(), input.heading()));
    return fighter.contact().input(input) ? Reception.ACCEPTED : Reception.NO_ROOM;
  }

  /** Returns how many places are taken. */
  int players() {
    synchronized (leavers) {
      int before = leavers.size();
      leavers.removeIf(Fighter::hasEnded);
      places -= before - leavers.size();
      return places;
    }
  }

  World world() {
    return world;
  }

  /** Ends all updates, and checks that nothing was lost; what is wrong is said in the log. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    execution.close();
    outbox.close();
    if (!Boolean.getBoolean(Owner.PROPERTY)) { // then nobody but tasks may read mailboxes
      String wrong = world.audit();
      if (!wrong.isEmpty()) {
        LOG.log(System.Logger.Level.ERROR, "the arena's books do not balance: " + wrong);
      }
    }
  }
}
