package dev.jitterlab.chat.store;

import dev.jitterlab.chat.room.ChatNames;
import dev.jitterlab.chat.room.PastMessage;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The newest messages of all rooms that have users, and of a number of rooms without: if there are
 * more of those, the one that was used least recently is forgotten. Thread-safe; a message of a
 * room with users takes no lock but that of its room's messages.
 */
final class RememberedRooms {
  private final int newest;
  private final int mostWithoutUsers;
  private final ConcurrentMap<String, RecentMessages> withUsers = new ConcurrentHashMap<>();
  private final Object moving = new Object(); // guards these two, and moves between the maps
  private final Map<String, Integer> open = new HashMap<>();
  private final LinkedHashMap<String, RecentMessages> withoutUsers = new LinkedHashMap<>();

  /**
   * Creates it without rooms.
   *
   * @param newest so many messages of a room are remembered
   */
  RememberedRooms(int newest, int mostWithoutUsers) {
    this.newest = newest;
    this.mostWithoutUsers = mostWithoutUsers;
  }

  /** A room is there; another one of the same name may be closed a little later. */
  void opened(String name) {
    String room = ChatNames.folded(name);
    synchronized (moving) {
      if (open.merge(room, 1, Integer::sum) == 1) {
        RecentMessages before = withoutUsers.remove(room);
        withUsers.put(room, before == null ? new RecentMessages(newest) : before);
      }
    }
  }

  void closed(String name) {
    String room = ChatNames.folded(name);
    synchronized (moving) {
      if (open.merge(room, -1, Integer::sum) == 0) {
        open.remove(room);
        RecentMessages messages = withUsers.remove(room);
        if (!messages.isEmpty()) {
          keepWithoutUsers(room, messages);
        }
      }
    }
  }

  void add(PastMessage message) {
    String room = ChatNames.folded(message.room());
    RecentMessages messages = withUsers.get(room);
    if (messages == null) {
      synchronized (moving) {
        messages = withUsers.get(room);
        if (messages == null) {
          messages = withoutUsers.remove(room);
          messages = messages == null ? new RecentMessages(newest) : messages;
          keepWithoutUsers(room, messages);
        }
      }
    }
    messages.add(message);
  }

  private void keepWithoutUsers(String room, RecentMessages messages) {
    withoutUsers.put(room, messages);
    if (withoutUsers.size() > mostWithoutUsers) {
      Iterator<String> leastRecentlyUsed = withoutUsers.keySet().iterator();
      leastRecentlyUsed.next();
      leastRecentlyUsed.remove();
    }
  }

  /** Returns the messages of a room, oldest first. */
  List<PastMessage> latest(String name) {
    String room = ChatNames.folded(name);
    RecentMessages messages = withUsers.get(room);
    if (messages == null) {
      synchronized (moving) {
        messages = withUsers.getOrDefault(room, withoutUsers.get(room));
      }
    }
    return messages == null ? List.of() : messages.all();
  }
}
