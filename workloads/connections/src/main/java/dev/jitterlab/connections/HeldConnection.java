package dev.jitterlab.connections;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One connection of a server, whatever design holds it: its frames, its limits, and what waits to
 * be written. Frames come from one thread; {@link #send} and {@link #giveUp} may be called by any.
 */
abstract class HeldConnection implements FrameParser.Receiver {
  private final SocketChannel channel;
  private final House house;
  private final FrameParser parser;
  private final long sinceNs;
  private Deque<ByteBuffer> waiting; // null while nothing waits: most connections are idle
  private boolean isClosed;
  private volatile boolean saidHello;
  private volatile long inFrameSinceNs;

  HeldConnection(SocketChannel channel, House house) {
    this.channel = channel;
    this.house = house;
    this.parser = new FrameParser(house.limits().frameBytes);
    this.sinceNs = System.nanoTime();
  }

  final SocketChannel channel() {
    return channel;
  }

  final boolean saidHello() {
    return saidHello;
  }

  /** Whether it has been silent, or in the middle of a frame, for longer than that. */
  final boolean isStuck(long nowNs, long ns) {
    long fromNs = saidHello ? inFrameSinceNs : sinceNs;
    return fromNs != 0 && nowNs - fromNs > ns;
  }

  final boolean isInFrame() {
    return inFrameSinceNs != 0;
  }

  /** Bytes have come; false if the connection is closed with it. */
  final boolean take(ByteBuffer bytes) {
    try {
      boolean hasEndedFrame = parser.take(bytes, this);
      if (!parser.isInFrame()) {
        inFrameSinceNs = 0;
      } else if (hasEndedFrame || inFrameSinceNs == 0) { // the frame that it is in has just begun
        inFrameSinceNs = System.nanoTime();
        house.watch(this);
      }
      return !isClosed();
    } catch (FrameParser.BadFrame e) {
      giveUp(e.getMessage());
      return false;
    }
  }

  @Override
  public final void frame(byte type, ByteBuffer payload) {
    if (!saidHello) {
      if (type != Frame.HELLO) {
        giveUp("malformed");
        return;
      }
      synchronized (this) {
        if (isClosed) {
          return;
        }
        waiting = new ArrayDeque<>(2);
        waiting.add(Frame.of(Frame.WELCOME)); // before any broadcast
        saidHello = true;
      }
      house.greeted(this);
      wakeWriter();
      return;
    }
    switch (type) {
      case Frame.MESSAGE:
        house.counts().messages.increment();
        byte[] same = new byte[payload.remaining()];
        payload.get(same);
        send(Frame.of(Frame.ECHO, same));
        return;
      case Frame.TIMES:
        while (payload.remaining() >= Frame.PAIR_BYTES) {
          house.times().record(payload.getLong(), payload.getInt());
        }
        return;
      case Frame.STEP:
        if (!house.measureStep(() -> send(Frame.of(Frame.STEP_MEASURED)))) {
          giveUp("malformed"); // each one collects all garbage twice
        }
        return;
      default:
        giveUp("malformed");
    }
  }

  /**
   * Sends a frame, or lets it wait behind others; where too many wait, the connection is closed.
   *
   * @param frame is not changed, but used up
   */
  final void send(ByteBuffer frame) {
    boolean isTooSlow = false;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      if (waiting == null) {
        waiting = new ArrayDeque<>(2);
      }
      isTooSlow = waiting.size() >= house.limits().waitingFrames;
      if (!isTooSlow) {
        waiting.add(frame);
      }
    }
    if (isTooSlow) {
      giveUp("slow");
    } else {
      wakeWriter();
    }
  }

  /** Something waits to be written. */
  abstract void wakeWriter();

  /**
   * Writes what waits, as far as the channel takes it.
   *
   * @return whether all of it is written
   */
  final boolean writeWaiting() throws IOException {
    while (true) {
      ByteBuffer first;
      synchronized (this) {
        first = waiting == null ? null : waiting.peek();
        if (first == null) {
          waiting = null;
          return true;
        }
      }
      int unused = channel.write(first);
      if (first.hasRemaining()) {
        return false;
      }
      synchronized (this) {
        ByteBuffer done = waiting == null ? null : waiting.poll();
        if (done == null) {
          return true; // closed meanwhile
        }
      }
    }
  }

  /** Whether something waits to be written. */
  final synchronized boolean hasWaiting() {
    return waiting != null && !waiting.isEmpty();
  }

  final synchronized boolean isClosed() {
    return isClosed;
  }

  /** Closes it and counts why; only the first time. */
  final void giveUp(String reason) {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      waiting = null;
    }
    house.left(this, reason);
    try {
      channel.close();
    } catch (IOException e) {
      // It is as gone as any.
    }
    wakeWriter();
  }
}
