package dev.jitterlab.battle.protocol;

import java.nio.ByteBuffer;

/**
 * A message from the server to a player, as it is inside a sealed packet. All of them acknowledge:
 * {@link #ack} is the latest message of the player that the server accepted, and bit i of {@link
 * #ackBits} says whether it accepted the one i + 1 before that. One object decodes any number of
 * messages; its fields are those of the last that was {@link Decoding#OK}. Not thread-safe.
 */
public final class ServerPacket {
  /** The types of messages that the server sends. */
  public enum Type {
    /** The player waits in the lobby. */
    QUEUED,
    /** A tick of the player's battle. */
    STATE,
    /** The player's battle is over. */
    ENDED,
    /** The player does what no honest client does, and should stop. */
    WARNED,
    /** The player did it again: the session is over. */
    KICKED
  }

  /** The largest message: 1,200 bytes when it is sealed. */
  public static final int MAX_BYTES = 1_179;

  /** How many messages before the latest are acknowledged too. */
  public static final int ACK_BITS = Integer.SIZE;

  /** What stands before the body of a STATE: type, ack and ack bits. */
  public static final int STATE_HEAD_BYTES = 9;

  /** The size of a QUEUED. */
  public static final int QUEUED_BYTES = 13;

  /** The size of an ENDED. */
  public static final int ENDED_BYTES = 15;

  /** The size of a WARNED and of a KICKED. */
  public static final int REASON_BYTES = 11;

  private static final int ACK_BYTES = 9;
  private static final int QUEUED_CODE = 17;
  private static final int STATE_CODE = 18;
  private static final int ENDED_CODE = 19;
  private static final int WARNED_CODE = 21;
  private static final int KICKED_CODE = 22;
  private static final int LAST_ENDING_CODE = 5;

  private Type type;
  private int ack;
  private int ackBits;
  private int waiting;
  private int battle;
  private int endingCode;
  private int winner;
  private int reason;
  private int notice;

  /** Writes a QUEUED: how many players are waiting, and how many a battle has. */
  public static void putQueued(ByteBuffer out, int ack, int ackBits, int waiting, int needed) {
    putStart(out, QUEUED_CODE, ack, ackBits);
    out.putShort((short) waiting).putShort((short) needed);
  }

  /** Writes what stands before the body of a STATE, which {@link StateEncoder} makes. */
  public static void putStateHead(ByteBuffer out, int ack, int ackBits) {
    putStart(out, STATE_CODE, ack, ackBits);
  }

  /** Writes an ENDED. */
  public static void putEnded(
      ByteBuffer out, int ack, int ackBits, int battle, int endingCode, int winner) {
    putStart(out, ENDED_CODE, ack, ackBits);
    out.putInt(battle).put((byte) endingCode).put((byte) winner);
  }

  /**
   * Writes a WARNED.
   *
   * @param reason an offence's code
   * @param notice the number that NOTED is to repeat
   */
  public static void putWarned(ByteBuffer out, int ack, int ackBits, int reason, int notice) {
    putStart(out, WARNED_CODE, ack, ackBits);
    out.put((byte) reason).put((byte) notice);
  }

  /** Writes a KICKED, with what a WARNED has. */
  public static void putKicked(ByteBuffer out, int ack, int ackBits, int reason, int notice) {
    putStart(out, KICKED_CODE, ack, ackBits);
    out.put((byte) reason).put((byte) notice);
  }

  private static void putStart(ByteBuffer out, int code, int ack, int ackBits) {
    out.put((byte) code).putInt(ack).putInt(ackBits);
  }

  /**
   * Reads the message from the buffer's position to its limit. Never throws.
   *
   * @param states takes the body of a STATE; when it is a change since one that is not there, the
   *     rest of the packet is decoded all the same
   */
  public Decoding decode(ByteBuffer in, StateDecoder states) {
    int bytes = in.remaining();
    if (bytes < ACK_BYTES) {
      return Decoding.BAD_LENGTH;
    }
    switch (in.get()) {
      case QUEUED_CODE:
        return bytes == QUEUED_BYTES ? decodeQueued(in) : Decoding.BAD_LENGTH;
      case STATE_CODE:
        return bytes > STATE_HEAD_BYTES ? decodeState(in, states) : Decoding.BAD_LENGTH;
      case ENDED_CODE:
        return bytes == ENDED_BYTES ? decodeEnded(in) : Decoding.BAD_LENGTH;
      case WARNED_CODE:
        return bytes == REASON_BYTES ? decodeReason(in, Type.WARNED) : Decoding.BAD_LENGTH;
      case KICKED_CODE:
        return bytes == REASON_BYTES ? decodeReason(in, Type.KICKED) : Decoding.BAD_LENGTH;
      default:
        return Decoding.BAD_TYPE;
    }
  }

  private Decoding decodeStart(ByteBuffer in, Type decoded) {
    type = decoded;
    ack = in.getInt();
    ackBits = in.getInt();
    return Decoding.OK;
  }

  private Decoding decodeReason(ByteBuffer in, Type decoded) {
    decodeStart(in, decoded);
    reason = in.get() & 0xFF;
    notice = in.get() & 0xFF;
    return Decoding.OK;
  }

  private Decoding decodeQueued(ByteBuffer in) {
    decodeStart(in, Type.QUEUED);
    waiting = in.getShort() & 0xFFFF;
    return Decoding.OK;
  }

  private Decoding decodeState(ByteBuffer in, StateDecoder states) {
    int start = in.position();
    in.position(start + ACK_BYTES - 1);
    Decoding decoding = states.decode(in);
    if (decoding == Decoding.OK || decoding == Decoding.UNKNOWN_BASELINE) {
      in.position(start);
      decodeStart(in, Type.STATE);
    }
    if (decoding == Decoding.OK) {
      battle = states.decoded().battle();
    }
    return decoding;
  }

  private Decoding decodeEnded(ByteBuffer in) {
    int code = in.get(in.limit() - 2) & 0xFF;
    if (code > LAST_ENDING_CODE) {
      return Decoding.BAD_FIELD;
    }
    decodeStart(in, Type.ENDED);
    battle = in.getInt();
    endingCode = in.get() & 0xFF;
    winner = in.get() & 0xFF;
    return Decoding.OK;
  }

  /** Returns the type. */
  public Type type() {
    return type;
  }

  /** Returns the number of the latest message that the server accepted. */
  public int ack() {
    return ack;
  }

  /** Returns which of the 32 messages before {@link #ack} it accepted, the latest in bit 0. */
  public int ackBits() {
    return ackBits;
  }

  /** Returns why a player is WARNED or KICKED, by {@code Offence.code()}. */
  public int reason() {
    return reason;
  }

  /** Returns the number of a WARNED or KICKED, 0 to 255; one that is repeated keeps it. */
  public int notice() {
    return notice;
  }

  /** Returns how many wait in the lobby, from a QUEUED. */
  public int waiting() {
    return waiting;
  }

  /** Returns the battle of a STATE or an ENDED. */
  public int battle() {
    return battle;
  }

  /** Returns how the battle ended, by {@code BattleEnding.code()}. */
  public int endingCode() {
    return endingCode;
  }

  /** Returns the team that won the battle that ended, 255 for none. */
  public int winner() {
    return winner;
  }
}
