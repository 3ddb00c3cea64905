package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a diagnosed run to an experiment that can be planned where it was written. */
class SuggestCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 160);
  private static final Jdk OWN =
      new Jdk(25, "25", "Maker", Path.of(System.getProperty("java.home")), true);
  private static final Path HOME = Path.of("../lab/src/test/resources/home");

  @TempDir private Path folder;

  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  private static Plan plan(Path file) {
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(HOME)).read(file));
  }

  private int suggest(String... arguments) throws IOException {
    Path here = Files.createDirectories(folder.resolve("here"));
    out = new StringWriter();
    err = new StringWriter();
    String[] all = new String[arguments.length + 1];
    all[0] = "suggest";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return JitterlabCommand.execute(
        all,
        SuggestCommandTest::plan,
        here,
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  private Path run(Path experiment, String yaml) throws IOException {
    Files.createDirectories(experiment.getParent());
    Files.writeString(experiment, yaml);
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    Files.createDirectories(run.root());
    Files.writeString(run.experiment(), yaml);
    Json.write(run.plan(), plan(experiment));
    Files.writeString(
        run.causes(),
        """
        {"events": [{"id": "a", "instance": "all/1", "kind": "tick", "task": "t", "at": 1,
                     "lateness_seconds": 1, "typical_seconds": 0, "parts": [], "not_recorded": []}],
         "not_recorded": [], "findings": [], "sources": [],
         "groups": [{"name": "all", "late_events": 9, "lateness_seconds": 10,
                     "seconds_by_cause": {"gc_pause": 6, "lock_wait": 4}, "bounds": {},
                     "not_recorded": [], "events_left_out": 0}]}
        """);
    return run.root();
  }

  @Test
  void writesAnExperimentAndSaysHowLongItTakes() throws IOException {
    Path run = run(folder.resolve("first.yaml"), "workload: battle\nduration: 5s\n");
    assertEquals(0, suggest(run.toString()), err::toString);
    Path file = folder.resolve("here/first-gc-pause.yaml");
    assertTrue(out.toString().contains("60 % of the late time"), out::toString);
    assertTrue(out.toString().contains("./jitterlab run " + file), out::toString);
    assertEquals(3, plan(file).groups().size());
    assertEquals(0, suggest(run.toString()), "the same text again: " + err);

    Files.writeString(file, "workload: battle # mine\n");
    assertEquals(2, suggest(run.toString()));
    assertTrue(err.toString().contains("Give another --out"), err::toString);
    assertEquals("workload: battle # mine\n", Files.readString(file));
    assertEquals(2, suggest(run.toString(), "--cause=lock_wait"));
    assertTrue(err.toString().contains("./jitterlab ab"), err::toString);
  }

  @Test
  void aFileThatCannotBeWrittenIsAWrongArgument() throws IOException {
    Path run = run(folder.resolve("first.yaml"), "workload: battle\nduration: 5s\n");
    Path file = folder.resolve("new-folder/x.yaml");

    assertEquals(2, suggest(run.toString(), "--out", file.toString()), err::toString);

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + file + ": "), shown);
    assertTrue(shown.contains("its folder does not exist"), shown);
    assertTrue(shown.contains("with --out"), shown);
  }

  /** Its relative paths begin where the first experiment stood. */
  @Test
  void theExperimentOfAServerOfYourOwnIsWrittenBesideTheFirst() throws IOException {
    Path jar = folder.resolve("mine/lib/a.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    Path run =
        run(
            folder.resolve("mine/first.yaml"),
            """
            workload:
              name: mine
              server:
                command: ['${java}', '${jvm_arguments}', -jar, lib/a.jar, '${here}/data']
                ticks: {event: a.Tick, rate: 20}
            """);
    assertEquals(0, suggest(run.toString()), err::toString);
    Path file = folder.resolve("mine/first-gc-pause.yaml");
    assertTrue(out.toString().contains("Written to " + file), out::toString);
    assertTrue(
        plan(file).blocks().getFirst().instances().getFirst().command().contains(jar.toString()));
    assertFalse(Files.exists(folder.resolve("here/first-gc-pause.yaml")));
  }
}
