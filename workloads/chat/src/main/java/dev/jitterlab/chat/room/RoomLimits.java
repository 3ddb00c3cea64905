package dev.jitterlab.chat.room;

import dev.jitterlab.settings.Setting;
import picocli.CommandLine.Option;

/** What a server's rooms take on: options. Fields are set before use; then only read. */
public final class RoomLimits {
  /** Most places a room can have: a place is one byte. */
  public static final int MOST_ROOM_USERS = 250;

  @Setting
  @Option(
      names = "--overflow",
      description =
          "When a reader's queue is full: disconnect it, drop its oldest message and tell it"
              + " (drop-oldest), or let speakers wait (back-pressure).")
  public Overflow overflow = Overflow.DISCONNECT;

  @Setting(min = 1, max = 65_536)
  @Option(names = "--queue", description = "Messages that may wait for a reader.")
  public int queue = 256;

  @Setting(min = 1, max = 60_000)
  @Option(names = "--text-bytes", description = "Longest text of a message.")
  public int textBytes = 1_024;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--message-rate",
      description =
          "Messages a second that a user may say, and that many at once; more are refused. 0: no"
              + " limit.")
  public int messageRate = 100;

  @Setting(min = 2, max = MOST_ROOM_USERS)
  @Option(names = "--room-users", description = "Users that a room takes.")
  public int roomUsers = 20;

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--max-rooms", description = "Rooms.")
  public int rooms = 1_000;
}
