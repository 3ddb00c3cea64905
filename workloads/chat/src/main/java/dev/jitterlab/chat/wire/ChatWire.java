package dev.jitterlab.chat.wire;

/**
 * The frames: four bytes with the length of what follows, one byte with the kind, the kind's
 * fields. Numbers are big-endian. Names are a byte with their length and UTF-8. A WebSocket carries
 * the same bytes: each of its binary messages holds one frame or more, and no part of one.
 */
public final class ChatWire {
  /** Bytes in front of each frame. */
  public static final int LENGTH_BYTES = 4;

  /** The version that {@link #ENTER} begins with. */
  public static final int VERSION = 1;

  /** To the server: version, room, nickname. The first frame of every client. */
  public static final byte ENTER = 1;

  /** To the server: a text for the others in the room. */
  public static final byte SAY = 2;

  /** To the server: a nickname and a text for that user of the room alone. */
  public static final byte WHISPER = 3;

  /** To the server: the number of an {@link #ARE_YOU_THERE}. */
  public static final byte HERE = 4;

  /**
   * To the client, first: its place, the number of the room's last message, how many others there
   * are, and of each its place, how many messages it has said, its nickname.
   */
  public static final byte WELCOME = 65;

  /**
   * To the client: the place of who said it, the message's number in the room, its number among
   * those of who said it, the text.
   */
  public static final byte SAID = 66;

  /** To the client: a nickname and the text that this user whispered. */
  public static final byte WHISPERED = 67;

  /** To the client: the place and the nickname of who came. */
  public static final byte JOINED = 68;

  /** To the client: the place of who left, and how many messages it had said. */
  public static final byte LEFT = 69;

  /** To the client: so many messages were dropped here, as it did not read them in time. */
  public static final byte MISSED = 70;

  /** To the client: what was refused (a {@link Denial}), and why in words. */
  public static final byte REFUSED = 71;

  /** To the client: a number to be answered by {@link #HERE}. */
  public static final byte ARE_YOU_THERE = 72;

  /** To the client, after {@link #WELCOME}: milliseconds since the epoch, nickname, text. */
  public static final byte PAST = 73;

  /** Bytes of {@link #SAID} before the text, with the length. */
  public static final int SAID_HEAD_BYTES = LENGTH_BYTES + 1 + 1 + Long.BYTES + Long.BYTES;

  private ChatWire() {}
}
