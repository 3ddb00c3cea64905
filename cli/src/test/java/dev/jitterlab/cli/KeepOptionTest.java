package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What a bench has measured must not be lost because it cannot be kept. */
class KeepOptionTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final FakeBench fake = new FakeBench();

  /** Takes no time. */
  @Command(name = "fake")
  private static final class FakeBench implements Callable<Integer> {
    private boolean hasMeasured;

    @Mixin private BenchOptions bench;
    @Mixin private KeepOption keep;
    @Mixin private Output output;

    @Override
    public Integer call() throws InterruptedException {
      return bench.<String>run(
          (_, _) -> {
            hasMeasured = true;
            return "the figures";
          },
          output,
          (result, _) -> result + "\n",
          keep,
          FakeBench::kept);
    }

    private static BenchRecord kept(String result) {
      return new BenchRecord(
          "bench-fake",
          "1",
          new EnvironmentProbe(Path.of("/")).probe(Map.of()),
          Map.of(),
          List.of(),
          Map.of(result, Map.of("time", List.of(1.0))));
    }
  }

  private int jitterlab(String... arguments) {
    PrintWriter toOut = new PrintWriter(out, true);
    PrintWriter toErr = new PrintWriter(err, true);
    return JitterlabCommand.commandLine(
            Planner::planHere, folder, new Terminals(PLAIN, PLAIN), toOut, toErr)
        .addSubcommand(fake)
        .setOut(toOut)
        .setErr(toErr)
        .execute(arguments);
  }

  private String shown() {
    return err.toString().replaceAll("\\s+", " ");
  }

  @Test
  void printsTheFiguresAndKeepsThem() throws IOException {
    Path kept = folder.resolve("deep/kept");
    assertEquals(0, jitterlab("fake", "--keep=" + kept, "--out=" + folder.resolve("bench")));

    assertTrue(out.toString().startsWith("the figures\nresult  "), out::toString);
    assertTrue(Files.readString(kept.resolve("bench-fake.jsonl")).contains("the figures"));
    try (Stream<Path> files = Files.list(kept)) {
      assertEquals(1, files.count(), "nothing is left of the check");
    }
  }

  @Test
  void printsFiguresThatCannotBeKeptAndSaysWhereTheyAre() throws IOException {
    Path bench = folder.resolve("bench");
    Files.writeString(folder.resolve("bench-fake.jsonl"), "no record\n");
    assertEquals(3, jitterlab("fake", "--keep=" + folder, "--out=" + bench));

    assertTrue(out.toString().startsWith("the figures\n"), out::toString);
    assertTrue(shown().contains("this line is not the record of a run"), shown());
    assertTrue(shown().contains("The figures are in " + bench.resolve("bench.json")), shown());
  }

  @Test
  void measuresNothingIfTheFolderCannotBeWritten() throws IOException {
    Path kept = Files.writeString(folder.resolve("file"), "").resolve("kept");
    assertEquals(2, jitterlab("fake", "--keep=" + kept, "--out=" + folder.resolve("bench")));
    assertTrue(shown().contains("--keep: no records can be written in " + kept), shown());
    assertFalse(fake.hasMeasured);
    assertEquals("", out.toString());
  }

  /** Its own program measures. */
  @Test
  void theArenaRunsNothingIfTheFolderCannotBeWritten() throws IOException {
    Path kept = Files.writeString(folder.resolve("file"), "").resolve("kept");
    assertEquals(2, jitterlab("bench", "arena", "--keep=" + kept));
    assertTrue(shown().contains("--keep: no records can be written in " + kept), shown());
  }
}
