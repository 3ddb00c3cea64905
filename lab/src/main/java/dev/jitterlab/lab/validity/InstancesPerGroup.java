package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The thesis asks for five instances. From three to four an interval can be given, but it is wide;
 * below three it says next to nothing. An experiment that asks for fewer on purpose, to try things
 * out, is weak, as long as it got what it asked for.
 *
 * <p>A group whose instances hid what they did, by hanging until nothing of them was recorded, must
 * not take away the figures of the others: the trial is weak, and that group cannot win.
 */
final class InstancesPerGroup extends Check {
  private static final int VALID = 5;
  private static final int WEAK = 3;

  InstancesPerGroup() {
    super(
        Question.of(
                "instances_per_group",
                Unit.NUMBER,
                "Does every group have enough instances that count?")
            .from(Dependence.PLAN, Dependence.CONTROL, Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(VALID, WEAK)
            .needs("which instances count is not known", Kind.INSTANCES));
  }

  /** Whether the group would have enough, had all been recorded that was measured of it. */
  private static boolean hidesItself(
      String group, Map<String, String> nullified, Evidence evidence) {
    Set<String> outliers = evidence.outcomes().orElseThrow().outliers().keySet();
    long measured =
        evidence.servers().stream()
            .map(Evidence.MeasuredProcess::id)
            .filter(id -> id.startsWith(group + "/"))
            .filter(id -> !nullified.containsKey(id) || !outliers.contains(id))
            .count();
    return measured >= Math.min(WEAK, evidence.plan().design().instancesPerGroup());
  }

  private static Status status(
      String group, double count, Limit limit, Map<String, String> nullified, Evidence evidence) {
    Status status = count == 0 ? Status.INVALID : limit.grade(count);
    return status == Status.INVALID && hidesItself(group, nullified, evidence)
        ? Status.WEAK
        : status;
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, String> nullified = evidence.outcomes().orElseThrow().nullified();
    Map<String, Double> counting = new LinkedHashMap<>();
    evidence.plan().groups().forEach(group -> counting.put(group.name(), 0.0));
    evidence.plan().blocks().stream()
        .flatMap(block -> block.instances().stream())
        .filter(instance -> !nullified.containsKey(instance.id()))
        .forEach(instance -> counting.merge(instance.group(), 1.0, Double::sum));
    if (counting.isEmpty()) {
      return found(
          0,
          Status.INVALID,
          "no group could run on this machine",
          "See which groups were skipped, and why.");
    }
    int asked = evidence.plan().design().instancesPerGroup();
    Limit limit = new Limit(VALID, Math.min(WEAK, asked));
    Map<String, Status> statuses = new LinkedHashMap<>();
    counting.forEach(
        (group, count) -> statuses.put(group, status(group, count, limit, nullified, evidence)));
    Status worst = Collections.max(statuses.values());
    counting.keySet().removeIf(group -> statuses.get(group) != worst);
    Worst least = Worst.least(counting).orElseThrow();
    String why =
        String.format(
                Locale.ROOT,
                "%s has %.0f of %d instances that count",
                least.of(),
                least.value(),
                asked)
            + nullified.entrySet().stream()
                .filter(cause -> cause.getKey().startsWith(least.of() + "/"))
                .findFirst()
                .map(cause -> " (" + cause.getKey() + ": " + cause.getValue() + ")")
                .orElse("");
    return found(least.value(), worst, why, "Set instances to at least 5.");
  }
}
