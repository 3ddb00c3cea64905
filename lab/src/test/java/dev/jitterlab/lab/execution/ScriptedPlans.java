package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.GroupSelection;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Design.Execution;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Rotation;
import dev.jitterlab.lab.plan.Safeguards;
import dev.jitterlab.lab.plan.Subject;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Plans of {@link ScriptedServer}s that run for a second or two. */
public final class ScriptedPlans {
  static final String GROUP = "pool";
  private static final double READY_SECONDS = 30;

  private ScriptedPlans() {}

  /** A single block with one server of the given behaviour each. */
  public static Plan block(String... behaviours) {
    return plan(READY_SECONDS, 1.5, List.of(), List.of(behaviours));
  }

  public static Plan lasting(double seconds, String... behaviours) {
    return plan(READY_SECONDS, seconds, List.of(), List.of(behaviours));
  }

  public static Plan readyWithin(double seconds, String behaviour) {
    return plan(seconds, 1.5, List.of(), List.of(behaviour));
  }

  public static Plan withFlag(String flag) {
    return plan(READY_SECONDS, 1.5, List.of(flag), List.of("good"));
  }

  /** A single block with one good server that needs no load. */
  public static Plan withoutLoad() {
    Plan.Block block = new Plan.Block(1, List.of(instance(1, "good")), null);
    return plan(READY_SECONDS, 1.2, List.of(), List.of(block), 1);
  }

  /** A single block of one server with that command line, which needs no load. */
  static Plan commanded(List<String> command) {
    Plan plan = withoutLoad();
    Plan.Instance instance = new Plan.Instance(GROUP + "/1", GROUP, 1, command, null);
    return with(plan, List.of(new Plan.Block(1, List.of(instance), null)), plan.safeguards());
  }

  /** A single block of two good servers, under that load, measured again at most so often. */
  public static Plan repeating(String load, int repeats) {
    Plan plan = block("good", "good");
    Plan.Block block = plan.blocks().getFirst();
    return with(
        plan,
        List.of(new Plan.Block(1, block.instances(), new Plan.Load("udp", command(load)))),
        new Safeguards(repeats, List.of(), false));
  }

  /** A single block with one server, under that load. */
  static Plan loaded(String server, String load) {
    Plan plan = block(server);
    Plan.Block block = plan.blocks().getFirst();
    return with(
        plan,
        List.of(new Plan.Block(1, block.instances(), new Plan.Load("udp", command(load)))),
        plan.safeguards());
  }

  /** A single block with one good server, and an idle control process beside it. */
  public static Plan controlled() {
    return controlled(withoutLoad());
  }

  /** The plan, with an idle control process in each block. */
  static Plan controlled(Plan plan) {
    return with(plan, plan.blocks(), new Safeguards(0, command("good"), false));
  }

  /** The plan, with idle CPUs that are kept awake. */
  static Plan awake(Plan plan) {
    Safeguards asked = plan.safeguards();
    return with(plan, plan.blocks(), new Safeguards(asked.repeats(), asked.control(), true));
  }

  /** The plan, with servers that have no ticks and keep all CPUs busy. */
  static Plan fillingCpus(Plan plan) {
    List<Plan.Block> blocks =
        plan.blocks().stream()
            .map(
                block ->
                    new Plan.Block(
                        block.number(),
                        block.instances().stream()
                            .map(
                                one ->
                                    new Plan.Instance(
                                        one.id(),
                                        one.group(),
                                        one.number(),
                                        one.command(),
                                        null,
                                        true,
                                        true))
                            .toList(),
                        block.load()))
            .toList();
    return with(plan, blocks, plan.safeguards());
  }

  private static Plan with(Plan plan, List<Plan.Block> blocks, Safeguards safeguards) {
    return with(plan, plan.groups(), blocks, safeguards);
  }

  /** Two rounds of two groups, one server at a time: {@code first} is the baseline. */
  public static Plan alternating(String first, String second) {
    Plan one = withoutLoad();
    List<Plan.Group> groups =
        List.of(
            renamed(one.groups().getFirst(), "first"), renamed(one.groups().getFirst(), "second"));
    List<Plan.Block> blocks = new ArrayList<>();
    for (int round = 1; round <= 2; round++) {
      for (Plan.Group group : groups) {
        String behaviour = group.name().equals("first") ? first : second;
        Plan.Instance instance =
            new Plan.Instance(
                group.name() + "/" + round, group.name(), round, command(behaviour), null);
        blocks.add(new Plan.Block(blocks.size() + 1, List.of(instance), null));
      }
    }
    return plan(
        new Design(1, new Execution("alternate", "a test"), 2, null),
        READY_SECONDS,
        1.2,
        groups,
        blocks);
  }

  /** The same under load; a block whose load is unequal is measured again at most so often. */
  static Plan alternatingUnderLoad(String first, String second, int repeats) {
    Plan plan = alternating(first, second);
    Plan.Load load = new Plan.Load("udp", command("good"));
    List<Plan.Block> blocks =
        plan.blocks().stream()
            .map(block -> new Plan.Block(block.number(), block.instances(), load))
            .toList();
    return with(plan, blocks, new Safeguards(repeats, List.of(), false));
  }

  /** Two cohorts of two groups whose load goes from server to server. */
  static Plan rotating() {
    Plan one = withoutLoad();
    List<Plan.Group> groups =
        List.of(
            renamed(one.groups().getFirst(), "first"), renamed(one.groups().getFirst(), "second"));
    List<Plan.Block> blocks = new ArrayList<>();
    for (int cohort = 1; cohort <= 2; cohort++) {
      int number = cohort;
      List<Plan.Instance> instances =
          groups.stream()
              .map(
                  group ->
                      new Plan.Instance(
                          group.name() + "/" + number, group.name(), number, command("good"), null))
              .toList();
      List<String> ids = instances.stream().map(Plan.Instance::id).toList();
      blocks.add(
          new Plan.Block(
              number,
              instances,
              new Plan.Load("udp", command("good")),
              new Rotation(
                  1,
                  List.of(new Rotation.Round(4, ids)),
                  List.of(new Rotation.Round(5, ids.reversed()), new Rotation.Round(3, ids)))));
    }
    return plan(
        new Design(1, new Execution("rotate", "a test"), 2, null),
        READY_SECONDS,
        8,
        groups,
        blocks);
  }

  /** As that plan, but its warm-up lasts until all servers are steady. */
  public static Plan untilSteady(Plan plan, double limitSeconds) {
    Timing timing = plan.timing();
    return new Plan(
        plan.subject(),
        plan.design(),
        new Timing(limitSeconds, true, timing.durationSeconds(), timing.readyTimeoutSeconds()),
        plan.analysis(),
        plan.groups(),
        plan.blocks(),
        plan.selection(),
        plan.templates(),
        plan.safeguards());
  }

  private static Plan.Group renamed(Plan.Group group, String name) {
    return new Plan.Group(
        name,
        group.variables(),
        group.properties(),
        group.origins(),
        group.jdk(),
        group.jvmArguments(),
        group.serverArguments());
  }

  /** The plan, in which the servers of a group are started with that {@code machine}. */
  public static Plan asking(Plan plan, String group, Map<String, ?> machine) {
    Plan wishing = wishing(plan, group, machine);
    List<Plan.Block> blocks =
        wishing.blocks().stream()
            .map(
                block ->
                    new Plan.Block(
                        block.number(),
                        block.instances().stream().map(one -> prefixed(wishing, one)).toList(),
                        block.load()))
            .toList();
    return with(wishing, blocks, wishing.safeguards());
  }

  private static Plan.Instance prefixed(Plan plan, Plan.Instance instance) {
    List<String> command = new ArrayList<>(plan.group(instance.group()).machine().prefix());
    command.addAll(instance.command());
    return new Plan.Instance(instance.id(), instance.group(), instance.number(), command, null);
  }

  /** The plan, in which a group asks for that {@code machine}, and does nothing for it. */
  public static Plan wishing(Plan plan, String group, Map<String, ?> machine) {
    return having(plan, group, Map.of("machine", machine));
  }

  private static Plan having(Plan plan, String group, Map<String, Object> properties) {
    List<Plan.Group> groups =
        plan.groups().stream()
            .map(
                one ->
                    one.name().equals(group)
                        ? new Plan.Group(
                            one.name(),
                            one.variables(),
                            properties,
                            Map.of(),
                            one.jdk(),
                            one.jvmArguments(),
                            one.serverArguments())
                        : one)
            .toList();
    return with(plan, groups, plan.blocks(), plan.safeguards());
  }

  /** The plan, in which these collectors are switched for a group. */
  static Plan recording(Plan plan, String group, Map<String, ?> switches) {
    return having(plan, group, Map.of("recording", switches));
  }

  private static Plan with(
      Plan plan, List<Plan.Group> groups, List<Plan.Block> blocks, Safeguards safeguards) {
    return new Plan(
        plan.subject(),
        plan.design(),
        plan.timing(),
        plan.analysis(),
        groups,
        blocks,
        plan.selection(),
        plan.templates(),
        safeguards);
  }

  /** One block after another with one good server each. */
  public static Plan blocks(int count) {
    List<Plan.Block> blocks = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      blocks.add(
          new Plan.Block(
              number, List.of(instance(number, "good")), new Plan.Load("udp", command("good"))));
    }
    return plan(READY_SECONDS, 1.2, List.of(), blocks, count);
  }

  private static Plan plan(
      double readySeconds, double seconds, List<String> flags, List<String> behaviours) {
    List<Plan.Instance> instances = new ArrayList<>();
    for (String behaviour : behaviours) {
      instances.add(instance(instances.size() + 1, behaviour));
    }
    Plan.Block block = new Plan.Block(1, instances, new Plan.Load("udp", command("good")));
    return plan(readySeconds, seconds, flags, List.of(block), behaviours.size());
  }

  private static Plan plan(
      double readySeconds,
      double seconds,
      List<String> flags,
      List<Plan.Block> blocks,
      int instances) {
    Plan.Group group =
        new Plan.Group(
            GROUP,
            Map.of(),
            Map.of("jvm_arguments", Map.of("memory", "-Xmx64m", "gc", String.join(" ", flags))),
            Map.of(
                "jvm_arguments.memory",
                List.of("x.yaml:3"),
                "jvm_arguments.gc",
                List.of("x.yaml:7")),
            "25",
            flags,
            List.of());
    return plan(
        new Design(1, new Execution("together", "a test"), instances, null),
        readySeconds,
        seconds,
        List.of(group),
        blocks);
  }

  private static Plan plan(
      Design design,
      double readySeconds,
      double seconds,
      List<Plan.Group> groups,
      List<Plan.Block> blocks) {
    return new Plan(
        new Subject("test", "", "test", List.of()),
        design,
        new Timing(0.2, false, seconds, readySeconds),
        new Analysis(
            groups.getFirst().name(),
            "tick_drift_seconds.p99",
            null,
            null,
            null,
            OwnMetrics.NONE,
            List.of()),
        groups,
        blocks,
        GroupSelection.WHOLE,
        List.of(),
        Safeguards.NONE);
  }

  private static Plan.Instance instance(int number, String behaviour) {
    return new Plan.Instance(GROUP + "/" + number, GROUP, number, command(behaviour), null);
  }

  public static List<String> command(String behaviour) {
    return List.of(
        java(),
        "-Xmx64m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        classPath(),
        ScriptedServer.class.getName(),
        behaviour);
  }

  /**
   * Where the servers of these tests are, with one small jar, which they do not need: a run reads
   * each jar on the class path of its servers, and DuckDB's alone takes a second.
   */
  static String classPath() {
    return Stream.of(ScriptedServer.class, Histogram.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
        .map(place -> Path.of(URI.create(place.toString())).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
