package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimedWork;
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

  /** The samples of a method, of all threads; not in order of time. */
  private static final class Seen {
    private int interpreted;
    private int compiled;
    private StackSample first;
    private StackSample last;

    void add(StackSample sample) {
      if (!sample.interpreted()) {
        compiled++;
        return;
      }
      interpreted++;
      first = first == null || sample.atNs() < first.atNs() ? sample : first;
      last = last == null || sample.atNs() > last.atNs() ? sample : last;
    }

    long lengthNs() {
      return last.atNs() - first.atNs();
    }

    boolean isLasting() {
      return compiled == 0 && interpreted >= LEAST_SAMPLES && lengthNs() >= LEAST_NS;
    }
  }

  MethodNotCompiled() {
    super("method_not_compiled", Cause.OWN_CODE);
  }

  @Override
  public boolean isRecorded(Case server) {
    return (server.has(SAMPLE) || server.has("jdk.CPUTimeSample"))
        && server.timeline().seesCompilations()
        && server.knowsThreads();
  }

  /** A method that is never compiled makes all ticks long: none computes longer than usual. */
  @Override
  public List<PatternMatch> costly(Case server) {
    return find(server);
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
        if (server.holds(sample.atNs())) {
          seen.computeIfAbsent(sample.frames().getFirst(), _ -> new Seen()).add(sample);
        }
      }
    }
    List<PatternMatch> found = new ArrayList<>();
    seen.forEach(
        (method, of) -> {
          if (!compiled.contains(method) && of.isLasting()) {
            found.add(match(server, method, of));
          }
        });
    return found;
  }

  private static PatternMatch match(Case server, String method, Seen of) {
    long late =
        server.late().stream()
            .filter(budget -> isIn(server.timeline(), method, budget.work()))
            .mapToLong(budget -> budget.ns(Cause.OWN_CODE) + budget.ns(Cause.FIRST_COMPILATION))
            .sum();
    return new PatternMatch(
        ("%s was interpreted in %d samples over %d s and never compiled: it is probably larger than"
                + " HotSpot compiles (8,000 bytecodes).")
            .formatted(method.replace("::", "."), of.interpreted, of.lengthNs() / 1_000_000_000),
        "Split the method; -XX:-DontCompileHugeMethods compiles it as it is.",
        late,
        List.of(
            new Sighting(
                of.last.atNs(),
                0,
                server.timeline().thread(of.last.thread()),
                server.timeline().sampleEvent(),
                method.replace("::", ".") + ", interpreted")));
  }

  private static boolean isIn(JvmTimeline timeline, String method, TimedWork work) {
    return timeline.samples(work.thread(), work.startNs(), work.endNs()).stream()
        .anyMatch(sample -> sample.frames().getFirst().equals(method));
  }
}
