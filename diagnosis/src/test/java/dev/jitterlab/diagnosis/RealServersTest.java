package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.log.LogBuffers;
import dev.jitterlab.diagnosis.log.LogLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What real JVMs record when something known makes their ticks late. */
class RealServersTest {
  @TempDir private static Path folder;
  private static RealServers servers;

  @BeforeAll
  static void compile() throws IOException {
    servers = new RealServers(folder);
  }

  static Stream<Arguments> faults() {
    Map<String, String> causes =
        Map.of(
            "gc",
            "gc_pause",
            "monitor",
            "lock_wait",
            "lock",
            "lock_wait",
            "sleep",
            "sleep",
            "io",
            "io");
    // The oldest and the newest JDK; the long check takes those between as well.
    List<Path> javas =
        RealServers.javas()
            .filter(
                java ->
                    Boolean.getBoolean("jitterlab.long")
                        || !(java.endsWith("17/bin/java") || java.endsWith("21/bin/java")))
            .toList();
    Path newest = javas.getLast();
    return Stream.concat(
        causes.entrySet().stream().map(one -> Arguments.of(newest, one.getKey(), one.getValue())),
        javas.stream()
            .filter(java -> !java.equals(newest))
            .flatMap(
                java ->
                    Stream.of("gc", "monitor")
                        .map(one -> Arguments.of(java, one, causes.get(one)))));
  }

  /** The busy machine makes other ticks late too: those that the fault hit are asked about. */
  @ParameterizedTest
  @MethodSource("faults")
  void namesWhatMadeTheTicksLate(Path java, String fault, String cause) throws Exception {
    ServerFiles server = servers.run(java, fault, true);
    Causes causes = Diagnosis.of(List.of(server), Optional.empty(), List.of());
    if (fault.equals("gc")) {
      assertLogsAllocationBuffers(server);
    }
    List<Causes.LateEvent> hit = hit(causes);
    assertFalse(hit.isEmpty(), causes.sources().toString());
    long right = hit.stream().filter(event -> firstNamed(event).equals(Optional.of(cause))).count();
    assertTrue(right * 2 > hit.size(), right + " of " + hit.size() + ": " + hit);
    for (Causes.LateEvent event : causes.events()) {
      double sum = event.parts().stream().mapToDouble(Causes.Part::seconds).sum();
      assertEquals(event.latenessSeconds(), sum, 1e-9);
    }
    assertEquals(List.of(), causes.sources().getFirst().problems());
  }

  /**
   * On a full machine the wait for a CPU, which is not recorded here, may be more than the fault.
   */
  private static Optional<String> firstNamed(Causes.LateEvent event) {
    return event.parts().stream()
        .map(Causes.Part::cause)
        .filter(cause -> !cause.equals("unexplained"))
        .findFirst();
  }

  /** Each JDK's log says what its threads did with their allocation buffers. */
  private static void assertLogsAllocationBuffers(ServerFiles server) throws IOException {
    List<LogBuffers> logged =
        Files.readAllLines(server.gcLog().orElseThrow()).stream()
            .flatMap(line -> LogLine.parse(line).stream())
            .flatMap(line -> LogBuffers.parse(line.message()).stream())
            .toList();
    assertTrue(logged.stream().anyMatch(one -> one.refills() > 0), logged.toString());
  }

  private static List<Causes.LateEvent> hit(Causes causes) {
    return causes.events().stream()
        .filter(event -> Integer.parseInt(event.id().replaceFirst(".*:", "")) % 20 == 10)
        .toList();
  }

  /** Logs and recording on one clock: each pause of the log lies on one of the recording. */
  @Test
  void alignsTheLogOfPausesWithTheRecordingAndStatesTheError() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Causes causes =
        Diagnosis.of(List.of(servers.run(java, "gc", true)), Optional.empty(), List.of());
    Map<String, Causes.Clock> clocks =
        causes.sources().getFirst().clocks().stream()
            .collect(Collectors.toMap(Causes.Clock::source, clock -> clock));
    assertTrue(clocks.get("gc.log").method().endsWith("pauses that the recording has too"));
    assertTrue(clocks.get("jit.log").method().endsWith("compilations that the recording has too"));
    assertTrue(clocks.get("ticks").errorSeconds() >= 0);
  }

  @Test
  void withoutTheEventsItSaysNotRecordedAndNothingElse() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Causes causes =
        Diagnosis.of(List.of(servers.run(java, "sleep", false)), Optional.empty(), List.of());
    Causes.GroupCauses group = causes.groups().getFirst();
    assertTrue(group.notRecorded().contains("run_queue"), group.toString());
    assertTrue(group.notRecorded().contains("page_fault"));
    assertTrue(
        causes.notRecorded().stream()
            .anyMatch(gap -> gap.cause().equals("sleep") && gap.why().contains("20 ms")),
        causes.notRecorded().toString());
    group.notRecorded().forEach(cause -> assertFalse(group.secondsByCause().containsKey(cause)));
  }

  @Test
  void damagedFilesGivePartsAndSayWhatIsMissing() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ServerFiles whole = servers.run(java, "gc", true);
    byte[] bytes = Files.readAllBytes(whole.recording().orElseThrow());
    Path here = Files.createDirectories(folder.resolve("damaged"));
    for (int cut : new int[] {0, 3, 40, 68, bytes.length / 2, bytes.length - 5}) {
      Files.write(here.resolve("recording.jfr"), Arrays.copyOf(bytes, cut));
      Causes causes = Diagnosis.of(List.of(RealServers.files(here)), Optional.empty(), List.of());
      assertFalse(causes.sources().getFirst().problems().isEmpty(), "cut at " + cut);
    }
    Random random = new Random(3);
    for (int i = 0; i < 20; i++) {
      byte[] hostile = bytes.clone();
      for (int k = 0; k < 50; k++) {
        hostile[68 + random.nextInt(hostile.length - 68)] = (byte) random.nextInt();
      }
      Files.write(here.resolve("recording.jfr"), hostile);
      assertFalse(
          Diagnosis.of(List.of(RealServers.files(here)), Optional.empty(), List.of())
              .sources()
              .isEmpty());
    }
    Files.write(here.resolve("recording.jfr"), bytes);
    Files.write(here.resolve("gc.log"), new byte[] {0, 1, 2, '[', '\n', ']', -1});
    Files.writeString(here.resolve("jit.log"), "[not a log");
    Causes causes = Diagnosis.of(List.of(RealServers.files(here)), Optional.empty(), List.of());
    assertEquals(2, causes.sources().getFirst().problems().size());
    assertFalse(causes.events().isEmpty());
  }
}
