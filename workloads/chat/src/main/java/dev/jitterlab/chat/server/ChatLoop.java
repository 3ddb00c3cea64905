package dev.jitterlab.chat.server;

import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * One thread with a selector: reads what came, then writes what that gave to say, one write for all
 * that waits for a user. Two buffers serve all its connections.
 *
 * <p>Only {@link #execute}, {@link #close} and {@link #awaitEnd} are for other threads. Tasks of
 * others are bounded by the connections: each has one at most to be written, and one to read on.
 */
final class ChatLoop implements Runnable {
  private static final System.Logger LOG = System.getLogger(ChatLoop.class.getName());

  private final LoopDesign design;
  private final Selector selector;
  private final ByteBuffer reading;
  private final ByteBuffer writing;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<LoopConnection> toWrite = new ArrayDeque<>();
  private final Consumer<SelectionKey> handle = this::handle;
  private volatile boolean isOpen = true;
  private Thread thread;

  ChatLoop(LoopDesign design, int bufferBytes) throws IOException {
    this.design = design;
    this.selector = Selector.open();
    this.reading = ByteBuffer.allocateDirect(bufferBytes);
    this.writing = ByteBuffer.allocateDirect(bufferBytes);
  }

  void start(String name) {
    thread = DaemonThreads.named(name).newThread(this);
    thread.start();
  }

  boolean isOwn() {
    return Thread.currentThread() == thread;
  }

  LoopDesign design() {
    return design;
  }

  Selector selector() {
    return selector;
  }

  /** The buffer that is read into, empty. */
  ByteBuffer reading() {
    reading.clear();
    return reading;
  }

  /** The buffer that is written from, empty. */
  ByteBuffer writing() {
    writing.clear();
    return writing;
  }

  void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Has a connection written when everything that came was read. For the own thread. */
  void writeLater(LoopConnection connection) {
    toWrite.add(connection);
  }

  @Override
  public void run() {
    while (isOpen) {
      try {
        if (tasks.isEmpty()) {
          selector.select(handle);
        } else {
          selector.selectNow(handle);
        }
      } catch (IOException e) {
        LOG.log(System.Logger.Level.ERROR, "the selector failed", e);
      }
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        run(task);
      }
      for (LoopConnection one = toWrite.poll(); one != null; one = toWrite.poll()) {
        run(one::flush);
      }
    }
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      run(task);
    }
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the selector could not be closed", e);
    }
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a connection failed", e);
    }
  }

  private void handle(SelectionKey key) {
    LoopConnection connection = (LoopConnection) key.attachment();
    try {
      if (key.isWritable()) {
        connection.goOnWriting();
      }
      if (key.isValid() && key.isReadable()) {
        connection.read();
      }
    } catch (CancelledKeyException e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection ended meanwhile", e);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a connection failed", e);
      connection.close();
    }
  }

  void close() {
    isOpen = false;
    selector.wakeup();
  }

  /** Waits until it is closed, so that what it has read is said: the history is closed next. */
  void awaitEnd(long mostMs) {
    try {
      thread.join(mostMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
