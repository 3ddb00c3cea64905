package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import dev.jitterlab.systemtests.Jitterlab.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real run of a server that needs no load generator; and the same, ended in the middle of its
 * second block, goes on.
 */
class ResumeTest {
  private static final String EXPERIMENT =
      """
      experiment: resumed
      workload: periodic
      instances: 2
      warmup: 1s
      duration: 2s
      execution: blocks
      groups:
        - name: scheduler
          values: [thread-per-task, scheduled-pool]
      defaults:
        jvm_arguments: -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
        server: {tasks: '20@50,1@200'}
        recording: {jfr: false, jit_log: false, gc_log: false} # WholeRunTest has them
      properties:
        - targets: ['scheduler=thread-per-task']
          properties: {server: {scheduler: thread-per-task}}
      """;

  @TempDir private static Path undisturbed;
  private static Outcome ended;
  private static JsonNode whole;

  @TempDir Path folder;
  private Jitterlab jitterlab;

  @BeforeAll
  static void runUndisturbed() throws Exception {
    Jitterlab there = new Jitterlab(undisturbed);
    there.write("resumed.yaml", EXPERIMENT);
    ended = there.run("run", "resumed.yaml", "--out", "run", "--format", "json");
    whole = new ObjectMapper().readTree(ended.out());
  }

  @BeforeEach
  void writeTheExperiment() throws IOException {
    jitterlab = new Jitterlab(folder);
    jitterlab.write("resumed.yaml", EXPERIMENT);
  }

  /** Ends a run with that signal, however slow the machine is: it stands still until then. */
  private void interruptInTheMiddleOfBlockTwo(String signal) throws Exception {
    Running running = jitterlab.start("run", "resumed.yaml", "--out", "run");
    while (!measuresBlockTwo()) {
      assertFalse(
          running.process().waitFor(100, TimeUnit.MILLISECONDS), () -> "ended before: " + signal);
    }
    signal("STOP", running);
    Outcome busy = jitterlab.run("resume", "run");
    assertEquals(7, busy.status(), "while it is measured: " + busy);
    assertTrue(busy.err().contains("another jitterlab"), busy.toString());

    List<ProcessHandle> servers = servers();
    assertEquals(2, servers.size(), "one of each group runs");
    signal(signal, running);
    signal("CONT", running);
    running.process().waitFor();
  }

  private static void signal(String name, Running running) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + running.process().pid()).start().waitFor();
  }

  private boolean measuresBlockTwo() throws IOException {
    return Files.exists(folder.resolve("run/run.json"))
        && json("run.json").get("blocks").size() == 2
        && json("run.json").get("blocks").get(1).hasNonNull("measured_from");
  }

  private List<ProcessHandle> servers() throws IOException {
    List<ProcessHandle> servers = new ArrayList<>();
    for (String group : List.of("thread-per-task", "scheduled-pool")) {
      long pid = json("groups/" + group + "/2/process.json").get("pid").asLong();
      ProcessHandle.of(pid).ifPresent(servers::add);
    }
    return servers;
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("run").resolve(name).toFile());
  }

  @Test
  void measuresAServerThatNeedsNoLoad() throws Exception {
    assertTrue(ended.err().contains("block 2"), ended.toString());
    assertFitsTheSchema(whole);
    assertEveryInstanceMeasured(whole);
    for (JsonNode check : whole.get("validity").get("checks")) {
      assertFalse(check.get("name").asText().startsWith("load_"), check.toString());
    }
    assertTrue(Files.size(undisturbed.resolve("run/report.html")) > 100);
    assertFalse(Files.exists(undisturbed.resolve("run/load")));

    Outcome plan = jitterlab.here("plan", "resumed.yaml");
    assertEquals(0, plan.status(), plan.toString());
    assertFalse(plan.out().contains("Command line of the load"), plan.out());
  }

  private static void assertFitsTheSchema(JsonNode summary) throws IOException {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Jitterlab.HOME.resolve("docs/summary.schema.json")));
    assertEquals(Set.of(), schema.validate(summary));
  }

  @Test
  void goesOnWithTheBlockThatWasUnderWayWhenKilled() throws Exception {
    interruptInTheMiddleOfBlockTwo("KILL");
    // What a full page cache may leave of the file that is being written.
    Files.writeString(folder.resolve("run/samples.csv"), "17,\"thread-per-task/2\",\"cut");
    Outcome shown = jitterlab.here("show", "run");
    assertEquals(0, shown.status(), shown.toString());
    assertTrue(
        shown.out().replaceAll("\\s+", " ").contains("./jitterlab resume "), shown.toString());
    Outcome reported = jitterlab.here("report", "run");
    assertTrue(reported.err().contains("./jitterlab resume "), reported.toString());

    resumesWhatEndedAs("running");
    assertEquals(
        partsOfAnyRun(whole), partsOfAnyRun(json("summary.json")), "those of an undisturbed run");
  }

  @Tag("long") // as if it was killed, and InterruptionTest shows how Ctrl-C ends a run
  @Test
  void goesOnWithTheBlockThatWasUnderWayOnCtrlC() throws Exception {
    interruptInTheMiddleOfBlockTwo("INT");
    resumesWhatEndedAs("interrupted");
  }

  private void resumesWhatEndedAs(String state) throws Exception {
    String plan = Files.readString(folder.resolve("run/plan.json"));
    JsonNode first = json("run.json").get("blocks").get(0);
    List<Long> firstPids = pids(1);
    List<Long> cutPids = pids(2);
    jitterlab.write("resumed.yaml", "this is no experiment any more");

    Outcome outcome = jitterlab.run("resume", "run", "--format", "json");

    for (long pid : cutPids) {
      assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false), "left over");
    }
    assertEquals(plan, Files.readString(folder.resolve("run/plan.json")));
    JsonNode run = json("run.json");
    assertEquals("complete", run.get("state").asText(), outcome.toString());
    assertEquals(first, run.get("blocks").get(0), "not measured again");
    assertEquals(firstPids, pids(1), "not measured again");
    assertEquals(List.of(1, 2), numbers(run.get("blocks")));
    JsonNode resumption = run.get("resumptions").get(0);
    assertEquals(state, resumption.get("ended_as").asText());
    assertEquals(2, resumption.get("repeated").get(0).asInt());
    assertEquals(1, resumption.get("repeated").size());
    assertTrue(Files.isDirectory(folder.resolve("run/interrupted/1/groups/scheduled-pool/2")));

    JsonNode summary = new ObjectMapper().readTree(outcome.out());
    assertEquals(summary, json("summary.json"));
    boolean invalid = summary.get("validity").get("status").asText().equals("invalid");
    assertEquals(invalid ? 4 : 0, outcome.status(), outcome.toString());
    assertSaysThatItWasResumed(summary, state);
    assertEveryInstanceMeasured(summary);
    assertFitsTheSchema(summary);

    Outcome again = jitterlab.run("resume", "run");
    assertEquals(0, again.status(), again.toString());
    assertTrue(again.err().contains("The run is complete"), again.toString());
    assertEquals(run, json("run.json"), "nothing was done");
  }

  /** A lab that was killed may have been so because of a server; one that a user ended was not. */
  private void assertSaysThatItWasResumed(JsonNode summary, String state) throws Exception {
    String status = state.equals("interrupted") ? "valid" : "weak";
    for (JsonNode check : summary.get("validity").get("checks")) {
      if (check.get("name").asText().equals("interruptions")) {
        assertEquals(1, check.get("value").asInt());
        assertEquals(status, check.get("status").asText(), check.toString());
      }
    }
    String words = "block 2 measured again from its start";
    assertTrue(Files.readString(folder.resolve("run/report.html")).contains(words));
    // Lines are broken between words.
    assertTrue(jitterlab.here("show", "run").out().replaceAll("\\s+", " ").contains(words));
  }

  private static void assertEveryInstanceMeasured(JsonNode summary) {
    assertEquals(2, summary.get("groups").size());
    for (JsonNode group : summary.get("groups")) {
      assertEquals(2, group.get("instances").size());
      for (JsonNode instance : group.get("instances")) {
        assertTrue(instance.get("metrics").get("ticks").asLong() > 100, instance.toString());
      }
    }
  }

  private List<Long> pids(int number) throws IOException {
    List<Long> pids = new ArrayList<>();
    for (String group : List.of("thread-per-task", "scheduled-pool")) {
      pids.add(json("groups/" + group + "/" + number + "/process.json").get("pid").asLong());
    }
    return pids;
  }

  private static List<Integer> numbers(JsonNode blocks) {
    List<Integer> numbers = new ArrayList<>();
    blocks.forEach(block -> numbers.add(block.get("number").asInt()));
    return numbers;
  }

  /** Without the check that is there only if another test's lab was seen to measure meanwhile. */
  private static Set<String> partsOfAnyRun(JsonNode summary) {
    Set<String> parts = parts("", summary);
    parts.remove("/validity/checks[other_labs]");
    return parts;
  }

  /**
   * The path of every check, group, instance, control and comparison, by their names. Which fields
   * each of them has depends on what was measured, and is for the schema.
   */
  private static Set<String> parts(String path, JsonNode node) {
    Set<String> parts = new TreeSet<>();
    node.properties()
        .forEach(one -> parts.addAll(parts(path + "/" + one.getKey(), one.getValue())));
    if (node.isArray() && !path.equals("/undecided")) {
      for (JsonNode element : node) {
        Stream.of("name", "id", "metric", "block")
            .filter(element::has)
            .findFirst()
            .map(key -> path + "[" + element.get(key).asText() + "]")
            .ifPresent(
                part -> {
                  parts.add(part);
                  parts.addAll(parts(part, element));
                });
      }
    }
    return parts;
  }

  @Test
  void refusesWhatIsNoRun() throws Exception {
    Outcome outcome = jitterlab.here("resume", folder.toString());

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("not the folder of a run"), outcome.toString());
  }
}
