package dev.jitterlab.arena.world;

/** What a player's client says: the keys that are held, and where the player aims. Immutable. */
public final class ClientInput extends Letter {
  /** Bits of {@link #keys}. */
  public static final int UP = 1;

  public static final int DOWN = 2;
  public static final int LEFT = 4;
  public static final int RIGHT = 8;
  public static final int BOLT = 16;
  public static final int CONE = 32;
  public static final int TRADE = 64;

  /** All keys there are. */
  public static final int ALL_KEYS = 127;

  private final int number;
  private final int keys;
  private final int heading;

  /**
   * Creates an input.
   *
   * @param number the client's own count of its messages
   * @param keys bits of the keys that are held; others are ignored
   * @param heading where it aims, 65,536 to the full circle, 0 to the right, clockwise on a screen
   */
  public ClientInput(int number, int keys, int heading) {
    this.number = number;
    this.keys = keys & ALL_KEYS;
    this.heading = heading & 0xFFFF;
  }

  /** Returns the client's own count of its messages. */
  public int number() {
    return number;
  }

  /** Returns the keys that are held. */
  public int keys() {
    return keys;
  }

  /** Returns where it aims. */
  public int heading() {
    return heading;
  }

  @Override
  void readBy(Fighter receiver) {
    receiver.obey(this);
  }
}
