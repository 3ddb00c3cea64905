package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.campaign.FakeRuns.Fate;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignTest {
  @TempDir private Path folder;

  private final FakeRuns runs = new FakeRuns();
  private final List<String> progress = new ArrayList<>();
  private final HandTime time = new HandTime();
  private Path one;
  private Path two;
  private KeptRuns kept;

  /** A clock that the test turns. */
  private static final class HandTime implements Time {
    private long nowNs;

    @Override
    public long nanoTime() {
      return nowNs;
    }

    @Override
    public double epochSeconds() {
      return 1_700_000_000;
    }

    @Override
    public void sleepUntil(long deadlineNs) {
      nowNs = deadlineNs;
    }
  }

  @BeforeEach
  void writeExperiments() throws IOException {
    one = Files.writeString(folder.resolve("one.yaml"), "instances: 5\n");
    two = Files.writeString(folder.resolve("two.yaml"), "instances: 6\n");
    kept = new KeptRuns(folder.resolve("measurements"));
  }

  private List<Problem> campaign(int atLeast, List<Path> experiments) throws InterruptedException {
    return campaign(atLeast, experiments, OptionalLong.empty());
  }

  private List<Problem> campaign(int atLeast, List<Path> experiments, OptionalLong minutes)
      throws InterruptedException {
    return new Campaign(runs, time, kept, folder.resolve("runs"), progress::add)
        .run(experiments, atLeast, minutes);
  }

  @Test
  void runsExperimentsInTurnAndKeepsARecordOfEachRun() throws InterruptedException {
    runs.fates.add(Fate.WEAK);
    campaign(2, List.of(one, two));
    assertEquals(List.of("run 1", "run 1", "run 2", "run 2"), runs.calls);
    List<KeptRun> ofOne = kept.of("one");
    assertEquals(List.of(1, 2), ofOne.stream().map(KeptRun::run).toList());
    KeptRun first = ofOne.getFirst();
    assertEquals("weak", first.validity());
    assertEquals(List.of(new KeptRun.Reason("stalls", "weak", "see RUN/x")), first.reasons());
    assertEquals("2023-11-14T22:13:20Z", first.date());
    assertEquals("AMD EPYC, 2 cores", first.machine());
    assertEquals(60, first.wallSeconds());
    assertEquals(0.25, first.loadAverage());
    assertEquals(
        List.of(
            new KeptRun.Comparison("zeros", "new", "old", null, null, null, null, "higher"),
            new KeptRun.Comparison("cpu_load", "new", "old", 0.5, 0.45, 0.55, 0.001235, "lower")),
        first.comparisons());
    assertEquals(List.of(0.2, 0.4), first.values("new", "cpu_load"));
    assertEquals(List.of(0.002, 0.004), first.values("new", "tick_drift_seconds.p99"));
    assertEquals(List.of(7.0, 7.0), first.values("new", "bytes"));
    assertEquals(List.of(120.0, 120.0), first.values("new", "capacity"));
  }

  @Test
  void neverRepeatsARunThatEnded() throws InterruptedException {
    campaign(2, List.of(one));
    campaign(2, List.of(one));
    campaign(3, List.of(one));
    assertEquals(List.of("run 1", "run 2", "run 3"), runs.calls);
  }

  @Test
  void goesOnWithTheRunThatWasUnderWayWhenItWasKilled() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.VALID, Fate.CAMPAIGN_KILLED));
    assertThrows(FakeRuns.Killed.class, () -> campaign(3, List.of(one)));
    assertEquals(1, kept.of("one").size());
    campaign(3, List.of(one));
    assertEquals(List.of("run 1", "run 2", "resume 2", "run 3"), runs.calls);
    assertEquals(3, kept.of("one").size());
  }

  @Test
  void keepsTheRecordOfARunThatEndedJustBeforeTheKill() throws InterruptedException {
    runs.fates.add(Fate.CAMPAIGN_KILLED_AT_THE_END);
    assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
    assertEquals(List.of(), kept.of("one"));
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "resume 1"), runs.calls);
    assertEquals(1, kept.of("one").size());
  }

  @Test
  void beginsARunAgainThatCannotGoOn() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.CAMPAIGN_KILLED, Fate.REFUSED, Fate.VALID));
    assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "resume 1", "run 1"), runs.calls);
    assertEquals("valid", kept.of("one").getFirst().validity());
  }

  private Path firstRun() {
    return folder.resolve("runs").resolve("one-" + Campaign.fingerprint(one)).resolve("1");
  }

  @Test
  void keepsWhatARunMeasuredThatCannotGoOn() throws Exception {
    Path first = firstRun();
    runs.fates.add(Fate.CAMPAIGN_KILLED);
    assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
    for (int nth = 1; nth <= 2; nth++) {
      Files.writeString(first.resolve("measured"), "part " + nth);
      runs.fates.addAll(List.of(Fate.REFUSED, Fate.CAMPAIGN_KILLED)); // and begins again
      assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
      Path aside = first.resolveSibling("1-not-continued-" + nth);
      assertEquals("part " + nth, Files.readString(aside.resolve("measured")));
      assertFalse(Files.exists(first.resolve("measured")));
      assertTrue(progress.getLast().endsWith("is kept in " + aside), progress.toString());
    }
  }

  @Test
  void leavesARunAloneThatAnotherLabMeasures() throws Exception {
    runs.fates.add(Fate.CAMPAIGN_KILLED);
    assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
    try (RunLock _ = RunLock.acquire(new RunDirectory(firstRun()))) {
      LabException refused = assertThrows(LabException.class, () -> campaign(1, List.of(one)));
      assertEquals(ExitCode.NOT_NOW, refused.exitCode(), refused.getMessage());
    }
    assertEquals(List.of("run 1"), runs.calls, "neither continued nor begun again");
    assertTrue(Files.exists(new RunDirectory(firstRun()).runState()));
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "resume 1"), runs.calls);
  }

  @Test
  void leavesARunAsItIsThatCannotGoOnAtPresent() throws Exception {
    runs.fates.addAll(List.of(Fate.CAMPAIGN_KILLED, Fate.NOT_NOW));
    assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
    Files.writeString(firstRun().resolve("measured"), "");
    LabException refused = assertThrows(LabException.class, () -> campaign(1, List.of(one, two)));
    assertEquals(ExitCode.NOT_NOW, refused.exitCode(), refused.getMessage());
    assertTrue(Files.exists(firstRun().resolve("measured")));
    assertEquals(List.of(), kept.of("one"), "it has not ended");
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "resume 1", "resume 1"), runs.calls);
    assertEquals("valid", kept.of("one").getFirst().validity());
  }

  @Test
  void goesOnWithARunThatWasKilledOrHasNoSummary() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.WITHOUT_SUMMARY, Fate.VALID, Fate.KILLED, Fate.VALID));
    campaign(2, List.of(one));
    assertEquals(List.of("run 1", "resume 1", "run 2", "resume 2"), runs.calls);
    assertEquals(
        List.of("valid", "valid"), kept.of("one").stream().map(KeptRun::validity).toList());
  }

  /** For want of room on the disk, for instance: hours of it are measured. */
  @Test
  void aRunThatCouldNotBeContinuedHasNotEnded() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.CAMPAIGN_KILLED, Fate.FAILS, Fate.FAILS));
    assertThrows(FakeRuns.Killed.class, () -> campaign(1, List.of(one)));
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "resume 1", "resume 1"), runs.calls);
    assertEquals(List.of(), kept.of("one"));
    assertTrue(progress.getLast().endsWith("is kept in " + firstRun()), progress.toString());
    campaign(1, List.of(one));
    assertEquals("resume 1", runs.calls.getLast());
    assertEquals("valid", kept.of("one").getFirst().validity());
  }

  @Test
  void endsAtCtrlCAndGoesOnLater() throws InterruptedException {
    runs.fates.add(Fate.INTERRUPTED);
    assertThrows(InterruptedException.class, () -> campaign(2, List.of(one, two)));
    assertEquals(List.of("run 1"), runs.calls);
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "resume 1"), runs.calls);
  }

  /** SIGTERM comes to the whole campaign; outside of a measurement the run just ends. */
  @Test
  void aRunThatSigtermEndedIsNotRecordedAsFailed() throws InterruptedException {
    runs.fates.add(Fate.TERMINATED);
    assertThrows(InterruptedException.class, () -> campaign(2, List.of(one, two)));
    assertEquals(List.of(), kept.of("one"));
  }

  @Test
  void stopsAfterTwoFailuresInARowAndTriesAgainWithTheNextCommand() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.FAILS, Fate.FAILS));
    campaign(5, List.of(one));
    assertEquals(List.of("run 1", "run 2"), runs.calls);
    assertEquals(
        List.of(KeptRun.FAILED, KeptRun.FAILED),
        kept.of("one").stream().map(KeptRun::validity).toList());
    campaign(1, List.of(one));
    assertEquals("run 3", runs.calls.getLast());
    assertEquals("valid", kept.of("one").getLast().validity());
  }

  @Test
  void saysWhichExperimentItLeftOutAndWhy() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.FAILS, Fate.VALID, Fate.FAILS, Fate.VALID));
    List<Problem> leftOut = campaign(2, List.of(one, two));
    assertEquals(List.of(one.toString()), leftOut.stream().map(Problem::where).toList());
    assertTrue(
        leftOut.getFirst().what().endsWith("run 2 failed: the run ended with status 3"),
        leftOut.toString());
    assertEquals(2, kept.of("two").size());
    assertEquals(List.of(), campaign(1, List.of(one, two)), "the cause is gone");
  }

  @Test
  void saysThatItLeftOutAnExperimentWhoseRunCannotGoOn() throws InterruptedException {
    runs.fates.addAll(List.of(Fate.KILLED, Fate.KILLED));
    Problem leftOut = campaign(1, List.of(one)).getFirst();
    assertTrue(leftOut.what().endsWith("is kept in " + firstRun()), leftOut.what());
  }

  @Test
  void saysWhatIsWrongWithAnExperimentThatCannotBeRun() {
    runs.fates.add(Fate.REFUSED);
    LabException wrong = assertThrows(LabException.class, () -> campaign(1, List.of(one)));
    assertTrue(wrong.getMessage().contains("one.yaml"), wrong.getMessage());
    assertEquals(List.of(), kept.of("one"));
  }

  @Test
  void startsNoRunThatWouldEndAfterTheTime() throws InterruptedException {
    runs.wallSeconds = TimeUnit.MINUTES.toSeconds(4);
    runs.whileRunning = () -> time.nowNs += TimeUnit.MINUTES.toNanos(4);
    campaign(9, List.of(one), OptionalLong.of(10));
    assertEquals(List.of("run 1", "run 2"), runs.calls); // the third would end after 12 minutes
    assertTrue(progress.getLast().contains("--for"), progress.toString());
  }

  @Test
  void startsNoFirstRunThatIsPlannedToEndAfterTheTime() throws InterruptedException {
    runs.estimatedSeconds = TimeUnit.MINUTES.toSeconds(20);
    campaign(1, List.of(one), OptionalLong.of(10));
    assertEquals(List.of(), runs.calls);
    assertTrue(progress.getLast().contains("--for"), progress.toString());
    campaign(1, List.of(one), OptionalLong.of(21));
    assertEquals(List.of("run 1"), runs.calls);
  }

  @Test
  void doesNotExpectTheNextRunToEndAsSoonAsOneThatFailed() throws InterruptedException {
    runs.fates.add(Fate.FAILS_EARLY);
    runs.estimatedSeconds = TimeUnit.MINUTES.toSeconds(20);
    runs.whileRunning = () -> time.nowNs += TimeUnit.MINUTES.toNanos(1);
    campaign(1, List.of(one), OptionalLong.of(21));
    assertEquals(60, kept.of("one").getFirst().wallSeconds());
    assertEquals(List.of("run 1"), runs.calls);
    assertTrue(progress.getLast().contains("--for"), progress.toString());
  }

  @Test
  void doesNotExpectAnotherContentToTakeAsLongAsTheOneBefore() throws InterruptedException {
    runs.estimatedSeconds = TimeUnit.MINUTES.toSeconds(20);
    runs.whileRunning =
        () -> {
          time.nowNs += TimeUnit.MINUTES.toNanos(1);
          Unchecked.io(() -> Files.writeString(one, "instances: 7\n"));
        };
    campaign(1, List.of(one), OptionalLong.of(21));
    assertEquals(List.of("run 1"), runs.calls);
    assertTrue(progress.getLast().contains("--for"), progress.toString());
  }

  @Test
  void aRunThatWasInterruptedOverNightTakesNoLongerThanItWorked() throws InterruptedException {
    double nightSeconds = TimeUnit.HOURS.toSeconds(10);
    double startedAt = 1_700_000_000;
    runs.wallSeconds = nightSeconds + 60;
    runs.resumptions =
        List.of(
            new RunState.Resumption(
                startedAt + nightSeconds + 20,
                "interrupted",
                startedAt + 20,
                null,
                List.of(),
                List.of(),
                List.of()));
    campaign(2, List.of(one), OptionalLong.of(10));
    assertEquals(List.of("run 1", "run 2"), runs.calls);
    assertEquals(60, kept.of("one").getFirst().wallSeconds());
  }

  @Test
  void countsAnotherContentOfTheFileAnewAndAnotherCommentNot() throws Exception {
    campaign(1, List.of(one));
    Files.writeString(one, "# a comment\ninstances: 5\n");
    campaign(1, List.of(one));
    Files.writeString(one, "published:\n- claim: c\n  ratio: 2\ninstances: 5\n");
    campaign(1, List.of(one));
    assertEquals(List.of("run 1"), runs.calls, "nor what a paper published");
    Files.writeString(one, "instances: 7\n");
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "run 1"), runs.calls);
    assertEquals(2, kept.of("one").size());
    assertEquals(1, kept.newest("one").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load: {scenario: conf/users.yaml} | conf/users.yaml | true",
        "templates: [{file: conf/main.tf, to: x}] | conf/main.tf | true",
        "x: --root=${here}/conf | conf/deep/a.json | true",
        "x: -cp ${here}/conf:${here}/Load.java | Load.java | true",
        "x: ${here}/${group.name}/a.conf | old/a.conf | true",
        "workload: {server: {command: [bin/start.sh, x]}} | bin/start.sh | true",
        "workload: {server: {command: bin/start.sh x}} | bin/start.sh | true",
        "x: ${here}/lib | lib/shop.jar | false",
        "x: ${here}/../other/a.conf | ../other/a.conf | false",
        "x: ${here}/ | a.conf | false",
        "x: $${here}/conf | conf/a.conf | false",
        "experiment: conf | conf/a.conf | false",
        "x: 1 # ${here}/conf | conf/a.conf | false"
      })
  void takesTheFilesThatAnExperimentNamesAsAPartOfIt(String line, String path, boolean isPart)
      throws IOException {
    Path experiments = Files.createDirectories(folder.resolve("experiments"));
    Path experiment =
        Files.writeString(experiments.resolve("x.yaml"), "instances: 5\n" + line + "\n");
    Path file = experiments.resolve(path).normalize();
    Files.createDirectories(file.getParent());
    Files.writeString(file, "before");
    String before = Campaign.fingerprint(experiment);
    assertEquals(before, Campaign.fingerprint(experiment));
    Files.writeString(file, "after");
    assertEquals(isPart, !before.equals(Campaign.fingerprint(experiment)));
  }

  @Test
  void anExperimentThatNamesNoFileIsItsLinesAlone() {
    assertEquals("782117d1bfa8", Campaign.fingerprint(one), "SHA-256 of `instances: 5`");
  }

  @Test
  void countsAnotherContentOfANamedFileAnew() throws Exception {
    Path users = Files.writeString(folder.resolve("users.yaml"), "think: 1s\n");
    Files.writeString(one, "load:\n  scenario: users.yaml\n");
    campaign(1, List.of(one));
    Files.writeString(users, "think: 2s\n");
    campaign(1, List.of(one));
    assertEquals(List.of("run 1", "run 1"), runs.calls);
    assertEquals(1, kept.newest("one").size());
  }

  @Test
  void leavesOutAnExperimentThatItsOwnRunsChange() throws InterruptedException {
    runs.whileRunning =
        () -> Unchecked.io(() -> Files.writeString(one, "instances: " + runs.calls.size()));
    List<Problem> leftOut = campaign(3, List.of(one));
    assertEquals(List.of("run 1", "run 1"), runs.calls);
    assertTrue(leftOut.getFirst().what().contains("changed"), leftOut.toString());
  }

  @Test
  void theNewestContentIsThatOfARunThatCounts() throws Exception {
    campaign(1, List.of(one));
    Files.writeString(one, "instances: 7\n");
    runs.fates.addAll(List.of(Fate.FAILS, Fate.FAILS));
    campaign(1, List.of(one));
    assertEquals(kept.of("one").subList(0, 1), kept.newest("one"));
    campaign(1, List.of(one));
    assertEquals(kept.of("one").subList(1, 4), kept.newest("one"));
  }

  @Test
  void countsAFileAnewThatIsEditedWhileItsRunsGoOn() throws InterruptedException {
    runs.whileRunning = () -> Unchecked.io(() -> Files.writeString(one, "instances: 7\n"));
    campaign(2, List.of(one));
    assertEquals(List.of("run 1", "run 1", "run 2"), runs.calls);
    assertEquals(3, kept.of("one").size());
    assertEquals(kept.of("one", Campaign.fingerprint(one)), kept.of("one").subList(1, 3));
  }

  @Test
  void addsUpWhatTheRunsSay() throws InterruptedException {
    campaign(2, List.of(one));
    runs.ratio = 2;
    runs.fates.add(Fate.WEAK);
    campaign(3, List.of(one));
    CampaignTally tally = CampaignTally.of("one", kept.of("one"));
    assertEquals(2, tally.valid());
    assertEquals(1, tally.weak());
    CampaignTally.Pair pair = tally.pairs().getFirst();
    assertEquals(2, pair.lower());
    assertEquals(1, pair.higher());
    assertTrue(pair.isReversed());
    assertTrue(tally.text().contains("REVERSED; ratios 0.5, 0.5, 2"), tally.text());
    assertEquals(0, tally.agreeing());
    CampaignTally alike = CampaignTally.of("one", kept.of("one").subList(0, 2));
    assertFalse(alike.text().contains("REVERSED"));
    assertEquals(2, alike.agreeing());
  }

  /** A run like that one, with other comparisons. */
  private static KeptRun saying(KeptRun like, List<KeptRun.Comparison> comparisons) {
    return new KeptRun(
        like.experiment(),
        like.content(),
        3,
        like.date(),
        like.commit(),
        like.machine(),
        like.kernel(),
        like.jdks(),
        like.loadAverage(),
        like.wallSeconds(),
        like.validity(),
        like.reasons(),
        "No difference was found.",
        like.baseline(),
        like.primaryMetric(),
        comparisons,
        Map.of(
            like.baseline(), Map.of(),
            like.comparisons().getFirst().group(), Map.of()),
        like.instances(),
        like.doubted(),
        like.answeredLess(),
        null);
  }

  /** A comparison without an interval is in no record: the run decided nothing all the same. */
  @Test
  void aRunWithoutAnIntervalIsNotDecided() throws InterruptedException {
    campaign(2, List.of(one));
    KeptRun like = kept.of("one").getFirst();
    KeptRun open = saying(like, List.of());
    CampaignTally.Pair pair = CampaignTally.of("one", List.of(like, open)).pairs().getFirst();
    assertEquals(1, pair.lower());
    assertEquals(1, pair.undecided());
    assertEquals(Arrays.asList(0.5, null), pair.ratios());
  }

  /** To show that two groups are equal is what such an experiment was made for. */
  @Test
  void aRunThatFindsGroupsEquivalentHasDecided() throws InterruptedException {
    campaign(1, List.of(one));
    KeptRun like = kept.of("one").getFirst();
    KeptRun equal =
        saying(
            like,
            List.of(
                new KeptRun.Comparison(
                    "cpu_load", "new", "old", 1.0, 0.99, 1.01, 0.9, "equivalent")));
    CampaignTally tally = CampaignTally.of("one", List.of(equal, saying(like, List.of())));
    CampaignTally.Pair pair = tally.pairs().getFirst();
    assertEquals(1, pair.equivalent());
    assertEquals(1, pair.undecided());
    assertEquals(1, tally.agreeing());
    assertEquals(3, CampaignTally.of("one", List.of(equal, equal, equal)).agreeing());
    assertTrue(
        tally.text().contains("0 lower, 0 higher, 1 equivalent, 1 not decided; ratios 1, "),
        tally.text());
  }

  @Test
  void namesTheLineThatIsNoRecord() throws Exception {
    Files.createDirectories(kept.folder());
    Files.writeString(kept.folder().resolve("one.jsonl"), "{\"run\": 1\n");
    LabException wrong = assertThrows(LabException.class, () -> kept.of("one"));
    assertTrue(wrong.getMessage().contains("one.jsonl:1"), wrong.getMessage());
  }
}
