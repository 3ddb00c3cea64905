package dev.jitterlab.arena.wire;

/** The numbers of the wire format; docs/arena.md describes it. All numbers are big-endian. */
public final class WireFormat {
  /** The first two bytes of every packet, {@code JA}, and the third one. */
  public static final int MAGIC = 0x4A41;

  public static final int VERSION = 1;

  /** Kinds of packets of clients. */
  public static final int JOIN = 1;

  public static final int INPUT = 2;
  public static final int LEAVE = 3;
  public static final int PING = 4;

  /** Kinds of packets of servers. */
  public static final int CHALLENGE = 64;

  public static final int WELCOME = 65;
  public static final int REFUSED = 66;
  public static final int STATE = 67;
  public static final int PONG = 68;

  /** Sizes: a request to join is never smaller than its answer. */
  public static final int HEADER_BYTES = 4;

  public static final int JOIN_BYTES = 72;
  public static final int INPUT_BYTES = 21;
  public static final int LEAVE_BYTES = 14;
  public static final int WELCOME_BYTES = 27;

  /** The longest name in UTF-8. */
  public static final int NAME_BYTES = 24;

  /** As many ports as a challenge can list. */
  public static final int MOST_PORTS = 16;

  /** Bytes of a state before its entries, of a fighter, and of a bolt. */
  public static final int STATE_HEADER_BYTES = 22;

  public static final int FIGHTER_BYTES = 8;
  public static final int BOLT_BYTES = 6;

  /** More messages of a client than these in a second are dropped. */
  public static final int MOST_MESSAGES_A_SECOND = 150;

  /** A map unit is this many steps on the wire. */
  public static final int STEPS_PER_UNIT = 8;

  /** The least and the most bytes of a datagram with a part of a state. */
  public static final int LEAST_DATAGRAM_BYTES = 256;

  public static final int MOST_DATAGRAM_BYTES = 60_000;

  private WireFormat() {}
}
