package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.ChatConnection;
import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatSession.Taken;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.BadFrameException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection of a loop. All but {@link #wake} and {@link #end} is for the thread of its loop. It
 * has buffers of its own only while a frame is half read, or half written.
 */
final class LoopConnection extends ChatConnection {
  private final SocketChannel channel;
  private final Runnable flush = this::flush;
  private final Runnable close = this::close;
  private final Runnable readOn = this::readOn;
  private final Runnable readOnInLoop = this::readOnInLoop;
  private volatile ChatLoop loop;
  private volatile boolean isStuck;
  private SelectionKey key;
  private byte[] halfRead;
  private ByteBuffer halfWritten;
  private boolean isRefused;
  private boolean isAtHome;

  LoopConnection(OpenConnections open, SocketChannel channel, ChatLoop loop) {
    super(open);
    this.channel = channel;
    this.loop = loop;
  }

  void open() {
    begin();
    loop.execute(this::register);
  }

  private void register() {
    try {
      key = channel.register(loop.selector(), SelectionKey.OP_READ, this);
    } catch (IOException e) {
      close();
      return;
    }
    if (halfWritten != null) {
      key.interestOpsOr(SelectionKey.OP_WRITE);
    }
    flush();
  }

  void read() {
    ByteBuffer buffer = loop.reading();
    if (halfRead != null) {
      buffer.put(halfRead);
      halfRead = null;
    }
    try {
      if (channel.read(buffer) < 0) {
        boolean unused = ending(Parting.LEFT);
        close();
        return;
      }
      long nowNs = nowNs();
      heard(nowNs);
      buffer.flip();
      take(buffer, nowNs);
    } catch (IOException e) {
      close();
    }
  }

  private void take(ByteBuffer buffer, long nowNs) {
    if (isRefused) {
      return;
    }
    try {
      Taken taken = session().take(buffer, nowNs);
      if (buffer.hasRemaining()) {
        halfRead = new byte[buffer.remaining()];
        buffer.get(halfRead);
      }
      switch (taken) {
        case BLOCKED:
          key.interestOpsAnd(~SelectionKey.OP_READ);
          heldBack();
          if (!session().blockedOn().awaitPlace(readOnInLoop)) {
            loop.execute(readOn);
          }
          break;
        case TURN_OVER:
          key.interestOpsAnd(~SelectionKey.OP_READ);
          loop.execute(readOn); // behind those who were woken with this one
          break;
        case MORE:
          if (!isAtHome && session().hasEntered()) {
            moveHome();
          }
          break;
      }
    } catch (BadFrameException e) {
      isRefused = true;
      session().refuseLast(e);
    }
  }

  /** Goes to the loop of the room. */
  private void moveHome() {
    isAtHome = true;
    ChatLoop home = loop.design().loopOf(session().roomName());
    if (home != loop) {
      key.cancel();
      loop = home;
      home.execute(this::register);
    }
  }

  /** Takes what was read already; what was blocked may go on. */
  private void readOn() {
    if (isEnding() || !key.isValid()) {
      return;
    }
    readAgain();
    key.interestOpsOr(SelectionKey.OP_READ);
    ByteBuffer buffer = loop.reading();
    if (halfRead != null) {
      buffer.put(halfRead);
      halfRead = null;
    }
    buffer.flip();
    take(buffer, nowNs());
  }

  void goOnWriting() {
    try {
      wrote(channel.write(halfWritten));
    } catch (IOException e) {
      close();
      return;
    }
    if (!halfWritten.hasRemaining()) {
      halfWritten = null;
      isStuck = false;
      key.interestOpsAnd(~SelectionKey.OP_WRITE);
      flush();
    }
  }

  /** Writes all that waits, as far as the system takes it. */
  void flush() {
    if (!loop.isOwn()) { // it moved meanwhile
      loop.execute(flush);
      return;
    }
    if (key == null || halfWritten != null || !channel.isOpen()) {
      return;
    }
    ByteBuffer buffer = loop.writing();
    try {
      while (session().queue().fill(buffer)) {
        buffer.flip();
        wrote(channel.write(buffer));
        if (buffer.hasRemaining()) {
          halfWritten = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
          isStuck = true;
          key.interestOpsOr(SelectionKey.OP_WRITE);
          return;
        }
        buffer.clear();
      }
    } catch (IOException e) {
      close();
      return;
    }
    if (session().queue().isDone()) {
      boolean unused = ending(Parting.REFUSED);
      close();
    }
  }

  @Override
  protected boolean hasUnwritten() {
    return isStuck || !session().queue().isEmpty();
  }

  @Override
  public void wake() {
    ChatLoop mine = loop;
    if (mine.isOwn()) {
      mine.writeLater(this);
    } else {
      mine.execute(flush);
    }
  }

  @Override
  public void end(Parting why) {
    if (ending(why)) {
      loop.execute(close);
    }
  }

  void close() {
    if (!loop.isOwn()) {
      loop.execute(close);
      return;
    }
    try {
      channel.close(); // its key is cancelled by that
    } catch (IOException e) {
      System.getLogger(LoopConnection.class.getName())
          .log(System.Logger.Level.DEBUG, "a connection could not be closed", e);
    }
    closed();
  }

  private void readOnInLoop() {
    loop.execute(readOn);
  }
}
