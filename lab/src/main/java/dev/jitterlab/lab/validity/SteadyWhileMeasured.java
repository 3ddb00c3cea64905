package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.ServerSteadiness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Figures of a server that is still warming up depend on when one looks. Servers whose load rises
 * or whose work changes by plan cannot be steady, and are not asked; nor are those of an experiment
 * that measures cold servers, which it says by {@code warmup: 0s}.
 */
final class SteadyWhileMeasured extends Check {
  /**
   * One in so many servers may be found unsteady: correlated noise makes change points by chance,
   * in a few per cent of the series (decision 023).
   */
  private static final int ONE_BY_CHANCE = 10;

  /** At set times: of battles, and of the services behind an aggregator. */
  private static final Pattern CHANGING_WORK =
      Pattern.compile("--mode-change=\\d+:.*|--changes=\\s*[\\d.]+s .*");

  /**
   * A rate, or a number of users, of more than one part, or a rising one: response and CPU times
   * then follow the load.
   */
  private static final Pattern CHANGING_LOAD = Pattern.compile("--(rate|users)=.*(,|\\.\\.).*");

  /** HotSpot's Tier4InvocationThreshold. */
  private static final long CALLS_UNTIL_COMPILED = 5_000;

  /** A warm-up is proposed in steps of so many seconds. */
  private static final double STEP_SECONDS = 5;

  SteadyWhileMeasured() {
    super(
        Question.of(
                "steady_state", Unit.NUMBER, "Were the servers steady while they were measured?")
            .from(Dependence.OUTCOME));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    if (!evidence.plan().hasTicks() && fillCpus(evidence.plan())) {
      return nothingToMeasure("the servers fill the CPUs from their start on purpose");
    }
    if (evidence.plan().timing().warmupSeconds() == 0) {
      return nothingToMeasure(
          "the experiment measures cold servers: it has `warmup: 0s`, so their first requests"
              + " count");
    }
    List<Evidence.MeasuredProcess> asked =
        evidence.servers().stream().filter(server -> !changesByPlan(server, evidence)).toList();
    if (asked.isEmpty() && !evidence.servers().isEmpty()) {
      return nothingToMeasure("the servers' load or work changes by plan while they are measured");
    }
    List<ServerSteadiness> known =
        asked.parallelStream()
            .flatMap(server -> ServerSteadiness.of(server, evidence).stream())
            .toList();
    if (known.isEmpty()) {
      String missing =
          asked.isEmpty()
              ? "no server was measured"
              : "too few seconds are recorded of the servers' " + words(asked, evidence);
      return withoutEvidence(missing);
    }
    List<ServerSteadiness> unsteady =
        known.stream().filter(server -> !server.wasSteadyWhileMeasured()).toList();
    return graded(
        unsteady.size(),
        limit(known, unsteady),
        (unsteady.isEmpty() ? steady(known.size(), asked.size()) : why(known.size(), unsteady))
            + " (judged by %s)".formatted(words(asked, evidence)),
        remedy(unsteady, evidence.plan()));
  }

  private static boolean fillCpus(Plan plan) {
    return plan.instances().allMatch(Plan.Instance::keepsCpusBusy);
  }

  private static String words(List<Evidence.MeasuredProcess> servers, Evidence evidence) {
    return SteadySeries.words(servers.stream().map(evidence::steadySeries).toList());
  }

  /** In ten servers one, and no more of a group than one in ten of its own, but one. */
  private static Limit limit(List<ServerSteadiness> known, List<ServerSteadiness> unsteady) {
    Map<String, Long> sizes = byGroup(known);
    long allowed = known.size() / ONE_BY_CHANCE;
    for (Map.Entry<String, Long> group : byGroup(unsteady).entrySet()) {
      long ofGroup = Math.max(1, sizes.get(group.getKey()) / ONE_BY_CHANCE);
      allowed = group.getValue() > ofGroup ? Math.min(allowed, ofGroup) : allowed;
    }
    return new Limit(allowed, Double.MAX_VALUE);
  }

  private static Map<String, Long> byGroup(List<ServerSteadiness> servers) {
    return servers.stream()
        .collect(
            Collectors.groupingBy(
                server -> server.id().substring(0, server.id().lastIndexOf('/')),
                Collectors.counting()));
  }

  private static boolean changesByPlan(Evidence.MeasuredProcess server, Evidence evidence) {
    Plan plan = evidence.plan();
    return plan.analysis().metrics().capacity() != null
        || (evidence.steadySeries(server) != SteadySeries.EXECUTION && loadChanges(server, plan))
        || plan.instances()
            .anyMatch(one -> one.id().equals(server.id()) && changesByItself(one, plan));
  }

  /** Its work changes at set times, or it makes its own load, which rises. */
  private static boolean changesByItself(Plan.Instance server, Plan plan) {
    return plan.group(server.group()).raisesItsLoad()
        || server.command().stream()
            .anyMatch(
                word ->
                    CHANGING_WORK.matcher(word).matches()
                        || (!server.ticks() && CHANGING_LOAD.matcher(word).matches()));
  }

  private static boolean loadChanges(Evidence.MeasuredProcess server, Plan plan) {
    return plan.blocks().stream()
        .filter(block -> block.number() == server.block() && block.load() != null)
        .flatMap(block -> block.load().command().stream())
        .anyMatch(word -> CHANGING_LOAD.matcher(word).matches());
  }

  private static String steady(int known, int asked) {
    return known == asked
        ? "all servers were steady while measured"
        : "%d of %d servers were steady while measured, the others recorded too little"
            .formatted(known, asked);
  }

  private static String why(int known, List<ServerSteadiness> unsteady) {
    List<String> words = new ArrayList<>();
    List<ServerSteadiness> never =
        unsteady.stream().filter(one -> one.steadyAfterSeconds().isEmpty()).toList();
    if (!never.isEmpty()) {
      words.add("%s never became steady".formatted(named(never)));
    }
    unsteady.stream()
        .filter(one -> one.steadyAfterSeconds().isPresent())
        .max(SteadyWhileMeasured::later)
        .ifPresent(
            last ->
                words.add(
                    "%s became steady %s after measuring had begun"
                        .formatted(
                            last.id(),
                            Units.duration(
                                last.steadyAfterSeconds().orElseThrow() - last.warmupSeconds()))));
    return "%d of %d servers were not steady while measured: %s"
        .formatted(unsteady.size(), known, String.join("; ", words));
  }

  private static String named(List<ServerSteadiness> servers) {
    String first = servers.getFirst().id();
    return servers.size() == 1 ? first : "%s and %d more".formatted(first, servers.size() - 1);
  }

  private static int later(ServerSteadiness one, ServerSteadiness other) {
    return Double.compare(
        one.steadyAfterSeconds().orElseThrow() - one.warmupSeconds(),
        other.steadyAfterSeconds().orElseThrow() - other.warmupSeconds());
  }

  /** The warm-up after which they all would have been steady, as far as that is known. */
  private static String remedy(List<ServerSteadiness> unsteady, Plan plan) {
    double needed =
        unsteady.stream()
            .mapToDouble(
                one ->
                    one.steadyAfterSeconds().orElse(one.warmupSeconds() + one.measured().seconds()))
            .max()
            .orElse(0);
    long seconds = Math.round(STEP_SECONDS * Math.ceil(needed / STEP_SECONDS));
    boolean never = unsteady.stream().anyMatch(one -> one.steadyAfterSeconds().isEmpty());
    return (never
            ? "See in the report's section on the steady state what keeps changing, or set warmup"
                + " to more than %d s.".formatted(seconds)
            : "Set warmup: %ds, or warmup: {until: steady, at_most: %ds}."
                .formatted(seconds, 2 * seconds))
        + fewTicks(unsteady, plan);
  }

  /**
   * What is called once a tick is not yet compiled for good while ticks are few. An author whose
   * flags scale the threshold knows.
   */
  private static String fewTicks(List<ServerSteadiness> unsteady, Plan plan) {
    return unsteady.stream()
        .filter(one -> one.kind() == SteadySeries.EXECUTION)
        .filter(
            one -> !scalesThreshold(plan.group(one.id().substring(0, one.id().lastIndexOf('/')))))
        .min(Comparator.comparingLong(ServerSteadiness::warmupCount))
        .filter(one -> one.warmupCount() < CALLS_UNTIL_COMPILED)
        .map(
            one ->
                String.format(
                    Locale.ROOT,
                    " %s had %,d ticks in its warm-up, and a JVM compiles a method for good after"
                        + " %,d calls: give all groups -XX:CompileThresholdScaling=0.2, which"
                        + " needs only a fifth of them.",
                    one.id(),
                    one.warmupCount(),
                    CALLS_UNTIL_COMPILED))
        .orElse("");
  }

  private static boolean scalesThreshold(Plan.Group group) {
    return group.jvmArguments().stream()
        .anyMatch(flag -> flag.startsWith("-XX:CompileThresholdScaling="));
  }
}
