package dev.jitterlab.connections;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/** Two threads for each connection, of the system or virtual: one reads, one writes. */
final class ThreadKeeper implements House.Keeper {
  private static final int READ_BYTES = 512;

  private final ThreadFactory threads;

  private ThreadKeeper(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * Of threads of the system.
   *
   * @param stackBytes reserved for each of them; 0 for the JVM's own choice
   */
  static ThreadKeeper platform(long stackBytes) {
    return new ThreadKeeper(
        loop -> {
          Thread thread = new Thread(null, loop, "connection", stackBytes);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Of virtual threads.
   *
   * @throws UnavailableException if this JDK has none
   */
  static ThreadKeeper virtual() throws UnavailableException {
    return new ThreadKeeper(DaemonThreads.virtual("another --design"));
  }

  @Override
  public HeldConnection admit(SocketChannel channel, House house) throws IOException {
    channel.configureBlocking(true);
    Threaded connection = new Threaded(channel, house);
    connection.writer = threads.newThread(connection::writeAll);
    Thread reader = threads.newThread(connection::readAll);
    try {
      connection.writer.start();
      reader.start();
    } catch (OutOfMemoryError e) {
      connection.isGivenUp = true;
      LockSupport.unpark(connection.writer);
      throw e;
    }
    return connection;
  }

  @Override
  public void close() {
    // The threads end with their connections.
  }

  private static final class Threaded extends HeldConnection {
    private Thread writer;
    private volatile boolean isGivenUp;

    Threaded(SocketChannel channel, House house) {
      super(channel, house);
    }

    private void readAll() {
      ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
      try {
        while (channel().read(buffer) >= 0) {
          buffer.flip();
          if (!take(buffer)) {
            return;
          }
          buffer.clear();
        }
        giveUp("gone");
      } catch (IOException e) {
        giveUp("gone");
      }
    }

    private void writeAll() {
      try {
        while (!isClosed() && !isGivenUp) {
          boolean unused = writeWaiting();
          if (!hasWaiting() && !isClosed()) {
            LockSupport.park(this);
          }
        }
      } catch (IOException e) {
        giveUp("gone");
      }
    }

    @Override
    void wakeWriter() {
      LockSupport.unpark(writer);
    }
  }
}
