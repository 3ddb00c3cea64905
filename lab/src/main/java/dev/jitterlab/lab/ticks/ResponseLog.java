package dev.jitterlab.lab.ticks;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The response times in a load generator's log that may still be written. Not thread-safe. */
public final class ResponseLog {
  private final TickLogTail tail;
  private final MeasuredResponses.Reading reading = new MeasuredResponses.Reading();

  /** Nothing is read yet. */
  public ResponseLog(Path log) {
    this.tail = new TickLogTail(log);
  }

  /**
   * Reads what has come since the last call: server id to all that was recorded of it.
   *
   * @param measured server id to when it was measured, as far as is known now; null for one that
   *     never was
   * @param lines gets each line of response times that is not empty, measured or not
   * @throws dev.jitterlab.lab.LabException if a line is not one of a log
   */
  public Map<String, MeasuredResponses> readNew(
      Function<String, MeasuredWindows> measured, Consumer<ResponseLine> lines) {
    tail.readNew(
        MeasuredResponses::isOfResponses,
        line -> {
          reading.add(line, measured);
          if (!line.values().isEmpty()) {
            ResponseTag.of(line.tag())
                .filter(tag -> tag.metric() == ResponseMetric.RESPONSE)
                .ifPresent(
                    tag ->
                        lines.accept(new ResponseLine(tag.server(), line.window(), line.values())));
          }
        });
    return reading.responses();
  }
}
