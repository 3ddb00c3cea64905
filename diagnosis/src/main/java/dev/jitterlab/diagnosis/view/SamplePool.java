package dev.jitterlab.diagnosis.view;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.PerThread;
import dev.jitterlab.diagnosis.timeline.SampleShares;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Collects the samples of late and of normal work of a group's servers. A sample belongs to the
 * work that its thread did at the time. Where short ticks on time are not recorded, a sample of a
 * tick's thread between the recorded ones is of such a tick if one of its methods is known to be
 * part of ticks. Not thread-safe.
 */
final class SamplePool {
  /** With fewer samples of either kind, a share of 10 % is known to ± 8 % only. */
  static final int LEAST_SAMPLES = 50;

  private static final int MOST_FRAMES = 400;
  private static final int MOST_METHODS = 12;

  /** Frames with a smaller share of the samples of both kinds are left out. */
  private static final double LEAST_SHARE = 0.005;

  private static final List<String> EVENTS = List.of("jdk.CPUTimeSample", "jdk.ExecutionSample");

  private final Node root = new Node("");
  private final Map<String, Node> methods = new HashMap<>();
  private final Set<String> events = new TreeSet<>();

  private static final class Node {
    private final String method;
    private final Map<String, Node> callees = new LinkedHashMap<>();
    private int late;
    private int normal;
    private int depth;

    Node(String method) {
      this.method = method;
    }

    void count(boolean isLate) {
      if (isLate) {
        late++;
      } else {
        normal++;
      }
    }
  }

  /** Adds a server's samples. */
  void add(JvmTimeline timeline, List<MeasuredSpan> measured, Predicate<String> isOfTicks) {
    EVENTS.stream()
        .filter(event -> timeline.setting(event).enabled())
        .findFirst()
        .ifPresent(events::add);
    boolean shortOnesMissing = timeline.setting("jitterlab.Tick").thresholdNs() > 0;
    TimedWorks works = timeline.works();
    PerThread<Verdicts> threads =
        new PerThread<>(works, thread -> new Verdicts(timeline.samples(thread)));
    for (int i = 0; i < works.size(); i++) {
      threads.of(i).begins(works, i);
    }
    for (Verdicts those : threads.all().values()) {
      those.finish(works);
      for (int i = 0; i < those.samples.size(); i++) {
        StackSample sample = those.samples.get(i);
        if (measured.isEmpty() || measured.stream().anyMatch(one -> one.holds(sample.atNs()))) {
          switch (those.verdicts[i]) {
            case Verdicts.LATE -> add(sample, true);
            case Verdicts.NORMAL -> add(sample, false);
            default -> {
              if (shortOnesMissing && sample.frames().stream().anyMatch(isOfTicks)) {
                add(sample, false);
              }
            }
          }
        }
      }
    }
  }

  /** Which of a thread's samples were taken in late works, in normal ones, and in none. */
  private static final class Verdicts {
    private static final byte LATE = 1;
    private static final byte NORMAL = 2;

    private final List<StackSample> samples;
    private final byte[] verdicts;
    private int next;
    private int last = -1;

    Verdicts(List<StackSample> samples) {
      this.samples = samples;
      verdicts = new byte[samples.size()];
    }

    /** The next work begins: samples before it are of the last one, or of none. */
    void begins(TimedWorks works, int work) {
      judge(works, works.startNs(work));
      last = work;
    }

    void finish(TimedWorks works) {
      judge(works, Long.MAX_VALUE);
    }

    private void judge(TimedWorks works, long untilNs) {
      while (next < verdicts.length && samples.get(next).atNs() < untilNs) {
        if (last >= 0 && samples.get(next).atNs() < works.endNs(last)) {
          verdicts[next] = works.isLate(last) ? LATE : NORMAL;
        }
        next++;
      }
    }
  }

  private void add(StackSample sample, boolean isLate) {
    root.count(isLate);
    Node at = root;
    for (String method : sample.frames().reversed()) {
      at = at.callees.computeIfAbsent(method, Node::new);
      at.count(isLate);
    }
    Set<String> counted = new HashSet<>();
    for (int i = 0; i < sample.frames().size(); i++) {
      String method = sample.frames().get(i);
      if (counted.add(method)) {
        Node whole = methods.computeIfAbsent(method, Node::new);
        whole.count(isLate);
        whole.depth += i;
      }
    }
  }

  /** What was collected. */
  SampleComparison of(String group) {
    String event = String.join(", ", events);
    if (root.late < LEAST_SAMPLES || root.normal < LEAST_SAMPLES) {
      return new SampleComparison(
          group, event, root.late, root.normal, tooFew(), List.of(), List.of(), List.of());
    }
    Node top = root;
    List<String> shared = new ArrayList<>();
    while (top.callees.size() == 1
        && top.callees.values().iterator().next().late == top.late
        && top.callees.values().iterator().next().normal == top.normal) {
      top = top.callees.values().iterator().next();
      shared.add(top.method);
    }
    double least = LEAST_SHARE;
    while (count(top, least) > MOST_FRAMES) {
      least *= 1.5;
    }
    return new SampleComparison(
        group, event, root.late, root.normal, null, shared, callees(top, least), methods());
  }

  private String tooFew() {
    return events.isEmpty()
        ? "No samples were recorded. Enable jdk.ExecutionSample, or on JDK 25 jdk.CPUTimeSample."
        : ("The recordings have %d sample%s of late work and %d of normal work. A comparison needs"
                + " %d of each: measure for longer, or sample more often.")
            .formatted(root.late, root.late == 1 ? "" : "s", root.normal, LEAST_SAMPLES);
  }

  private int count(Node node, double least) {
    return node.callees.values().stream()
        .filter(one -> isShown(one, least))
        .mapToInt(one -> 1 + count(one, least))
        .sum();
  }

  private boolean isShown(Node node, double least) {
    return Math.max(share(node.late, root.late), share(node.normal, root.normal)) >= least;
  }

  private List<SampleComparison.Frame> callees(Node node, double least) {
    return node.callees.values().stream()
        .filter(one -> isShown(one, least))
        .sorted(Comparator.comparing((Node one) -> one.method))
        .map(
            one ->
                new SampleComparison.Frame(
                    one.method, one.late, one.normal, standsOut(one), callees(one, least)))
        .toList();
  }

  /** Of frames that always stand on each other, the innermost is named. */
  private List<SampleComparison.Method> methods() {
    Map<List<Integer>, Node> innermost = new LinkedHashMap<>();
    for (Node one : methods.values()) {
      if (standsOut(one) != null) {
        innermost.merge(
            List.of(one.late, one.normal), one, (a, b) -> height(a) <= height(b) ? a : b);
      }
    }
    return innermost.values().stream()
        .sorted(
            Comparator.comparingDouble((Node one) -> Math.abs(difference(one)))
                .reversed()
                .thenComparing(one -> one.method))
        .limit(MOST_METHODS)
        .map(one -> new SampleComparison.Method(one.method, one.late, one.normal, standsOut(one)))
        .toList();
  }

  private static double height(Node method) {
    return method.depth / (double) (method.late + method.normal);
  }

  private double difference(Node node) {
    return share(node.late, root.late) - share(node.normal, root.normal);
  }

  private String standsOut(Node node) {
    if (!SampleShares.differ(node.late, root.late, node.normal, root.normal)) {
      return null;
    }
    return difference(node) > 0 ? SampleComparison.LATE : SampleComparison.NORMAL;
  }

  private static double share(int part, int whole) {
    return part / (double) whole;
  }
}
