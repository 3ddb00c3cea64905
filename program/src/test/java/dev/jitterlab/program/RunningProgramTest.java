package dev.jitterlab.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProgramTest {
  private final List<String> closed = new ArrayList<>();

  private final class Some extends RunningProgram {
    void open(String failure) throws IOException {
      parts.add(() -> closed.add("port"));
      serveMetrics(new PrometheusRegistry(), "127.0.0.1", 0);
      if (!failure.isEmpty()) {
        throw new IOException(failure);
      }
    }
  }

  @Test
  void closesWhatItHasOpenedWhenTheRestCannotBeOpened() {
    IOException e =
        assertThrows(
            IOException.class, () -> Parts.open(new Some(), some -> some.open("port 1 is in use")));
    assertEquals("port 1 is in use", e.getMessage());
    assertEquals(List.of("port"), closed);
  }

  @Test
  void writesATickLogWhereOneIsAskedFor(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("ticks.hlog");
    Some some = new Some();
    some.addTickLog(new TickRecorder(), Map.of(), null);
    some.addTickLog(new TickRecorder(), Map.of("say", () -> new Histogram(2)), file);
    some.close();
    assertTrue(Files.readString(file).contains("Tag=say,"), "written at the end");
  }

  @Test
  void servesMetricsUntilItIsClosed() throws IOException {
    Some some = Parts.open(new Some(), one -> one.open(""));
    try (var answer = some.metricsUri().toURL().openStream()) {
      String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.contains("jvm_"), text);
    }
    assertEquals(List.of(), closed);
    some.close();
    assertEquals(List.of("port"), closed);
    assertThrows(IOException.class, () -> some.metricsUri().toURL().openStream());
  }
}
