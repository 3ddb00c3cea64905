package dev.jitterlab.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.experiment.ExperimentText;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadsTest {
  @TempDir private Path home;

  private Path describe(String name, String yaml) throws IOException {
    Path folder = Files.createDirectories(home.resolve("workloads").resolve(name));
    return Files.writeString(folder.resolve("workload.yaml"), yaml);
  }

  @Test
  void readsTheDescriptorOfTheArchitecture() {
    Workload battle = Workloads.in(ExperimentText.HOME).workload("battle").orElseThrow();
    assertEquals("battle", battle.name());
    assertTrue(battle.jar().isAbsolute());
    assertTrue(battle.jar().endsWith("battle/target/jitterlab-battle-0.1.0-SNAPSHOT.jar"));
    assertEquals("dev.jitterlab.battle.server.BattleServer", battle.server().mainClass());
    assertEquals(
        List.of("--port=0", "--metrics-port=0", "--tick-log=ticks.hlog"),
        battle.server().arguments());
    assertEquals(List.of("scheduler", "tick-rate"), battle.server().optionNames());
    assertEquals("udp", battle.load().orElseThrow().endpoint());
    assertEquals(
        Optional.of(
            new Workload.Option(
                "players",
                new OptionType.WholeNumber(1, 5000),
                Optional.of("100"),
                "bots per server")),
        battle.load().orElseThrow().program().option("players"));
  }

  @Test
  void readsAServerThatNeedsNoLoad() throws IOException {
    describe("clock", "name: clock\njar: clock.jar\nserver: {main: a.B, options: {}}\n");
    Workload clock = Workloads.in(home).workload("clock").orElseThrow();
    assertEquals("a.B", clock.server().mainClass());
    assertEquals(Optional.empty(), clock.load());
  }

  @Test
  void readsWhatAServerIsLike() throws IOException {
    describe("clock", "name: clock\njar: clock.jar\nserver: {main: a.B, options: {}}\n");
    describe(
        "locks",
        """
        name: locks
        jar: l.jar
        server: {main: a.B, options: {}, ticks: false, native: true, fills_cpus: true}
        """);
    Workload clock = Workloads.in(home).workload("clock").orElseThrow();
    assertTrue(clock.ticks());
    assertFalse(clock.callsNative());
    assertFalse(clock.fillsCpus());
    Workload locks = Workloads.in(home).workload("locks").orElseThrow();
    assertFalse(locks.ticks());
    assertTrue(locks.callsNative());
    assertTrue(locks.fillsCpus());
  }

  private void describeGenerator() throws IOException {
    Path folder = Files.createDirectories(home.resolve("generators/http"));
    Files.writeString(
        folder.resolve("load.yaml"),
        """
        name: http
        jar: target/http.jar
        main: a.HttpLoad
        endpoint: http
        options:
          rate: {type: rate, process: model}
        """);
  }

  @Test
  void pointsALoadGeneratorForAnyServerAtAServer() throws IOException {
    describeGenerator();
    describe(
        "shop",
        "name: shop\njar: shop.jar\nserver: {main: a.B, options: {}}\nload: {generator: http}\n");
    describe(
        "mail",
        """
        name: mail
        jar: mail.jar
        server: {main: a.B, options: {}}
        load: {generator: http, endpoint: web}
        """);

    Workload.Load load = Workloads.in(home).workload("shop").orElseThrow().load().orElseThrow();
    assertTrue(load.jar().endsWith("generators/http/target/http.jar"));
    assertEquals("a.HttpLoad", load.program().mainClass());
    assertEquals(List.of("rate"), load.program().optionNames());
    assertEquals("http", load.endpoint());
    Workload mail = Workloads.in(home).workload("mail").orElseThrow();
    assertEquals("web", mail.load().orElseThrow().endpoint());
    assertTrue(mail.jar().endsWith("mail.jar"));
  }

  @Test
  void aLoadGeneratorIsNoWorkload() throws IOException {
    describeGenerator();
    assertEquals(List.of(), Workloads.in(home).names());
    assertEquals(List.of("http"), Workloads.in(home).generatorNames());
    assertEquals(Optional.empty(), Workloads.in(home).generator("ftp"));
  }

  @Test
  void saysWhichLoadGeneratorsThereAre() throws IOException {
    describeGenerator();
    describe(
        "shop",
        """
        name: shop
        jar: shop.jar
        server: {main: a.B, options: {}}
        load: {generator: htp, main: a.C}
        """);
    LabException refusal =
        assertThrows(LabException.class, () -> Workloads.in(home).workload("shop"));
    String problems = refusal.problems().toString();
    assertTrue(problems.contains("there is no load generator `htp`"), problems);
    assertTrue(problems.contains("Write one of: http."), problems);
    assertTrue(problems.contains("`generator` and `main` stand together"), problems);
  }

  @Test
  void listsFoldersWithADescriptorByName() throws IOException {
    describe("chat", "");
    describe("battle", "");
    Files.createDirectories(home.resolve("workloads/target"));
    assertEquals(List.of("battle", "chat"), Workloads.in(home).names());
    assertEquals(Optional.empty(), Workloads.in(home).workload("target"));
  }

  @Test
  void findsTheHomeFromAFolderInsideIt() throws IOException {
    describe("chat", "");
    Path inside = Files.createDirectories(home.resolve("lab/src"));
    assertEquals(List.of("chat"), Workloads.find(Optional.empty(), inside).names());
    assertEquals(
        List.of("battle"), Workloads.find(Optional.of(ExperimentText.HOME), inside).names());
  }

  @Test
  void reportsAllErrorsOfADescriptorAtOnce() throws IOException {
    Path file =
        describe(
            "chat",
            """
            name: chat
            server:
              main: a.B
              arguments: --port=0
              options:
                rate: {type: integer, max: high}
                mode: {type: choice, values: [a, b], default: c}
                size: {type: bytes}
                share: {type: number, min: few}
                pace: {type: rate}
            laod: {}
            """);
    LabException refusal =
        assertThrows(LabException.class, () -> Workloads.in(home).workload("chat"));
    List<String> places =
        refusal.problems().stream()
            .map(Problem::where)
            .map(where -> where.replace(file + ":", ""))
            .toList();
    assertEquals(List.of("1:1", "4:14", "6:32", "7:51", "8:11", "9:32", "10:11", "11:1"), places);
  }

  @Test
  void readsTheOptionsThatTheBuildWroteIntoTheJar() throws IOException {
    Path file = describe("chat", "name: chat\njar: chat.jar\nserver: {main: a.B}\n");
    Path jar = file.resolveSibling("chat.jar");
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Path settings = Files.createDirectories(files.getPath("META-INF/jitterlab"));
      Files.writeString(
          settings.resolve("a.B.json"),
          "{\"options\": {\"size\": {\"type\": \"integer\", \"min\": 1, \"help\": \"x\"}}}");
    }
    assertEquals(
        List.of(
            new Workload.Option(
                "size", new OptionType.WholeNumber(1, Long.MAX_VALUE), Optional.empty(), "x")),
        Workloads.in(home).workload("chat").orElseThrow().server().options());
  }

  @Test
  void saysWhereTheOptionsOfAProgramAreMissing() throws IOException {
    Path file = describe("chat", "name: chat\njar: chat.jar\nserver: {main: a.B}\n");
    LabException notBuilt =
        assertThrows(LabException.class, () -> Workloads.in(home).workload("chat"));
    assertEquals(file + ":3:9", notBuilt.problems().getFirst().where());
    assertTrue(notBuilt.getMessage().endsWith("chat.jar` cannot be read"), notBuilt.getMessage());

    try (FileSystem files =
        FileSystems.newFileSystem(file.resolveSibling("chat.jar"), Map.of("create", "true"))) {
      Files.writeString(files.getPath("a.txt"), "no settings");
    }
    LabException unmarked =
        assertThrows(LabException.class, () -> Workloads.in(home).workload("chat"));
    assertTrue(unmarked.getMessage().contains("`a.B` in"), unmarked.getMessage());
  }

  @Test
  void optionTypesAcceptTheirValuesOnly() {
    OptionType whole = new OptionType.WholeNumber(1, 10);
    assertTrue(whole.accepts("1") && whole.accepts("10"));
    assertFalse(whole.accepts("0") || whole.accepts("11") || whole.accepts("1.5"));
    OptionType decimal = new OptionType.DecimalNumber(0, 1);
    assertTrue(decimal.accepts("0.25"));
    assertFalse(decimal.accepts("NaN") || decimal.accepts("1.01") || decimal.accepts("x"));
    OptionType flag = new OptionType.Flag();
    assertTrue(flag.accepts("true") && flag.accepts("false"));
    assertTrue(flag.accepts("True") && flag.accepts("FALSE"), "as YAML spells them too");
    assertFalse(flag.accepts("yes"));
    OptionType choice = new OptionType.Choice(List.of("a", "b"));
    assertTrue(choice.accepts("a"));
    assertFalse(choice.accepts("c"));
    assertEquals("a whole number from 1 to 10", whole.expected());
    assertEquals(
        "a whole number", new OptionType.WholeNumber(Long.MIN_VALUE, Long.MAX_VALUE).expected());
    assertEquals(
        "a number up to 2.0", new OptionType.DecimalNumber(Double.NEGATIVE_INFINITY, 2).expected());
  }
}
