package dev.jitterlab.chat.room;

import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.Denial;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** All rooms of a server. A room is there while somebody is in it. Thread-safe. */
public final class ChatRooms {
  private final ConcurrentMap<String, ChatRoom> rooms = new ConcurrentHashMap<>();
  private final RoomLimits limits;
  private final ChatCounters counters;
  private final ChatHistory history;

  /** Creates a server without rooms. */
  public ChatRooms(RoomLimits limits, ChatCounters counters, ChatHistory history) {
    this.limits = limits;
    this.counters = counters;
    this.history = history;
  }

  /** Returns what the rooms take on. */
  public RoomLimits limits() {
    return limits;
  }

  /** Returns what is counted. */
  public ChatCounters counters() {
    return counters;
  }

  /** Returns how many rooms have users. */
  public int count() {
    return rooms.size();
  }

  /** Returns how many users are in rooms. */
  public int users() {
    return rooms.values().stream().mapToInt(ChatRoom::count).sum();
  }

  /** Returns the room of that name, which is made if it is not there. */
  ChatRoom room(String name) throws BadFrameException {
    ChatRoom room = rooms.get(ChatNames.folded(name));
    if (room == null) {
      if (rooms.size() >= limits.rooms) {
        throw new BadFrameException(
            Denial.TOO_MANY_ROOMS, "the server has " + limits.rooms + " rooms, and opens no more");
      }
      room =
          rooms.computeIfAbsent(
              ChatNames.folded(name),
              key -> {
                history.opened(name);
                return new ChatRoom(name, limits, counters, history);
              });
    }
    return room;
  }

  void forget(ChatRoom room) {
    if (rooms.remove(ChatNames.folded(room.name()), room)) {
      history.closed(room.name());
    }
  }
}
