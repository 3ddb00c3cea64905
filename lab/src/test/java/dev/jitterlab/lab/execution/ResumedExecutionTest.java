package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ManualTime;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.faults.FaultKind;
import dev.jitterlab.lab.faults.Injection;
import dev.jitterlab.lab.faults.InjectionFiles;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.run.RunState.Resumption;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a run of two blocks, the second is made one that was under way. */
class ResumedExecutionTest {
  @TempDir private static Path wholeRun;

  @TempDir private Path temporary;
  private RunDirectory directory;
  private RunState whole;
  private final SilentProgress progress = new SilentProgress();

  @BeforeAll
  static void runOnce() throws Exception {
    RunDirectory root = new RunDirectory(wholeRun.resolve("run"));
    new Execution(
            ScriptedPlans.blocks(2),
            new byte[0],
            List.of(),
            root,
            new SilentProgress(),
            Time.system(),
            LocalHost::open)
        .run();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @BeforeEach
  void interruptInTheSecondBlock() throws Exception {
    directory = new RunDirectory(temporary.resolve("run"));
    copy(wholeRun.resolve("run"), directory.root());
    whole = state();
    BlockTimes second = whole.blocks().getLast();
    state(
        new BlockTimes(2, second.loadStartedAt(), second.measuredFrom(), null, null, null),
        "running");
    Files.writeString(directory.samplesSpool(), "1700000000,\"pool/2\",\"cut off");
  }

  private void state(BlockTimes second, String word) {
    state(second, word, null);
  }

  private void state(BlockTimes second, String word, String why) {
    List<BlockTimes> blocks = List.of(whole.blocks().getFirst(), second);
    Json.write(
        directory.runState(),
        new RunState(
            word,
            why,
            whole.startedAt(),
            null,
            blocks,
            List.of(),
            List.of(),
            List.of(),
            List.of()));
  }

  private RunState state() {
    return Json.read(directory.runState(), RunState.class);
  }

  private void resume() throws Exception {
    new Execution(InterruptedRun.open(directory), progress, Time.system(), LocalHost::open).run();
  }

  private LabException refusal() {
    LabException refused = assertThrows(LabException.class, this::resume);
    assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode(), refused.getMessage());
    return refused;
  }

  @Test
  void measuresTheBlockUnderWayAgainAndNoOther() throws Exception {
    String plan = Files.readString(directory.plan());
    resume();

    RunState state = state();
    assertEquals("complete", state.state());
    assertEquals(whole.startedAt(), state.startedAt());
    assertEquals(whole.blocks().getFirst(), state.blocks().getFirst());
    assertEquals(List.of(1, 2), state.blocks().stream().map(BlockTimes::number).toList());
    assertTrue(state.blocks().getLast().measuredFrom() > whole.endedAt());
    Resumption resumption = state.resumptions().getFirst();
    assertEquals("running", resumption.endedAs());
    assertEquals(List.of(2), resumption.repeated());
    assertEquals(List.of(), resumption.died());
    assertEquals(List.of(), changes());
    assertEquals(plan, Files.readString(directory.plan()));
    assertEquals(2, progress.statuses.getLast().block());
    assertTrue(progress.notes.getFirst().contains("1 of 2 blocks are finished"));
  }

  @Test
  void goesOnWithABlockThatWasBeingRepeated() throws Exception {
    BlockTimes second = whole.blocks().getLast();
    Repetition again = new Repetition(2, second, "its load was unequal", null);
    Json.write(
        directory.runState(),
        new RunState(
            "running",
            null,
            whole.startedAt(),
            null,
            List.of(whole.blocks().getFirst()),
            List.of(),
            List.of(),
            List.of(again),
            List.of()));
    resume();

    assertEquals("complete", state().state());
    assertEquals(List.of(again), state().repetitions());
    assertTrue(state().blocks().getLast().measuredFrom() > second.finishedAt());
    double to = second.measuredTo();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      List<SamplesReader.Point> before =
          samples.series("pool/2", "test_scrapes_total", "", second.measuredFrom(), to);
      assertEquals(to, before.getLast().at(), "a failure in it must not be forgotten");
    }
  }

  @Test
  void keepsTheSamplesOfFinishedBlocksOnly() throws Exception {
    resume();

    RunState state = state();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      String metric = "test_scrapes_total";
      double to = state.blocks().getFirst().measuredTo();
      assertEquals(to, samples.series("pool/1", metric, "", 0, to).getLast().at());
      double first = samples.series("pool/2", metric, "", 0, 1e12).getFirst().at();
      assertTrue(first > state.resumptions().getFirst().at(), "nothing of the half block is left");
    }
    assertFalse(Files.exists(directory.samplesSpool()));
  }

  /** The clock was set back between the blocks, so that the last one is not the latest. */
  @Test
  void keepsTheSamplesOfTheLatestBlockIfAnotherOneIsTheLast() throws Exception {
    Json.write(
        directory.runState(),
        new RunState(
            "running",
            null,
            whole.startedAt(),
            null,
            whole.blocks().reversed(),
            List.of(),
            List.of(),
            List.of(),
            List.of()));
    resume();

    double to = whole.blocks().getLast().measuredTo();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      assertEquals(to, samples.series("pool/2", "test_scrapes_total", "", 0, to).getLast().at());
    }
  }

  @Test
  void movesTheFilesOfTheHalfBlockAside() throws Exception {
    Files.writeString(directory.instance("pool/2").resolve("evidence"), "");
    resume();

    assertTrue(Files.exists(directory.interrupted(1).resolve("groups/pool/2/evidence")));
    assertTrue(Files.exists(directory.interrupted(1).resolve("load/2/process.json")));
    assertFalse(Files.exists(directory.instance("pool/2").resolve("evidence")));
  }

  /** Else it counts as injected if the trial ends before that block is measured again. */
  @Test
  void movesWhatWasInjectedIntoTheHalfBlockAside() throws Exception {
    InjectionFiles files = new InjectionFiles(directory);
    files.write(1, List.of(new Injection(FaultKind.LOCK, "pool/1", 1, 2)));
    files.write(2, List.of(new Injection(FaultKind.LOCK, "pool/2", 3, 4)));
    resume();

    assertEquals(List.of("pool/1"), files.all().stream().map(Injection::victim).toList());
    assertTrue(Files.exists(directory.interrupted(1).resolve("faults/block-2.csv")));
  }

  /** It is of the first part alone, and would be shown beside the figures of all that follows. */
  @Test
  void deletesWhatWasMadeOfTheFirstPart() throws Exception {
    List<Path> made =
        List.of(
            directory.summary(),
            directory.validity(),
            directory.report(),
            directory.causes(),
            directory.confusion());
    for (Path file : made) {
      Files.writeString(file, "{}");
    }
    resume();

    made.forEach(file -> assertFalse(Files.exists(file), file::toString));
  }

  @Test
  void remembersAServerThatHadEndedByItself() throws Exception {
    letTheServerOfTheSecondBlockHaveDied();
    resume();

    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  private void letTheServerOfTheSecondBlockHaveDied() throws IOException {
    Path file = RunDirectory.process(directory.instance("pool/2"));
    Files.writeString(file, Files.readString(file).replace("\"stopped\"", "\"died\""));
  }

  /** Its group could win if the next resume did not know of it. */
  @Test
  void remembersAServerThatHadEndedByItselfIfRunJsonCouldNotBeWritten() throws Exception {
    letTheServerOfTheSecondBlockHaveDied();
    Files.createDirectory(directory.reserve());
    assertThrows(LabException.class, this::resume);
    Files.delete(directory.reserve());
    resume();

    assertEquals(
        List.of(List.of("pool/2")), state().resumptions().stream().map(Resumption::died).toList());
  }

  @Test
  void remembersAServerThatHadEndedByItselfIfItsFilesCouldNotBeMoved() throws Exception {
    letTheServerOfTheSecondBlockHaveDied();
    Path inTheWay = Files.writeString(directory.interrupted(1).getParent(), "");
    assertThrows(LabException.class, this::resume);
    assertEquals("failed", state().state());
    Files.delete(inTheWay);
    resume();

    assertEquals("complete", state().state());
    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  /** The lab ended it, so that its record does not say whose fault that was. */
  @Test
  void remembersAServerThatNeverBecameReady() throws Exception {
    state(
        new BlockTimes(2, null, null, null, null, null),
        "failed",
        "pool/2: the process printed no line 'JITTERLAB READY …' within 30 s");
    resume();

    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  /** Some were not ready, and the block waited for all of them. */
  @Test
  void remembersEachServerThatNeverBecameReady() throws Exception {
    state(
        new BlockTimes(2, null, null, null, null, null),
        "failed",
        "other/2: the process printed no line within 30 s; pool/2: the same");
    resume();

    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  /** Its group could win, if only the samples said so: they are deleted. */
  @Test
  void remembersAServerThatHadFailedAtItsWork() throws Exception {
    double at = whole.endedAt() + 1;
    Files.writeString(
        directory.samplesSpool(),
        at + ",\"pool/2\",\"jitterlab_ticks_failed_total\",\"\",3.0\n" + at + ",\"pool");
    resume();

    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  /** As above, but a report has been made of the interrupted run, which loads the spool. */
  @Test
  void remembersAServerWhoseAnswersWereWrong() throws Exception {
    Files.writeString(
        directory.samplesSpool(),
        whole.endedAt()
            + 1
            + ",\"load/2\",\"jitterlab_load_faults_total\","
            + "\"fault=\"\"lost\"\",target=\"\"pool/2\"\"\",1.0\n");
    SampleDatabase.load(directory);
    resume();

    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  /** The next resume finds them where they are. */
  @Test
  void deletesNoSamplesBeforeRunJsonSaysWhatTheyShow() throws Exception {
    double at = whole.endedAt() + 1;
    Files.writeString(
        directory.samplesSpool(), at + ",\"pool/2\",\"jitterlab_ticks_failed_total\",\"\",3.0\n");
    Files.createDirectory(directory.reserve());
    assertThrows(LabException.class, this::resume);
    assertTrue(Files.exists(directory.samplesSpool()), "nothing was deleted");
    Files.delete(directory.reserve());
    resume();

    assertEquals(List.of("pool/2"), state().resumptions().getFirst().died());
  }

  @Test
  void blamesNoServerThatFailedAtNothing() throws Exception {
    Files.writeString(
        directory.samplesSpool(),
        whole.endedAt() + 1 + ",\"pool/2\",\"jitterlab_ticks_failed_total\",\"\",0.0\n");
    resume();

    assertEquals(List.of(), state().resumptions().getFirst().died());
  }

  /** The run failed because the disk was full, which is no fault of the server under way. */
  @Test
  void blamesNoServerForAnotherFailure() throws Exception {
    state(new BlockTimes(2, null, null, null, null, null), "failed", "/tmp: the disk is full");
    resume();

    assertEquals(List.of(), state().resumptions().getFirst().died());
  }

  @Test
  void endsARunOfWhichEveryBlockHasFinished() throws Exception {
    state(whole.blocks().getLast(), "running");
    resume();

    assertEquals("complete", state().state());
    assertEquals(whole.blocks(), state().blocks());
  }

  @Test
  void warnsOfAChangedSettingOfTheMachine() throws Exception {
    change(directory.environment(), "\"kernel\" : \"", "\"kernel\" : \"older ");
    resume();

    String change = changes().getFirst();
    assertTrue(change.startsWith("the kernel was older "), change);
    assertTrue(
        progress.notes.stream().anyMatch(note -> note.contains(change)), progress.notes.toString());
  }

  /** Without whether CPUs may sleep: other programs of the machine may ask for that meanwhile. */
  private List<String> changes() throws IOException {
    return state().resumptions().getFirst().changes().stream()
        .filter(change -> !change.startsWith("whether CPUs may sleep "))
        .toList();
  }

  @Test
  void refusesAnotherJdkAndChangesNothing() throws Exception {
    change(directory.environment(), "openjdk version", "another version");
    String before = Files.readString(directory.runState());

    assertTrue(refusal().getMessage().contains("the build of the JDKs"));
    assertEquals(before, Files.readString(directory.runState()));
    assertTrue(Files.exists(directory.instance("pool/2")), "nothing was moved");
    assertTrue(Files.exists(directory.samplesSpool()), "nothing was deleted");
  }

  @Test
  void refusesAnotherJar() throws Exception {
    Map<String, String> sha256 = Json.read(directory.programs(), Programs.class).sha256();
    assertFalse(sha256.isEmpty(), "the class path of the tests has jars");
    String one = sha256.values().iterator().next();
    change(directory.programs(), one, "0".repeat(64));

    assertTrue(refusal().getMessage().contains("SHA-256"));
  }

  @Test
  void refusesASamplesFileThatWasCut() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(directory.samples().toFile(), "rw")) {
      file.setLength(file.length() / 2);
    }

    assertTrue(refusal().problems().getFirst().what().contains("are damaged"));
  }

  @Test
  void refusesASamplesFileWithAWrongByteInEveryBlock() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(directory.samples().toFile(), "rw")) {
      for (long at = 4096 * 3 + 100; at < file.length(); at += 4096) {
        file.seek(at);
        int old = file.read();
        file.seek(at);
        file.write(old ^ 0xff);
      }
    }

    assertTrue(refusal().problems().getFirst().what().contains("are damaged"));
  }

  private Process startReader() throws IOException {
    return new ProcessBuilder(
            ScriptedPlans.java(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            SamplesReaderMain.class.getName(),
            directory.root().toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Such as a shell of DuckDB's that somebody looks into the samples with. */
  @Test
  void theEndOfABlockWaitsForAnotherProcessThatHasTheSamplesOpen() throws Exception {
    Files.delete(directory.samplesSpool());
    Process other = startReader();
    try {
      assertEquals("open", other.inputReader().readLine());
      Files.writeString(directory.samplesSpool(), "1.0,\"pool/2\",\"m\",\"\",1.0\n");

      LabException refused =
          assertThrows(LabException.class, () -> SampleDatabase.load(directory, new ManualTime()));
      assertEquals(ExitCode.RUN_FAILED, refused.exitCode());
      assertTrue(refused.getMessage().contains("another program has had the file open for 20 s"));
      String remedy = refused.problems().getFirst().remedy();
      assertTrue(remedy.startsWith("End that program; the samples are kept in "), remedy);
      LabException unread = assertThrows(LabException.class, () -> SampleDatabase.load(directory));
      assertTrue(unread.getMessage().contains("another program has its samples open"));
      assertTrue(Files.exists(directory.samplesSpool()));

      SampleDatabase.load(directory, untilItHasEnded(other));
      assertFalse(Files.exists(directory.samplesSpool()));
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  /** Ends the process as soon as it is waited for. */
  private static Time untilItHasEnded(Process process) {
    return new Time() {
      @Override
      public long nanoTime() {
        return 0;
      }

      @Override
      public double epochSeconds() {
        return 0;
      }

      @Override
      public void sleepUntil(long deadlineNs) throws InterruptedException {
        process.destroyForcibly().waitFor();
      }
    };
  }

  /** Such as one that makes the report. A campaign would set aside what the run had measured. */
  @Test
  void isRefusedForNowWhileAnotherProcessHasTheSamplesOpen() throws Exception {
    Files.delete(directory.samplesSpool());
    Process other = startReader();
    try {
      assertEquals("open", other.inputReader().readLine());
      LabException refused = assertThrows(LabException.class, this::resume);
      assertEquals(ExitCode.NOT_NOW, refused.exitCode(), refused.getMessage());
      assertTrue(refused.getMessage().contains("another program has its samples open"));
    } finally {
      other.destroyForcibly().waitFor();
    }
    resume();

    assertEquals("complete", state().state());
  }

  @Test
  void beginsTheSamplesAnewIfNoBlockHasFinished() throws Exception {
    Json.write(
        directory.runState(),
        new RunState(
            "failed",
            "full",
            whole.startedAt(),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of()));
    Files.writeString(directory.samples(), "no database");
    resume();

    assertEquals(2, state().finishedBlocks().size());
  }

  @Test
  void refusesASecondResumeAtTheSameTime() {
    try (InterruptedRun _ = InterruptedRun.open(directory)) {
      LabException refused = assertThrows(LabException.class, () -> InterruptedRun.open(directory));
      assertTrue(refused.getMessage().contains("another jitterlab"), refused.getMessage());
      assertEquals(ExitCode.NOT_NOW, refused.exitCode(), "the other one ends some time");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusesAFolderThatIsNoRun() {
    directory = new RunDirectory(temporary);

    assertTrue(refusal().getMessage().contains("not the folder of a run"));
  }

  @Test
  void refusesADamagedRunJson() throws Exception {
    Files.writeString(directory.runState(), "{\"state\" : ");

    assertTrue(refusal().getMessage().contains("run.json: the file is damaged"));
  }

  private static void change(Path file, String from, String to) throws Exception {
    String text = Files.readString(file);
    assertTrue(text.contains(from), text);
    Files.writeString(file, text.replace(from, to));
  }

  @Test
  void namesTheCommandThatGoesOn() {
    assertEquals(
        "./jitterlab resume 'runs/a b'",
        ShellWord.command("resume", new RunDirectory(Path.of("runs/a b"))));
  }
}
