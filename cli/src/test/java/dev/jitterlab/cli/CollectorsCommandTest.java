package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectorsCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return JitterlabCommand.execute(
        arguments,
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  @Test
  void listsEachWithinTheTerminalsWidth() {
    assertEquals(0, run("collectors"), err::toString);
    String text = out.toString();
    for (String name :
        List.of("jfr", "jit_log", "gc_log", "scrape", "proc", "tick_log", "control")) {
      assertTrue(text.contains("\n" + name + " ") || text.startsWith(name + " "), text);
    }
    assertTrue(text.lines().allMatch(line -> line.length() <= 80), text);
    assertTrue(text.contains("          Attaches to: servers. On by default.\n"), text);
    assertTrue(text.contains("Series: gc_pause_seconds, gc_full_pause_seconds,"), text);
    assertTrue(text.contains("          This machine allows it.\n"), text);
  }

  @Test
  void jsonHasEverythingThatItDeclares() throws IOException {
    assertEquals(0, run("collectors", "--format", "json"), err::toString);
    JsonNode jfr = new ObjectMapper().readTree(out.toString()).get("collectors").get(0);
    assertEquals("jfr", jfr.get("name").asText());
    assertEquals("servers", jfr.get("attaches_to").get(0).asText());
    assertEquals("recording.jfr", jfr.get("files").get(0).asText());
    assertTrue(jfr.get("jvm_arguments").get(1).asText().contains("filename=recording.jfr"));
    assertTrue(jfr.get("on_by_default").asBoolean());
    assertTrue(jfr.get("allowed").asBoolean());
    assertFalse(jfr.has("fixed"));
  }

  @Test
  void printsASeriesOfEveryProcessThatTheCollectorAttachesTo() {
    new RunDirectoryFixture(folder).write();
    assertEquals(0, run("collectors", "series", folder.toString(), "tick_drift_max_seconds"));
    List<String> lines = out.toString().lines().toList();
    assertEquals("process,at_seconds,tick_drift_max_seconds", lines.getFirst());
    for (String id : List.of("scheduled-pool/1", "load/1", "control/1")) {
      assertTrue(lines.stream().anyMatch(line -> line.startsWith(id + ",")), lines::toString);
    }
    assertTrue(lines.stream().anyMatch(line -> line.contains(",-")), "also the warm-up");
  }

  @Test
  void saysThatNothingWasRecordedAndWhatWas() {
    new RunDirectoryFixture(folder).write();
    assertEquals(0, run("collectors", "series", folder.toString(), "gc_pause_seconds"));
    assertEquals("process,at_seconds,gc_pause_seconds\n", out.toString());
    String said = err.toString();
    assertTrue(said.startsWith("Nothing was recorded as `gc_pause_seconds` in " + folder), said);
    String recorded = said.substring(said.indexOf("The series with values are "));
    assertTrue(recorded.contains("tick_drift_max_seconds"), said);
    assertFalse(recorded.contains("gc_pause_seconds"), said);
  }

  /** Reading would take its samples away from the lab that writes them. */
  @Test
  void readsNoRunThatIsBeingMeasured() throws IOException {
    new RunDirectoryFixture(folder).write();
    try (RunLock _ = RunLock.acquire(new RunDirectory(folder))) {
      assertEquals(7, run("collectors", "series", folder.toString(), "tick_drift_max_seconds"));
    }
    assertTrue(err.toString().contains("another jitterlab is measuring this run"), err::toString);
    assertEquals("", out.toString());
  }

  @Test
  void namesTheNearestSeries() {
    assertEquals(2, run("collectors", "series", folder.toString(), "gc_pause_second"));
    assertTrue(err.toString().contains("did you mean"), err::toString);
    assertTrue(err.toString().contains("`gc_pause_seconds`?"), err::toString);
  }
}
