package dev.jitterlab.lab.ticks;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** The response times in a load generator's log that may still be written. Not thread-safe. */
public final class ResponseLog {
  private final TickLogTail tail;
  private final MeasuredResponses.Reading reading;

  /**
   * Nothing is read yet.
   *
   * @param measured server id to when it was measured; null for one that never was
   */
  public ResponseLog(Path log, Function<String, MeasuredWindows> measured) {
    this.tail = new TickLogTail(log);
    this.reading = new MeasuredResponses.Reading(measured);
  }

  /**
   * Reads what has come since the last call: server id to all that was recorded of it.
   *
   * @throws dev.jitterlab.lab.LabException if a line is not one of a log
   */
  public Map<String, MeasuredResponses> readNew() {
    tail.readNew(MeasuredResponses::isOfResponses, reading::add);
    return reading.responses();
  }
}
