package dev.jitterlab.arena.trace;

import dev.jitterlab.tick.Mailbox;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes every message of clients to a file while they play. {@link #record} neither waits nor
 * takes a lock; what the disk is too slow for is left out and counted. Thread-safe.
 */
public final class TraceRecorder implements AutoCloseable {
  private static final int WAITING = 1 << 16;
  private static final long LOOK_NS = 20_000_000;

  private static final class Message {
    final long timeUs;
    final int player;
    final int keys;
    final int heading;

    Message(long timeUs, int player, int keys, int heading) {
      this.timeUs = timeUs;
      this.player = player;
      this.keys = keys;
      this.heading = heading;
    }
  }

  private final Mailbox<Message> messages = new Mailbox<>("trace", WAITING);
  private final LongAdder failed = new LongAdder();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final NanoClock clock;
  private final long startNs;
  private final Writer writer;
  private final Thread thread;
  private long lastUs;

  /**
   * Creates the file and begins.
   *
   * @throws IOException if the file cannot be written
   */
  public TraceRecorder(Path file, String source, NanoClock clock) throws IOException {
    this.clock = clock;
    this.startNs = clock.nanoTime();
    this.writer = TraceFile.create(file, source);
    this.thread = new Thread(this::write, "trace");
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes in a message. Any thread. */
  public void record(int player, int keys, int heading) {
    long timeUs = (clock.nanoTime() - startNs) / 1_000;
    boolean unused = messages.offer(new Message(timeUs, player, keys, heading)); // counted if full
  }

  /**
   * Returns how many messages were left out, because the file could not be written as fast or at
   * all.
   */
  public long leftOut() {
    return messages.overflowed() + failed.sum();
  }

  private void write() {
    while (!ended.get()) {
      drain();
      LockSupport.parkNanos(this, LOOK_NS);
    }
    drain();
  }

  private void drain() {
    int unused =
        messages.drain(
            message -> {
              lastUs = Math.max(lastUs, message.timeUs); // two threads may have swapped theirs
              try {
                writer.write(TraceFile.line(lastUs, message.player, message.keys, message.heading));
              } catch (IOException e) {
                failed.increment();
              }
            });
  }

  /** Writes the rest. */
  @Override
  public void close() throws IOException {
    ended.set(true);
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    writer.close();
  }
}
