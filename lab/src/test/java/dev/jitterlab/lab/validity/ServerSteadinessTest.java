package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.changepoint.SteadyState.Kind;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.ServerSteadiness;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of servers that do not tick, on a trial of 30 s after 3 s of warm-up. */
class ServerSteadinessTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FOREIGN =
      """
      {"java": "java", "sign": "port", "ready": "1", "target": "127.0.0.1:1", "metrics": [],
       "load": [], "artifacts": {}, "origins": {}}\
      """;
  private static final double SECONDS = 33;

  @TempDir private Path root;
  private RunDirectory directory;

  @BeforeEach
  void write() throws IOException {
    directory = new RunDirectoryFixture(root).durationSeconds(30).withoutSamples().write();
    plan(block -> {});
  }

  private void plan(Consumer<ObjectNode> change) throws IOException {
    JsonNode plan = MAPPER.readTree(directory.plan().toFile());
    for (JsonNode block : plan.get("blocks")) {
      for (JsonNode instance : block.get("instances")) {
        ((ObjectNode) instance).set("foreign", MAPPER.readTree(FOREIGN));
      }
      change.accept((ObjectNode) block);
    }
    MAPPER.writeValue(directory.plan().toFile(), plan);
  }

  /** The median is 20 ms up to {@code slowUntil} seconds after the load's start, then 5 ms. */
  private void responses(String id, int slowUntil) throws IOException {
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(RunDirectory.ticks(directory.load(1)), StandardOpenOption.APPEND),
            false,
            StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      for (int second = 0; second < SECONDS; second++) {
        long startMs = (long) (1_000 * RunDirectoryFixture.START) + 1_000L * second;
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(second < slowUntil ? 20_000_000 : 5_000_000, 30);
        histogram.recordValueWithCount(900_000_000, 10);
        histogram.setTag("response;target=" + URLEncoder.encode(id, StandardCharsets.UTF_8));
        histogram.setStartTimeStamp(startMs);
        histogram.setEndTimeStamp(startMs + 1_000);
        writer.outputIntervalHistogram(histogram);
      }
    }
  }

  /** It uses a whole core up to so many seconds after the load's start, then a fifth of one. */
  private void cpu(String id, int busyUntil) throws IOException {
    List<Sample> rows = new ArrayList<>();
    for (int second = 0; second <= SECONDS; second++) {
      double used = Math.min(second, busyUntil) + 0.2 * Math.max(0, second - busyUntil);
      rows.add(
          new Sample(
              RunDirectoryFixture.START + second, id, "lab_process_cpu_seconds_total", "", used));
    }
    try (SampleSpool spool = new SampleSpool(directory)) {
      spool.offer(rows);
    }
    SampleDatabase.load(directory);
  }

  private Map<String, ServerSteadiness> known() {
    Map<String, ServerSteadiness> known = new TreeMap<>();
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      Evidence evidence = Evidence.read(directory, Optional.ofNullable(samples));
      evidence.servers().stream()
          .flatMap(server -> ServerSteadiness.of(server, evidence).stream())
          .forEach(one -> known.put(one.id(), one));
    }
    return known;
  }

  @Test
  void judgesAServerUnderOurLoadByItsMedianResponseTime() throws IOException {
    responses("scheduled-pool/1", 12);
    responses("scheduled-pool/2", 0);
    Map<String, ServerSteadiness> known = known();

    assertEquals(2, known.size(), "of the others no answer was recorded");
    ServerSteadiness first = known.get("scheduled-pool/1");
    assertEquals(SteadySeries.RESPONSE, first.kind());
    assertEquals(Kind.WARM_UP, first.state().kind());
    assertEquals(12, first.steadyAfterSeconds().orElseThrow(), 1e-6);
    assertEquals(0.005, first.series().getLast().seconds(), 1e-5);
    assertEquals(Kind.FLAT, known.get("scheduled-pool/2").state().kind());
  }

  @Test
  void saysInTheCheckByWhatItJudges() throws IOException {
    responses("scheduled-pool/1", 12);
    Finding finding = named(examine(directory), "steady_state");

    assertEquals(Status.WEAK, finding.status());
    assertEquals(
        "1 of 1 servers were not steady while measured: scheduled-pool/1 became steady 9 s after"
            + " measuring had begun (judged by median response time)",
        finding.why());
  }

  /** As the paper of the aggregator does: 100 requests to a server that has answered none. */
  @Test
  void doesNotAskServersThatAreMeasuredColdOnPurpose() throws IOException {
    responses("scheduled-pool/1", 12);
    JsonNode plan = MAPPER.readTree(directory.plan().toFile());
    ((ObjectNode) plan).put("warmup_seconds", 0);
    MAPPER.writeValue(directory.plan().toFile(), plan);
    Finding finding = named(examine(directory), "steady_state");

    assertEquals(Status.VALID, finding.status());
    assertTrue(finding.why().contains("`warmup: 0s`"), finding.why());
  }

  @Test
  void judgesAServerWithoutLoadOfOursByItsCpuTime() throws IOException {
    plan(block -> block.remove("load"));
    cpu("scheduled-pool/1", 9);
    cpu("scheduled-pool/2", 0);
    Map<String, ServerSteadiness> known = known();

    ServerSteadiness first = known.get("scheduled-pool/1");
    assertEquals(SteadySeries.CPU, first.kind());
    assertEquals(Kind.WARM_UP, first.state().kind());
    assertEquals(9, first.steadyAfterSeconds().orElseThrow(), 1e-6);
    assertEquals(0.2, first.series().getLast().seconds(), 1e-9);
    assertEquals(Kind.FLAT, known.get("scheduled-pool/2").state().kind());
  }

  @Test
  void hasNoEvidenceWithoutSamples() throws IOException {
    plan(block -> block.remove("load"));
    Finding finding = named(examine(directory), "steady_state");

    CheckedTrial.assertNoEvidence(finding);
    assertTrue(finding.why().endsWith("the servers' CPU time per second"), finding.why());
  }

  /** Response times follow a load that rises; that is no warm-up. */
  @ParameterizedTest
  @ValueSource(strings = {"--rate=100..400:30s", "--users=100:60s,400"})
  void doesNotAskServersWhoseLoadChanges(String load) throws IOException {
    plan(
        block ->
            ((ObjectNode) block.get("load")).set("command", MAPPER.createArrayNode().add(load)));
    responses("scheduled-pool/1", 12);
    Finding finding = named(examine(directory), "steady_state");

    assertEquals(Status.VALID, finding.status());
    assertTrue(finding.why().contains("changes by plan"), finding.why());
  }

  /** A server that makes its own load fills the machine in the end, on purpose. */
  @ParameterizedTest
  @CsvSource({
    "--load=auto, true, true",
    "--load=search, true, true",
    "--load=busy, false, true",
    "--load=open, false, false"
  })
  void doesNotAskServersThatRaiseTheirOwnLoad(String argument, boolean rises, boolean fills)
      throws IOException {
    plan(block -> block.remove("load"));
    JsonNode plan = MAPPER.readTree(directory.plan().toFile());
    for (JsonNode group : plan.get("groups")) {
      ((ArrayNode) group.get("server_arguments")).add(argument);
    }
    MAPPER.writeValue(directory.plan().toFile(), plan);
    cpu("scheduled-pool/1", 12);

    Finding steady = named(examine(directory), "steady_state");
    assertEquals(rises ? Status.VALID : Status.WEAK, steady.status(), steady::toString);
    assertEquals(rises, steady.why().contains("changes by plan"), steady.why());
    assertEquals(fills, Evidence.read(directory, Optional.empty()).blocksKeptBusy().contains(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rate=100:10s,200", "--mode-change=20:storm", "--changes=20s a:hang=1"})
  void doesNotAskServersWhoseOwnRateOrWorkChanges(String argument) throws IOException {
    plan(
        block -> {
          block.remove("load");
          for (JsonNode instance : block.get("instances")) {
            ((ArrayNode) instance.get("command")).add(argument);
          }
        });
    cpu("scheduled-pool/1", 12);
    assertTrue(named(examine(directory), "steady_state").why().contains("changes by plan"));
  }
}
