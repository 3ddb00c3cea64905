package dev.jitterlab.arena.world;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Owner;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.WaitingPeriods;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A player's character: long-lived, moved by its client's keys, with two attacks. Its update reads
 * everybody and writes nobody else.
 *
 * <p>What others read (position, heading, counters, flags) is written and read in opaque mode: each
 * field is written at once and seen soon, and nothing says in which order the fields of a fighter
 * are seen. A reader may so find the new x with the old y, which is off by less than one step
 * (LEARS, section III.B).
 */
public final class Fighter extends ActiveObject {
  /** Flags: it has just used its cone; it was just hit. */
  public static final int CONE_SHOWN = 1;

  public static final int HURT_SHOWN = 2;

  /** How many attacks of one fighter there can be at once. */
  private static final int MOST_ATTACKS = 4;

  /**
   * A step is never longer than this many seconds: who was not updated for a while does not jump.
   */
  private static final float LONGEST_STEP = 0.5f;

  /** How long a fighter stays to read its letters after its client has left. */
  private static final long LINGER_NS = 2_000_000_000;

  /** No update runs. */
  private static final long IDLE = Long.MIN_VALUE;

  private static final VarHandle X = field("x", float.class);
  private static final VarHandle Y = field("y", float.class);
  private static final VarHandle HEADING = field("heading", int.class);
  private static final VarHandle FLAGS = field("flags", int.class);
  private static final VarHandle GIVEN = field("given", long.class);
  private static final VarHandle TAKEN = field("taken", long.class);
  private static final VarHandle GEMS = field("gems", int.class);
  private static final VarHandle COINS = field("coins", int.class);
  private static final VarHandle UPDATES = field("updates", long.class);

  private final int id;
  private final String player;
  private final ClientView view;
  private final Rate rate;
  private final ExternalTask ticks;
  private volatile long runsSinceNs = IDLE;
  private final AtomicReferenceArray<ActiveObject> attacks =
      new AtomicReferenceArray<>(MOST_ATTACKS);
  private volatile Contact contact;
  private volatile boolean leaving;

  /** Finds writes of others; null where others may write under a lock. */
  private Owner owner;

  // Read by others.
  private float x;
  private float y;
  private int heading;
  private int flags;
  private long given;
  private long taken;
  private int gems;
  private int coins;
  private long updates; // is written after the move, so who has read it sees at least that move

  // Read by nobody else.
  private int keys;
  private int lastInput;
  private int pressed;
  private final ReadsOfUpdate reads = new ReadsOfUpdate();
  private long updatedNs;
  private boolean wasUpdated;
  private long boltReadyNs;
  private long coneReadyNs;
  private long tradeReadyNs;
  private long hurtUntilNs;
  private long coneUntilNs;
  private long lingersUntilNs;
  private boolean lingers;
  private float ground;
  private float seed;

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Fighter.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  Fighter(
      World world,
      int id,
      String player,
      Goods goods,
      float x,
      float y,
      Rate rate,
      ClientView view) {
    super(world, "fighter-" + id);
    this.id = id;
    this.player = player;
    this.view = view;
    this.rate = rate;
    this.given = goods.given();
    this.taken = goods.taken();
    this.gems = goods.gems();
    this.coins = goods.coins();
    this.x = x;
    this.y = y;
    this.seed = 1 + id * 1e-4f;
    this.ticks = new ExternalTask(name(), rate, world.listener());
    meet(world.meeting());
  }

  /** Changes how it is reached. While nothing runs, or before anybody knows it. */
  void meet(Meeting meeting) {
    owner = meeting == Meeting.MAILBOXES ? Owner.of(name()) : null;
    contact = meeting.of(this);
  }

  // ------------------------------------------------------------------ what others may ask

  /** Returns its number, which no other fighter in the world has. */
  public int id() {
    return id;
  }

  /** Returns its player's name. */
  public String player() {
    return player;
  }

  /** Returns how often it is updated. */
  public Rate rate() {
    return rate;
  }

  /** Returns how it is reached; another one after the execution model was changed. */
  public Contact contact() {
    return contact;
  }

  /** Returns where it is, see {@link Positions}; both coordinates are read one after the other. */
  public long position() {
    return Positions.of((float) X.getOpaque(this), (float) Y.getOpaque(this));
  }

  /** Returns where it aims, 65,536 to the full circle. */
  public int heading() {
    return (int) HEADING.getOpaque(this);
  }

  /** Returns what is shown of it: bits of {@link #CONE_SHOWN} and {@link #HURT_SHOWN}. */
  public int flags() {
    return (int) FLAGS.getOpaque(this);
  }

  /** Returns how many hits it has given. */
  public long given() {
    return (long) GIVEN.getOpaque(this);
  }

  /** Returns how many hits it has taken. */
  public long taken() {
    return (long) TAKEN.getOpaque(this);
  }

  /** Returns how many updates it has had; who has read it sees at least the moves of these. */
  long seenUpdates() {
    return (long) UPDATES.getAcquire(this);
  }

  /** Returns how many gems it has. */
  public int gems() {
    return (int) GEMS.getOpaque(this);
  }

  /** Returns how many coins it has. */
  public int coins() {
    return (int) COINS.getOpaque(this);
  }

  /** Returns its attack in a place, or null. */
  ActiveObject attack(int place) {
    return attacks.getOpaque(place);
  }

  static int attackPlaces() {
    return MOST_ATTACKS;
  }

  /** Makes it leave the world with one of its next updates. Any thread. */
  public void leave() {
    leaving = true;
  }

  /** Returns whether it was told to leave. Any thread. */
  public boolean isLeaving() {
    return leaving;
  }

  // ------------------------------------------------------------------ what its own update does

  /** Returns the number of the last input that it has obeyed. For its view, in its update. */
  public int lastInput() {
    return lastInput;
  }

  /** Returns how many updates it has had. For its view, in its update. */
  public long updates() {
    return updates;
  }

  @Override
  void begins(long startedNs) {
    runsSinceNs = startedNs;
    ticks.begins();
  }

  @Override
  void finished(long wasDueNs, long startedNs) {
    ticks.ticked(wasDueNs, startedNs, world.clock().nanoTime());
    runsSinceNs = IDLE;
  }

  /** Returns the periods that are over and in which no update of it has begun. Any thread. */
  WaitingPeriods waitingPeriods(long nowNs) {
    if (hasEnded()) {
      return WaitingPeriods.NONE;
    }
    long periodNs = rate.periodNs();
    long sinceNs = runsSinceNs;
    long dueNs = dueNs();
    long over = (nowNs - dueNs) / periodNs;
    if (sinceNs != IDLE && over > Math.max(0, (sinceNs - dueNs) / periodNs)) {
      over--; // the one in which the update that runs began
    }
    return WaitingPeriods.of(over, periodNs);
  }

  @Override
  long update(long nowNs) {
    contact.receive();
    contact.settleTrades(false);
    clearEndedAttacks();
    if (leaving) {
      return linger(nowNs);
    }
    float seconds = wasUpdated ? Math.min((nowNs - updatedNs) / 1e9f, LONGEST_STEP) : 0;
    wasUpdated = true;
    updatedNs = nowNs;
    move(seconds);
    UPDATES.setRelease(this, updates + 1);
    walk();
    act(nowNs);
    show(nowNs);
    look();
    return rate.periodNs();
  }

  /** Stays until its attacks have ended and its letters are read; nobody sees it any more. */
  private long linger(long nowNs) {
    if (!lingers) {
      lingers = true;
      lingersUntilNs = nowNs + LINGER_NS;
      world.leaves(this);
    }
    if (nowNs - lingersUntilNs < 0 || hasAttacks() || contact.hasUnread()) {
      return rate.periodNs();
    }
    contact.settleTrades(true);
    world.left(this);
    return ENDS;
  }

  private void move(float seconds) {
    int moved = keys | pressed;
    float dx =
        ((moved & ClientInput.RIGHT) != 0 ? 1 : 0) - ((moved & ClientInput.LEFT) != 0 ? 1 : 0);
    float dy = ((moved & ClientInput.DOWN) != 0 ? 1 : 0) - ((moved & ClientInput.UP) != 0 ? 1 : 0);
    if (dx == 0 && dy == 0) {
      return;
    }
    float step = WorldRules.SPEED * seconds * (dx != 0 && dy != 0 ? 0.70710677f : 1);
    contact.moveTo(inside(x + dx * step), inside(y + dy * step));
  }

  private static float inside(float coordinate) {
    return Math.max(WorldRules.RADIUS, Math.min(WorldRules.SIZE - WorldRules.RADIUS, coordinate));
  }

  private void walk() {
    ground = world.terrain().squares(x, y, world.terrainElements(), seed);
    seed = ground * 1e-9f % 1; // so that the next sum depends on this one
  }

  private void act(long nowNs) {
    int held = keys | pressed;
    pressed = 0;
    if ((held & ClientInput.BOLT) != 0
        && nowNs - boltReadyNs >= 0
        && begin(new Bolt(world, this, x, y, angle()))) {
      boltReadyNs = nowNs + WorldRules.BOLT_COOLDOWN_NS;
    }
    if ((held & ClientInput.CONE) != 0
        && nowNs - coneReadyNs >= 0
        && begin(new Cone(world, this, x, y, angle()))) {
      coneReadyNs = nowNs + WorldRules.CONE_COOLDOWN_NS;
      coneUntilNs = nowNs + WorldRules.SHOWN_NS;
    }
    if ((held & ClientInput.TRADE) != 0 && nowNs - tradeReadyNs >= 0 && gems() > 0) {
      tradeReadyNs = nowNs + WorldRules.TRADE_COOLDOWN_NS;
      Fighter buyer = nearest();
      if (buyer != null) {
        contact.offerGemTo(buyer);
      }
    }
  }

  private double angle() {
    return heading * (2 * Math.PI / 65_536);
  }

  private boolean begin(ActiveObject attack) {
    for (int i = 0; i < MOST_ATTACKS; i++) {
      if (attacks.getPlain(i) == null) {
        checkWrite();
        attacks.setRelease(i, attack);
        world.start(attack, 1);
        return true;
      }
    }
    return false;
  }

  private void clearEndedAttacks() {
    for (int i = 0; i < MOST_ATTACKS; i++) {
      ActiveObject attack = attacks.getPlain(i);
      if (attack != null && attack.hasEnded()) {
        checkWrite();
        attacks.setRelease(i, null);
      }
    }
  }

  private boolean hasAttacks() {
    for (int i = 0; i < MOST_ATTACKS; i++) {
      if (attacks.getPlain(i) != null) {
        return true;
      }
    }
    return false;
  }

  private Fighter nearest() {
    Fighter nearest = null;
    float least = WorldRules.TRADE_REACH;
    long here = position();
    for (Fighter other : world.fighters()) {
      if (other != this) {
        float distance = Positions.distance(here, other.contact.position());
        if (distance < least) {
          least = distance;
          nearest = other;
        }
      }
    }
    return nearest;
  }

  private void show(long nowNs) {
    int shown =
        (nowNs - coneUntilNs < 0 ? CONE_SHOWN : 0) | (hurtUntilNs - nowNs > 0 ? HURT_SHOWN : 0);
    if (shown != flags) {
      checkWrite();
      FLAGS.setOpaque(this, shown);
    }
  }

  /** Sees everybody: the part of the work that grows with the square of the fighters. */
  private void look() {
    Fighter[] all = world.fighters();
    boolean shown = view.open(this, all.length);
    int elements = world.rules().sightElements();
    if (!shown && elements == 0) {
      return;
    }
    boolean checked = world.rules().checksReadsOf(updates);
    if (checked) {
      reads.begin(all.length);
    }
    float seen = seed;
    for (int i = 0; i < all.length; i++) {
      Fighter other = all[i];
      if (checked) {
        reads.reads(i, other);
      }
      long position = other == this ? position() : other.contact.position();
      if (checked) {
        reads.hasRead(i, position);
      }
      if (elements > 0) {
        seen =
            world.terrain().squares(Positions.x(position), Positions.y(position), elements, seen)
                * 1e-9f;
      }
      if (shown) {
        view.fighter(other.id, position, other.heading(), other.flags());
      }
    }
    seed = seen % 1;
    if (shown) {
      for (Fighter other : all) {
        other.showBoltsTo(view);
      }
      view.close();
    }
    if (checked) {
      reads.end(all, this, world.readErrors());
    }
  }

  private void showBoltsTo(ClientView anyView) {
    for (int i = 0; i < MOST_ATTACKS; i++) {
      ActiveObject attack = attacks.getAcquire(i);
      if (attack instanceof Bolt && !attack.hasEnded()) {
        ((Bolt) attack).showTo(anyView);
      }
    }
  }

  // ------------------------------------------------------------------ changes of its state

  private void checkWrite() {
    if (owner != null) {
      owner.checkWrite();
    }
  }

  void place(float newX, float newY) {
    checkWrite();
    X.setOpaque(this, newX);
    Y.setOpaque(this, newY);
  }

  void obey(ClientInput input) {
    checkWrite();
    keys = input.keys();
    pressed |= input.keys(); // a key that was pressed and let go between two updates counts
    lastInput = input.number();
    if (heading != input.heading()) {
      HEADING.setOpaque(this, input.heading());
    }
  }

  void takeHit() {
    checkWrite();
    TAKEN.setOpaque(this, taken + 1);
    hurtUntilNs = world.clock().nanoTime() + WorldRules.SHOWN_NS;
  }

  void score(int hits) {
    checkWrite();
    GIVEN.setOpaque(this, given + hits);
  }

  boolean canPay() {
    return coins > 0;
  }

  void pay() {
    checkWrite();
    COINS.setOpaque(this, coins - 1);
    GEMS.setOpaque(this, gems + 1);
  }

  void putGemAside() {
    checkWrite();
    GEMS.setOpaque(this, gems - 1);
  }

  void takeGemBack() {
    checkWrite();
    GEMS.setOpaque(this, gems + 1);
  }

  void takeCoin() {
    checkWrite();
    COINS.setOpaque(this, coins + 1);
    world.traded();
  }

  /**
   * Sells a gem for a coin at once, if both have one. Whoever calls it holds what protects both.
   */
  void exchangeWith(Fighter buyer) {
    if (gems > 0 && buyer.coins > 0) {
      putGemAside();
      buyer.pay();
      takeCoin();
    }
  }

  /**
   * Returns what it has and has done, in an object that a file can keep. While it plays, roughly: a
   * trade that is just being made may count on one side only. Any thread.
   */
  public Goods goods() {
    Contact now = contact;
    return new Goods(given(), taken(), gems() + now.gemsOnOffer(), coins() + now.coinsUnderWay());
  }

  /** Returns what came of the terrain, so that it is not for nothing. */
  float ground() {
    return ground;
  }
}
