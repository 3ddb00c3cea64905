package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.MachineFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table in docs/method.md says what every check and every cause can depend on. */
class DependenceTest {
  @TempDir private Path root;

  @Test
  void theTableHasEveryCheckAndEveryCause() throws IOException {
    List<String> written =
        Files.readAllLines(Path.of("../docs/method.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();
    Stream<String> causes =
        Stream.of(OutlierCause.values())
            .map(cause -> row(cause.id(), cause.means(), List.of(cause.dependsOn())));
    Stream<String> checks =
        TrialChecks.all().stream()
            .map(Check::question)
            .map(
                question ->
                    row(
                        question.id(),
                        question.words(),
                        question.dependsOn().stream().sorted().toList()));

    assertEquals(
        Stream.concat(causes, checks).collect(Collectors.joining("\n")),
        String.join("\n", written));
  }

  @Test
  void nothingThatAServerCanMoveExcusesAnInstance() {
    for (OutlierCause cause : OutlierCause.values()) {
      assertNotEquals(Dependence.OUTCOME, cause.dependsOn(), cause::name);
    }
  }

  /** Or the test below would prove nothing. */
  @ParameterizedTest
  @EnumSource
  void whatHappensToOneInstanceFromOutsideExcusesIt(OutlierCause cause) {
    assertTrue(excuse(fromOutside(cause)).isPresent());
  }

  private Consumer<MachineFixture> fromOutside(OutlierCause cause) {
    return switch (cause) {
      case STALLS -> machine -> machine.stall(3, 4, 400);
      case OTHER_LOAD -> machine -> machine.others(3, 0.2);
    };
  }

  /** What the third instance, or its group, can bring about by what it asks for. */
  private enum Demand {
    COMPUTES(machine -> machine.busy(0.95)),
    FILLS_THE_CPUS(
        machine -> {
          machine.busy(1);
          machine.stall(3, 4, 400);
          machine.waitsInSecondFour(0.4);
        }),
    WAKES_THREADS_UP(
        machine -> {
          machine.stall(3, 4, 400);
          machine.steal(3, 0.04);
        }),
    FILLS_AND_WAKES(
        machine -> {
          machine.stall(3, 4, 400);
          machine.waitsInSecondFour(0.15);
          machine.steal(3, 0.006);
        }),
    TAKES_THE_MEMORY(
        machine -> {
          machine.stall(3, 4, 400);
          machine.swap(1_000);
        }),
    MAKES_THE_KERNEL_WORK(
        machine -> {
          machine.others(3, 0.2);
          machine.othersAreTheKernel();
        }),
    USES_HELPERS_THAT_COME_AND_GO(
        machine -> {
          machine.others(3, 0.2);
          machine.othersAreHidden();
        }),
    WORKS_THROUGH_A_DAEMON(
        machine -> {
          for (int block = 1; block <= 5; block++) {
            machine.daemon(block, block == 3 ? 0.2 : 0.01);
          }
        });

    private final Consumer<MachineFixture> onTheMachine;

    Demand(Consumer<MachineFixture> onTheMachine) {
      this.onTheMachine = onTheMachine;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAGroupAsksForExcusesNoneOfIts(Demand demand) {
    assertEquals(Optional.empty(), excuse(demand.onTheMachine));
  }

  private Optional<String> excuse(Consumer<MachineFixture> onTheMachine) {
    RunDirectory run =
        new RunDirectoryFixture(root.resolve("run")).inBlocks().machine(onTheMachine).write();
    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      return OutlierCause.of("scheduled-pool/3", Evidence.read(run, Optional.of(samples)));
    }
  }

  @Test
  void everyCheckSaysWhatItDependsOn() {
    for (Check check : TrialChecks.all()) {
      assertFalse(check.question().dependsOn().isEmpty(), check.question().id());
    }
  }

  private static String row(String id, String words, List<Dependence> dependsOn) {
    return "| `%s` | %s | %s |"
        .formatted(
            id, words, dependsOn.stream().map(Dependence::word).collect(Collectors.joining(", ")));
  }
}
