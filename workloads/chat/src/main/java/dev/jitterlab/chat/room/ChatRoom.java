package dev.jitterlab.chat.room;

import dev.jitterlab.chat.room.ReaderQueue.Offered;
import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.chat.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A room: whatever one says goes into the queues of all others, in one order for all of them.
 * Thread-safe.
 *
 * <p>The room's lock gives messages their numbers and puts them into the queues. It is held for
 * that alone: readers are woken, and disconnected, after it was released. Nothing in it waits for a
 * socket.
 */
final class ChatRoom {
  private static final int MOST_NAME_BYTES = 255;

  private final ReentrantLock lock = new ReentrantLock();
  private final String name;
  private final RoomMember[] places;
  private final RoomLimits limits;
  private final ChatCounters counters;
  private final ChatHistory history;
  private final int longestBytes; // what is longer fits into nobody's buffer
  private int count;
  private long last;
  private boolean isClosed;

  ChatRoom(String name, RoomLimits limits, ChatCounters counters, ChatHistory history) {
    this.name = name;
    this.limits = limits;
    this.counters = counters;
    this.history = history;
    this.longestBytes = ChatSession.longestReplyBytes(limits);
    this.places = new RoomMember[limits.roomUsers];
  }

  String name() {
    return name;
  }

  /**
   * Lets somebody in.
   *
   * @return null if the room was given up meanwhile: the caller takes a new one
   * @throws BadFrameException if there is no place, or somebody has the nickname
   */
  RoomMember enter(String nickname, ReaderQueue queue, ChatLink link) throws BadFrameException {
    List<Runnable> after = new ArrayList<>();
    RoomMember member;
    lock.lock();
    try {
      if (isClosed) {
        return null;
      }
      int free = free(nickname);
      member = new RoomMember(free, nickname, queue, link, places.length);
      note(queue.offer(welcome(free)), member, after);
      List<PastMessage> past = history.latest(name); // of the time of the entry, not earlier
      int first = Math.max(0, past.size() - ReaderQueue.HEADROOM / 2);
      for (PastMessage message : past.subList(first, past.size())) {
        byte[] frame = frame(message);
        if (frame.length <= longestBytes) { // else it was said when texts could be longer
          note(queue.offer(frame), member, after);
        }
      }
      byte[] joined =
          new FrameWriter(ChatWire.JOINED, 2 + MOST_NAME_BYTES).put(free).putName(nickname).frame();
      tell(joined, member, after);
      places[free] = member;
      count++;
    } finally {
      lock.unlock();
    }
    after.forEach(Runnable::run);
    return member;
  }

  private int free(String nickname) throws BadFrameException {
    int free = -1;
    String folded = ChatNames.folded(nickname);
    for (int i = places.length - 1; i >= 0; i--) {
      if (places[i] == null) {
        free = i;
      } else if (ChatNames.folded(places[i].nickname).equals(folded)) {
        throw new BadFrameException(
            Denial.NAME_TAKEN, "somebody in the room is called " + places[i].nickname);
      }
    }
    if (free < 0) {
      throw new BadFrameException(
          Denial.ROOM_FULL, "the room has " + places.length + " users, and no place for more");
    }
    return free;
  }

  private byte[] welcome(int place) {
    FrameWriter welcome =
        new FrameWriter(ChatWire.WELCOME, 10 + count * (2 + Long.BYTES + MOST_NAME_BYTES))
            .put(place)
            .putLong(last)
            .put(count);
    for (RoomMember other : places) {
      if (other != null) {
        welcome.put(other.place).putLong(other.said).putName(other.nickname);
      }
    }
    return welcome.frame();
  }

  private static byte[] frame(PastMessage message) {
    byte[] text = message.text().getBytes(StandardCharsets.UTF_8);
    return new FrameWriter(ChatWire.PAST, Long.BYTES + 1 + MOST_NAME_BYTES + text.length)
        .putLong(message.saidAtMs())
        .putName(message.nickname())
        .put(text)
        .frame();
  }

  /**
   * Says something to all others.
   *
   * @param frame a {@code SAID} with its text; place and numbers are filled in here, and from then
   *     on it is everybody's
   * @return null if it was said; else the queue that has no place, and nothing was said to anybody
   */
  ReaderQueue say(RoomMember speaker, byte[] frame) {
    ChatLink[] toWake = speaker.toWake;
    int wakes = 0;
    List<ChatLink> ended = List.of();
    PastMessage kept = history.isKept() ? past(speaker, frame) : null;
    lock.lock();
    try {
      if (places[speaker.place] != speaker) {
        return null; // has left meanwhile
      }
      if (limits.overflow == Overflow.BACK_PRESSURE) {
        for (RoomMember other : places) {
          if (other != null && other != speaker && !other.queue.hasPlace()) {
            return other.queue;
          }
        }
      }
      ByteBuffer head = ByteBuffer.wrap(frame);
      head.put(ChatWire.LENGTH_BYTES + 1, (byte) speaker.place);
      head.putLong(ChatWire.LENGTH_BYTES + 2, ++last);
      head.putLong(ChatWire.LENGTH_BYTES + 2 + Long.BYTES, ++speaker.said);
      for (RoomMember other : places) {
        if (other == null || other == speaker) {
          continue;
        }
        Offered offered = other.queue.offerMessage(frame);
        if (offered == Offered.WAKE) {
          toWake[wakes++] = other.link;
        } else if (offered == Offered.FULL) {
          ended = ended.isEmpty() ? new ArrayList<>() : ended;
          ended.add(other.link);
        }
      }
      if (kept != null) {
        history.said(kept);
      }
    } finally {
      lock.unlock();
    }
    counters.said.increment();
    for (int i = 0; i < wakes; i++) {
      toWake[i].wake();
      toWake[i] = null;
    }
    ended.forEach(link -> link.end(Parting.QUEUE_FULL));
    return null;
  }

  private PastMessage past(RoomMember speaker, byte[] frame) {
    int from = ChatWire.SAID_HEAD_BYTES;
    String text = new String(frame, from, frame.length - from, StandardCharsets.UTF_8);
    return new PastMessage(System.currentTimeMillis(), name, speaker.nickname, text);
  }

  /** Returns who is called so; null if nobody in the room is. */
  RoomMember find(String nickname) {
    String folded = ChatNames.folded(nickname);
    lock.lock();
    try {
      for (RoomMember member : places) {
        if (member != null && ChatNames.folded(member.nickname).equals(folded)) {
          return member;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Says something to one of the room.
   *
   * @return null if it was said, or the listener has left; else the queue that has no place
   */
  ReaderQueue whisper(RoomMember speaker, RoomMember listener, byte[] text) {
    byte[] frame =
        new FrameWriter(ChatWire.WHISPERED, 1 + MOST_NAME_BYTES + text.length)
            .putName(speaker.nickname)
            .put(text)
            .frame();
    List<Runnable> after = new ArrayList<>();
    lock.lock();
    try {
      if (limits.overflow == Overflow.BACK_PRESSURE && !listener.queue.hasPlace()) {
        return listener.queue;
      }
      note(listener.queue.offerMessage(frame), listener, after);
    } finally {
      lock.unlock();
    }
    after.forEach(Runnable::run);
    return null;
  }

  /** Takes somebody out and tells the others; returns whether the room is empty and given up. */
  boolean leave(RoomMember member) {
    List<Runnable> after = new ArrayList<>();
    lock.lock();
    try {
      places[member.place] = null;
      count--;
      byte[] left =
          new FrameWriter(ChatWire.LEFT, 1 + Long.BYTES)
              .put(member.place)
              .putLong(member.said)
              .frame();
      tell(left, member, after);
      isClosed = count == 0;
    } finally {
      lock.unlock();
    }
    after.forEach(Runnable::run);
    return isClosed;
  }

  private void tell(byte[] frame, RoomMember except, List<Runnable> after) {
    for (RoomMember other : places) {
      if (other != null && other != except) {
        note(other.queue.offer(frame), other, after);
      }
    }
  }

  /** Notes what is to be done for a reader once the lock is released. */
  private static void note(Offered offered, RoomMember member, List<Runnable> after) {
    if (offered == Offered.WAKE) {
      after.add(member.link::wake);
    } else if (offered == Offered.FULL) {
      after.add(() -> member.link.end(Parting.QUEUE_FULL));
    }
  }

  int count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }
}
