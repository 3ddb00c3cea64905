package dev.jitterlab.chat.load;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.chat.wire.FrameWriter;
import dev.jitterlab.load.RequestOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/**
 * One user: enters its room, says what is due, hears the others, and comes back when its connection
 * ends. For the thread of its event loop.
 */
final class ChatUser {
  private static final int MOST_PLACES = 256;
  private static final int NUMBER_DIGITS = 16;

  /** What is due while the user is not connected waits for that, so many of them. */
  private static final int MOST_WAITING = 64;

  private final TargetCrowd crowd;
  private final LoadRoom room;
  private final int number; // in the room
  private final boolean isStopped;
  private final boolean isWebSocket;
  private final HeardMessages[] heard = new HeardMessages[MOST_PLACES];
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final UserShare share = new UserShare();
  private int connections;
  private Channel channel; // null while there is none
  private SentMessages sent;
  private ReaderFaults faults;
  private long lastInRoom;
  private boolean hasEntered;
  private boolean isLeaving; // by itself
  private long goneNs;
  private int placeAway; // among those that are away
  private boolean wasThere;

  /** Something that was due while the user was not connected. */
  private static final class Waiting {
    final long dueNs;
    final int place;

    Waiting(long dueNs, int place) {
      this.dueNs = dueNs;
      this.place = place;
    }
  }

  ChatUser(TargetCrowd crowd, LoadRoom room, int number, boolean isStopped, boolean isWebSocket) {
    this.crowd = crowd;
    this.room = room;
    this.number = number;
    this.isStopped = isStopped;
    this.isWebSocket = isWebSocket;
  }

  boolean hasEntered() {
    return hasEntered;
  }

  /** Whether the user reads nothing once it has entered. */
  boolean isStopped() {
    return isStopped;
  }

  UserShare share() {
    return share;
  }

  LoadRoom room() {
    return room;
  }

  int number() {
    return number;
  }

  SentMessages sent() {
    return sent;
  }

  /** A connection is there: asks to be let in. */
  void connected(Channel connection) {
    channel = connection;
    isLeaving = false;
    connections++;
    String nickname = "u" + number + "-" + connections;
    sent = new SentMessages(crowd.requests(), this::ended);
    faults = new ReaderFaults(crowd.faults());
    room.calls(nickname, sent);
    write(
        new FrameWriter(ChatWire.ENTER, 128)
            .put(ChatWire.VERSION)
            .putName(room.name())
            .putName(nickname)
            .frame());
  }

  private void write(byte[] frame) {
    write(channel.alloc().ioBuffer(frame.length).writeBytes(frame));
  }

  private void write(ByteBuf bytes) {
    ChannelFuture unused =
        channel.writeAndFlush(isWebSocket ? new BinaryWebSocketFrame(bytes) : bytes);
  }

  /**
   * Says something that was due then, as soon as the user is connected. It is out from now on: a
   * server must not gain by keeping users away.
   */
  void say(long dueNs) {
    boolean goesOut = hasEntered && sent.hasPlace();
    if (!goesOut && waiting.size() >= MOST_WAITING) {
      crowd.leaveOut(Long.bitCount(room.listeners(this)));
      return;
    }
    int place = crowd.requests().trySend(dueNs);
    if (place < 0) {
      return; // counted as overflow
    }
    if (goesOut) {
      send(dueNs, place);
    } else {
      crowd.requests().awaitedBy(place, Math.max(1, Long.bitCount(room.listeners(this))));
      waiting.add(new Waiting(dueNs, place));
    }
  }

  private void send(long dueNs, int place) {
    long listeners = room.listeners(this);
    long message = sent.sent(place, dueNs, System.nanoTime(), listeners);
    int textBytes = crowd.textBytes();
    ByteBuf frame = channel.alloc().ioBuffer(ChatWire.LENGTH_BYTES + 1 + textBytes);
    frame.writeInt(1 + textBytes).writeByte(ChatWire.SAY);
    writeText(frame, message, textBytes);
    write(frame);
    if (listeners == 0) {
      sent.endUnheard();
    }
  }

  /** The text is the message's number and then the same letter again and again. */
  private static void writeText(ByteBuf frame, long message, int textBytes) {
    for (int shift = 4 * (NUMBER_DIGITS - 1); shift >= 0; shift -= 4) {
      frame.writeByte(Character.forDigit((int) (message >>> shift) & 0xF, 16));
    }
    for (int i = NUMBER_DIGITS; i < textBytes; i++) {
      frame.writeByte('x');
    }
  }

  private static boolean isText(ByteBuf frame, int from, int length, long message, int textBytes) {
    if (length != textBytes || frame.getByte(from + length - 1) != lastOf(message, textBytes)) {
      return false;
    }
    for (int i = 0; i < NUMBER_DIGITS; i++) {
      int shift = 4 * (NUMBER_DIGITS - 1 - i);
      if (frame.getByte(from + i) != Character.forDigit((int) (message >>> shift) & 0xF, 16)) {
        return false;
      }
    }
    return true;
  }

  private static int lastOf(long message, int textBytes) {
    return textBytes == NUMBER_DIGITS ? Character.forDigit((int) message & 0xF, 16) : 'x';
  }

  /**
   * Takes in a frame.
   *
   * @param frame its position is the kind
   * @param length with the kind
   */
  void frame(ByteBuf frame, int length, long nowNs) {
    int at = frame.readerIndex();
    switch (frame.getByte(at)) {
      case ChatWire.SAID:
        said(frame, at, length, nowNs);
        return;
      case ChatWire.WELCOME:
        welcome(frame, nowNs);
        return;
      case ChatWire.JOINED:
        int place = frame.getUnsignedByte(at + 1);
        heard[place] = new HeardMessages(faults, await(name(frame, at + 2), 0), 0);
        return;
      case ChatWire.LEFT:
        int left = frame.getUnsignedByte(at + 1);
        if (heard[left] != null) {
          heard[left].end(frame.getLong(at + 2));
          heard[left] = null;
        }
        return;
      case ChatWire.MISSED:
        faults.announced(frame.getInt(at + 1));
        return;
      case ChatWire.ARE_YOU_THERE:
        write(new FrameWriter(ChatWire.HERE, 8).putLong(frame.getLong(at + 1)).frame());
        return;
      case ChatWire.REFUSED:
        refused(frame.getUnsignedByte(at + 1), text(frame, at + 2, length - 2));
        return;
      default:
        return;
    }
  }

  private void said(ByteBuf frame, int at, int length, long nowNs) {
    HeardMessages from = heard[frame.getUnsignedByte(at + 1)];
    long inRoom = frame.getLong(at + 2);
    long message = frame.getLong(at + 10);
    if (from == null) {
      faults.reordered(); // of somebody who has not come yet, or has left
      return;
    }
    if (inRoom <= lastInRoom) {
      faults.reordered();
    }
    lastInRoom = Math.max(lastInRoom, inRoom);
    SentMessages speaker = from.speaker();
    if (!from.take(message) || speaker == null) {
      return;
    }
    int head = ChatWire.SAID_HEAD_BYTES - ChatWire.LENGTH_BYTES;
    if (!isText(frame, at + head, length - head, message, crowd.textBytes())) {
      faults.altered();
    }
    long afterNs = speaker.heard(message, number, nowNs);
    if (afterNs >= 0) {
      share.heard.increment();
      share.heardNs.add(afterNs);
    }
  }

  private void welcome(ByteBuf frame, long nowNs) {
    int at = frame.readerIndex();
    lastInRoom = frame.getLong(at + 2);
    int count = frame.getUnsignedByte(at + 10);
    int next = at + 11;
    for (int i = 0; i < count; i++) {
      int place = frame.getUnsignedByte(next);
      long said = frame.getLong(next + 1);
      heard[place] = new HeardMessages(faults, await(name(frame, next + 9), said), said);
      next += 10 + frame.getUnsignedByte(next + 9);
    }
    hasEntered = true;
    if (wasThere) {
      crowd.cameBack(placeAway, nowNs - goneNs);
    }
    wasThere = true;
    if (isStopped) {
      StoppedReader.stop(channel);
    }
    crowd.entered(this, nowNs);
    sayWaiting();
  }

  private void sayWaiting() {
    while (hasEntered && !waiting.isEmpty() && sent.hasPlace()) {
      Waiting next = waiting.poll();
      send(next.dueNs, next.place);
    }
  }

  /** One of the user's messages has come to its end. */
  private void ended(RequestOutcome outcome) {
    if (outcome == RequestOutcome.OK) {
      share.heardByAll.increment();
    }
    sayWaiting();
    crowd.ended(this);
  }

  /** A message may be on its way that was sent when this user was not known to listen. */
  private SentMessages await(String nickname, long said) {
    SentMessages speaker = room.calledOf(nickname);
    if (speaker != null && !isStopped) {
      speaker.awaitFrom(said, number);
    }
    return speaker;
  }

  private static String name(ByteBuf frame, int at) {
    return text(frame, at + 1, frame.getUnsignedByte(at));
  }

  private static String text(ByteBuf frame, int at, int length) {
    return frame.toString(at, length, StandardCharsets.UTF_8);
  }

  private void refused(int why, String words) {
    crowd.refused(words);
    if (why == Denial.TOO_FAST.number()) { // the server's numbers and ours differ from now on
      sent.endAll(RequestOutcome.REFUSED);
      leave();
    }
  }

  /** Closes the connection; the user comes back by itself. */
  void leave() {
    if (channel != null) {
      isLeaving = true;
      ChannelFuture unused = channel.close();
    }
  }

  /**
   * The connection is gone, or there never was one. At the end of the load that ends no message:
   * the log's last lines say what was out.
   */
  void disconnected(long nowNs) {
    if (crowd.isClosed()) {
      return;
    }
    if (channel != null) {
      if (hasEntered) {
        goneNs = nowNs;
        placeAway = crowd.wentAway(nowNs);
      }
      hasEntered = false;
      channel = null;
      if (isLeaving) {
        room.left(sent);
      } else {
        room.forgets(sent);
        sent.endAll(RequestOutcome.FAILED);
      }
      room.gone(this, isLeaving);
      for (int i = 0; i < heard.length; i++) {
        if (heard[i] != null) {
          heard[i].end();
          heard[i] = null;
        }
      }
    }
    crowd.comeBack(this);
  }
}
