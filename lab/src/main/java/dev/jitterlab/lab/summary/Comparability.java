package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.Status;
import dev.jitterlab.lab.validity.TrialChecks;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.IntStream;

/**
 * What differs between two runs that could be the reason for a difference in their figures. A
 * change of the JDK, of flags or of the server may well be what is to be compared; it is said all
 * the same, since a comparison of runs cannot tell one cause from another.
 */
public final class Comparability {
  private static final String SEED = Matcher.quoteReplacement("${seed}");

  private final List<Difference> differences = new ArrayList<>();

  private Comparability() {}

  /**
   * One difference.
   *
   * @param what what differs
   * @param before in the earlier run, as text
   * @param after in the later run, as text
   * @param breaks whether figures of both cannot be held against one another at all: another load,
   *     another length, another machine
   */
  public record Difference(String what, String before, String after, boolean breaks) {
    @Override
    public String toString() {
      return "%s was %s, is %s".formatted(what, before, after);
    }
  }

  /**
   * Says what differs, one sentence each; empty where the runs can be compared as they are.
   *
   * @param groups the groups that are compared, the earlier run's to the later one's
   */
  static List<String> warnings(
      RunDirectory baseline,
      MeasuredRun before,
      RunDirectory run,
      MeasuredRun after,
      Map<String, String> groups) {
    List<String> warnings = new ArrayList<>();
    Status earlier = TrialChecks.status(before.findings());
    Status later = TrialChecks.status(after.findings());
    if (earlier != Status.VALID) {
      warnings.add("the baseline's trial is " + earlier.word());
    }
    if (later != Status.VALID) {
      warnings.add(run.root() + ": the trial is " + later.word());
    }
    Comparability comparability = new Comparability();
    comparability.plans(before.plan(), after.plan(), groups);
    comparability.machines(environment(baseline), environment(run));
    comparability.programs(programs(baseline), programs(run));
    comparability.differences.forEach(difference -> warnings.add(run.root() + ": " + difference));
    if (environment(baseline).isEmpty() || environment(run).isEmpty()) {
      warnings.add(run.root() + ": it is not known whether the machine is the same");
    }
    return warnings;
  }

  /** What differs between two runs; of a machine that was not recorded, nothing is said. */
  public static List<Difference> between(
      Plan before,
      Optional<Environment> machineBefore,
      Plan after,
      Optional<Environment> machineAfter) {
    Comparability comparability = new Comparability();
    Map<String, String> same = new LinkedHashMap<>();
    after.groups().forEach(group -> same.put(group.name(), group.name()));
    comparability.plans(before, after, same);
    comparability.machines(machineBefore, machineAfter);
    return List.copyOf(comparability.differences);
  }

  /** What a run recorded of its machine. */
  public static Optional<Environment> environment(RunDirectory run) {
    return Files.isRegularFile(run.environment())
        ? Optional.of(Json.read(run.environment(), Environment.class))
        : Optional.empty();
  }

  private static Map<String, String> programs(RunDirectory run) {
    return Files.isRegularFile(run.programs())
        ? Json.read(run.programs(), Programs.class).sha256()
        : Map.of();
  }

  /** A server that was built anew in its place; of many jars the first stands for all. */
  private void programs(Map<String, String> before, Map<String, String> after) {
    List<String> changed =
        after.keySet().stream()
            .filter(before::containsKey)
            .filter(jar -> !after.get(jar).equals(before.get(jar)))
            .sorted()
            .toList();
    if (!changed.isEmpty()) {
      String first = changed.getFirst();
      int others = changed.size() - 1;
      differs(
          "the SHA-256 of %s%s"
              .formatted(
                  first,
                  others == 0
                      ? ""
                      : " (and of %d other jar%s)".formatted(others, others == 1 ? "" : "s")),
          before.get(first),
          after.get(first));
    }
  }

  private void plans(Plan before, Plan after, Map<String, String> groups) {
    breaks("the workload", before.subject().workload(), after.subject().workload());
    timing(before.timing(), after.timing());
    breaks("the execution", before.design().execution().mode(), after.design().execution().mode());
    breaks("the load", load(before), load(after));
    metrics(before.analysis().metrics(), after.analysis().metrics());
    breaks("the number of groups at once", atOnce(before), atOnce(after));
    groups.forEach(
        (earlier, later) -> {
          group(before, earlier)
              .ifPresent(one -> group(after, later).ifPresent(other -> groups(one, other)));
          foreign(before, earlier, after, later);
        });
  }

  private static Optional<Plan.Group> group(Plan plan, String name) {
    return plan.groups().stream().filter(group -> group.name().equals(name)).findFirst();
  }

  private void timing(Timing before, Timing after) {
    breaks("the warm-up in seconds", before.warmupSeconds(), after.warmupSeconds());
    breaks("a warm-up until steady", before.warmupUntilSteady(), after.warmupUntilSteady());
    breaks("the duration in seconds", before.durationSeconds(), after.durationSeconds());
  }

  /** A metric of the same name may be made of something else. */
  private void metrics(OwnMetrics before, OwnMetrics after) {
    for (ScrapedMetric metric : after.scraped()) {
      before
          .scraped(metric.name())
          .ifPresent(earlier -> breaks("the metric " + metric.name(), earlier, metric));
    }
    if (before.capacity() != null && after.capacity() != null) {
      breaks("the question for the capacity", before.capacity(), after.capacity());
    }
  }

  /** Without the seed, which is another one in every block. */
  private static List<String> load(Plan plan) {
    Plan.Load load = plan.blocks().getFirst().load();
    return load == null
        ? List.of()
        : load.command().stream()
            .filter(word -> word.startsWith("--") && !word.startsWith("--seed="))
            .toList();
  }

  private static int atOnce(Plan plan) {
    return plan.blocks().getFirst().instances().size();
  }

  private void groups(Plan.Group before, Plan.Group after) {
    differs("the JDK of " + after.name(), before.jdk(), after.jdk());
    differs("the JVM flags of " + after.name(), before.jvmArguments(), after.jvmArguments());
    differs(
        "the server's options of " + after.name(),
        before.serverArguments(),
        after.serverArguments());
    for (String property : List.of("machine", "environment")) {
      differs(
          "the " + property + " of " + after.name(),
          before.properties().get(property),
          after.properties().get(property));
    }
  }

  /** The server that is none of Jitterlab's own, and its load. */
  private void foreign(Plan before, String groupBefore, Plan after, String group) {
    Optional<Plan.Instance> earlier = firstForeign(before, groupBefore);
    Optional<Plan.Instance> later = firstForeign(after, group);
    if (earlier.isPresent() && later.isPresent()) {
      List<String> loadBefore = earlier.get().foreign().load();
      List<String> load = later.get().foreign().load();
      if (!isSameLoad(loadBefore, seed(before, earlier.get()), load, seed(after, later.get()))) {
        breaks("the load of " + group, loadBefore, load);
      }
      differs("the command of " + group, earlier.get().command(), later.get().command());
    }
  }

  /** What a plan has filled into the load of that server: the seed of its round. */
  private static long seed(Plan plan, Plan.Instance server) {
    return plan.design()
        .seed(
            plan.blocks().stream()
                .filter(block -> block.instances().contains(server))
                .findFirst()
                .orElseThrow()
                .round());
  }

  /** A word may have the seed in it, or a number that happens to be the same, such as a rate. */
  private static boolean isSameLoad(
      List<String> before, long seedBefore, List<String> after, long seedAfter) {
    return before.size() == after.size()
        && IntStream.range(0, after.size())
            .allMatch(
                i ->
                    before.get(i).equals(after.get(i))
                        || withoutSeed(before.get(i), seedBefore)
                            .equals(withoutSeed(after.get(i), seedAfter)));
  }

  private static String withoutSeed(String word, long seed) {
    return word.replaceAll("(?<![\\w.])" + seed + "(?![\\w.])", SEED);
  }

  private static Optional<Plan.Instance> firstForeign(Plan plan, String group) {
    return plan.instances(group).findFirst().filter(one -> one.foreign() != null);
  }

  private void machines(Optional<Environment> before, Optional<Environment> after) {
    before.ifPresent(earlier -> after.ifPresent(later -> machines(earlier, later)));
  }

  private void machines(Environment earlier, Environment later) {
    differs("the kernel", earlier.kernel(), later.kernel());
    breaks("the CPU", earlier.cpuModel(), later.cpuModel());
    breaks("the number of cores", earlier.cores(), later.cores());
    breaks("the memory in bytes", earlier.memoryBytes(), later.memoryBytes());
    differs("the governor", earlier.governor(), later.governor());
    differs("the mitigations", earlier.mitigations(), later.mitigations());
    breaks("the CPU limit", earlier.cgroupCpuLimitCores(), later.cgroupCpuLimitCores());
    breaks("the memory limit", earlier.cgroupMemoryLimitBytes(), later.cgroupMemoryLimitBytes());
    differs("whether CPUs may sleep", earlier.cpuSleep(), later.cpuSleep());
    differs("the clock source", earlier.clockSource(), later.clockSource());
    differs("the builds of the JDKs", earlier.jdks(), later.jdks());
    differs("the commit of Jitterlab", earlier.jitterlabCommit(), later.jitterlabCommit());
  }

  private void differs(String what, Object before, Object after) {
    add(what, before, after, false);
  }

  private void breaks(String what, Object before, Object after) {
    add(what, before, after, true);
  }

  private void add(String what, Object before, Object after, boolean breaks) {
    if (!Objects.equals(before, after)) {
      differences.add(new Difference(what, String.valueOf(before), String.valueOf(after), breaks));
    }
  }
}
