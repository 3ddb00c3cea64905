package dev.jitterlab.arena.world;

import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * One world without partitions, in which everybody sees everybody: the worst case (LEARS, section
 * V.A). It holds who is there; what runs them is a {@link Starter}, which can be changed while
 * nothing runs. Thread-safe, but for {@link #changeTo} and {@link #audit}.
 */
public final class World {
  /** Numbers of fighters have 16 bits on the wire. */
  public static final int MOST_FIGHTERS = 20_000;

  private static final Fighter[] NOBODY = {};
  private static final long SEED = 42; // of the places where fighters begin

  private final WorldRules rules;
  private final NanoClock clock;
  private final TickListener listener;
  private final BiConsumer<ActiveObject, RuntimeException> onFailure;
  private final AtomicInteger nextId = new AtomicInteger(1);
  private final AtomicReference<Fighter[]> present = new AtomicReference<>(NOBODY);
  private final AtomicReference<Fighter[]> leavers = new AtomicReference<>(NOBODY);
  private final AtomicReference<Goods> departed = new AtomicReference<>(new Goods(0, 0, 0, 0));
  private final AtomicReference<Goods> arrived = new AtomicReference<>(new Goods(0, 0, 0, 0));
  private final LongAdder hits = new LongAdder();
  private final LongAdder glances = new LongAdder();
  private final LongAdder trades = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final QueueFigures queues = new QueueFigures();
  private final ReadErrors readErrors = new ReadErrors();
  private final LongAdder refusedBefore = new LongAdder();
  private volatile int terrainElements;
  private volatile Meeting meeting;
  private volatile Starter starter;

  /**
   * Creates an empty world, which nothing runs yet; see {@link #changeTo}.
   *
   * @param listener is told of every update of a fighter, on the thread that runs it
   * @param onFailure is told of every update that failed
   */
  public World(
      WorldRules rules,
      NanoClock clock,
      TickListener listener,
      BiConsumer<ActiveObject, RuntimeException> onFailure) {
    this.rules = rules;
    this.terrainElements = rules.terrainElements();
    this.clock = clock;
    this.listener = listener;
    this.onFailure = onFailure;
  }

  /**
   * Gives all objects to another execution model. While nothing runs: messages under way are read,
   * and trades settled, before.
   */
  public void changeTo(Meeting newMeeting, Starter newStarter) {
    settle();
    meeting = newMeeting;
    starter = newStarter;
    for (Fighter fighter : everybody()) {
      refusedBefore.add(fighter.contact().refused());
      fighter.meet(newMeeting);
    }
    long spreadNs = 0;
    for (Fighter fighter : everybody()) {
      spreadNs += 50_000;
      start(fighter, 1 + spreadNs % fighter.rate().periodNs());
      for (int i = 0; i < Fighter.attackPlaces(); i++) {
        ActiveObject attack = fighter.attack(i);
        if (attack != null && !attack.hasEnded()) {
          ((Attack) attack).meet(newMeeting);
          start(attack, 1);
        }
      }
    }
  }

  /** Returns those who can be seen and those who linger; one who is just leaving may be twice. */
  private List<Fighter> everybody() {
    List<Fighter> all = new ArrayList<>(List.of(present.get()));
    all.addAll(List.of(leavers.get()));
    return all;
  }

  /** Reads what is under way until nothing is. While nothing runs. */
  private void settle() {
    boolean unsettled = true;
    while (unsettled) {
      unsettled = false;
      for (Fighter fighter : everybody()) {
        fighter.contact().receive();
        unsettled |= fighter.contact().hasUnread();
      }
    }
    everybody().forEach(fighter -> fighter.contact().settleTrades(true));
  }

  /**
   * Lets a fighter in. Any thread; it acts from its first update on.
   *
   * @param goods what it has from before, or what a new one begins with
   * @param rate how often it is updated
   * @throws IllegalStateException if the world is full
   */
  public Fighter join(String player, Goods goods, Rate rate, ClientView view) {
    if (present.get().length >= MOST_FIGHTERS) {
      throw new IllegalStateException("the world is full");
    }
    int id = newId();
    SplittableRandom random = new SplittableRandom(SEED + id);
    float x = (float) (WorldRules.SIZE * (0.1 + 0.8 * random.nextDouble()));
    float y = (float) (WorldRules.SIZE * (0.1 + 0.8 * random.nextDouble()));
    return join(id, player, goods, x, y, rate, view);
  }

  /** The same, at a place. */
  public Fighter join(String player, Goods goods, float x, float y, Rate rate, ClientView view) {
    return join(newId(), player, goods, x, y, rate, view);
  }

  private Fighter join(
      int id, String player, Goods goods, float x, float y, Rate rate, ClientView view) {
    arrived.updateAndGet(goods::plus);
    Fighter fighter = new Fighter(this, id, player, goods, x, y, rate, view);
    long firstAfterNs = 1 + id * 7_919_000L % rate.periodNs(); // spread over the period
    fighter.firstDueAt(clock.nanoTime() + firstAfterNs); // before metrics see that it waits
    add(present, fighter);
    start(fighter, firstAfterNs);
    return fighter;
  }

  private int newId() {
    while (true) {
      int id = nextId.getAndUpdate(last -> last >= 0xFFFF ? 1 : last + 1);
      if (!isTaken(id, present.get()) && !isTaken(id, leavers.get())) {
        return id;
      }
    }
  }

  private static boolean isTaken(int id, Fighter[] some) {
    return Arrays.stream(some).anyMatch(one -> one.id() == id);
  }

  private static void add(AtomicReference<Fighter[]> some, Fighter fighter) {
    some.updateAndGet(
        before -> {
          Fighter[] after = Arrays.copyOf(before, before.length + 1);
          after[before.length] = fighter;
          return after;
        });
  }

  private static void remove(AtomicReference<Fighter[]> some, Fighter fighter) {
    some.updateAndGet(
        before -> Arrays.stream(before).filter(one -> one != fighter).toArray(Fighter[]::new));
  }

  void leaves(Fighter fighter) {
    add(leavers, fighter);
    remove(present, fighter);
  }

  void left(Fighter fighter) {
    departed.updateAndGet(fighter.goods()::plus);
    refusedBefore.add(fighter.contact().refused());
    remove(leavers, fighter);
  }

  void start(ActiveObject object, long firstAfterNs) {
    object.firstDueAt(clock.nanoTime() + firstAfterNs);
    starter.start(object, firstAfterNs);
  }

  /** Returns everybody who can be seen; not to be changed. */
  public Fighter[] fighters() {
    return present.get();
  }

  /**
   * Returns the periods of all fighters that are over and in which no update has begun: where an
   * execution model hangs, nothing else tells of them. Any thread.
   */
  public WaitingPeriods waitingPeriods() {
    long nowNs = clock.nanoTime();
    return Arrays.stream(present.get())
        .map(fighter -> fighter.waitingPeriods(nowNs))
        .reduce(WaitingPeriods.NONE, WaitingPeriods::plus);
  }

  /** Returns how many array elements each update processes. */
  public int terrainElements() {
    return terrainElements;
  }

  /** Changes how many array elements each update processes. Any thread. */
  public void terrainElements(int elements) {
    terrainElements = elements;
  }

  Terrain terrain() {
    return Terrain.OF_THE_ARENA;
  }

  WorldRules rules() {
    return rules;
  }

  NanoClock clock() {
    return clock;
  }

  TickListener listener() {
    return listener;
  }

  Meeting meeting() {
    return meeting;
  }

  void failed(ActiveObject object, RuntimeException failure) {
    failures.increment();
    onFailure.accept(object, failure);
  }

  void hits(int more) {
    hits.add(more);
  }

  void glanced() {
    glances.increment();
  }

  void traded() {
    trades.increment();
  }

  /** Returns what was measured of the fighters' blocking queues. */
  public QueueFigures queues() {
    return queues;
  }

  /** Returns how wrong what fighters read of one another was, where that is checked. */
  public ReadErrors readErrors() {
    return readErrors;
  }

  /** Returns how many updates have failed. */
  public long failures() {
    return failures.sum();
  }

  /** Returns how many hits were taken and reported to the attacker. */
  public long hits() {
    return hits.sum();
  }

  /** Returns how many hits did not count because the victim could not be told. */
  public long glances() {
    return glances.sum();
  }

  /** Returns how many trades were made. */
  public long trades() {
    return trades.sum();
  }

  /** Returns how many messages to fighters were refused because a mailbox was full. */
  public long refusedMessages() {
    return refusedBefore.sum()
        + everybody().stream().distinct().mapToLong(one -> one.contact().refused()).sum();
  }

  /**
   * Checks that nothing was lost or doubled. While nothing runs. Attacks that fly go on when
   * something runs again; what they have hit and not reported yet is reported first.
   *
   * @return what is wrong; empty if nothing is
   */
  public String audit() {
    settle();
    for (Fighter fighter : everybody()) {
      for (int i = 0; i < Fighter.attackPlaces(); i++) {
        if (fighter.attack(i) instanceof Attack && !fighter.attack(i).hasEnded()) {
          long unused = ((Attack) fighter.attack(i)).report();
        }
      }
    }
    settle();
    Goods all = departed.get();
    float ground = 0;
    for (Fighter fighter : everybody()) {
      all = all.plus(fighter.goods());
      ground += fighter.ground();
    }
    StringBuilder wrong = new StringBuilder();
    Goods brought = arrived.get();
    long given = all.given() - brought.given();
    long taken = all.taken() - brought.taken();
    expect(wrong, "hits given", given, "hits taken", taken);
    expect(wrong, "hits given", given, "hits reported", hits.sum());
    expect(wrong, "gems now", all.gems(), "gems at first", brought.gems());
    expect(wrong, "coins now", all.coins(), "coins at first", brought.coins());
    if (Float.isNaN(ground)) {
      wrong.append("the terrain is no number; ");
    }
    return wrong.toString();
  }

  private static void expect(StringBuilder wrong, String one, long value, String other, long same) {
    if (value != same) {
      wrong.append(one + " " + value + ", " + other + " " + same + "; ");
    }
  }
}
