package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.StackSample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A method of the ticks that is interpreted all the time, because no compiler takes it: HotSpot
 * compiles no method of more than 8,000 bytecodes ({@code HugeMethodLimit}).
 *
 * <p>It shows itself in samples: interpreted as the innermost frame, again and again over at least
 * five seconds, and never compiled, neither at any level nor before the recording began.
 */
final class MethodNotCompiled extends Pattern {
  private static final int LEAST_SAMPLES = 20;
  private static final long LEAST_NS = 5_000_000_000L;
  private static final String SAMPLE = "jdk.ExecutionSample";

  private static final class Seen {
    private final List<StackSample> interpreted = new ArrayList<>();
    private int compiled;
  }

  MethodNotCompiled() {
    super("method_not_compiled", Cause.OWN_CODE);
  }

  @Override
  public boolean isRecorded(Case server) {
    return (server.has(SAMPLE) || server.has("jdk.CPUTimeSample"))
        && server.sees(Cause.FIRST_COMPILATION);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    Set<String> compiled = new HashSet<>();
    server.timeline().compilations().stream()
        .filter(one -> !one.failed())
        .map(MethodCompilation::method)
        .forEach(compiled::add);
    Map<String, Seen> seen = new LinkedHashMap<>();
    JvmTimeline timeline = server.timeline();
    for (long thread : timeline.workThreads()) {
      for (StackSample sample : timeline.samples(thread)) {
        if (!sample.frames().isEmpty() && server.holds(sample.atNs())) {
          Seen of = seen.computeIfAbsent(sample.frames().getFirst(), _ -> new Seen());
          if (sample.interpreted()) {
            of.interpreted.add(sample);
          } else {
            of.compiled++;
          }
        }
      }
    }
    List<PatternMatch> found = new ArrayList<>();
    seen.forEach(
        (method, of) -> {
          if (!compiled.contains(method) && of.compiled == 0 && isLasting(of.interpreted)) {
            found.add(match(server, method, of.interpreted));
          }
        });
    return found;
  }

  private static boolean isLasting(List<StackSample> samples) {
    return samples.size() >= LEAST_SAMPLES
        && samples.getLast().atNs() - samples.getFirst().atNs() >= LEAST_NS;
  }

  private static PatternMatch match(Case server, String method, List<StackSample> samples) {
    long late =
        server.late().stream()
            .filter(budget -> samples.stream().anyMatch(sample -> holds(budget, sample)))
            .mapToLong(budget -> budget.ns(Cause.OWN_CODE) + budget.ns(Cause.FIRST_COMPILATION))
            .sum();
    StackSample last = samples.getLast();
    return new PatternMatch(
        ("%s was interpreted in %d samples over %d s and never compiled: it is probably larger than"
                + " HotSpot compiles (8,000 bytecodes).")
            .formatted(
                method.replace("::", "."),
                samples.size(),
                (last.atNs() - samples.getFirst().atNs()) / 1_000_000_000),
        "Split the method; -XX:-DontCompileHugeMethods compiles it as it is.",
        late,
        List.of(
            new Sighting(
                last.atNs(),
                0,
                server.timeline().thread(last.thread()),
                server.timeline().sampleEvent(),
                method.replace("::", ".") + ", interpreted")));
  }

  private static boolean holds(Budget budget, StackSample sample) {
    return budget.work().thread() == sample.thread()
        && budget.work().startNs() <= sample.atNs()
        && sample.atNs() < budget.work().endNs();
  }
}
