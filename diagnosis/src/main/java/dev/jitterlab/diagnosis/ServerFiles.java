package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one server left behind. Immutable.
 *
 * @param instance its id, such as {@code monolith/1}
 * @param group the group that it is counted in
 * @param recording its flight recording
 * @param profile async-profiler's recording of it
 * @param gcLog its unified log of collections and safepoints
 * @param jitLog its unified log of compilations
 * @param schedulerTrace which threads ran on the machine's CPUs meanwhile
 * @param tickLog its tick log, in HdrHistogram's format
 * @param slowRequests the generator's logs of slow requests
 * @param measured what is outside is left out; empty for all
 * @param tickPackages the packages whose methods are part of ticks or requests
 * @param slowNs from when on a request without a generator's log is slow; empty for a limit made of
 *     the recording
 */
public record ServerFiles(
    String instance,
    String group,
    Optional<Path> recording,
    Optional<Path> profile,
    Optional<Path> gcLog,
    Optional<Path> jitLog,
    Optional<Path> schedulerTrace,
    Optional<Path> tickLog,
    List<Path> slowRequests,
    List<MeasuredSpan> measured,
    List<String> tickPackages,
    OptionalLong slowNs) {
  /** Copies the lists. */
  public ServerFiles {
    measured = List.copyOf(measured);
    slowRequests = List.copyOf(slowRequests);
    tickPackages = List.copyOf(tickPackages);
  }

  /**
   * Names the files of a server that left a flight recording and nothing else. All of it counts.
   *
   * @param instance its id; what is before its slash, or all of it, is the group
   */
  public static ServerFiles ofRecording(String instance, Path recording) {
    return new ServerFiles(
        instance,
        instance.replaceFirst("/[^/]*$", ""),
        Optional.of(recording),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        OptionalLong.empty());
  }

  /** Whether a method, such as {@code game.rules.Battle::step}, is in one of the packages. */
  boolean isOfTicks(String method) {
    return tickPackages.stream().anyMatch(name -> method.startsWith(name + "."));
  }
}
