package dev.jitterlab.chat.room;

import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.chat.wire.FrameWriter;
import dev.jitterlab.tick.NanoClock;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * One client, from its first byte to its end: takes frames out of what was read and does what they
 * ask for. All designs and both transports share it. {@link #take} is for one thread at a time;
 * {@link #leave} for any.
 */
public final class ChatSession {
  /** What is to be done after {@link #take}. */
  public enum Taken {
    /** Read on. */
    MORE,
    /** Read nothing until {@link #blockedOn} has place, and then take the same bytes again. */
    BLOCKED,
    /**
     * Read nothing, let the others speak who waited for place too, and then take the same bytes
     * again.
     */
    TURN_OVER
  }

  private static final long LONGEST_SAY_NS = 60_000_000_000L;

  private final ChatRooms rooms;
  private final ChatCounters counters;
  private final ChatLink link;
  private final NanoClock clock;
  private final ReaderQueue queue;
  private final SpeechBudget budget;
  private final ReentrantLock leaving = new ReentrantLock();
  private final int longest;
  private volatile RoomMember member;
  private ChatRoom room;
  private ReaderQueue blockedOn;
  private BooleanSupplier held; // what was to be said when a queue had no place
  private boolean isTakingTurns; // one message at a time, until all that was read is said
  private boolean hasLeft;
  private boolean isShutOut;

  /**
   * Creates a session of somebody who has not entered.
   *
   * @param nowNs for the limit of the user's messages
   */
  public ChatSession(ChatRooms rooms, ChatLink link, long nowNs) {
    this(rooms, link, nowNs, System::nanoTime);
  }

  /** For tests: with the clock by which the times of messages are taken. */
  ChatSession(ChatRooms rooms, ChatLink link, long nowNs, NanoClock clock) {
    RoomLimits limits = rooms.limits();
    this.rooms = rooms;
    this.counters = rooms.counters();
    this.link = link;
    this.clock = clock;
    this.queue = new ReaderQueue(limits.queue, limits.overflow, counters);
    this.budget = new SpeechBudget(limits.messageRate, nowNs);
    this.longest = longestFrameBytes(limits) - ChatWire.LENGTH_BYTES;
  }

  /** Returns how long a frame of a client may be, with its length in front. */
  public static int longestFrameBytes(RoomLimits limits) {
    return ChatWire.LENGTH_BYTES + 1 + 1 + 255 + Math.max(limits.textBytes, 1 + 255);
  }

  /** Returns how long a frame of the server may be, with its length in front. */
  public static int longestReplyBytes(RoomLimits limits) {
    int welcome = 16 + limits.roomUsers * (2 + Long.BYTES + 4 * ChatNames.MOST_CHARACTERS);
    int said = ChatWire.SAID_HEAD_BYTES + 128 + limits.textBytes;
    return Math.max(512, Math.max(welcome, said));
  }

  /** Returns what waits to be written to the client. */
  public ReaderQueue queue() {
    return queue;
  }

  /** Returns whether the client has said who it is. */
  public boolean hasEntered() {
    return member != null;
  }

  /** Returns the name of the room; empty before the client has entered. */
  public String roomName() {
    return room == null ? "" : room.name();
  }

  /** Returns the queue that has no place for what the client says; after {@link Taken#BLOCKED}. */
  public ReaderQueue blockedOn() {
    return blockedOn;
  }

  /**
   * Takes out whole frames.
   *
   * @param read what was read; its position moves to the first frame that is not whole
   * @throws BadFrameException if the connection is to end; the client is to be told why
   */
  public Taken take(ByteBuffer read, long nowNs) throws BadFrameException {
    if (held != null) {
      if (!held.getAsBoolean()) {
        return Taken.BLOCKED;
      }
      if (read.remaining() >= ChatWire.LENGTH_BYTES) {
        return Taken.TURN_OVER;
      }
    }
    while (read.remaining() >= ChatWire.LENGTH_BYTES) {
      int length = read.getInt(read.position());
      if (length > longest) {
        throw new BadFrameException(
            Denial.OVERSIZE, "a frame has " + longest + " bytes at most, not " + length);
      }
      if (length < 1) {
        throw new BadFrameException(Denial.MALFORMED, "a frame has 1 byte at least");
      }
      if (read.remaining() < ChatWire.LENGTH_BYTES + length) {
        isTakingTurns = false;
        return Taken.MORE;
      }
      int end = read.position() + ChatWire.LENGTH_BYTES + length;
      byte kind = read.get(read.position() + ChatWire.LENGTH_BYTES);
      read.position(read.position() + ChatWire.LENGTH_BYTES + 1);
      boolean isSaid = frame(kind, read, length - 1, nowNs);
      read.position(end);
      if (!isSaid) {
        return Taken.BLOCKED;
      }
      if (isTakingTurns && read.remaining() >= ChatWire.LENGTH_BYTES) {
        return Taken.TURN_OVER;
      }
    }
    isTakingTurns = false;
    return Taken.MORE;
  }

  /** Returns false if nothing more may be taken now. */
  private boolean frame(byte kind, ByteBuffer read, int length, long nowNs)
      throws BadFrameException {
    if (member == null && kind != ChatWire.ENTER) {
      throw new BadFrameException(Denial.MALFORMED, "the first frame says who enters which room");
    }
    switch (kind) {
      case ChatWire.ENTER:
        enter(read, length);
        return true;
      case ChatWire.SAY:
        return said(read, length, nowNs);
      case ChatWire.WHISPER:
        return whispered(read, length, nowNs);
      case ChatWire.HERE:
        return true;
      default:
        throw new BadFrameException(Denial.MALFORMED, "there is no frame of the kind " + kind);
    }
  }

  private void enter(ByteBuffer read, int length) throws BadFrameException {
    int end = read.position() + length;
    if (member != null || length < 3 || read.get() != ChatWire.VERSION) {
      throw new BadFrameException(
          Denial.MALFORMED, "this is no first entry in version " + ChatWire.VERSION);
    }
    String roomName = ChatNames.checked("a room's name", name(read, end));
    String nickname = ChatNames.checked("a nickname", name(read, end));
    if (read.position() != end) {
      throw new BadFrameException(Denial.MALFORMED, "there are bytes behind the nickname");
    }
    boolean isDone;
    do {
      isDone = enterUnlessGone(roomName, nickname);
    } while (!isDone);
  }

  /** Returns false if the room was given up meanwhile: the next try finds another one. */
  private boolean enterUnlessGone(String roomName, String nickname) throws BadFrameException {
    leaving.lock(); // so that who ends the connection meanwhile finds all of it, or nothing
    try {
      if (hasLeft || isShutOut) {
        return true; // before the room is made: it would stay, with nobody who leaves it
      }
      return enter(rooms.room(roomName), nickname);
    } finally {
      leaving.unlock();
    }
  }

  private boolean enter(ChatRoom entered, String nickname) throws BadFrameException {
    try {
      RoomMember mine = entered.enter(nickname, queue, link);
      if (mine == null) {
        rooms.forget(entered);
        return false;
      }
      room = entered;
      member = mine;
      return true;
    } catch (BadFrameException e) {
      if (entered.count() == 0) {
        rooms.forget(entered);
      }
      throw e;
    }
  }

  private static String name(ByteBuffer read, int end) throws BadFrameException {
    int length = read.position() < end ? read.get() & 0xFF : -1;
    if (length < 0 || read.position() + length > end) {
      throw new BadFrameException(Denial.MALFORMED, "a name is cut off");
    }
    byte[] bytes = new byte[length];
    read.get(bytes);
    return text(bytes);
  }

  private static String text(byte[] bytes) throws BadFrameException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new BadFrameException(Denial.MALFORMED, "the text is no UTF-8");
    }
  }

  private boolean said(ByteBuffer read, int length, long nowNs) throws BadFrameException {
    if (!mayWrite(length, nowNs)) {
      return true;
    }
    byte[] frame = new byte[ChatWire.SAID_HEAD_BYTES + length];
    ByteBuffer head = ByteBuffer.wrap(frame);
    head.putInt(frame.length - ChatWire.LENGTH_BYTES).put(ChatWire.SAID);
    read.get(frame, ChatWire.SAID_HEAD_BYTES, length);
    checkText(frame, ChatWire.SAID_HEAD_BYTES);
    return say(frame, clock.nanoTime());
  }

  /** Tries to; a message that has to wait for place is tried again with its first start. */
  private boolean say(byte[] frame, long startNs) {
    blockedOn = room.say(member, frame);
    if (blockedOn != null) {
      return hold(() -> say(frame, startNs));
    }
    held = null;
    counters.sayTimes.recordValue(Math.min(LONGEST_SAY_NS, clock.nanoTime() - startNs));
    return true;
  }

  /** Keeps what found no place, to say it again before anything else is taken. */
  private boolean hold(BooleanSupplier again) {
    held = again;
    isTakingTurns = true;
    counters.held.increment();
    return false;
  }

  private boolean mayWrite(int textBytes, long nowNs) throws BadFrameException {
    if (textBytes < 1 || textBytes > rooms.limits().textBytes) {
      throw new BadFrameException(
          Denial.OVERSIZE,
          "a text has 1 to " + rooms.limits().textBytes + " bytes, not " + textBytes);
    }
    if (budget.take(nowNs)) {
      return true;
    }
    refuse(Denial.TOO_FAST, "slower: " + rooms.limits().messageRate + " messages a second");
    return false;
  }

  /** Most texts have no byte of more than seven bits; then there is nothing to decode. */
  private static void checkText(byte[] frame, int from) throws BadFrameException {
    for (int i = from; i < frame.length; i++) {
      if (frame[i] < 0) {
        String unused = text(Arrays.copyOfRange(frame, from, frame.length));
        return;
      }
    }
  }

  private boolean whispered(ByteBuffer read, int length, long nowNs) throws BadFrameException {
    int end = read.position() + length;
    String nickname = name(read, end);
    byte[] text = new byte[end - read.position()];
    read.get(text);
    if (!mayWrite(text.length, nowNs)) {
      return true;
    }
    String unused = text(text);
    RoomMember listener = room.find(nickname);
    if (listener == null) {
      refuse(Denial.NOBODY, "nobody here is called " + nickname);
      return true;
    }
    return whisper(listener, text);
  }

  private boolean whisper(RoomMember listener, byte[] text) {
    blockedOn = room.whisper(member, listener, text);
    if (blockedOn != null) {
      return hold(() -> whisper(listener, text));
    }
    held = null;
    counters.whispered.increment();
    return true;
  }

  private void refuse(Denial why, String words) {
    counters.count(why);
    ReaderQueue.Offered offered = queue.offer(FrameWriter.refused(why, words));
    if (offered == ReaderQueue.Offered.WAKE) {
      link.wake();
    } else if (offered == ReaderQueue.Offered.FULL) {
      link.end(Parting.QUEUE_FULL);
    }
  }

  /** Asks whether the client is there; it has to say so. */
  public void ask(long number) {
    byte[] frame = new FrameWriter(ChatWire.ARE_YOU_THERE, Long.BYTES).putLong(number).frame();
    if (queue.offer(frame) == ReaderQueue.Offered.WAKE) {
      link.wake();
    }
  }

  /** Tells the client why its connection is about to end. */
  public void refuseLast(BadFrameException refusal) {
    counters.count(refusal.why());
    if (queue.finish(FrameWriter.refused(refusal.why(), refusal.getMessage()))
        == ReaderQueue.Offered.WAKE) {
      link.wake();
    }
  }

  /**
   * Lets the client enter no more, unless it has. A client that was welcomed has entered.
   *
   * @return whether it had not
   */
  public boolean shutOut() {
    leaving.lock(); // a welcome that is on its way comes first
    try {
      isShutOut = member == null;
      return isShutOut;
    } finally {
      leaving.unlock();
    }
  }

  /** The connection has ended; called once or more often. */
  public void leave() {
    RoomMember mine;
    leaving.lock();
    try {
      if (hasLeft) {
        return;
      }
      hasLeft = true;
      mine = member;
    } finally {
      leaving.unlock();
    }
    queue.close();
    if (mine != null && room.leave(mine)) {
      rooms.forget(room);
    }
  }
}
