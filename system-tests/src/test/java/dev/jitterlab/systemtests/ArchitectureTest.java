package dev.jitterlab.systemtests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows of docs/ARCHITECTURE.md. */
class ArchitectureTest {
  private static final int JAVA_11_CLASS_FILE = 55;
  private static final String LAB = "dev.jitterlab.lab";

  /** Which modules each module may depend on. One that is not named is a workload. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("tick", Set.of()),
          Map.entry("observer", Set.of("tick")),
          Map.entry("micrometer", Set.of("tick")),
          Map.entry("agent", Set.of("tick", "observer", "arrivals")),
          Map.entry("faults", Set.of()),
          Map.entry("arrivals", Set.of()),
          Map.entry("lock", Set.of()),
          Map.entry("load", Set.of("tick", "observer", "arrivals", "program", "settings")),
          Map.entry("program", Set.of("tick", "observer", "settings")),
          Map.entry("settings", Set.of()),
          Map.entry("diagnosis", Set.of("arrivals")),
          Map.entry("scenario", Set.of("arrivals")),
          Map.entry("lab", Set.of("arrivals", "scenario", "diagnosis")),
          Map.entry("bench", Set.of("lab")),
          Map.entry("doctor", Set.of("lab")),
          Map.entry("play", Set.of("lab")),
          Map.entry("cli", Set.of("arrivals", "diagnosis", "lab", "bench", "doctor", "play")));

  /**
   * The lab's packages from the bottom to the top, as in docs/ARCHITECTURE.md: each may use those
   * before it.
   */
  private static final List<String> STAGES =
      List.of(
          "changepoint",
          "terminal",
          "yaml",
          "placeholder",
          "run",
          "jdk",
          "machine",
          "progress",
          "ticks",
          "statistics",
          "jit",
          "host",
          "process",
          "attach",
          "faults",
          "rule",
          "collect",
          "collector",
          "metric",
          "workload",
          "experiment",
          "plan",
          "execution",
          "validity.evidence",
          "validity",
          "causes",
          "summary",
          "proof",
          "size",
          "report.html",
          "report.words",
          "report.table",
          "report.chart",
          "report.data",
          "report.page",
          "report.text",
          "report.history",
          "report.size",
          "report.live",
          "campaign");

  /** What workloads and load generators stand on; none knows another. */
  private static final Set<String> LIBRARIES =
      Set.of("tick", "observer", "arrivals", "lock", "load", "program", "scenario", "settings");

  /** What starts servers and is never inside one. */
  private static final Set<String> OUTSIDE =
      Set.of("diagnosis", "lab", "bench", "doctor", "play", "cli");

  /** What is built in the modules' folders: a new workload is found without a line anywhere. */
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(at -> !at.contains("/META-INF/")) // for newer JDKs; see below
          .importPaths(builtClasses());

  /** Every class of a module depends on classes of its own module, or on those its arrows name. */
  @ParameterizedTest
  @MethodSource("modules")
  void dependsOnlyWhereTheArrowsPoint(String module) {
    String[] allowed =
        Stream.concat(Stream.of(module), arrows(module).stream())
            .map(each -> "dev.jitterlab." + each + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab." + module + "..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("dev.jitterlab..")
                .and(JavaClass.Predicates.resideOutsideOfPackages(allowed)))
        .check(ALL);
  }

  /** The diagnosis is tested by faults that it knows nothing of. */
  @Test
  void whatDiagnosesKnowsNothingOfInjections() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.jitterlab.diagnosis..", LAB + ".causes..", LAB + ".report..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(LAB + ".faults..")
        .check(ALL);
  }

  /** The schedulers know nothing of what listens to them. */
  @Test
  void ticksSubPackagesStandOnItsSchedulers() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.tick")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.jitterlab.tick.*..")
        .check(ALL);
  }

  @Test
  void everyNamedModuleExists() {
    assertTrue(modules().containsAll(ARROWS.keySet()), modules().toString());
  }

  private static List<Path> builtClasses() {
    try (Stream<Path> folders =
        Files.find(Jitterlab.HOME, 4, (at, _) -> at.endsWith("target/classes"))) {
      // A module that is gone may have left what was built of it.
      return folders.filter(at -> Files.exists(at.resolve("../../pom.xml"))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Set<String> modules() {
    return ALL.stream()
        .map(ArchitectureTest::module)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String module(JavaClass one) {
    return one.getPackageName().split("\\.", -1)[2];
  }

  private static Set<String> arrows(String module) {
    return ARROWS.getOrDefault(module, LIBRARIES);
  }

  /** Instrumented code calls it from everywhere. */
  @Test
  void whatInstrumentedCodeCallsKnowsJavaBaseOnly() {
    classes()
        .that()
        .haveSimpleName("TickHook")
        .should()
        .onlyDependOnClassesThat(
            JavaClass.Predicates.resideInAnyPackage("java.lang..", "java.util.function..")
                .or(JavaClass.Predicates.simpleName("TickHook")))
        .check(ALL);
  }

  @Test
  void rulesKnowNoNetworkAndNoClock() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.rules..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "java.net..",
            "java.nio..",
            "java.time..",
            "dev.jitterlab.tick..",
            "dev.jitterlab.battle.protocol..",
            "dev.jitterlab.battle.server..",
            "dev.jitterlab.battle.bot..")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(ALL);
  }

  @Test
  void protocolKnowsNoSession() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.protocol..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "java.net..",
            "dev.jitterlab.battle.session..",
            "dev.jitterlab.battle.server..",
            "dev.jitterlab.battle.bot..")
        .check(ALL);
  }

  @Test
  void sessionKnowsNoRulesAndNoServer() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.session..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "dev.jitterlab.tick..",
            "dev.jitterlab.battle.rules..",
            "dev.jitterlab.battle.server..",
            "dev.jitterlab.battle.bot..")
        .check(ALL);
  }

  @Test
  void linksKnowNeitherPacketsNorServers() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.bot.link..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.jitterlab.battle.bot",
            "dev.jitterlab.battle.http..",
            "dev.jitterlab.battle.protocol..",
            "dev.jitterlab.battle.session..",
            "dev.jitterlab.battle.server..",
            "dev.jitterlab.load..")
        .check(ALL);
  }

  @Test
  void battlePackagesFormNoCycles() {
    slices().matching("dev.jitterlab.battle.(*)..").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void httpKnowsNothingOfTheGame() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.http..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("dev.jitterlab..")
                .and(
                    JavaClass.Predicates.resideOutsideOfPackages(
                        "dev.jitterlab.battle.http..", "dev.jitterlab.load.port..")))
        .check(ALL);
  }

  @Test
  void servicesOfTheClusterKnowOneAnotherByHttpOnly() {
    slices()
        .matching("dev.jitterlab.battle.cluster.(*)..")
        .should()
        .notDependOnEachOther()
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.cluster..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.jitterlab.battle.rules..",
            "dev.jitterlab.battle.protocol..",
            "dev.jitterlab.battle.server..",
            "dev.jitterlab.battle.bot..")
        .check(ALL);
  }

  @Test
  void whoWatchesKnowsNoGame() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.cluster.watch..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("dev.jitterlab.battle..")
                .and(
                    JavaClass.Predicates.resideOutsideOfPackages(
                        "dev.jitterlab.battle.cluster..",
                        "dev.jitterlab.battle.http..",
                        "dev.jitterlab.battle.process..")))
        .check(ALL);
  }

  @Test
  void theControlSideOfAServerKnowsNoSessions() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.battle.server.control..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.jitterlab.battle.server",
            "dev.jitterlab.battle.protocol..",
            "dev.jitterlab.battle.session..",
            "dev.jitterlab.battle.bot..")
        .check(ALL);
  }

  /**
   * Not only no cycles: the order in which a reader meets them is the order in which they build.
   */
  @Test
  void theLabsStagesUseOnlyEarlierOnes() {
    Set<String> upwards = new TreeSet<>();
    for (JavaClass one : ALL) {
      if (isOfTheLab(one)) {
        one.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .filter(ArchitectureTest::isOfTheLab)
            .filter(used -> stage(used) > stage(one))
            .forEach(used -> upwards.add(one.getPackageName() + " -> " + used.getPackageName()));
      }
    }
    assertEquals(Set.of(), upwards);
    STAGES.forEach(
        stage -> assertTrue(ALL.containPackage(LAB + "." + stage), "no package lab." + stage));
  }

  private static boolean isOfTheLab(JavaClass one) {
    return one.getPackageName().equals(LAB) || one.getPackageName().startsWith(LAB + ".");
  }

  /** Where its package stands; what lies in the lab's root is below all. */
  private static int stage(JavaClass one) {
    if (one.getPackageName().equals(LAB)) {
      return -1;
    }
    String name = one.getPackageName().substring(LAB.length() + 1);
    int stage = STAGES.indexOf(name);
    assertTrue(stage >= 0, "lab." + name + " is not in STAGES; docs/ARCHITECTURE.md lists it too");
    return stage;
  }

  @Test
  void labPackagesFormNoCycles() {
    slices().matching("dev.jitterlab.lab.(*)..").should().beFreeOfCycles().check(ALL);
  }

  /** Pods could be another host: whoever starts the lab chooses one. */
  @Test
  void labKnowsHostsByTheirInterface() {
    noClasses()
        .that()
        .resideInAPackage("dev.jitterlab.lab..")
        .and()
        .resideOutsideOfPackage("dev.jitterlab.lab.process..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.jitterlab.lab.process..")
        .check(ALL);
  }

  @Test
  void onlyTheLocalHostKnowsProcessIds() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.jitterlab.lab..",
            "dev.jitterlab.bench..",
            "dev.jitterlab.doctor..",
            "dev.jitterlab.play..",
            "dev.jitterlab.cli..")
        .and()
        .resideOutsideOfPackages("dev.jitterlab.lab.process..", "dev.jitterlab.lab.machine..")
        .and()
        .doNotHaveFullyQualifiedName("dev.jitterlab.lab.WholeFile") // names its part by its own id
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ProcessHandle.class)
        .check(ALL);
  }

  /** What reads a run knows its directory, and nobody who wrote it. */
  @Test
  void readersOfARunDoNotKnowItsExecution() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.jitterlab.lab..")
        .and()
        .resideOutsideOfPackage("dev.jitterlab.lab.execution..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.jitterlab.lab.execution..")
        .check(ALL);
  }

  @Test
  void onlyTheCommandsKnowTheCommandLine() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.jitterlab.lab..",
            "dev.jitterlab.bench..",
            "dev.jitterlab.doctor..",
            "dev.jitterlab.play..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(ALL);
  }

  @Test
  void nobodyNamesAClassAfterNothing() {
    classes()
        .should()
        .haveSimpleNameNotEndingWith("Manager")
        .andShould()
        .haveSimpleNameNotEndingWith("Helper")
        .andShould()
        .haveSimpleNameNotEndingWith("Util")
        .andShould()
        .haveSimpleNameNotEndingWith("Utils")
        .check(ALL);
  }

  /** The JDK is a variable of the experiments, so what is measured must load on the oldest. */
  @Test
  void measuredCodeLoadsOnJava11() throws IOException {
    for (JavaClass one : ALL) {
      if (!OUTSIDE.contains(module(one))) {
        assertEquals(JAVA_11_CLASS_FILE, classFileVersion(one), one.getName());
      }
    }
  }

  /** What needs a newer JDK has a fallback of the same name, and only a newer JDK loads it. */
  @Test
  void classesForNewerJdksAreInFoldersOfTheirOwn() throws IOException {
    JavaClasses newer =
        new ClassFileImporter()
            .importPath(Jitterlab.HOME.resolve("tick/target/classes/META-INF/versions"));
    Set<Integer> versions = new TreeSet<>();
    for (JavaClass one : newer) {
      assertTrue(one.getPackageName().equals("dev.jitterlab.tick"), one.getName());
      String folder = one.getSource().orElseThrow().getUri().toString();
      int feature = Integer.parseInt(folder.replaceFirst(".*/versions/(\\d+)/.*", "$1"));
      assertEquals(JAVA_11_CLASS_FILE + feature - 11, classFileVersion(one), one.getName());
      versions.add(feature);
    }
    assertEquals(Set.of(21, 22), versions);
  }

  private static int classFileVersion(JavaClass one) throws IOException {
    try (InputStream file = one.getSource().orElseThrow().getUri().toURL().openStream();
        DataInputStream data = new DataInputStream(file)) {
      data.readInt(); // magic
      data.readUnsignedShort(); // minor
      return data.readUnsignedShort();
    }
  }
}
