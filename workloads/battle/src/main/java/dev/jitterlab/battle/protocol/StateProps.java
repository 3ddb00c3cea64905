package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.PropKind;
import dev.jitterlab.battle.rules.Props;

/**
 * The things in the arena, from one STATE. Lengths are map units. One that is carried is where its
 * carrier is. Reused from packet to packet; not thread-safe.
 */
public final class StateProps {
  static final int MAX_BITS = 2 + 4 + 16 + 16;

  private static final int KIND_BITS = 2;
  private static final int CARRIER_BITS = 4;
  private static final int PLACE_BITS = 16;
  private static final int PLACE_ORDER = 4;
  private static final PropKind[] KINDS = PropKind.values();

  int count;
  private final byte[] kind = new byte[Props.CAPACITY];
  private final byte[] carrier = new byte[Props.CAPACITY];
  private final short[] x = new short[Props.CAPACITY];
  private final short[] y = new short[Props.CAPACITY];

  /** Bit i: the one with number i is in sight; what is known of the others means nothing. */
  int sight;

  StateProps() {}

  void capture(Props from, StateFighters fighters) {
    count = from.count();
    for (int i = 0; i < count; i++) {
      kind[i] = (byte) from.kind(i).code();
      carrier[i] = (byte) from.carrier(i);
      x[i] = (short) from.x(i);
      y[i] = (short) from.y(i);
      goWithCarrier(fighters, i);
    }
  }

  private void goWithCarrier(StateFighters fighters, int i) {
    if (carrier[i] != Props.NOBODY) {
      x[i] = fighters.x[carrier[i]];
      y[i] = fighters.y[carrier[i]];
    }
  }

  void put(BitWriter out, int i) {
    out.put(kind[i], KIND_BITS);
    out.put(carrier[i], CARRIER_BITS);
    if (carrier[i] == Props.NOBODY) {
      out.put(x[i], PLACE_BITS);
      out.put(y[i], PLACE_BITS);
    }
  }

  /** Returns how many bits {@link #put} writes. */
  int bits(int i) {
    return carrier[i] == Props.NOBODY ? MAX_BITS : KIND_BITS + CARRIER_BITS;
  }

  void get(BitReader in, StateFighters fighters, int i) {
    kind[i] = (byte) in.getAtMost(KIND_BITS, KINDS.length - 1);
    getCarrier(in, fighters, i);
    if (carrier[i] == Props.NOBODY) {
      x[i] = (short) in.getAtMost(PLACE_BITS, Arena.SIZE);
      y[i] = (short) in.getAtMost(PLACE_BITS, Arena.SIZE);
    }
    goWithCarrier(fighters, i);
  }

  /** Only who is in sight can be seen to carry something. */
  private void getCarrier(BitReader in, StateFighters fighters, int i) {
    int who = in.getInt(CARRIER_BITS);
    if (who != Props.NOBODY && !fighters.isInSight(who)) {
      in.refuse();
      who = Props.NOBODY;
    }
    carrier[i] = (byte) who;
  }

  /** Carried or not, it is where it was or goes with the same carrier. */
  boolean isAsPredicted(StateProps base, int i) {
    return carrier[i] == base.carrier[i]
        && (carrier[i] != Props.NOBODY || (x[i] == base.x[i] && y[i] == base.y[i]));
  }

  void putChange(BitWriter out, StateProps base, int i) {
    out.putBit(carrier[i] != base.carrier[i]);
    if (carrier[i] != base.carrier[i]) {
      out.put(carrier[i], CARRIER_BITS);
    }
    if (carrier[i] == Props.NOBODY) {
      out.putSigned(x(i) - base.x(i), PLACE_ORDER);
      out.putSigned(y(i) - base.y(i), PLACE_ORDER);
    }
  }

  void getChange(BitReader in, StateProps base, StateFighters fighters, int i) {
    kind[i] = base.kind[i];
    carrier[i] = base.carrier[i];
    if (in.getBit()) {
      getCarrier(in, fighters, i);
    }
    if (carrier[i] == Props.NOBODY) {
      x[i] = (short) in.inRange(base.x(i) + in.getSigned(PLACE_ORDER), 0, Arena.SIZE);
      y[i] = (short) in.inRange(base.y(i) + in.getSigned(PLACE_ORDER), 0, Arena.SIZE);
    } else if (!fighters.isInSight(carrier[i])) {
      in.refuse();
    }
    goWithCarrier(fighters, i);
  }

  void predict(BitReader in, StateProps base, StateFighters fighters, int i) {
    kind[i] = base.kind[i];
    carrier[i] = base.carrier[i];
    x[i] = base.x[i];
    y[i] = base.y[i];
    if (carrier[i] != Props.NOBODY && !fighters.isInSight(carrier[i])) {
      in.refuse();
    }
    goWithCarrier(fighters, i);
  }

  /** Returns how many the battle has, the unseen too. */
  public int count() {
    return count;
  }

  /** Returns whether one is in sight; nothing else is known of one that is not. */
  public boolean isInSight(int prop) {
    return (sight >> prop & 1) != 0;
  }

  /** Returns what one in sight is. */
  public PropKind kind(int prop) {
    return KINDS[kind[prop]];
  }

  /** Returns the x of one in sight. */
  public int x(int prop) {
    return x[prop] & 0xFFFF;
  }

  /** Returns the y of one in sight. */
  public int y(int prop) {
    return y[prop] & 0xFFFF;
  }

  /** Returns the player who carries one in sight, or {@link Props#NOBODY}. */
  public int carrier(int prop) {
    return carrier[prop];
  }
}
