package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.BattleInputs;
import java.nio.ByteBuffer;

/**
 * A packet from a player to the server. One object decodes any number of packets; its fields are
 * those of the last that was {@link Decoding#OK}. Not thread-safe.
 */
public final class ClientPacket {
  /** The types of packets that players send. */
  public enum Type {
    /** Asks for a battle, and again for as long as none has begun. */
    JOIN,
    /** What the player wants to do. */
    INPUT,
    /** Ends the session. */
    LEAVE
  }

  /** The size of a JOIN: padded, so that no answer to a stranger is larger than his question. */
  public static final int JOIN_BYTES = 32;

  /** The size of an INPUT. */
  public static final int INPUT_BYTES = 31;

  /** The size of a LEAVE. */
  public static final int LEAVE_BYTES = 16;

  /** The size of the largest packet from a player. */
  public static final int MAX_BYTES = JOIN_BYTES;

  private static final int JOIN_CODE = 1;
  private static final int INPUT_CODE = 2;
  private static final int LEAVE_CODE = 3;

  private Type type;
  private int sequence;
  private long token;
  private int battle;
  private int moveX;
  private int moveY;
  private int aim;
  private int buttons;
  private int seen;
  private int at;

  /** Writes a JOIN; {@code token} is 0 before the server has given one. */
  public static void putJoin(ByteBuffer out, int sequence, long token) {
    putStart(out, JOIN_CODE, sequence, token);
    for (int i = LEAVE_BYTES; i < JOIN_BYTES; i++) {
      out.put((byte) 0);
    }
  }

  /**
   * Writes an INPUT; the ranges of movement, aim and buttons are those of {@link BattleInputs#add}.
   *
   * @param seen the tick of the newest state that the player has seen, 0 for none
   * @param at how long after that tick the input happened, in 1/65,536 of a tick: 0 to 65,535
   */
  public static void putInput(
      ByteBuffer out,
      int sequence,
      long token,
      int battle,
      int seen,
      int moveX,
      int moveY,
      int aim,
      int buttons,
      int at) {
    putStart(out, INPUT_CODE, sequence, token);
    out.putInt(battle).putInt(seen);
    out.put((byte) moveX).put((byte) moveY).putShort((short) aim);
    out.put((byte) buttons).putShort((short) at);
  }

  /** Writes a LEAVE. */
  public static void putLeave(ByteBuffer out, int sequence, long token) {
    putStart(out, LEAVE_CODE, sequence, token);
  }

  private static void putStart(ByteBuffer out, int code, int sequence, long token) {
    Wire.putHeader(out, code);
    out.putInt(sequence).putLong(token);
  }

  /** Reads the packet from the buffer's position to its limit. Never throws. */
  public Decoding decode(ByteBuffer in) {
    int bytes = in.remaining();
    Decoding header = Wire.readHeader(in);
    if (header != Decoding.OK) {
      return header;
    }
    switch (in.get()) {
      case JOIN_CODE:
        return bytes == JOIN_BYTES ? decodeJoin(in) : Decoding.BAD_LENGTH;
      case INPUT_CODE:
        return bytes == INPUT_BYTES ? decodeInput(in) : Decoding.BAD_LENGTH;
      case LEAVE_CODE:
        return bytes == LEAVE_BYTES ? decodeStart(in, Type.LEAVE) : Decoding.BAD_LENGTH;
      default:
        return Decoding.BAD_TYPE;
    }
  }

  private Decoding decodeStart(ByteBuffer in, Type decoded) {
    type = decoded;
    sequence = in.getInt();
    token = in.getLong();
    return Decoding.OK;
  }

  private Decoding decodeJoin(ByteBuffer in) {
    if (in.getLong(in.limit() - 2 * Long.BYTES) != 0 || in.getLong(in.limit() - Long.BYTES) != 0) {
      return Decoding.BAD_FIELD;
    }
    return decodeStart(in, Type.JOIN);
  }

  private Decoding decodeInput(ByteBuffer in) {
    int fields = in.limit() - 7;
    int x = in.get(fields);
    int y = in.get(fields + 1);
    int pressed = in.get(fields + 4);
    if (x < -BattleInputs.MAX_MOVE
        || y < -BattleInputs.MAX_MOVE
        || (pressed & ~BattleInputs.BUTTONS) != 0) {
      return Decoding.BAD_FIELD;
    }
    decodeStart(in, Type.INPUT);
    battle = in.getInt();
    seen = in.getInt();
    moveX = x;
    moveY = y;
    aim = in.getShort(fields + 2) & 0xFFFF;
    buttons = pressed;
    at = in.getShort(fields + 5) & 0xFFFF;
    return Decoding.OK;
  }

  /** Returns the type. */
  public Type type() {
    return type;
  }

  /** Returns the number of the packet; every packet of a session has the next one, modulo 2³². */
  public int sequence() {
    return sequence;
  }

  /** Returns the session's token, by which the sender proves that it receives at its address. */
  public long token() {
    return token;
  }

  /** Returns the battle that an INPUT is for. */
  public int battle() {
    return battle;
  }

  /** Returns the movement along x that an INPUT asks for, −127 to 127. */
  public int moveX() {
    return moveX;
  }

  /** Returns the movement along y that an INPUT asks for, −127 to 127. */
  public int moveY() {
    return moveY;
  }

  /** Returns the aim of an INPUT as an angle, 0 to 65,535. */
  public int aim() {
    return aim;
  }

  /** Returns the tick of the newest state that the sender of an INPUT has seen, 0 for none. */
  public int seen() {
    return seen;
  }

  /** Returns how long after that tick the INPUT happened, in 1/65,536 of a tick. */
  public int at() {
    return at;
  }

  /** Returns the triggers that an INPUT presses, by {@code Weapon.button()}. */
  public int buttons() {
    return buttons;
  }
}
