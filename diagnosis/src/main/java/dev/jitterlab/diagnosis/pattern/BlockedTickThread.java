package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A log, a file, a socket or a sleep on the thread that makes ticks or answers requests. */
final class BlockedTickThread extends Pattern {
  BlockedTickThread() {
    super("blocking_call_in_tick", Cause.IO);
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.sees(Cause.IO) || server.sees(Cause.SLEEP);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    return Stream.of(Cause.IO, Cause.SLEEP)
        .flatMap(cause -> match(server, cause).stream())
        .toList();
  }

  private static Optional<PatternMatch> match(Case server, Cause cause) {
    List<BudgetPart> parts = server.parts(cause);
    List<Sighting> longest = LongWait.longest(parts);
    if (longest.isEmpty()) {
      return Optional.empty();
    }
    Sighting first = longest.getFirst();
    return Optional.of(
        new PatternMatch(
            String.format(
                Locale.ROOT,
                "%s waited for %s, for up to %.1f ms (%s, on %s).",
                LongWait.counted(parts),
                what(cause, longest),
                first.durationNs() / 1e6,
                first.what(),
                first.thread()),
            isLog(longest)
                ? "Log on another thread, with a bounded queue."
                : "Move the call to another thread.",
            server.lateNs(cause),
            longest));
  }

  private static String what(Cause cause, List<Sighting> longest) {
    if (cause != Cause.IO) {
      return "a sleep";
    }
    return isLog(longest) ? "a log's file" : "a file or socket";
  }

  /** The recording's reader says so of a file that a logger writes. */
  private static boolean isLog(List<Sighting> longest) {
    return longest.getFirst().what().contains(", a log");
  }
}
