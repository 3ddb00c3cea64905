package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.scenario.ScenarioText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioOptionTest {
  private static final String SHOP =
      """
      workload:
        name: shop
        server: {command: shop.sh}
        load:
          http:
            rate: 20
            scenario: %s
      """;
  private static final String JOURNEYS =
      "{values: {n: 1..9}, journeys: [{name: read, steps: [{get: '/${n}', check: {status:"
          + " 200}}]}]}";

  @TempDir private Path folder;

  private Experiment read(String scenario) throws IOException {
    Path file = Files.writeString(folder.resolve("test.yaml"), SHOP.formatted(scenario));
    return new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file);
  }

  @Test
  void inlineAndInAFileAreTheSame() throws IOException {
    String inline = read(JOURNEYS).system().load().get("scenario");
    assertEquals(1, ScenarioText.read(inline).journeys().size());
    Files.writeString(folder.resolve("users.yaml"), JOURNEYS);
    Experiment inFile = read("users.yaml");
    assertEquals(inline, inFile.system().load().get("scenario"));
    assertEquals(List.of("read/n"), inFile.analysis().metrics().steps());
    assertTrue(inFile.analysis().metrics().keys().contains("step_response_seconds.read/n.p99"));
  }

  private List<String> problems(String scenario) {
    return assertThrows(LabException.class, () -> read(scenario)).problems().stream()
        .map(
            problem ->
                problem.where().replaceFirst(".*/", "")
                    + " "
                    + problem.what()
                    + " "
                    + problem.remedy())
        .toList();
  }

  @Test
  void errorsHaveTheirPlace() throws IOException {
    String wrong = "{journeys: [{steps: [{get: nowhere}, {get: /, chek: {}}]}]}";
    List<String> found = problems(wrong);
    assertEquals(2, found.size(), found::toString);
    assertEquals(
        "test.yaml:7:44 the path `nowhere` does not begin with `/` Write the path alone, without a"
            + " host, such as /pages/1.",
        found.getFirst());
    assertTrue(found.getLast().contains(" unknown key `chek` in a step"), found::toString);
    Files.writeString(folder.resolve("users.yaml"), "\n" + wrong);
    assertTrue(
        problems("users.yaml").getFirst().contains("users.yaml:2:"),
        problems("users.yaml")::toString);
    assertTrue(problems("none.yaml").getFirst().contains("no such file"), "none");
    assertTrue(
        problems("[]").getFirst().contains("expected a scenario, a mapping of keys"),
        problems("[]")::toString);
  }
}
