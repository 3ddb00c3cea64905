package dev.jitterlab.connections;

import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** One thread and a selector for all connections; they share one buffer to read into. */
final class LoopKeeper implements House.Keeper {
  private static final int READ_BYTES = 16 << 10;

  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final Queue<Looped> toDo = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isWoken = new AtomicBoolean();
  private volatile boolean isClosing;

  LoopKeeper() throws IOException {
    selector = Selector.open();
    DaemonThreads.start("event-loop", this::loop);
  }

  @Override
  public HeldConnection admit(SocketChannel channel, House house) throws IOException {
    channel.configureBlocking(false);
    Looped connection = new Looped(channel, house);
    post(connection);
    return connection;
  }

  private void post(Looped connection) {
    if (connection.isPosted.compareAndSet(false, true)) {
      toDo.add(connection);
      if (isWoken.compareAndSet(false, true)) {
        selector.wakeup();
      }
    }
  }

  private void loop() {
    try {
      while (!isClosing) {
        selector.select(this::serve);
        isWoken.set(false);
        for (Looped one = toDo.poll(); one != null; one = toDo.poll()) {
          one.isPosted.set(false);
          one.goOn(selector);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      try {
        selector.close();
      } catch (IOException e) {
        // It is as gone as any.
      }
    }
  }

  private void serve(SelectionKey key) {
    Looped connection = (Looped) key.attachment();
    try {
      if (key.isReadable()) {
        buffer.clear();
        int got = connection.channel().read(buffer);
        if (got < 0) {
          connection.giveUp("gone");
          return;
        }
        buffer.flip();
        if (!connection.take(buffer)) {
          return;
        }
      }
      if (key.isWritable()) {
        connection.write(key);
      }
    } catch (IOException | CancelledKeyException e) {
      connection.giveUp("gone");
    }
  }

  @Override
  public void close() {
    isClosing = true;
    selector.wakeup();
  }

  private final class Looped extends HeldConnection {
    private final AtomicBoolean isPosted = new AtomicBoolean();
    private SelectionKey key; // the loop's

    Looped(SocketChannel channel, House house) {
      super(channel, house);
    }

    private void goOn(Selector on) {
      if (isClosed()) {
        return;
      }
      try {
        if (key == null) {
          key = channel().register(on, SelectionKey.OP_READ, this);
        }
        write(key);
      } catch (IOException | CancelledKeyException e) {
        giveUp("gone");
      }
    }

    private void write(SelectionKey at) throws IOException {
      boolean isDone = writeWaiting();
      int interest = isDone ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
      if (at.interestOps() != interest) {
        at.interestOps(interest);
      }
    }

    @Override
    void wakeWriter() {
      post(this);
    }
  }
}
