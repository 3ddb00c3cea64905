package dev.jitterlab.arena.trace;

import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.Mailbox;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;

/**
 * Writes every message of clients, and who comes and goes, to a file while they play. {@link
 * #record} neither waits nor takes a lock; what the disk is too slow for is left out and counted.
 * Thread-safe.
 */
public final class TraceRecorder implements AutoCloseable {
  private static final int WAITING = 1 << 16;
  private static final long LOOK_NS = 20_000_000;

  /** A line, which is made when it is written. */
  private static final class Message {
    final long timeUs;
    final LongFunction<String> line;

    Message(long timeUs, LongFunction<String> line) {
      this.timeUs = timeUs;
      this.line = line;
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
    this.thread = DaemonThreads.start("trace", this::write);
  }

  /** Takes in that a player comes. Any thread. */
  public void joined(int player) {
    record(timeUs -> TraceFile.join(timeUs, player));
  }

  /** Takes in that a player goes. Any thread. */
  public void left(int player) {
    record(timeUs -> TraceFile.leave(timeUs, player));
  }

  /** Takes in a message. Any thread. */
  public void record(int player, int keys, int heading) {
    record(timeUs -> TraceFile.line(timeUs, player, keys, heading));
  }

  private void record(LongFunction<String> line) {
    long timeUs = (clock.nanoTime() - startNs) / 1_000;
    boolean unused = messages.offer(new Message(timeUs, line)); // counted if full
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
                writer.write(message.line.apply(lastUs));
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
