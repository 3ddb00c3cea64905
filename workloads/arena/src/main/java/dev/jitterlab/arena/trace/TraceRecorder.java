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

/**
 * Writes every message of clients, and who comes and goes, to a file while they play. {@link
 * #record} neither waits nor takes a lock. What the disk is too slow for is left out and counted,
 * and so is what {@link TraceFile} would refuse to read. Thread-safe.
 */
public final class TraceRecorder implements AutoCloseable {
  private static final int WAITING = 1 << 16;
  private static final long LOOK_NS = 20_000_000;

  private enum Kind {
    JOIN,
    LEAVE,
    INPUT
  }

  /** A line, which is made when it is written. */
  private static final class Message {
    final Kind kind;
    final long timeUs;
    final int fighter;
    final int keys;
    final int heading;

    Message(Kind kind, long timeUs, int fighter, int keys, int heading) {
      this.kind = kind;
      this.timeUs = timeUs;
      this.fighter = fighter;
      this.keys = keys;
      this.heading = heading;
    }
  }

  private final Mailbox<Message> messages = new Mailbox<>("trace", WAITING);
  private final LongAdder unwritten = new LongAdder();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final NanoClock clock;
  private final long startNs;
  private final Writer writer;
  private final Thread thread;

  // These are for the thread that writes.
  private final RecordedPlayers players = new RecordedPlayers(TraceFile.MOST_PLAYERS);
  private long lastUs;
  private int lines;

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

  /** Takes in that a fighter's player comes. Any thread. */
  public void joined(int fighter) {
    take(Kind.JOIN, fighter, 0, 0);
  }

  /** Takes in that a fighter's player goes. Any thread. */
  public void left(int fighter) {
    take(Kind.LEAVE, fighter, 0, 0);
  }

  /** Takes in a message of a player that has come. Any thread. */
  public void record(int fighter, int keys, int heading) {
    take(Kind.INPUT, fighter, keys, heading);
  }

  private void take(Kind kind, int fighter, int keys, int heading) {
    long timeUs = (clock.nanoTime() - startNs) / 1_000;
    boolean unused = // counted if full
        messages.offer(new Message(kind, timeUs, fighter, keys, heading));
  }

  /**
   * Returns how many lines were left out: because the file could not be written as fast or at all,
   * or because there were more players, lines or days than a trace may have.
   */
  public long leftOut() {
    return messages.overflowed() + unwritten.sum();
  }

  private void write() {
    while (!ended.get()) {
      drain();
      LockSupport.parkNanos(this, LOOK_NS);
    }
    drain();
  }

  private void drain() {
    int unused = messages.drain(this::put);
  }

  private void put(Message message) {
    lastUs = Math.max(lastUs, message.timeUs); // two threads may have swapped theirs
    switch (message.kind) {
      case JOIN:
        int before = players.leaves(message.fighter);
        if (before != RecordedPlayers.NONE) { // its going did not fit into the mailbox
          put(before, TraceFile.leave(lastUs, before));
        }
        int number = players.joins(message.fighter);
        put(number, TraceFile.join(lastUs, number));
        break;
      case LEAVE:
        int left = players.leaves(message.fighter);
        put(left, TraceFile.leave(lastUs, left));
        break;
      case INPUT:
        int player = players.of(message.fighter);
        put(player, TraceFile.line(lastUs, player, message.keys, message.heading));
        break;
    }
  }

  private void put(int player, String line) {
    if (player == RecordedPlayers.NONE
        || lines >= TraceFile.MOST_CREATED_LINES
        || lastUs > TraceFile.LONGEST_US) {
      unwritten.increment();
      return;
    }
    try {
      writer.write(line);
      lines++;
    } catch (IOException e) {
      unwritten.increment();
    }
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
