package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.campaign.RunLauncher;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class JitterlabCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 100);
  private static final Terminal COLOR = new Terminal(true, true, true, 100);
  private static final String THESIS = "../experiments/thesis-example.yaml";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(Terminals terminals, String... arguments) {
    return JitterlabCommand.execute(
        arguments, terminals, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private int run(String line) {
    return run(new Terminals(PLAIN, PLAIN), line.isEmpty() ? new String[0] : line.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | error: jitterlab: expected a command | expected one of: run, resume, plan",
        "plam | error: jitterlab: Unmatched argument at index 0: 'plam' | did you mean `plan`?",
        "plan | error: jitterlab plan: Missing required parameter: 'FILE' | plan --help",
        "plan x --fromat json | error: jitterlab plan: Unknown options | did you mean `--format`?",
        "plan x --format xml | error: jitterlab plan: Invalid value | one of: text, json; found",
        "plan no.yaml | error: no.yaml: no such file | Check the path",
        "jdks install | error: jitterlab jdks install: Missing required parameter | --help",
        "compare a | error: jitterlab compare: Missing required parameter: 'RUN' | --help",
        "compare no no | error: no: this is not the folder of a run | jitterlab run",
        "compare a b --strict | error: --strict: no --gate is given | leave --strict out",
        "compare a b --gate x>1 | error: --gate 'x>1': expected a metric | <=1.1",
        "run --serve=80x no.yaml | error: jitterlab run: `--serve`: expected a port | found `80x`",
        "run --serve no.yaml | error: no.yaml: no such file | Check the path",
        "run --serve 8000 no.yaml | error: no.yaml: no such file | Check the path",
        "run no.yaml --serve | error: no.yaml: no such file | Check the path",
        "run --serve=99999 no.yaml | error: no.yaml: no such file | Check the path",
        "campaign --for 5 no.yaml | error: --for: no --runs is given | Give --runs",
        "campaign --spread --runs 3 | error: --runs: no experiment is named | Name one or more",
        "play --seconds 5 --upgrade 10 | error: --upgrade: the upgrade would begin | ends after 5 s",
        "play --upgrade --seconds 10 | error: --upgrade: the upgrade would begin | ends after 10 s",
        "bench connections --connections 0 | error: --connections: expected 1 to 1000000 | found 0",
        "bench connections --servers 0 | error: --servers: expected 1 to 1000, found 0 | num",
        "bench connections --seconds=-5 | error: --seconds: expected 1 to 86400, found -5 | num",
        "bench arena --terrain=-5 | error: --terrain: expected 0 to 10000000, found -5 | num",
        "bench arena --sight=-1 | error: --sight: expected 0 to 100000, found -1 | Correct the",
        "jdks install x | error: jitterlab jdks install: Invalid value | --help",
        "jdks install 12 | error: jitterlab jdks install: JDK 12 cannot be installed | [11, 17,"
      })
  void showsWrongCommandLinesInTheOneFormOfErrors(String line, String start, String part) {
    assertEquals(2, run(line));
    assertTrue(err.toString().startsWith(start), err::toString);
    assertTrue(err.toString().contains(part), err::toString);
    assertEquals("", out.toString());
  }

  @ParameterizedTest
  @CsvSource({"--help", "plan --help", "jdks --help", "jdks install --help"})
  void everyCommandHasHelp(String line) {
    assertEquals(0, run(line));
    assertTrue(out.toString().startsWith("Usage: jitterlab"), out::toString);
  }

  /** They go to the arena's program; as a help it would be that of {@code trace} itself. */
  @Test
  void optionsBehindTheFirstWordOfTraceArePassedOn() {
    CommandLine command = command();
    CommandLine.ParseResult info = command.parseArgs("trace", "info", "--help").subcommand();
    assertFalse(info.isUsageHelpRequested());
    List<String> passedOn = info.matchedPositionalValue(0, List.of());
    assertEquals(List.of("info", "--help"), passedOn);
    assertTrue(command.parseArgs("trace", "--help").subcommand().isUsageHelpRequested());
  }

  private CommandLine command() {
    return JitterlabCommand.commandLine(
        file -> {
          throw new AssertionError(file);
        },
        folder,
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  /** The others print no result, or docs/commands.md says that they print text only. */
  @Test
  void commandsWithAResultPrintItAsJsonToo() {
    assertEquals(
        List.of(
            "jitterlab bench",
            "jitterlab bench arena",
            "jitterlab bench connections",
            "jitterlab jdks install",
            "jitterlab play arena",
            "jitterlab play chat",
            "jitterlab trace"),
        below(command())
            .filter(one -> !one.getCommandSpec().optionsMap().containsKey("--format"))
            .map(one -> one.getCommandSpec().qualifiedName())
            .sorted()
            .toList());
  }

  private static Stream<CommandLine> below(CommandLine command) {
    return command.getSubcommands().values().stream()
        .flatMap(one -> Stream.concat(Stream.of(one), below(one)));
  }

  @ParameterizedTest
  @CsvSource({"--version", "plan --version", "jdks --version", "jdks install --version"})
  void everyCommandHasItsVersion(String line) {
    assertEquals(0, run(line));
    assertTrue(out.toString().startsWith("jitterlab "), out::toString);
  }

  @Test
  void plansTheThesissExampleAsText() {
    assertEquals(0, run("plan " + THESIS));
    String text = out.toString();
    assertTrue(text.contains("java21-8GB  java21        8GB"), text);
    assertTrue(text.contains("ami                   jdk21_image    thesis-example.yaml:21"), text);
    assertTrue(
        text.contains(
            "about 3 min 45 s, at most 5 min 15 s if 2 rounds are measured again: 5 blocks"),
        text);
    assertFalse(text.contains("\u001b"), text);
  }

  /** Only the lab's own styles, and all of them. */
  @Test
  void aPlanInColourKeepsItsStylesAndNoEscapeOfTheFile() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            groups: [{name: v, values: [a, b]}]
            defaults: {ami: "usual\\e[2J"}
            """);
    assertEquals(0, run(new Terminals(COLOR, COLOR), "plan", file.toString()));
    String text = out.toString();
    assertTrue(text.contains("\u001b[1mGroups\u001b[0m\n"), text);
    assertTrue(text.contains("  \u001b[2mproperty"), text);
    assertTrue(text.contains("usual?[2J"), text);
  }

  @Test
  void plansTheThesissExampleAsJson() throws IOException {
    assertEquals(0, run("plan --format json " + THESIS));
    JsonNode plan = new ObjectMapper().readTree(out.toString());
    assertEquals(4, plan.get("groups").size());
    assertEquals("java11-6GB", plan.get("baseline").asText());
  }

  @Test
  void showsWhatEachSettingOverrides() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            groups: [{name: v, values: [a, b]}]
            defaults: {ami: usual, disk: fast}
            properties:
            - {targets: [v=b], properties: {ami: special}}
            """);
    assertEquals(0, run("plan " + file));
    String text = out.toString();
    assertTrue(text.contains("  ami       special  x.yaml:4 (overrides x.yaml:2)"), text);
    assertTrue(
        text.matches("(?s).*Settings of all groups\n  property  value  set in\n  ─+\n  disk.*"),
        text);
  }

  @Test
  void showsWhichLineExcludedAndIncludedWhat() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            groups: [{name: v, values: [a, b]}, {name: w, values: [c, d]}]
            exclude: [[v=b, w=d]]
            include: [[v=e, w=c]]
            """);
    assertEquals(0, run("plan " + file));
    String text = out.toString();
    assertTrue(text.contains("e-c    e  c  included by x.yaml:3"), text);
    assertTrue(text.contains("b-d          b  d  x.yaml:2"), text);
  }

  /** One server runs at a time, so that the first block has only one group. */
  @Test
  void showsTheExternalLoadOfEveryGroupAlsoWhereTheyAlternate() throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve("lib")).resolve("a.jar"), "");
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            workload:
              name: strange
              server:
                command: ['${java}', '${jvm_arguments}', -jar, lib/a.jar, '--port=${port}']
              load: {command: ['${java}', Load.java, '${target}']}
            groups: [{name: size, values: [small, large]}]
            execution: alternate
            """);
    assertEquals(0, run("plan " + file), err::toString);
    String text = out.toString();
    for (String group : List.of("small", "large")) {
      String title = "Command line of the load of " + group + " (in block ";
      assertTrue(text.contains(title), text);
      assertEquals(text.indexOf(title), text.lastIndexOf(title), "once");
    }
  }

  @Test
  void rendersTemplatesIntoANewFolderOnly() throws IOException {
    Files.writeString(folder.resolve("t.txt"), "${group.name}");
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"), "templates: [{file: t.txt, to: 'sub/${group.name}.txt'}]");
    Path into = folder.resolve("into");
    assertEquals(0, run("plan " + file + " --render " + into), err::toString);
    assertEquals("all", Files.readString(into.resolve("sub/all.txt")));
    assertEquals(2, run("plan " + file + " --render " + into));
    assertTrue(err.toString().contains("Give another folder with --render"), err::toString);
  }

  @Test
  void aCampaignComputesItsLedgerAlsoWhereItPrintsTheSpread() throws IOException {
    Path ledger =
        Files.writeString(
            folder.resolve("ledger.md"),
            "| T1a | claim | `one` `cpu_load` new / old | < 1 | ? | ? | ? | ? |\n");
    assertEquals(
        0, run("campaign --spread --records " + folder + " --ledger " + ledger), err::toString);
    String computed = Files.readString(ledger);
    assertTrue(computed.contains("| not measured yet |"), computed);
  }

  @Test
  void aCampaignThatLeftAnExperimentOutFails() throws IOException {
    Path experiment = Files.writeString(folder.resolve("one.yaml"), "instances: 5\n");
    RunLauncher failing =
        new RunLauncher() {
          @Override
          public int run(Path file, Path directory) {
            return ExitCode.RUN_FAILED.status();
          }

          @Override
          public int resume(Path directory) {
            throw new AssertionError(directory);
          }
        };
    ErrorPrinter errors = new ErrorPrinter(new PrintWriter(err, true), PLAIN);
    int status =
        new CommandLine(new CampaignCommand(failing))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setExecutionExceptionHandler((failure, _, _) -> errors.print(failure).status())
            .execute(
                "--runs=1",
                "--records=" + folder.resolve("kept"),
                "--out=" + folder.resolve("runs"),
                experiment.toString());
    assertEquals(ExitCode.RUN_FAILED.status(), status, err::toString);
    assertTrue(out.toString().startsWith("one: 2 runs: 0 valid"), out::toString);
    assertTrue(err.toString().contains("error: " + experiment), err::toString);
    assertTrue(err.toString().contains("give the same command again"), err::toString);
  }

  /** Else a script would go on with half a result, or none. */
  @Test
  void aResultThatCannotBeWrittenIsAnError() {
    assertEquals(3, runInto(failing("No space left on device"), "plan", THESIS));
    assertTrue(err.toString().startsWith("error: standard output: the result"), err::toString);
    assertTrue(err.toString().contains("the disk is full"), err::toString);
    assertEquals(2, runInto(failing("No space left on device"), "plan", "no.yaml"));
  }

  /** Such as head: it has read what it wanted. */
  @Test
  void aReaderThatClosesItsPipeIsNoError() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().close();
    try (OutputStream results = Channels.newOutputStream(pipe.sink())) {
      assertEquals(0, runInto(results, "plan", THESIS));
    }
    assertEquals("", err.toString());
  }

  private int runInto(OutputStream results, String... arguments) {
    return Main.run(arguments, new Terminals(PLAIN, PLAIN), results, new PrintWriter(err, true));
  }

  static OutputStream failing(String why) {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        throw new IOException(why);
      }
    };
  }

  @Test
  void usesColourOnlyWhereItIsAllowed() {
    assertEquals(0, run(new Terminals(COLOR, PLAIN), "plan", THESIS));
    assertTrue(out.toString().contains("\u001b[1mGroups\u001b[0m"), out::toString);
    assertEquals(2, run(new Terminals(COLOR, PLAIN), "plan"));
    assertTrue(err.toString().startsWith("error: jitterlab plan"), "only results have colour");
    assertEquals(2, run(new Terminals(PLAIN, COLOR), "plan"));
    assertTrue(err.toString().contains("\u001b[1;31merror:\u001b[0m jitterlab plan"));
  }

  @Test
  void listsTheJdkThatRunsTheLab() throws IOException {
    assertEquals(0, run("jdks --format json"));
    JsonNode jdks = new ObjectMapper().readTree(out.toString()).get("jdks");
    String running = Path.of(System.getProperty("java.home")).toRealPath().toString();
    assertTrue(jdks.findValuesAsText("home").contains(running), out::toString);
    assertEquals(0, run("jdks"));
    assertTrue(out.toString().contains(running), out::toString);
  }
}
