package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plans of {@link ScriptedServer}s that run for a second or two. */
public final class ScriptedPlans {
  static final String GROUP = "pool";
  private static final double READY_SECONDS = 30;

  private ScriptedPlans() {}

  /** A single block with one server of the given behaviour each. */
  public static Plan block(String... behaviours) {
    return plan(READY_SECONDS, 1.5, List.of(), List.of(behaviours));
  }

  static Plan lasting(double seconds, String... behaviours) {
    return plan(READY_SECONDS, seconds, List.of(), List.of(behaviours));
  }

  static Plan readyWithin(double seconds, String behaviour) {
    return plan(seconds, 1.5, List.of(), List.of(behaviour));
  }

  static Plan withFlag(String flag) {
    return plan(READY_SECONDS, 1.5, List.of(flag), List.of("good"));
  }

  /** A single block with one good server that needs no load. */
  static Plan withoutLoad() {
    Plan.Block block = new Plan.Block(1, List.of(instance(1, "good")), null);
    return plan(READY_SECONDS, 1.2, List.of(), List.of(block), 1);
  }

  /** Two rounds of two groups, one server at a time: {@code first} is the baseline. */
  static Plan alternating(String first, String second) {
    Plan one = withoutLoad();
    List<Plan.Group> groups =
        List.of(
            renamed(one.groups().getFirst(), "first"), renamed(one.groups().getFirst(), "second"));
    List<Plan.Block> blocks = new ArrayList<>();
    for (int round = 1; round <= 2; round++) {
      for (Plan.Group group : groups) {
        String behaviour = group.name().equals("first") ? first : second;
        Plan.Instance instance =
            new Plan.Instance(group.name() + "/" + round, group.name(), round, command(behaviour));
        blocks.add(new Plan.Block(blocks.size() + 1, List.of(instance), null));
      }
    }
    return new Plan(
        "test",
        "",
        "test",
        1,
        new Plan.Execution("alternate", "a test"),
        2,
        0.2,
        false,
        1.2,
        READY_SECONDS,
        "first",
        "tick_drift_seconds.p99",
        null,
        null,
        List.of(),
        groups,
        blocks,
        null,
        null,
        null,
        null);
  }

  /** As that plan, but its warm-up lasts until all servers are steady. */
  static Plan untilSteady(Plan plan, double limitSeconds) {
    return new Plan(
        plan.experiment(),
        plan.question(),
        plan.workload(),
        plan.seed(),
        plan.execution(),
        plan.instancesPerGroup(),
        limitSeconds,
        true,
        plan.durationSeconds(),
        plan.readyTimeoutSeconds(),
        plan.baseline(),
        plan.primaryMetric(),
        null,
        null,
        plan.tickPackages(),
        plan.groups(),
        plan.blocks(),
        null,
        null,
        null,
        null);
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

  /** One block after another with one good server each. */
  static Plan blocks(int count) {
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
    return new Plan(
        "test",
        "",
        "test",
        1,
        new Plan.Execution("together", "a test"),
        instances,
        0.2,
        false,
        seconds,
        readySeconds,
        GROUP,
        "tick_drift_seconds.p99",
        null,
        null,
        List.of(),
        List.of(group),
        blocks,
        null,
        null,
        null,
        null);
  }

  private static Plan.Instance instance(int number, String behaviour) {
    return new Plan.Instance(GROUP + "/" + number, GROUP, number, command(behaviour));
  }

  static List<String> command(String behaviour) {
    return List.of(
        java(),
        "-Xmx64m",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        ScriptedServer.class.getName(),
        behaviour);
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
