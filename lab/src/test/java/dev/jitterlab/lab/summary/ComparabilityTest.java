package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparabilityTest {
  @TempDir private Path folder;
  private Plan plan;

  @BeforeEach
  void readAPlan() {
    plan = Json.read(new RunDirectoryFixture(folder).write().plan(), Plan.class);
  }

  /** The plan with a server that is none of Jitterlab's own. */
  private Plan foreign(String server, String load) {
    Foreign foreign =
        new Foreign(
            "java",
            Sign.PORT,
            "1",
            "",
            List.of(),
            null,
            List.of("load", load),
            Map.of(),
            Map.of(),
            null);
    Plan.Block block = plan.blocks().getFirst();
    List<Plan.Instance> instances =
        block.instances().stream()
            .map(
                one ->
                    new Plan.Instance(
                        one.id(), one.group(), one.number(), List.of("java", server), foreign))
            .toList();
    return with(List.of(new Plan.Block(1, instances, null)), plan.groups());
  }

  private Plan with(List<Plan.Block> blocks, List<Plan.Group> groups) {
    return with(plan.timing(), blocks, groups);
  }

  private Plan with(Timing timing, List<Plan.Block> blocks, List<Plan.Group> groups) {
    return new Plan(
        plan.subject(),
        plan.design(),
        timing,
        plan.analysis(),
        groups,
        blocks,
        plan.selection(),
        plan.templates(),
        plan.safeguards());
  }

  private static List<String> between(Plan before, Plan after) {
    return words(Comparability.between(before, Optional.empty(), after, Optional.empty()));
  }

  /** Those that break a comparison have a mark. */
  private static List<String> words(List<Comparability.Difference> differences) {
    return differences.stream().map(one -> one + (one.breaks() ? "!" : "")).toList();
  }

  /**
   * Another length or kind of warm-up leaves other code behind, and another load is another one.
   */
  @Test
  void anotherTimingBreaks() {
    Timing longer = new Timing(4, true, 13, 30);

    assertEquals(
        List.of(
            "the warm-up in seconds was 3.0, is 4.0!",
            "a warm-up until steady was false, is true!",
            "the duration in seconds was 12.0, is 13.0!"),
        between(plan, with(longer, plan.blocks(), plan.groups())));
  }

  @Test
  void anotherLoadBreaksAndAnotherSeedOfItDoesNot() {
    Plan first = loaded("--rate=200", "--seed=41");

    assertEquals(List.of(), between(first, loaded("--rate=200", "--seed=42")));
    assertEquals(
        List.of("the load was [--rate=200], is [--rate=400]!"),
        between(first, loaded("--rate=400", "--seed=41")));
  }

  private Plan loaded(String... arguments) {
    Plan.Block block = plan.blocks().getFirst();
    return with(
        List.of(new Plan.Block(1, block.instances(), new Plan.Load("udp", List.of(arguments)))),
        plan.groups());
  }

  /** What a kernel or a governor does is to be compared, perhaps; another machine is no change. */
  @Test
  void anotherMachineBreaksAndAnotherSettingOfItDoesNot() {
    Environment before = machine("Linux 6.1", "A", 2, 8L, "performance", 1.5, 4L, "tsc");
    Environment after = machine("Linux 6.2", "B", 4, 16L, "powersave", 2.5, 6L, "hpet");

    assertEquals(
        List.of(
            "the kernel was Linux 6.1, is Linux 6.2",
            "the CPU was A, is B!",
            "the number of cores was 2, is 4!",
            "the memory in bytes was 8, is 16!",
            "the governor was performance, is powersave",
            "the CPU limit was 1.5, is 2.5!",
            "the memory limit was 4, is 6!",
            "the clock source was tsc, is hpet"),
        words(Comparability.between(plan, Optional.of(before), plan, Optional.of(after))));
    assertEquals(
        List.of(), words(Comparability.between(plan, Optional.of(before), plan, Optional.empty())));
  }

  private static Environment machine(
      String kernel,
      String cpu,
      int cores,
      long memoryBytes,
      String governor,
      double cpuLimit,
      long memoryLimitBytes,
      String clockSource) {
    return new Environment(
        kernel,
        cpu,
        cores,
        memoryBytes,
        governor,
        null,
        cpuLimit,
        memoryLimitBytes,
        clockSource,
        null,
        null,
        null,
        null,
        Map.of(),
        "25",
        null,
        null,
        "UTC",
        "en-GB");
  }

  @Test
  void anotherExternalLoadBreaks() {
    String group = plan.blocks().getFirst().instances().getFirst().group();
    Plan slow = foreign("-jar a.jar", "--rate=200");

    assertEquals(List.of(), between(slow, slow));
    assertEquals(
        "the load of %s was [load, --rate=200], is [load, --rate=400]!".formatted(group),
        between(slow, foreign("-jar a.jar", "--rate=400")).getFirst());
    assertEquals(
        "the command of %s was [java, -jar a.jar], is [java, -jar b.jar]".formatted(group),
        between(slow, foreign("-jar b.jar", "--rate=200")).getFirst());
  }

  /** A plan has filled it in, and each round has another one: 43 is that of the seed 42. */
  @Test
  void anotherSeedOfAnExternalLoadDoesNotBreak() {
    Plan first = seeded(42, foreign("-jar a.jar", "--rate=200 --seed=43"));

    assertEquals(
        List.of(), between(first, seeded(99, foreign("-jar a.jar", "--rate=200 --seed=100"))));
    List<String> another =
        between(first, seeded(99, foreign("-jar a.jar", "--rate=400 --seed=100")));
    assertTrue(
        another.getFirst().endsWith(", is [load, --rate=400 --seed=100]!"), another::toString);
    List<String> fixed = between(first, seeded(99, foreign("-jar a.jar", "--rate=200 --seed=7")));
    assertTrue(fixed.getFirst().startsWith("the load of "), fixed::toString);
  }

  /** Only whole numbers are the seed, and a rate that is the same by chance stays a rate. */
  @Test
  void aRateThatIsTheSeedIsARate() {
    Plan first = seeded(199, foreign("-jar a.jar", "--rate=200"));

    assertEquals(List.of(), between(first, seeded(42, foreign("-jar a.jar", "--rate=200"))));
    Plan faster = seeded(42, foreign("-jar a.jar", "--rate=400"));
    assertTrue(between(first, faster).getFirst().endsWith("!"), between(first, faster)::toString);
    Plan more = seeded(42, foreign("-jar a.jar", "--rate=2000"));
    assertTrue(between(first, more).getFirst().endsWith("!"), between(first, more)::toString);
  }

  private static Plan seeded(long seed, Plan of) {
    Design design = of.design();
    return new Plan(
        of.subject(),
        new Design(seed, design.execution(), design.instancesPerGroup(), design.sequential()),
        of.timing(),
        of.analysis(),
        of.groups(),
        of.blocks(),
        of.selection(),
        of.templates(),
        of.safeguards());
  }

  @Test
  void anotherCpuLimitIsNamed() {
    Plan.Group group = plan.groups().getFirst();
    Plan limited =
        with(
            plan.blocks(),
            List.of(
                new Plan.Group(
                    group.name(),
                    group.variables(),
                    Map.of("machine", Map.of("cpu_limit", 1)),
                    group.origins(),
                    group.jdk(),
                    group.jvmArguments(),
                    group.serverArguments())));

    assertEquals(
        List.of("the machine of %s was null, is {cpu_limit=1}".formatted(group.name())),
        between(plan, limited));
  }
}
