package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.ArenaRecord;
import dev.jitterlab.bench.http.HttpBenchRecord;
import dev.jitterlab.bench.idioms.Idiom;
import dev.jitterlab.bench.idioms.IdiomsRecord;
import dev.jitterlab.bench.jit.JitRecord;
import dev.jitterlab.bench.sockets.SocketRecord;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.campaign.Ledger;
import dev.jitterlab.lab.experiment.Combination;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.metric.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/ledger.md against the claims of the papers, the experiments, and the kept runs. */
class PapersLedgerTest {
  private static final Path LEDGER = Jitterlab.HOME.resolve("docs/ledger.md");
  private static final Path MEASUREMENTS = Jitterlab.HOME.resolve("docs/measurements");

  /** How many claims each group of the papers has; they are called T1a, T1b and so on. */
  private static final Map<String, Integer> CLAIMS = claims();

  private static Map<String, Integer> claims() {
    Map<String, Integer> claims = new LinkedHashMap<>();
    int[] thesis = {11, 2, 2, 2, 7, 2, 5, 6, 4, 5, 6, 4, 7};
    int[] realTime = {4, 3, 6, 2, 4, 1};
    for (int i = 0; i < thesis.length; i++) {
      claims.put("T" + (i + 1), thesis[i]);
    }
    for (int i = 0; i < realTime.length; i++) {
      claims.put("R" + (i + 1), realTime[i]);
    }
    int[] lears = {8, 3, 5, 3, 4, 5, 1};
    for (int i = 0; i < lears.length; i++) {
      claims.put("L" + (i + 1), lears[i]);
    }
    int[] thg = {13, 10, 7, 3, 1, 2, 1, 1};
    for (int i = 0; i < thg.length; i++) {
      claims.put("H" + (i + 1), thg[i]);
    }
    // The groups of IBM's paper that have lines so far: a line each, in their order.
    claims.put("I1", 7);
    claims.put("I2", 6);
    claims.put("I3", 7);
    claims.put("I4", 6);
    claims.put("I5", 4);
    claims.put("I6", 4);
    claims.put("I7", 5);
    claims.put("I8", 6);
    claims.put("I9", 5);
    claims.put("I10", 2);
    claims.put("I11", 1);
    claims.put("I12", 1);
    claims.put("I13", 2);
    claims.put("I14", 2);
    claims.put("I15", 2);
    claims.put("I16", 5);
    claims.put("I17", 4);
    claims.put("I18", 1);
    claims.put("I19", 1);
    claims.put("I20", 1);
    claims.put("I21", 1);
    return claims;
  }

  /** Whose records count as evidence too, and whether one can answer a question. */
  private static final Map<String, Predicate<Ledger.Question>> BENCHES =
      Map.of(
          IdiomsRecord.NAME,
          PapersLedgerTest::measuresIdiom,
          JitRecord.NAME,
          question ->
              Stream.concat(Stream.of(question.group()), question.other().stream())
                  .allMatch(group -> JitRecord.hasFigure(group, question.metric())),
          HttpBenchRecord.NAME,
          _ -> false, // no claim is about load generators
          SocketRecord.NAME,
          question -> has(question, SocketRecord.groups(), SocketRecord.metrics()),
          ArenaRecord.NAME,
          question ->
              has(
                  question,
                  List.of("single", "lockless", "paper", "rw-locks", "global-lock"),
                  ArenaRecord.METRICS));

  private static boolean has(Ledger.Question question, List<String> groups, List<String> metrics) {
    return metrics.contains(question.metric())
        && groups.contains(question.group())
        && question.other().filter(other -> !groups.contains(other)).isEmpty();
  }

  private static Ledger ledger() throws IOException {
    return Ledger.of(Files.readString(LEDGER));
  }

  private static Path file(String experiment) {
    return Jitterlab.HOME.resolve("experiments").resolve(experiment + ".yaml");
  }

  @Test
  void hasALineForEveryClaim() throws IOException {
    List<String> expected = new ArrayList<>();
    CLAIMS.forEach(
        (group, count) -> {
          for (int i = 0; i < count; i++) {
            expected.add(group + (char) ('a' + i));
          }
        });
    // A claim that is asked for several sizes or JDKs has a line for each.
    assertEquals(expected, ledger().rows().stream().map(Ledger.Row::id).distinct().toList());
  }

  @Test
  void saysWhatTheKeptRunsSay() throws IOException {
    assertEquals(
        ledger().with(new KeptRuns(MEASUREMENTS), Jitterlab.HOME.resolve("experiments")),
        Files.readString(LEDGER),
        "type: ./jitterlab campaign --ledger docs/ledger.md");
  }

  @Test
  void asksWhatTheExperimentsCanAnswer() throws IOException {
    Map<String, Experiment> experiments = new HashMap<>();
    for (Ledger.Row row : ledger().rows()) {
      if (row.question().isEmpty()) {
        assertFalse(row.verdict().matches("\\W*|.*(confirmed|contradicted|measured).*"), row.id());
        continue;
      }
      Ledger.Question question = row.question().get();
      if (BENCHES.containsKey(question.experiment())) {
        assertTrue(BENCHES.get(question.experiment()).test(question), row.id());
        continue;
      }
      Experiment experiment =
          experiments.computeIfAbsent(
              question.experiment(), name -> ExperimentReader.ofThisHome().read(file(name)));
      List<String> groups =
          experiment.groups().combinations().stream().map(Combination::name).toList();
      assertTrue(groups.contains(question.group()), row.id() + ": " + groups);
      question
          .other()
          .ifPresent(other -> assertTrue(groups.contains(other), row.id() + ": " + groups));
      question
          .over()
          .ifPresent(
              pair ->
                  assertTrue(
                      groups.containsAll(List.of(pair.group(), pair.other())),
                      row.id() + ": " + groups));
      Metrics metrics = Metrics.with(experiment.analysis().metrics());
      assertTrue(metrics.find(question.metric()).isPresent(), row.id() + question.metric());
    }
  }

  /** Whether the bench has that case, and both ways in it on the same JDK. */
  private static boolean measuresIdiom(Ledger.Question question) {
    return Idiom.ALL.stream()
        .filter(
            idiom ->
                idiom.cases().stream().map(idiom::caseName).anyMatch(question.metric()::equals))
        .anyMatch(
            idiom ->
                Stream.of(11, 17, 21, 25)
                    .anyMatch(
                        jdk ->
                            idiom.contenders().stream()
                                    .map(way -> IdiomsRecord.group(way.name(), jdk))
                                    .anyMatch(question.group()::equals)
                                && question
                                    .other()
                                    .filter(
                                        other ->
                                            !other.equals(
                                                IdiomsRecord.group(idiom.baseline().name(), jdk)))
                                    .isEmpty()));
  }

  @Test
  void everyKeptRunIsOfAnExperimentThatIsThere() throws IOException {
    try (Stream<Path> files = Files.list(MEASUREMENTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
        String experiment = file.getFileName().toString().replace(".jsonl", "");
        assertTrue(
            Files.isRegularFile(file(experiment)) || BENCHES.containsKey(experiment),
            file.toString());
        for (KeptRun run : new KeptRuns(MEASUREMENTS).of(experiment)) {
          assertEquals(experiment, run.experiment(), file.toString());
        }
      }
    }
  }
}
