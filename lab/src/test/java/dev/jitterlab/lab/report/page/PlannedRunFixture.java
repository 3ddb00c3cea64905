package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.GroupSelection;
import dev.jitterlab.lab.experiment.PublishedFigure;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Design.Execution;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Safeguards;
import dev.jitterlab.lab.plan.Subject;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The plan of a run that never ran, and how far it came.
 *
 * @param seconds measured time of each block
 * @param inBlocks five blocks of one instance of every group, else one block with all
 * @param failed the fourth instance of every group died; blocks 4 and 5 were never measured
 */
public record PlannedRunFixture(
    List<String> groups, int seconds, boolean inBlocks, boolean failed) {
  static final double STARTED_AT = 1_790_000_000.0;
  static final double WARMUP_SECONDS = 12;

  public Plan plan() {
    List<Plan.Group> planned =
        groups.stream()
            .map(
                g ->
                    new Plan.Group(
                        g, Map.of("scheduler", g), Map.of(), Map.of(), "25", List.of(), List.of()))
            .toList();
    List<Plan.Block> blocks =
        IntStream.rangeClosed(1, inBlocks ? 5 : 1)
            .mapToObj(
                block ->
                    new Plan.Block(
                        block,
                        groups.stream()
                            .flatMap(
                                g ->
                                    IntStream.rangeClosed(1, 5)
                                        .filter(n -> !inBlocks || n == block)
                                        .mapToObj(n -> instance(g, n)))
                            .toList(),
                        new Plan.Load("udp", List.of("java", "Bots"))))
            .toList();
    return new Plan(
        new Subject(
            "scheduler",
            "Does a pool keep the beat better than a thread per battle?",
            "battle",
            List.of()),
        new Design(
            42,
            new Execution(
                inBlocks ? "blocks" : "together",
                inBlocks
                    ? "2 cores cannot carry 10 servers at once, so each block runs one instance of"
                        + " every group."
                    : "all instances ran at the same time, so all had the same neighbours."),
            5,
            null),
        new Timing(WARMUP_SECONDS, false, seconds, 30),
        new Analysis(
            groups.getFirst(),
            "tick_drift_seconds.p99",
            null,
            null,
            null,
            OwnMetrics.NONE,
            groups.stream().skip(1).limit(1).map(PlannedRunFixture::published).toList()),
        planned,
        blocks,
        GroupSelection.WHOLE,
        List.of(),
        Safeguards.NONE);
  }

  private static PublishedFigure published(String group) {
    return new PublishedFigure(
        "A pool keeps the beat better.",
        "Thesis, section 6.3.3",
        "tick_drift_seconds.p99",
        group,
        null,
        "0.065 (65 µs for 1 ms)");
  }

  private static Plan.Instance instance(String group, int number) {
    return new Plan.Instance(
        group + "/" + number,
        group,
        number,
        List.of(
            "/opt/jdk-25/bin/java",
            "-Xms128m",
            "-Xmx128m",
            "-XX:StartFlightRecording=filename=recording.jfr,settings=default",
            "-Xlog:gc*,safepoint:file=gc.log:time,uptime",
            "-cp",
            "workloads/battle/target/jitterlab-battle.jar",
            "dev.jitterlab.battle.server.BattleServer",
            "--port=0",
            "--metrics-port=0",
            "--scheduler=" + group),
        null);
  }

  public RunState run() {
    List<RunState.BlockTimes> blocks = new ArrayList<>();
    double at = STARTED_AT + 3;
    for (int block = 1; block <= (inBlocks ? 5 : 1); block++) {
      double measured = at + WARMUP_SECONDS;
      boolean cut = failed && block > 3;
      blocks.add(
          new RunState.BlockTimes(
              block,
              at,
              cut ? null : measured,
              cut ? null : measured + seconds,
              cut ? null : measured + seconds + 1,
              null));
      at = measured + seconds + 4;
    }
    return new RunState(
        failed ? "failed" : "complete",
        failed
            ? "groups/scheduled-pool/4: the server ended by itself with status 1 during warm-up"
            : null,
        STARTED_AT,
        at,
        blocks,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  public List<ProcessRecord> processes() {
    return groups.stream()
        .flatMap(g -> IntStream.rangeClosed(1, 5).mapToObj(n -> g + "/" + n))
        .map(
            id -> {
              boolean died = failed && id.endsWith("/4");
              return new ProcessRecord(
                  id,
                  1,
                  List.of("java"),
                  4711,
                  STARTED_AT,
                  STARTED_AT + 1.4,
                  Map.of(),
                  new ProcessRecord.Fate(
                      died ? null : STARTED_AT + 50,
                      STARTED_AT + 51,
                      died ? 1 : 143,
                      died ? "died" : "stopped"),
                  null);
            })
        .toList();
  }

  public static Map<String, Object> environment() {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("kernel", "Linux 6.1.0");
    environment.put("cpu", Map.of("model", "AMD EPYC", "cores", 2));
    environment.put("memory_bytes", 8L << 30);
    environment.put("governor", null);
    environment.put("mitigations", List.of("spectre_v2: Retpolines", "meltdown: Not affected"));
    Map<String, Object> jdks = new LinkedHashMap<>();
    jdks.put("11", "openjdk version \"11.0.13\" 2021-10-19, OpenJDK Runtime Environment");
    jdks.put("25", "openjdk version \"25.0.2\" 2026-01-20 LTS, OpenJDK Runtime Environment");
    environment.put("jdks", jdks);
    return environment;
  }
}
