package dev.jitterlab.battle.protocol;

import java.nio.ByteBuffer;

/**
 * A packet from the server to a player. All of them acknowledge: {@link #ack} is the latest packet
 * of the player that the server accepted, and bit i of {@link #ackBits} says whether it accepted
 * the one i + 1 before that. One object decodes any number of packets; its fields are those of the
 * last that was {@link Decoding#OK}. Not thread-safe.
 */
public final class ServerPacket {
  /** The types of packets that the server sends. */
  public enum Type {
    /** Gives a stranger the token to join with. */
    CHALLENGE,
    /** The player waits in the lobby. */
    QUEUED,
    /** A tick of the player's battle. */
    STATE,
    /** The player's battle is over. */
    ENDED,
    /** The server takes nobody in. */
    REFUSED
  }

  /** The largest packet; every path through the Internet carries as much. */
  public static final int MAX_BYTES = 1_200;

  /** How many packets before the latest are acknowledged too. */
  public static final int ACK_BITS = Integer.SIZE;

  /** What stands before the body of a STATE: header, ack and ack bits. */
  public static final int STATE_HEAD_BYTES = 12;

  /** The size of a CHALLENGE. */
  public static final int CHALLENGE_BYTES = 20;

  /** The size of a QUEUED. */
  public static final int QUEUED_BYTES = 16;

  /** The size of an ENDED. */
  public static final int ENDED_BYTES = 18;

  /** The size of a REFUSED. */
  public static final int REFUSED_BYTES = 12;

  private static final int ACK_BYTES = 12;
  private static final int CHALLENGE_CODE = 16;
  private static final int QUEUED_CODE = 17;
  private static final int STATE_CODE = 18;
  private static final int ENDED_CODE = 19;
  private static final int REFUSED_CODE = 20;
  private static final int LAST_ENDING_CODE = 5;

  private Type type;
  private int ack;
  private int ackBits;
  private long token;
  private int waiting;
  private int battle;
  private int endingCode;
  private int winner;

  /** Writes a CHALLENGE. */
  public static void putChallenge(ByteBuffer out, int ack, long token) {
    putStart(out, CHALLENGE_CODE, ack, 0);
    out.putLong(token);
  }

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

  /** Writes a REFUSED. */
  public static void putRefused(ByteBuffer out, int ack) {
    putStart(out, REFUSED_CODE, ack, 0);
  }

  private static void putStart(ByteBuffer out, int code, int ack, int ackBits) {
    Wire.putHeader(out, code);
    out.putInt(ack).putInt(ackBits);
  }

  /**
   * Reads the packet from the buffer's position to its limit. Never throws.
   *
   * @param states takes the body of a STATE; when it is the difference to one that is not there,
   *     the rest of the packet is decoded all the same
   */
  public Decoding decode(ByteBuffer in, StateDecoder states) {
    int bytes = in.remaining();
    Decoding header = Wire.readHeader(in);
    if (header != Decoding.OK) {
      return header;
    }
    switch (in.get()) {
      case CHALLENGE_CODE:
        return bytes == CHALLENGE_BYTES ? decodeChallenge(in) : Decoding.BAD_LENGTH;
      case QUEUED_CODE:
        return bytes == QUEUED_BYTES ? decodeQueued(in) : Decoding.BAD_LENGTH;
      case STATE_CODE:
        return bytes > STATE_HEAD_BYTES ? decodeState(in, states) : Decoding.BAD_LENGTH;
      case ENDED_CODE:
        return bytes == ENDED_BYTES ? decodeEnded(in) : Decoding.BAD_LENGTH;
      case REFUSED_CODE:
        return bytes == REFUSED_BYTES ? decodeStart(in, Type.REFUSED) : Decoding.BAD_LENGTH;
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

  private Decoding decodeChallenge(ByteBuffer in) {
    decodeStart(in, Type.CHALLENGE);
    token = in.getLong();
    return Decoding.OK;
  }

  private Decoding decodeQueued(ByteBuffer in) {
    decodeStart(in, Type.QUEUED);
    waiting = Wire.unsignedShort(in);
    return Decoding.OK;
  }

  private Decoding decodeState(ByteBuffer in, StateDecoder states) {
    int start = in.position();
    in.position(start + ACK_BYTES - Wire.HEADER_BYTES);
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
    endingCode = Wire.unsignedByte(in);
    winner = Wire.unsignedByte(in);
    return Decoding.OK;
  }

  /** Returns the type. */
  public Type type() {
    return type;
  }

  /** Returns the sequence number of the latest packet that the server accepted. */
  public int ack() {
    return ack;
  }

  /** Returns which of the 32 packets before {@link #ack} it accepted, the latest in bit 0. */
  public int ackBits() {
    return ackBits;
  }

  /** Returns the token of a CHALLENGE. */
  public long token() {
    return token;
  }

  /** Returns how many wait in the lobby, from a QUEUED. */
  public int waiting() {
    return waiting;
  }

  /** Returns the battle of a STATE or an ENDED. */
  public int battle() {
    return battle;
  }

  /** Returns how the battle ended, by {@code Ending.code()}. */
  public int endingCode() {
    return endingCode;
  }

  /** Returns the team that won the battle that ended, 255 for none. */
  public int winner() {
    return winner;
  }
}
