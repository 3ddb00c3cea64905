package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.ChatConnection;
import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatSession.Taken;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.room.ReaderQueue;
import dev.jitterlab.chat.wire.BadFrameException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/** A connection with a thread that reads and a thread that writes. */
final class ThreadConnection extends ChatConnection {
  private final SocketChannel channel;
  private final int bufferBytes;
  private volatile Thread writer;
  private volatile boolean isWriting;
  private volatile boolean mayReadOn;
  private volatile boolean isReaderDone;

  ThreadConnection(OpenConnections open, SocketChannel channel, int bufferBytes) {
    super(open);
    this.channel = channel;
    this.bufferBytes = bufferBytes;
  }

  void start(ThreadFactory threads) {
    begin();
    Thread writing = threads.newThread(this::write);
    Thread reading = threads.newThread(this::read);
    writer = writing;
    writing.start();
    reading.start();
  }

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocate(bufferBytes);
    try {
      while (channel.read(buffer) >= 0) {
        long nowNs = nowNs();
        heard(nowNs);
        buffer.flip();
        Taken taken = session().take(buffer, nowNs);
        while (taken != Taken.MORE) {
          if (taken == Taken.BLOCKED) {
            heldBack();
            awaitPlace(session().blockedOn());
            readAgain();
          } else {
            letOthersSpeak();
          }
          taken = session().take(buffer, nowNs);
        }
        buffer.compact();
      }
      end(Parting.LEFT);
    } catch (BadFrameException e) {
      isReaderDone = true;
      session().refuseLast(e); // the writer says so, and then ends the connection
    } catch (IOException e) {
      end(Parting.BROKEN);
    } finally {
      if (!isReaderDone || !channel.isOpen()) {
        closed();
      }
    }
  }

  /** Sleeps until somebody who reads slowly has place, or has gone, or this connection ends. */
  private void awaitPlace(ReaderQueue full) throws IOException {
    Thread reader = Thread.currentThread();
    Runnable goOn =
        () -> {
          mayReadOn = true;
          LockSupport.unpark(reader);
        };
    mayReadOn = false;
    if (!full.awaitPlace(goOn)) {
      return;
    }
    while (!mayReadOn) {
      if (!channel.isOpen()) {
        throw new IOException("closed");
      }
      LockSupport.parkNanos(this, 100_000_000); // a closed channel wakes nobody who is parked
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint: the scheduler decides who speaks next
  private static void letOthersSpeak() {
    Thread.yield();
  }

  private void write() {
    ByteBuffer buffer = ByteBuffer.allocate(bufferBytes);
    try {
      while (channel.isOpen()) {
        buffer.clear();
        if (session().queue().fill(buffer)) {
          buffer.flip();
          isWriting = true;
          while (buffer.hasRemaining()) {
            wrote(channel.write(buffer));
          }
          isWriting = false;
        } else if (session().queue().isDone()) {
          end(Parting.REFUSED);
        } else {
          LockSupport.park(this);
        }
      }
    } catch (IOException e) {
      end(Parting.BROKEN);
    } finally {
      if (isReaderDone) { // else the reader leaves the room, when it has said all that it read
        closed();
      }
    }
  }

  @Override
  protected boolean hasUnwritten() {
    return isWriting || !session().queue().isEmpty();
  }

  @Override
  public void wake() {
    LockSupport.unpark(writer);
  }

  /** The thread that reads notices that the channel is closed, and leaves the room. */
  @Override
  public void end(Parting why) {
    if (ending(why)) {
      try {
        channel.close();
      } catch (IOException e) {
        System.getLogger(ThreadConnection.class.getName())
            .log(System.Logger.Level.DEBUG, "a connection could not be closed", e);
      }
      LockSupport.unpark(writer);
    }
  }

  /** Leaves the room where no thread was started that could. */
  void release() {
    closed();
  }
}
