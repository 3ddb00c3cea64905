package dev.jitterlab.battle.protocol;

import java.nio.ByteBuffer;

/**
 * A message from a player to the server, as it is inside a sealed packet. One object decodes any
 * number of them; its fields are those of the last that was {@link Decoding#OK}. Not thread-safe.
 */
public final class ClientPacket {
  /** The types of messages that players send. */
  public enum Type {
    /** Asks for a battle, and again for as long as none has begun. */
    JOIN,
    /** What the player wants to do. */
    INPUT,
    /** Ends the session. */
    LEAVE,
    /** Says that a WARNED or KICKED has arrived, which is then not repeated any more. */
    NOTED,
    /** Asks for a full state: the last one was a change since a state that the player lacks. */
    NEED_STATE
  }

  /** How many inputs one INPUT brings at most. */
  public static final int MAX_INPUTS = 4;

  /** The size of a JOIN. */
  public static final int JOIN_BYTES = 5;

  /** The size of a LEAVE. */
  public static final int LEAVE_BYTES = 5;

  /** The size of a NOTED. */
  public static final int NOTED_BYTES = 6;

  /** The size of a NEED_STATE. */
  public static final int NEED_STATE_BYTES = 5;

  private static final int INPUT_HEAD_BYTES = 14;
  private static final int COUNT_AT = INPUT_HEAD_BYTES - 1;
  private static final int JOIN_CODE = 1;
  private static final int INPUT_CODE = 2;
  private static final int LEAVE_CODE = 3;
  private static final int NOTED_CODE = 4;
  private static final int NEED_STATE_CODE = 5;

  private final long[] inputs = new long[MAX_INPUTS];
  private Type type;
  private int number;
  private int battle;
  private int notice;
  private int seen;
  private int count;

  /** Writes a JOIN. */
  public static void putJoin(ByteBuffer out, int number) {
    out.put((byte) JOIN_CODE).putInt(number);
  }

  /**
   * Writes an INPUT.
   *
   * @param number of the newest input; that of {@code inputs[i]} is {@code number - i}
   * @param seen the tick of the newest state of that battle that the player has, 0 for none
   * @param inputs from {@link PackedInput#of}, the newest first
   * @param count how many of them, 1 to {@link #MAX_INPUTS}
   */
  public static void putInput(
      ByteBuffer out, int number, int battle, int seen, long[] inputs, int count) {
    out.put((byte) INPUT_CODE).putInt(number).putInt(battle).putInt(seen).put((byte) count);
    for (int i = 0; i < count; i++) {
      out.put((byte) (inputs[i] >> 48)).putShort((short) (inputs[i] >> 32));
      out.putInt((int) inputs[i]);
    }
  }

  /** Writes a LEAVE. */
  public static void putLeave(ByteBuffer out, int number) {
    out.put((byte) LEAVE_CODE).putInt(number);
  }

  /**
   * Writes a NOTED.
   *
   * @param number of the last message that has one of its own: this has none
   * @param notice the number of the WARNED or KICKED
   */
  public static void putNoted(ByteBuffer out, int number, int notice) {
    out.put((byte) NOTED_CODE).putInt(number).put((byte) notice);
  }

  /**
   * Writes a NEED_STATE.
   *
   * @param number of the last message that has one of its own: this has none
   */
  public static void putNeedState(ByteBuffer out, int number) {
    out.put((byte) NEED_STATE_CODE).putInt(number);
  }

  /** Returns the size of an INPUT that brings so many. */
  public static int inputBytes(int count) {
    return INPUT_HEAD_BYTES + count * PackedInput.BYTES;
  }

  /** Reads the message from the buffer's position to its limit. Never throws. */
  public Decoding decode(ByteBuffer in) {
    int bytes = in.remaining();
    if (bytes < JOIN_BYTES) {
      return Decoding.BAD_LENGTH;
    }
    switch (in.get()) {
      case JOIN_CODE:
        return bytes == JOIN_BYTES ? decodeStart(in, Type.JOIN) : Decoding.BAD_LENGTH;
      case INPUT_CODE:
        return decodeInput(in, bytes);
      case LEAVE_CODE:
        return bytes == LEAVE_BYTES ? decodeStart(in, Type.LEAVE) : Decoding.BAD_LENGTH;
      case NOTED_CODE:
        return bytes == NOTED_BYTES ? decodeNoted(in) : Decoding.BAD_LENGTH;
      case NEED_STATE_CODE:
        return bytes == NEED_STATE_BYTES ? decodeStart(in, Type.NEED_STATE) : Decoding.BAD_LENGTH;
      default:
        return Decoding.BAD_TYPE;
    }
  }

  private Decoding decodeStart(ByteBuffer in, Type decoded) {
    type = decoded;
    number = in.getInt();
    return Decoding.OK;
  }

  private Decoding decodeNoted(ByteBuffer in) {
    decodeStart(in, Type.NOTED);
    notice = in.get() & 0xFF;
    return Decoding.OK;
  }

  private Decoding decodeInput(ByteBuffer in, int bytes) {
    if (bytes < INPUT_HEAD_BYTES) {
      return Decoding.BAD_LENGTH;
    }
    int start = in.position() - 1;
    int brought = in.get(start + COUNT_AT);
    if (brought < 1 || brought > MAX_INPUTS) {
      return Decoding.BAD_FIELD;
    }
    if (bytes != inputBytes(brought)) {
      return Decoding.BAD_LENGTH;
    }
    for (int i = 0; i < brought; i++) {
      if (!PackedInput.isValid(inputAt(in, start + inputBytes(i)))) {
        return Decoding.BAD_FIELD;
      }
    }
    decodeStart(in, Type.INPUT);
    battle = in.getInt();
    seen = in.getInt();
    count = brought;
    for (int i = 0; i < brought; i++) {
      inputs[i] = inputAt(in, start + inputBytes(i));
    }
    return Decoding.OK;
  }

  private static long inputAt(ByteBuffer in, int at) {
    return (in.get(at) & 0xFFL) << 48
        | (in.getShort(at + 1) & 0xFFFFL) << 32
        | (in.getInt(at + 3) & 0xFFFF_FFFFL);
  }

  /** Returns the type. */
  public Type type() {
    return type;
  }

  /**
   * Returns the number of the message; each of a session has the next one, modulo 2³². A NOTED and
   * a NEED_STATE have that of the last message before them.
   */
  public int number() {
    return number;
  }

  /** Returns the battle that an INPUT is for. */
  public int battle() {
    return battle;
  }

  /** Returns which notice a NOTED is about, 0 to 255. */
  public int notice() {
    return notice;
  }

  /** Returns the newest tick of the battle that the player has a state of, unsigned; 0 for none. */
  public int seen() {
    return seen;
  }

  /** Returns how many inputs there are, 1 to {@link #MAX_INPUTS}. */
  public int count() {
    return count;
  }

  /** Returns the input of number {@code number() - i}, to be read with {@link PackedInput}. */
  public long input(int i) {
    return inputs[i];
  }
}
