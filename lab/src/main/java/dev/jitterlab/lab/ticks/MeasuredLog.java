package dev.jitterlab.lab.ticks;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/**
 * What a process wrote into its log while it was measured. Immutable.
 *
 * @param ticks its own ticks
 * @param responses server id to response times; of load generators that record them
 */
public record MeasuredLog(MeasuredTicks ticks, Map<String, MeasuredResponses> responses) {
  /** Takes the figures as they are. */
  public MeasuredLog {
    responses = Map.copyOf(responses);
  }

  /**
   * Reads the part of a log that was measured, once, and in memory that does not grow with it.
   *
   * @param measured when the process was
   * @param servers of a load generator: server id to when that one was measured; null for one that
   *     never was
   * @throws dev.jitterlab.lab.LabException if a line is not one of a log
   */
  public static MeasuredLog read(
      Path log, MeasuredWindows measured, Function<String, MeasuredWindows> servers) {
    MeasuredTicks.Reading ticks = new MeasuredTicks.Reading(measured);
    MeasuredResponses.Reading responses = new MeasuredResponses.Reading();
    new TickLogTail(log)
        .readNew(
            _ -> true,
            line -> {
              if (TickLog.isOfTicks(line.tag())) {
                ticks.add(TickLog.ofTicks(line));
              } else if (MeasuredResponses.isOfResponses(line.tag())) {
                responses.add(line, servers);
              } else {
                ticks.addOther(line);
              }
            });
    return new MeasuredLog(ticks.ticks(), responses.responses());
  }
}
