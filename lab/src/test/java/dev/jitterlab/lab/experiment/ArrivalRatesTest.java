package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the descriptors of the real load generators. */
class ArrivalRatesTest {
  private static final String HTTP =
      """
      workload:
        name: shop
        server: {command: shop.sh}
        load:
          http: {%s}
      """;
  private static final String BOTS =
      """
      workload: battle
      load: {%s}
      """;

  @TempDir private Path folder;

  private Experiment read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file);
  }

  private List<String> problems(String yaml) {
    return assertThrows(LabException.class, () -> read(yaml)).problems().stream()
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
  void takesTheRatesOfEachModel() throws IOException {
    for (String load :
        List.of(
            "rate: 200",
            "model: ramp, rate: '100..400:30s'",
            "model: steps, rate: '100:10s,200:10s,400'",
            "model: poisson, rate: '100..400:30s'",
            "model: closed")) {
      assertEquals(
          load.contains("rate"), read(HTTP.formatted(load)).system().load().containsKey("rate"));
    }
    read(BOTS.formatted("arrivals: ramp, arrival-rate: '5..50:30s', players: 60"));
  }

  @Test
  void refusesWhatIsNoRate() {
    assertEquals(
        List.of(
            "test.yaml:5:18 `rate`: expected a rate a second, such as 200, 100..400:30s or"
                + " 100:10s,200:10s,400, found the text `200/s` It is: requests a second to each"
                + " server; not for closed: 200, or 100..400:30s for ramp, 100:10s,200:10s,400 for"
                + " steps, any of them for poisson; docs/experiments.md says how to list all"
                + " options."),
        problems(HTTP.formatted("rate: 200/s")));
  }

  @Test
  void refusesARateOfAnotherModel() {
    assertEquals(
        List.of(
            "test.yaml:5:18 `rate`: rate 100..400:30s does not fit constant, which takes one rate,"
                + " such as 200 Write such a rate, or set `model` to the process that takes this"
                + " one."),
        problems(HTTP.formatted("rate: '100..400:30s'")));
    assertEquals(
        List.of(
            "test.yaml:2:38 `arrival-rate`: rate 20 does not fit ramp, which takes two rates and the"
                + " time from one to the other, such as 100..400:30s Write such a rate, or set"
                + " `arrivals` to the process that takes this one."),
        problems(BOTS.formatted("arrivals: ramp, arrival-rate: 20")));
  }

  /** A misspelt model is refused as such, once. */
  @Test
  void leavesOtherMistakesToOthers() {
    assertEquals(1, problems(HTTP.formatted("model: rmp, rate: '100..400:30s'")).size());
  }
}
