package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two commands become an experiment, and the experiment a run. */
class AbCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 100);
  private static final Jdk OWN =
      new Jdk(25, "25", "Maker", Path.of(System.getProperty("java.home")), true);
  private static final Path REFERENCE = Path.of("../lab/src/test/resources/reference");

  /** A home without generators and without the control process. */
  private static final Path HOME = Path.of("../lab/src/test/resources/home");

  private static final String SERVER =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;

      public class Serve {
        public static void main(String[] arguments) throws Exception {
          int port = Integer.parseInt(arguments[0]);
          HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
          server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
          server.start();
          System.out.println("serves");
          long restMillis = Long.parseLong(arguments[1]);
          while (true) {
            for (long end = System.nanoTime() + 2_000_000; System.nanoTime() < end; ) {
              Thread.onSpinWait();
            }
            Thread.sleep(restMillis);
          }
        }
      }
      """;

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path home = REFERENCE;

  private Plan plan(Path file) {
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(home)).read(file));
  }

  private int ab(String... arguments) {
    String[] line = Stream.concat(Stream.of("ab"), Stream.of(arguments)).toArray(String[]::new);
    return JitterlabCommand.execute(
        line,
        this::plan,
        folder,
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  private String file(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private int write(String... arguments) {
    return ab(
        Stream.concat(Stream.of(arguments), Stream.of("--out", folder.resolve("x.yaml").toString()))
            .toArray(String[]::new));
  }

  @Test
  void writesAnExperimentThatSaysWhatTheCommandSays() throws IOException {
    assertEquals(
        0,
        write("${java} ${jvm_arguments} A.java ${port}", "sh b.sh ${port}", "--rate", "200"),
        err::toString);

    Plan plan = plan(folder.resolve("x.yaml"));
    assertEquals(List.of("A", "B"), plan.groups().stream().map(Plan.Group::name).toList());
    assertEquals(5, plan.design().sequential().atLeast());
    assertEquals(20, plan.design().sequential().atMost());
    assertEquals("response_seconds.p99", plan.analysis().primaryMetric());
    List<String> load = plan.blocks().getFirst().load().command();
    assertTrue(load.contains("--rate=200"), load::toString);
    assertTrue(load.contains("--path=/"), load::toString);
    assertTrue(
        file("x.yaml").contains("command: '${java} ${jvm_arguments} A.java ${port}'"),
        () -> out.toString());
    String first = out.toString().lines().findFirst().orElseThrow();
    assertTrue(
        first.startsWith(
            "ab: compares A (${java} ${jvm_arguments} A.java ${port}) with B (sh b.sh"),
        first);
    assertTrue(first.contains("by response time p99, under 200 requests a second to /"), first);
    assertTrue(first.contains("takes about 4 min 35 s to 18 min 20 s and ends when"), first);
  }

  @Test
  void recordsOnlyWhereBothCommandsTakeTheFlags() throws IOException {
    write("${java} ${jvm_arguments} A.java ${port}", "sh b.sh ${port}");
    assertFalse(plan(folder.resolve("x.yaml")).groups().getFirst().recording().isOn("jfr"));
    Files.delete(folder.resolve("x.yaml"));

    write("${java} ${jvm_arguments} A.java ${port}", "${java} ${jvm_arguments} B.java ${port}");
    Plan plan = plan(folder.resolve("x.yaml"));
    assertTrue(plan.groups().getFirst().recording().isOn("jfr"));
    List<String> command = plan.blocks().getFirst().instances().getFirst().command();
    assertTrue(
        command.stream().anyMatch(word -> word.startsWith("-XX:StartFlightRecording")),
        command::toString);
    assertTrue(command.stream().noneMatch(word -> word.contains(" ")), "each flag is a word");
  }

  /** The JVM stays the one that the user's shell would start. */
  @Test
  void aCommandThatStartsAJvmIsRecorded() throws IOException {
    String java = OWN.home().resolve("bin/java").toString();
    assertEquals(0, write(java + " A.java ${port}", java + " B.java ${port}"), err::toString);

    Plan plan = plan(folder.resolve("x.yaml"));
    assertTrue(plan.groups().getFirst().recording().isOn("jfr"));
    List<String> command = plan.blocks().getFirst().instances().getFirst().command();
    assertEquals(OWN.home().toRealPath().resolve("bin/java").toString(), command.getFirst());
    assertTrue(command.contains("-XX:FlightRecorderOptions=repository=jfr"), command::toString);

    Files.delete(folder.resolve("x.yaml"));
    write(java + " A.java ${port}", java + " B.java ${port}", "--as-is");
    plan = plan(folder.resolve("x.yaml"));
    assertFalse(plan.groups().getFirst().recording().isOn("jfr"));
    command = plan.blocks().getFirst().instances().getFirst().command();
    assertEquals(3, command.size(), command::toString);
  }

  /** Else a slow request would only have the causes that stop every thread. */
  @Test
  void slowRequestsOfRecordedServersAreRecordedUnderTheLabsOwnLoad() {
    String java = OWN.home().resolve("bin/java") + " A.java ${port}";
    AbExperiment.Asked rate = asked(new AskedLoad(null, "9", null));
    AbExperiment.Asked command = asked(new AskedLoad("true", null, null));

    assertTrue(text(java, rate).contains("    requests: {slow: 10ms}\n"), text(java, rate));
    assertFalse(text(java, command).contains("requests:"), text(java, command));
    assertFalse(text("sh a.sh ${port}", rate).contains("requests:"));
    String flags = "${java} ${jvm_arguments} ";
    for (String own : List.of("-javaagent:jitterlab-agent.jar", "-XX:AOTCache=a.aot")) {
      String started = flags + own + " A.java ${port}";
      assertFalse(text(started, rate).contains("requests:"), own);
    }
  }

  private static AbExperiment.Asked asked(AskedLoad load) {
    return new AbExperiment.Asked("x", null, load, null, null, null, null, false);
  }

  private String text(String command, AbExperiment.Asked asked) {
    return new AbExperiment(
            command, command, asked, folder, folder.resolve("x.yaml"), Map.of("PATH", ""))
        .text();
  }

  @Test
  void pathsHoldWhereverTheServerRuns() throws IOException {
    Files.createDirectory(folder.resolve("conf"));
    Files.writeString(folder.resolve("conf/app.yml"), "");
    write("sh -c 'echo $0' --config=conf/app.yml ${port}", "sh conf/app.yml ${port}");

    assertTrue(
        file("x.yaml").contains("--config=${here}/conf/app.yml"), () -> "the quotes are gone");
    List<String> command =
        plan(folder.resolve("x.yaml")).blocks().getFirst().instances().stream()
            .filter(instance -> instance.group().equals("A"))
            .findFirst()
            .orElseThrow()
            .command();
    assertEquals(
        List.of("sh", "-c", "echo $0", "--config=" + folder.resolve("conf/app.yml"), "${port}"),
        command);
  }

  @Test
  void oneServerAtATimeWhereBothUseTheSamePort() throws IOException {
    assertEquals(0, write("sh a.sh", "sh b.sh", "--ready", "8080"), err::toString);

    Plan plan = plan(folder.resolve("x.yaml"));
    assertEquals("alternate", plan.design().execution().mode());
    assertEquals("8080", plan.blocks().getFirst().instances().getFirst().foreign().ready());
  }

  /** Else one server would answer for both, although each has a port of its own. */
  @ParameterizedTest
  @CsvSource({
    "8081, alternate",
    "http://127.0.0.1:8081/up, alternate",
    "http://127.0.0.1:${port}/up, blocks",
    "${port.admin}, blocks",
    "log:on 8081, blocks"
  })
  void oneServerAtATimeWhereBothAreLookedForAtTheSamePlace(String ready, String execution)
      throws IOException {
    assertEquals(0, write("sh a.sh ${port}", "sh b.sh ${port}", "--ready", ready), err::toString);

    assertEquals(execution, plan(folder.resolve("x.yaml")).design().execution().mode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sh a | sh b | --name=x | ab commands A and B: a server counts as ready when ${port}",
        "sh a | sh b | --ready=http://127.0.0.1:${port}/ | ab commands A and B: --ready waits for",
        "sh a | sh b | --rate=9 | ab commands A and B: the load goes to ${port}",
        "sh a ${port} | sh b | --rate=9 | ab command B: the other command has ${port}",
        "sh a ${port} | sh b ${port} > x | --rate=9 | ab command B: `>` means something to a shell",
        "sh 'a ${port} | sh b ${port} | --rate=9 | ab command A: a quote is not closed",
        "sh ${port} | sh ${port} | --load=sh 'x | ab --load: a quote is not closed",
        "sh ${port} | sh ${port} | --ready=soon | ab --ready: expected port, a port such as 8080",
        "sh ${port} | sh ${port} | --instances=few | ab --instances: expected a number such as 5",
        "sh ${port} | sh ${port} | --instances=9..5 | ab --instances: `instances`: at_least is 9",
        "sh ${port} | sh ${port} | --warmup=10 | ab --warmup: `warmup`: expected a time from 0ms",
        "sh ${port} | sh ${port} | --metric=speed | ab --metric: unknown value `speed`",
        "sh ${port} | sh ${port} | --metric=response_seconds.max | ab --metric: `primary_metric:",
        "sh ${port} | shhh ${port} | --rate=9 | ab commands A and B: there is no program `shhh` on",
        "sh ${port} | sh ${port} | --name=shop/v2 | ab --name: the name `shop/v2` cannot be part",
        "sh ${port} | sh ${port} | --name=../x | ab --name: the name `../x` cannot be part of",
        "sh ${port} ${prt} | sh ${port} | --rate=9 | has no value for `${prt}`"
      })
  void errorsNameTheArgument(String a, String b, String option, String error) {
    assertEquals(2, ab(a, b, option));

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.contains(error), shown);
    assertFalse(Files.exists(folder.resolve("ab.yaml")), "nothing is left behind");
  }

  @Test
  void neverOverwritesAFile() throws IOException {
    Files.writeString(folder.resolve("x.yaml"), "mine");

    assertEquals(2, write("sh a ${port}", "sh b ${port}"));
    assertEquals("mine", file("x.yaml"));
    assertTrue(err.toString().contains("the file exists and has other content"));
  }

  @Test
  void aFolderIsNoFileToWriteTo() {
    assertEquals(2, ab("sh a ${port}", "sh b ${port}", "--out", folder.toString()));

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.contains("--out names a folder; it expects a file"), shown);
  }

  @Test
  void aFullDiskIsNotTheFaultOfAnArgument() {
    Path file = Path.of("x.yaml");
    String part = "x.yaml.1.part";

    assertEquals(
        ExitCode.RUN_FAILED,
        AbCommand.notWritten(file, new FileSystemException(part, null, "No space left on device"))
            .exitCode());
    assertEquals(
        ExitCode.WRONG_EXPERIMENT,
        AbCommand.notWritten(file, new AccessDeniedException(part)).exitCode());
  }

  /** Else a script that relies on the gate would pass, although nothing was run. */
  @ParameterizedTest
  @ValueSource(strings = {"--gate=response_seconds.p99<=1.1", "--serve=0", "--strict"})
  void refusesOptionsThatNeedARunWhereNothingIsRun(String option) {
    assertEquals(2, write("sh a ${port}", "sh b ${port}", "--rate", "9", option));

    assertFalse(Files.exists(folder.resolve("x.yaml")), "no file is left");
  }

  @Test
  void theFileSaysHowItIsRunByItsOwnName() throws IOException {
    assertEquals(0, write("sh a ${port}", "sh b ${port}", "--name", "shop"), err::toString);

    assertTrue(file("x.yaml").contains("#   ./jitterlab run x.yaml\n"), file("x.yaml"));
    assertTrue(file("x.yaml").contains("experiment: shop\n"), file("x.yaml"));
  }

  @Test
  void warnsAsRunAndPlanDo() throws IOException {
    String[] brief = {"--warmup", "2s", "--duration", "5s"};
    assertEquals(0, writeBrief("sh b ${port}", brief), err::toString);
    assertTrue(err.toString().contains("Warning: Warm-up and measurement take"), err::toString);
    assertTrue(err.toString().contains("the trial will be weak"), err::toString);

    Files.delete(folder.resolve("x.yaml"));
    assertEquals(0, writeBrief("sh a ${port}", brief), err::toString);
    assertTrue(out.toString().contains("Both commands are the same"), out::toString);
    assertFalse(err.toString().contains("ask for exactly the same"), "it was said already");
  }

  private int writeBrief(String other, String... times) {
    return write(
        Stream.concat(Stream.of("sh a ${port}", other), Stream.of(times)).toArray(String[]::new));
  }

  @Test
  void helpShowsThePlaceholdersAsTheyAreWritten() {
    assertEquals(0, ab("--help"));
    String help = out.toString().replaceAll("\\s+", " ");
    assertTrue(help.contains("Put ${port} where a command takes its port"), help);
    assertFalse(help.contains("null"), help);
  }

  /** The CPU of a server that never rests is found to be higher as soon as anybody looks. */
  @Test
  void runsTwoServersUntilItIsDecided() throws IOException {
    home = HOME;
    String classPath = CompiledProgram.classPath(folder, "Serve", SERVER);
    int status =
        ab(
            "${java} -Xmx64m " + classPath + " Serve ${port} 30",
            "${java} -Xmx64m " + classPath + " Serve ${port} 0",
            "--ready",
            "http://127.0.0.1:${port}/",
            "--instances",
            "3..6",
            "--warmup",
            "100ms",
            "--duration",
            "1s",
            "--format",
            "json");

    assertTrue(status == 0 || status == 4, err::toString); // invalid where others fill the machine
    assertTrue(err.toString().contains("experiment: ab"), "the file is shown");
    Summary summary = read(out.toString());
    assertEquals("cpu_load", summary.primaryMetric());
    RunState state = state();
    assertTrue(state.isComplete());
    // Real servers decide when the machine lets them; it stops at the look that decided, not later.
    int decided = state.stop().orElseThrow().block();
    assertTrue(decided >= 3 && decided <= 6, state::toString);
    assertEquals(decided, state.finishedBlocks().size(), state::toString);
    assertTrue(Files.exists(folder.resolve("ab.yaml")), "it stays");
  }

  private Summary read(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("summary.json"), json);
    return Json.read(file, Summary.class);
  }

  private RunState state() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
      return Json.read(new RunDirectory(runs.findFirst().orElseThrow()).runState(), RunState.class);
    }
  }
}
