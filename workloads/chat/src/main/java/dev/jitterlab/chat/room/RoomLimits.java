package dev.jitterlab.chat.room;

/** What a server takes on. Fields are set before use; then only read. */
public final class RoomLimits {
  /** Most places a room can have: a place is one byte. */
  public static final int MOST_ROOM_USERS = 250;

  /** Users of a room. */
  public int roomUsers = 20;

  /** Rooms. */
  public int rooms = 1_000;

  /** Bytes of a text. */
  public int textBytes = 1_024;

  /** Messages that may wait for a reader. */
  public int queue = 256;

  /** Messages of a user in a second; 0 for no limit. */
  public int messageRate = 100;

  /** What becomes of more. */
  public Overflow overflow = Overflow.DISCONNECT;
}
