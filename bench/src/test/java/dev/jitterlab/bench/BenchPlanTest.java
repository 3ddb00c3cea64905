package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.jdk.SystemPackages;
import dev.jitterlab.lab.process.EnvironmentProbe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchPlanTest {
  private static final BenchChoice ALL = choice(List.of(), List.of(), OptionalInt.empty(), 2, 1);
  private static final Path THERE = Path.of("/bin/true");

  @TempDir private Path folder;

  private static BenchChoice choice(
      List<String> scenarios, List<String> schedulers, OptionalInt rounds, int seconds, long seed) {
    return new BenchChoice(
        scenarios,
        schedulers,
        List.of(),
        List.of(),
        OptionalInt.empty(),
        false,
        OptionalInt.empty(),
        false,
        rounds,
        seconds,
        3,
        seed,
        false);
  }

  /** A machine whose Java knows three schedulers, and warns of something. */
  private BenchTools tools(Optional<Path> cyclictest, Optional<Path> stressNg) {
    try {
      Path java = folder.resolve("java");
      Files.writeString(
          java,
          "#!/bin/sh\nprintf 'WARNING: see below\\npartitioned\\nthread-per-task\\nnew-one\\n'\n");
      assertTrue(java.toFile().setExecutable(true));
      return new BenchTools(
          new PeriodicProgram(java, folder.resolve("periodic.jar"), List.of(), false, 3),
          cyclictest,
          stressNg,
          Optional.of(SystemPackages.APT),
          2,
          Time.system());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private BenchTools wholeMachine() {
    return tools(Optional.of(THERE), Optional.of(THERE));
  }

  /** All but the floor, which is in every plan. */
  private static List<String> contenders(BenchPlan plan) {
    List<String> names = plan.contenders().stream().map(Contender::name).toList();
    assertEquals(FloorContender.NAME, names.getFirst());
    return names.subList(1, names.size());
  }

  private static List<String> scenarios(BenchPlan plan) {
    return plan.scenarios().stream().map(TickScenario::name).toList();
  }

  private LabException refusal(List<String> scenarios, List<String> schedulers) {
    BenchChoice choice = choice(scenarios, schedulers, OptionalInt.empty(), 2, 1);
    return assertThrows(LabException.class, () -> BenchPlan.of(choice, wholeMachine()));
  }

  @Test
  void takesEveryScenarioAndEverySchedulerThatTheServerHas() {
    BenchPlan plan = BenchPlan.of(ALL, wholeMachine());

    assertEquals(
        List.of("cyclictest", "partitioned", "thread-per-task", "new-one"), contenders(plan));
    assertEquals(
        List.of(
            "1khz",
            "1khz-stressed",
            "500x20hz-empty",
            "500x20hz-empty-stressed",
            "500x20hz-140us",
            "500x20hz-140us-stressed",
            "50x128hz",
            "50x128hz-stressed",
            "mixed",
            "mixed-stressed"),
        scenarios(plan));
    assertEquals(List.of(), plan.notes());
  }

  @Test
  void takesWhatIsNamedAndTheControl() {
    BenchChoice choice =
        choice(List.of("mixed", "1khz"), List.of("new-one"), OptionalInt.of(7), 30, 1);
    BenchPlan plan = BenchPlan.of(choice, wholeMachine());

    assertEquals(List.of("mixed", "1khz"), scenarios(plan));
    assertEquals(List.of("cyclictest", "new-one"), contenders(plan));
    assertEquals(7, plan.rounds());
    assertTrue(plan.estimateSeconds() > 7 * 2 * 2 * 30, "beside what is measured");
  }

  /** It is asked in the user's folder: its JVM must leave no logs there. */
  @Test
  void aTracedServerThatIsOnlyAskedSomethingLogsNothing() throws IOException {
    Path java = folder.resolve("asked");
    Files.writeString(java, "#!/bin/sh\necho \"$*\" > \"$0.arguments\"\necho partitioned\n");
    assertTrue(java.toFile().setExecutable(true));
    Path jar = folder.resolve("periodic.jar");

    assertEquals(
        List.of("partitioned"), new PeriodicProgram(java, jar, List.of(), true, 3).schedulers());
    String arguments = Files.readString(folder.resolve("asked.arguments"));
    assertTrue(arguments.contains("--list-schedulers"), arguments);
    assertFalse(arguments.contains("-Xlog"), arguments);
  }

  private static void jar(Path file, String classPath, Map<String, String> classes)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Map.Entry<String, String> one : classes.entrySet()) {
        out.putNextEntry(new ZipEntry(one.getKey()));
        out.write(one.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Rounds of two versions of a scheduler must not share a table. */
  @Test
  void tellsTheClassesOfOneBuildFromThoseOfAnother() throws IOException {
    Path server = folder.resolve("jitterlab-periodic.jar");
    Path library = folder.resolve("jitterlab-tick.jar");
    String beside = "HdrHistogram.jar jitterlab-tick.jar";
    PeriodicProgram program = new PeriodicProgram(server, server, List.of(), false, 3);
    jar(server, beside, Map.of("Server.class", "1"));
    jar(library, "", Map.of("Worker.class", "1", "META-INF/MANIFEST", "of today"));
    String before = program.classes();

    jar(library, "", Map.of("Worker.class", "1", "META-INF/MANIFEST", "of tomorrow"));
    assertEquals(before, program.classes());
    jar(library, "", Map.of("Worker.class", "2"));
    assertNotEquals(before, program.classes());
    jar(library, "", Map.of("Worker.class", "1"));
    assertEquals(before, program.classes());
    PeriodicProgram withPeer = new PeriodicProgram(server, server, List.of(library), false, 3);
    assertNotEquals(before, withPeer.classes());
  }

  /** The floor is simulated in the lab's own JVM, from classes that no server has. */
  @Test
  void tellsASimulationOfTheFloorFromAnotherOne() {
    Map<String, String> settings =
        BenchPlan.of(ALL, wholeMachine())
            .settings(wholeMachine(), new EnvironmentProbe(Path.of("/")).probe(Map.of()));
    assertEquals(FloorContender.classes(), settings.get("the floor's classes"));
    assertEquals(floorWith("1"), floorWith("1"));
    assertNotEquals(floorWith("1"), floorWith("2"));
  }

  /** Where one of the simulation's inner classes has that version. */
  private static String floorWith(String version) {
    return FloorContender.classes(
        type ->
            (type.getName() + (type.getName().endsWith("IdealScheduler$Core") ? version : ""))
                .getBytes(StandardCharsets.UTF_8));
  }

  /** The program runs in a folder of its own, not in that where the user named the jar. */
  @Test
  void aPeerIsFoundFromAnyFolder() {
    List<String> command =
        new PeriodicProgram(THERE, THERE, List.of(Path.of("peers/their.jar")), false, 3)
            .command(List.of(), List.of());
    String classPath = command.get(command.indexOf("-cp") + 1);
    assertEquals(THERE + ":" + Path.of("peers/their.jar").toAbsolutePath(), classPath);
  }

  @Test
  void runsThoseThatCanOnceMoreWhereCompilersGiveWayAndWithZgc() {
    BenchChoice choice =
        new BenchChoice(
            List.of("1khz"),
            List.of("new-one", "partitioned", "c-loop"),
            List.of(),
            List.of(),
            OptionalInt.of(80),
            false,
            OptionalInt.of(10),
            true,
            OptionalInt.empty(),
            2,
            3,
            1,
            false);

    assertEquals(
        List.of(
            "cyclictest",
            "cyclictest-fifo80",
            "new-one",
            "partitioned",
            "partitioned-fifo80",
            "partitioned-compilers10",
            "partitioned-fifo80-compilers10",
            "partitioned-zgc",
            "partitioned-fifo80-zgc",
            "c-loop",
            "c-loop-fifo80"),
        contenders(BenchPlan.of(choice, wholeMachine())));
  }

  @Test
  void runsEachWayOfWaitingAndOnceMorePinnedAndAtFifo() {
    BenchChoice choice =
        new BenchChoice(
            List.of("overload"),
            List.of("new-one", "partitioned", "c-loop"),
            List.of(),
            List.of("park", "spin"),
            OptionalInt.of(80),
            true,
            OptionalInt.empty(),
            false,
            OptionalInt.empty(),
            2,
            3,
            1,
            false);

    assertEquals(
        List.of(
            "cyclictest",
            "cyclictest-fifo80",
            "new-one",
            "partitioned-park",
            "partitioned-spin",
            "partitioned-park-pinned",
            "partitioned-spin-pinned",
            "partitioned-park-fifo80",
            "partitioned-spin-fifo80",
            "partitioned-park-fifo80-pinned",
            "partitioned-spin-fifo80-pinned",
            "c-loop",
            "c-loop-fifo80"),
        contenders(BenchPlan.of(choice, wholeMachine())));
  }

  @Test
  void asksOverloadForMoreThanTheCoresHave() {
    BenchPlan plan =
        BenchPlan.of(
            choice(List.of("overload"), List.of(), OptionalInt.empty(), 2, 1), wholeMachine());

    assertEquals(
        List.of("--tasks=130@20", "--tick-us=1000", "--late-policy=skip"),
        plan.scenarios().getFirst().options());
  }

  @Test
  void refusesFifoWhereTheServerDoes() throws IOException {
    BenchTools tools = wholeMachine();
    Files.writeString(folder.resolve("java"), "#!/bin/sh\necho 'not permitted'\nexit 69\n");
    LabException refused = assertThrows(LabException.class, () -> tools.server().requireFifo(80));

    assertEquals("--fifo", refused.problems().getFirst().where());
    assertTrue(refused.problems().getFirst().details().contains("not permitted"));
  }

  @Test
  void fitsTheRoundsIntoFiveMinutesUnlessTold() {
    assertEquals(1, BenchPlan.of(ALL, wholeMachine()).rounds());
    BenchPlan small =
        BenchPlan.of(choice(List.of("1khz"), List.of(), OptionalInt.empty(), 2, 1), wholeMachine());
    assertEquals(5, small.rounds());
    BenchChoice fourScenarios =
        choice(
            List.of("1khz", "500x20hz-empty", "500x20hz-140us", "50x128hz"),
            List.of(),
            OptionalInt.empty(),
            2,
            1);
    BenchPlan idle = BenchPlan.of(fourScenarios, wholeMachine());
    assertEquals(2, idle.rounds());
    assertTrue(idle.estimateSeconds() <= 300);
  }

  @Test
  void saysWhatIsMissingAndHowToGetIt() {
    BenchPlan plan = BenchPlan.of(ALL, tools(Optional.empty(), Optional.empty()));

    assertEquals(List.of("partitioned", "thread-per-task", "new-one"), contenders(plan));
    assertFalse(plan.scenarios().stream().anyMatch(TickScenario::stressed));
    assertEquals(2, plan.notes().size());
    assertTrue(
        plan.notes().get(0).endsWith("Type: sudo apt-get install -y rt-tests"),
        plan.notes()::toString);
    assertTrue(
        plan.notes().get(1).endsWith("Type: sudo apt-get install -y stress-ng"),
        plan.notes()::toString);
  }

  @Test
  void refusesToRunNothing() {
    BenchChoice stressed = choice(List.of("1khz-stressed"), List.of(), OptionalInt.empty(), 2, 1);
    BenchTools tools = tools(Optional.of(THERE), Optional.empty());
    LabException refused = assertThrows(LabException.class, () -> BenchPlan.of(stressed, tools));

    assertEquals(ExitCode.RUN_FAILED, refused.exitCode());
    assertTrue(refused.problems().getFirst().remedy().contains("stress-ng"));
  }

  @Test
  void namesTheKnownNamesAndTheNearest() {
    LabException scenario = refusal(List.of("1khz", "mixde"), List.of());
    LabException scheduler = refusal(List.of(), List.of("partitoned"));

    assertEquals(ExitCode.WRONG_EXPERIMENT, scenario.exitCode());
    assertEquals("--scenarios", scenario.problems().getFirst().where());
    assertTrue(scenario.getMessage().contains("did you mean `mixed`?"), scenario.getMessage());
    assertEquals(ExitCode.WRONG_EXPERIMENT, scheduler.exitCode());
    assertEquals(
        "--schedulers: there is no `partitoned`; expected one of: partitioned, thread-per-task,"
            + " new-one, c-loop, cyclictest; did you mean `partitioned`?",
        scheduler.getMessage());
  }

  @Test
  void runsEveryContenderOnceInEachRoundInAnOrderDrawnAnew() {
    BenchPlan plan = BenchPlan.of(ALL, wholeMachine());
    List<List<String>> orders =
        IntStream.rangeClosed(1, 20).mapToObj(round -> order(plan, round)).toList();

    for (List<String> order : orders) {
      assertEquals(
          plan.contenders().stream().map(Contender::name).sorted().toList(),
          order.stream().sorted().toList());
    }
    assertTrue(orders.stream().distinct().count() > 5, orders::toString);
    assertEquals(orders.getFirst(), order(BenchPlan.of(ALL, wholeMachine()), 1));
    BenchChoice otherSeed = choice(List.of(), List.of(), OptionalInt.empty(), 2, 2);
    BenchPlan other = BenchPlan.of(otherSeed, wholeMachine());
    assertNotEquals(
        orders, IntStream.rangeClosed(1, 20).mapToObj(round -> order(other, round)).toList());
  }

  private List<String> order(BenchPlan plan, int round) {
    return plan.cells(plan.scenarios().getFirst(), round, folder).stream()
        .map(cell -> cell.contender().name())
        .toList();
  }

  @Test
  void theFloorTakesItsTurnInAllScenariosThatItCanServe() {
    BenchPlan plan = BenchPlan.of(ALL, wholeMachine());
    for (TickScenario scenario : plan.scenarios()) {
      List<Integer> places =
          IntStream.rangeClosed(1, 20)
              .mapToObj(
                  round ->
                      plan.cells(scenario, round, folder).stream()
                          .map(cell -> cell.contender().name())
                          .toList()
                          .indexOf(FloorContender.NAME))
              .distinct()
              .toList();
      assertEquals(
          scenario.stressed() ? 1 : 5, places.size(), "anywhere among five, or nowhere: " + places);
      assertEquals(scenario.stressed(), places.contains(-1));
    }
  }

  @Test
  void givesEveryCellAFolderOfItsOwn() {
    BenchPlan plan = BenchPlan.of(ALL, wholeMachine());
    List<Path> folders =
        IntStream.rangeClosed(1, 2)
            .boxed()
            .flatMap(
                round ->
                    plan.scenarios().stream()
                        .flatMap(scenario -> plan.cells(scenario, round, folder).stream()))
            .map(BenchCell::folder)
            .toList();

    assertEquals(2 * (10 * 4 + 5), folders.stream().distinct().count(), "floors: 5");
    assertTrue(folders.contains(folder.resolve("mixed-stressed/2/new-one")));
  }
}
