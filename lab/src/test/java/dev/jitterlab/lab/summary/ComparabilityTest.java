package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
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
    return new Plan(
        plan.subject(),
        plan.design(),
        plan.timing(),
        plan.analysis(),
        groups,
        blocks,
        plan.selection(),
        plan.templates(),
        plan.safeguards());
  }

  private static List<String> between(Plan before, Plan after) {
    return Comparability.between(before, Optional.empty(), after, Optional.empty()).stream()
        .map(one -> one + (one.breaks() ? "!" : ""))
        .toList();
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
