package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector from a jar of the user's own, in a lab of its own: the jar is named at its start. */
class OwnCollectorTest {
  private static final String SOURCE =
      """
      package own;

      import dev.jitterlab.lab.collector.*;
      import java.util.*;

      public final class ClassLog implements Collector {
        @Override public String name() { return "class_log"; }
        @Override public String description() { return "The JVM's log of classes that it loads."; }
        @Override public Set<Attachment> attachesTo() { return Set.of(Attachment.SERVER); }
        @Override public List<String> files() { return List.of("class.log"); }
        @Override public List<String> jvmArguments() {
          return List.of("-Xlog:class+load:file=class.log:timemillis:filecount=0");
        }
        @Override public List<Series> series() {
          return List.of(new Series("loaded_classes", "1/s", "Classes loaded in each second.", p ->
              p.perSecond(Recorded.lines(p.folder().resolve("class.log"), ClassLog::at).stream()
                  .mapToDouble(at -> at))));
        }
        private static Optional<Double> at(String line) {
          return line.contains("ms] ")
              ? Optional.of(Long.parseLong(line.substring(1, line.indexOf("ms]"))) / 1e3)
              : Optional.empty();
        }
      }
      """;

  @TempDir private Path folder;

  private OwnJar jar;

  @BeforeEach
  void compile() throws IOException {
    jar = OwnJar.compile(folder, "ClassLog", "dev.jitterlab.lab.collector.Collector", SOURCE);
  }

  @Test
  void itsFlagIsInThePlanOfTheGroupsThatDoNotSwitchItOff() throws Exception {
    Path experiment =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            workload: battle
            instances: 1
            groups: [{name: log, values: [with, without]}]
            properties:
            - {targets: [log=without], properties: {recording: {class_log: false}}}
            """);
    String plan = jar.lab("plan", experiment.toString(), "--format", "json");

    assertEquals(2, plan.split("-Xlog:class\\+load:file=class.log", -1).length);
  }

  @Test
  void itIsListedAndItsSeriesIsReadBack() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder.resolve("run")).write();
    long fromMs = Math.round(1_000 * RunDirectoryFixture.START);
    long second = fromMs + 1_000L * (RunDirectoryFixture.WARMUP_SECONDS + 1);
    Files.writeString(
        run.instance("scheduled-pool/1").resolve("class.log"),
        "[%dms] java.lang.Object source: jrt:/java.base\n[%dms] a.B source: file:x\nelse\n"
            .formatted(second + 200, second + 900));

    assertTrue(jar.lab("collectors").contains("The JVM's log of classes that it loads."));
    String series = jar.lab("collectors", "series", run.root().toString(), "loaded_classes");
    assertTrue(series.startsWith("process,at_seconds,loaded_classes\n"), series);
    assertEquals(1, series.split(",2\\.0\n", -1).length - 1, series);
    assertFalse(series.contains(",1.0\n"), series);
  }
}
