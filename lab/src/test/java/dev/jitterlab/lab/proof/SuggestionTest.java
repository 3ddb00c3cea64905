package dev.jitterlab.lab.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuggestionTest {
  @TempDir private Path folder;

  private RunDirectory run;
  private String group;

  /** A real run, of which plan and experiment count, without its options of server and load. */
  @BeforeEach
  void unpack() throws IOException {
    run = new RunDirectory(folder.resolve("run"));
    Files.createDirectories(run.root());
    try (InputStream file =
            SuggestionTest.class.getResourceAsStream("/kept-runs/scheduler-2026-11.zip");
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (List.of("plan.json", "experiment.yaml").contains(entry.getName())) {
          Files.copy(zip, run.root().resolve(entry.getName()));
        }
      }
    }
    for (Path file : List.of(run.plan(), run.experiment())) { // the stand-in has no such options
      String text = Files.readString(file);
      Files.writeString(
          file,
          text.replaceAll("(?s)\"server\" : \\{[^}]*}", "\"server\" : {}")
              .replaceAll("(?s)\nload:.*", "\n"));
    }
    group = Json.read(run.plan(), Plan.class).groups().getFirst().name();
  }

  private Causes causes(String secondsByCause) throws IOException {
    return Json.parse(
        """
        {"events": [{"id": "a", "instance": "%s/1", "kind": "tick", "task": "battle-1", "at": 1,
                     "lateness_seconds": 1, "typical_seconds": 0, "parts": [], "not_recorded": []}],
         "not_recorded": [], "findings": [], "sources": [],
         "groups": [{"name": "%s", "late_events": 9, "lateness_seconds": 10,
                     "seconds_by_cause": {%s}, "bounds": {}, "not_recorded": [], "events_left_out": 0}]}
        """
            .formatted(group, group, secondsByCause),
        Causes.class);
  }

  private Suggestion suggest(String secondsByCause, String cause) throws IOException {
    return Suggestion.of(run, causes(secondsByCause), Optional.empty(), Optional.ofNullable(cause));
  }

  @Test
  void theExperimentHasTheServerAsItWasAControlAndTheChange() throws IOException {
    Suggestion suggestion = suggest("\"deoptimised_code\": 6, \"run_queue\": 4", null);
    assertTrue(suggestion.sentence().startsWith("60 % of " + group), suggestion.sentence());
    assertFalse(suggestion.place().matters());
    Path file = Files.writeString(folder.resolve("s.yaml"), suggestion.text());
    Experiment experiment = new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file);

    assertEquals(suggestion.name(), experiment.name());
    assertEquals(
        List.of("as-it-was", "without-traps", "as-it-was-again"),
        experiment.groups().combinations().stream().map(one -> one.name()).toList());
    assertTrue(suggestion.text().contains("-XX:PerMethodTrapLimit=0"), suggestion.text());
    assertTrue(suggestion.text().contains("cause: deoptimised_code"), suggestion.text());
  }

  /** Each cause has a file that can be read, or a sentence that says why there is none. */
  @Test
  void everyCauseHasAChangeOrAReasonWhyNot() throws IOException {
    List<String> changed = new ArrayList<>();
    for (Cause cause : Cause.values()) {
      if (cause == Cause.UNEXPLAINED) {
        continue;
      }
      try {
        Suggestion suggestion = suggest("\"" + cause.id() + "\": 6", cause.id());
        Path file = folder.resolve(cause.id() + ".yaml");
        Files.writeString(file, suggestion.text());
        Experiment experiment =
            new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file);
        assertEquals(3, experiment.groups().combinations().size(), cause.id());
        changed.add(cause.id());
      } catch (LabException e) {
        assertTrue(
            e.problems().getFirst().what().contains("no experiment of the lab can test"),
            () -> cause.id() + ": " + e.problems());
      }
    }
    assertTrue(
        changed.containsAll(
            List.of(
                "gc_pause",
                "time_to_safepoint",
                "compiler_threads",
                "run_queue",
                "deoptimised_code",
                "first_compilation")),
        changed::toString);
    assertFalse(changed.contains("lock_wait"), "a lock cannot be replaced from outside");
  }

  @Test
  void withoutALateTickOrACauseThereIsNothingToProve() throws IOException {
    Causes none = Json.parse("{\"events\": [], \"groups\": [], \"findings\": []}", Causes.class);
    assertThrows(
        LabException.class, () -> Suggestion.of(run, none, Optional.empty(), Optional.empty()));
    assertThrows(LabException.class, () -> suggest("\"unexplained\": 10", null));
    assertThrows(LabException.class, () -> suggest("\"gc_pause\": 10", "lock_wait"));
  }
}
