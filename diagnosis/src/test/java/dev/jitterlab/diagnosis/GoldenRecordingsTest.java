package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Patterns on recordings of real JVMs (JDK 11 to 25) that have them, and on one that has none. The
 * recordings are made when the test begins, some seconds long, two JVMs at a time. Patterns that
 * need the whole machine (other processes, CPU limits, a thread with too much to do) have no JVM
 * here.
 */
class GoldenRecordingsTest {
  private static final String CLEAN = "clean";

  @TempDir private static Path folder;
  private static final Map<String, Causes> FOUND = new LinkedHashMap<>();
  private static final Map<String, Path> RECORDINGS = new ConcurrentHashMap<>();

  /** A server: its JDK, what its ticks meet, how many they are, and flags. */
  private record Golden(String name, String jdk, String faults, int ticks, List<String> flags) {}

  private static final List<Golden> SERVERS =
      List.of(
          new Golden(
              "many",
              "25",
              "gc,deopt,huge,convoy,safepoint,log,humongous,pinned",
              560,
              List.of(
                  "-XX:+UseG1GC", "-XX:-UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=0")),
          new Golden(
              "stalls",
              "25",
              "allocate,compile",
              120,
              List.of("-XX:+UseZGC", "-Xmx48m", "-XX:CompileThresholdScaling=0.02")),
          new Golden(
              "heap", "17", "allocate,allocate", 100, List.of("-XX:+UseParallelGC", "-Xmx28m")),
          new Golden(
              "mixed",
              "21",
              "grow,grow",
              120,
              List.of(
                  "-XX:+UseG1GC",
                  "-Xmx80m",
                  "-XX:InitiatingHeapOccupancyPercent=10",
                  "-XX:-G1UseAdaptiveIHOP",
                  "-XX:G1HeapWastePercent=0",
                  "-XX:+UnlockExperimentalVMOptions",
                  "-XX:G1MixedGCLiveThresholdPercent=99")),
          new Golden("old", "11", "gc", 60, List.of("-XX:+UseG1GC")),
          // By itself: only the longest pauses of each late tick are kept, and System.gc's are
          // longer.
          new Golden("old-humongous", "11", "humongous", 60, List.of("-XX:+UseG1GC")),
          new Golden(CLEAN, "25", CLEAN, 100, List.of("-XX:+UseG1GC")));

  @BeforeAll
  static void record() throws Exception {
    RealServers servers = new RealServers(folder);
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      Map<String, Future<Causes>> running = new LinkedHashMap<>();
      for (Golden one : SERVERS) {
        running.put(
            one.name(),
            two.submit(
                () -> {
                  ServerFiles files =
                      servers.run(
                          RealServers.java(one.jdk()),
                          one.faults(),
                          true,
                          one.ticks(),
                          one.flags());
                  RECORDINGS.put(one.name(), files.recording().orElseThrow());
                  return Diagnosis.of(List.of(files), Optional.empty(), List.of());
                }));
      }
      for (Map.Entry<String, Future<Causes>> one : running.entrySet()) {
        FOUND.put(one.getKey(), one.getValue().get());
      }
    }
  }

  static Stream<Arguments> patterns() {
    return Stream.of(
        Arguments.of("many", "deoptimisation_loop", "TickingServer.play"),
        Arguments.of("many", "deoptimisation_loop", "reads TickingServer.Game.mode"),
        Arguments.of("many", "method_not_compiled", "TickingServer.giant"),
        Arguments.of("many", "lock_convoy", "java.lang.Object"),
        Arguments.of("many", "slow_time_to_safepoint", "safepoint"),
        Arguments.of("many", "blocking_call_in_tick", "a log's file"),
        Arguments.of("many", "long_collections", "System.gc"),
        Arguments.of("many", "long_collections", "humongous"),
        Arguments.of("many", "pinned_virtual_threads", "pinned to its carrier"),
        Arguments.of("stalls", "allocation_stalls", "free memory"),
        Arguments.of("stalls", "compile_queue_backlog", "methods waited"),
        Arguments.of("heap", "heap_too_small", "limit 0.13"),
        Arguments.of("heap", "long_collections", "full collection"),
        Arguments.of("mixed", "mixed_collections", "mixed collections of G1"),
        Arguments.of("old", "long_collections", "System.gc"),
        Arguments.of("old-humongous", "long_collections", "humongous"));
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void isFoundInTheRecordingThatHasIt(String server, String pattern, String words) {
    Causes causes = FOUND.get(server);
    List<Causes.Finding> findings =
        causes.findings().stream().filter(one -> one.pattern().equals(pattern)).toList();
    assertTrue(
        findings.stream().anyMatch(one -> text(one).contains(words)),
        () ->
            pattern
                + ": "
                + findings
                + " of "
                + causes.findings().stream().map(Causes.Finding::pattern).toList()
                + causes.groups()
                + causes.sources());
    for (Causes.Finding one : findings) {
      assertFalse(one.evidence().isEmpty(), one::toString);
      for (Causes.Evidence evidence : one.evidence()) {
        assertTrue(evidence.at() > 1e9, "a time: " + evidence);
        assertFalse(evidence.event().isEmpty(), evidence::toString);
        assertFalse(evidence.thread().isEmpty(), evidence::toString);
      }
    }
  }

  private static String text(Causes.Finding finding) {
    return Stream.concat(
            Stream.of(finding.text()), finding.evidence().stream().map(Causes.Evidence::what))
        .collect(Collectors.joining("; "));
  }

  @Test
  void noneIsFoundInTheCleanOne() {
    Set<String> tested =
        patterns()
            .map(one -> one.get()[1].toString())
            .collect(Collectors.toCollection(TreeSet::new));
    Causes causes = FOUND.get(CLEAN);
    assertEquals(
        List.of(),
        causes.findings().stream().filter(one -> tested.contains(one.pattern())).toList());
    assertEquals(List.of(), problems(FOUND.values()));
  }

  /** Tools join the files of many servers; {@code jfr assemble} joins the parts of one. */
  @Test
  void refusesARecordingThatWasJoinedFromSeveralJvms() throws IOException {
    Causes joined = joined(CLEAN, "old");

    assertEquals(List.of(), joined.events());
    assertEquals(
        List.of(
            "joined.jfr was joined from recordings of several JVMs. Diagnose the recording of"
                + " each."),
        problems(List.of(joined)));
    assertEquals(List.of(), problems(List.of(joined(CLEAN, CLEAN))));
  }

  private static Causes joined(String one, String other) throws IOException {
    Path joined = folder.resolve("joined.jfr");
    Files.write(joined, Files.readAllBytes(RECORDINGS.get(one)));
    Files.write(joined, Files.readAllBytes(RECORDINGS.get(other)), StandardOpenOption.APPEND);
    return Diagnosis.of(
        List.of(ServerFiles.ofRecording("server", joined)), Optional.empty(), List.of());
  }

  private static List<String> problems(Collection<Causes> all) {
    List<String> problems = new ArrayList<>();
    for (Causes one : all) {
      one.sources().forEach(source -> problems.addAll(source.problems()));
    }
    return problems;
  }
}
