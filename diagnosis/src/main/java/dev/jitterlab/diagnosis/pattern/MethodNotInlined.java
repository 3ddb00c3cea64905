package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.RefusedInlining;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method that late work computes in, and that is too large to be inlined where it is called: each
 * call costs, and the compiler sees neither side of it.
 *
 * <p>It takes {@code jdk.CompilerInlining}, which the switch {@code recording: {inlining: true}} of
 * an experiment enables, and samples.
 */
final class MethodNotInlined extends Pattern {
  private static final String EVENT = "jdk.CompilerInlining";
  private static final int LEAST_SAMPLES = 10;
  private static final double LEAST_SHARE = 0.2;
  private static final int MOST = 5;

  MethodNotInlined() {
    super("method_not_inlined", Cause.OWN_CODE);
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.has(EVENT)
        && server.knowsThreads()
        && (server.has("jdk.ExecutionSample") || server.has("jdk.CPUTimeSample"));
  }

  @Override
  public List<PatternMatch> find(Case server) {
    Map<String, List<RefusedInlining>> refused = new LinkedHashMap<>();
    server
        .timeline()
        .refused()
        .forEach(call -> refused.computeIfAbsent(call.callee(), _ -> new ArrayList<>()).add(call));
    if (refused.isEmpty()) {
      return List.of();
    }
    Map<String, Integer> samples = new HashMap<>();
    int all = 0;
    for (Budget late : server.late()) {
      TimedWork work = late.work();
      for (StackSample sample :
          server.timeline().samples(work.thread(), work.startNs(), work.endNs())) {
        all++;
        samples.merge(sample.frames().getFirst(), 1, Integer::sum);
      }
    }
    List<PatternMatch> found = new ArrayList<>();
    for (Map.Entry<String, List<RefusedInlining>> one : refused.entrySet()) {
      int in = samples.getOrDefault(one.getKey(), 0);
      if (in >= LEAST_SAMPLES && in >= LEAST_SHARE * all && found.size() < MOST) {
        found.add(match(server, one.getKey(), one.getValue(), in, all));
      }
    }
    return found;
  }

  private static PatternMatch match(
      Case server, String method, List<RefusedInlining> calls, int in, int all) {
    RefusedInlining last = calls.getLast();
    return new PatternMatch(
        "%s is in %d of %d samples of late ones, and is not inlined into %s (%s)."
            .formatted(
                method.replace("::", "."), in, all, last.caller().replace("::", "."), last.why()),
        "Split the method, so that the part that is called most is small.",
        Math.round(server.lateNs(Cause.OWN_CODE) * (in / (double) all)),
        List.of(
            new Sighting(
                last.atNs(),
                0,
                "a compiler",
                last.event(),
                method.replace("::", ".")
                    + " into "
                    + last.caller().replace("::", ".")
                    + ": "
                    + last.why())));
  }
}
