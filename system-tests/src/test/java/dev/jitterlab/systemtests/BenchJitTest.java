package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.bench.jit.JitRecord;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./jitterlab bench jit} with real JVMs, which wait for their compilers. */
class BenchJitTest {
  @TempDir Path folder;

  @Test
  void asksTheCompilersAndKeepsTheirAnswers() throws Exception {
    Outcome outcome =
        new Jitterlab(folder)
            .run(
                "bench",
                "jit",
                "--jdks=25",
                "--rounds=1",
                "--seconds=0.01",
                "--no-directives",
                "--format=json",
                "--out=bench",
                "--keep=kept");
    assertEquals(0, outcome.status(), outcome.toString());
    JsonNode figures = new ObjectMapper().readTree(outcome.out()).get("figures");
    figures
        .properties()
        .forEach(
            group ->
                group
                    .getValue()
                    .properties()
                    .forEach(
                        figure ->
                            assertTrue(
                                JitRecord.hasFigure(group.getKey(), figure.getKey()),
                                group.getKey() + " " + figure.getKey())));

    JsonNode of25 = figures.get("25");
    assertEquals(1, of25.get("branch_lost.if.0").get(0).asInt(), "a branch that never ran");
    assertEquals(0, of25.get("branch_lost.if.10").get(0).asInt(), "a branch that did");
    assertEquals(1, of25.get("discarded_by_one_guess.whole").get(0).asInt());
    assertEquals(0, of25.get("discarded_by_one_guess.split").get(0).asInt());
    assertTrue(figures.get("tier-0-25").get("time").get(0).asDouble() > 0);

    List<KeptRun> kept = new KeptRuns(folder.resolve("kept")).newest(JitRecord.NAME);
    assertEquals(1, kept.size());
    assertEquals(List.of(1.0), kept.getFirst().values("25", "discarded_by_one_guess.whole"));
  }

  @Test
  void namesAJdkThatIsNotThere() throws Exception {
    Outcome outcome = new Jitterlab(folder).here("bench", "jit", "--jdks=8", "--out=bench");
    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("jdks install 8"), outcome.toString());
  }
}
