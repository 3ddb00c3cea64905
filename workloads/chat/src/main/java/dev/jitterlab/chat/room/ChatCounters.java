package dev.jitterlab.chat.room;

import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.observer.CountsByKind;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;

/** What happened in the server. Thread-safe. */
public final class ChatCounters {
  private final CountsByKind<Denial> denials = new CountsByKind<>(Denial.class);
  private final CountsByKind<Parting> partings = new CountsByKind<>(Parting.class);

  /** Messages that users said in rooms. */
  public final LongAdder said = new LongAdder();

  /** Messages put into readers' queues. */
  public final LongAdder queued = new LongAdder();

  /** Messages that gave way in a full queue. */
  public final LongAdder dropped = new LongAdder();

  /** Private messages. */
  public final LongAdder whispered = new LongAdder();

  /** How often somebody who said something had to wait for a reader. */
  public final LongAdder held = new LongAdder();

  /** Writes to sockets. */
  public final LongAdder writes = new LongAdder();

  /** Bytes written to sockets. */
  public final LongAdder writtenBytes = new LongAdder();

  /** Reads from sockets. */
  public final LongAdder reads = new LongAdder();

  /** Connections taken in. */
  public final LongAdder accepted = new LongAdder();

  /** Attempts to accept a connection that the system refused, such as without a free descriptor. */
  public final LongAdder acceptFailures = new LongAdder();

  /** Messages written into the history. */
  public final LongAdder historyStored = new LongAdder();

  /** Messages that the history lacks, as too many waited. */
  public final LongAdder historyLeftOut = new LongAdder();

  /** Messages that the history lacks, as the database refused what is in them. */
  public final LongAdder historyRefused = new LongAdder();

  /** How often the history could not be written. */
  public final LongAdder historyFailures = new LongAdder();

  /**
   * How long it took to put a message into all queues and to wake their readers, in nanoseconds;
   * with the time that it waited for place in a queue.
   */
  public final Recorder sayTimes = new Recorder(1, 60_000_000_000L, 3);

  /** Counts a refusal. */
  public void count(Denial why) {
    denials.count(why);
  }

  /** Counts the end of a connection. */
  public void count(Parting why) {
    partings.count(why);
  }

  /** Returns how often something was refused so. */
  public long of(Denial why) {
    return denials.of(why);
  }

  /** Returns how many connections ended so. */
  public long of(Parting why) {
    return partings.of(why);
  }
}
