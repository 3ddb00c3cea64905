package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.size.SizeAnswer;
import dev.jitterlab.lab.size.SizeState;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A command becomes a search, and the search an answer. */
class SizeCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 160);
  private static final Jdk OWN =
      new Jdk(25, "25", "Maker", Path.of(System.getProperty("java.home")), true);

  /** A home without generators and without the control process. */
  private static final Path HOME = Path.of("../lab/src/test/resources/home");

  /** Keeps a live set, and allocates far more than the heap holds in a second. */
  private static final String SERVER =
      """
      public class Allocate {
        static volatile Object last;

        public static void main(String[] arguments) throws Exception {
          byte[][] live = new byte[24 * 1024][];
          for (int i = 0; i < live.length; i++) {
            live[i] = new byte[1000];
          }
          System.out.println("serves");
          for (int i = 0; ; i++) {
            for (int n = 0; n < 2_000; n++) {
              last = new byte[1000];
            }
            live[i % live.length] = new byte[1000];
            Thread.sleep(5);
          }
        }
      }
      """;

  @TempDir private Path folder;

  private StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private Plan plan(Path file) {
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(HOME)).read(file));
  }

  private int jitterlab(String... arguments) {
    out = new StringWriter();
    return JitterlabCommand.execute(
        arguments,
        this::plan,
        folder,
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  private int size(String... arguments) {
    return jitterlab(Stream.concat(Stream.of("size"), Stream.of(arguments)).toArray(String[]::new));
  }

  /** Its folder has what the JVM would split its flags at. */
  @Test
  void searchesWithARealServerAndGoesOnAfterAnInterruption() throws IOException {
    String classPath = CompiledProgram.classPath(folder, "Allocate", SERVER);
    Path search = folder.resolve("my search, 10:00");
    int status =
        size(
            "${java} -XX:+UseParallelGC " + classPath + " Allocate",
            "--ready=log:serves",
            "--most=96m",
            "--least=80m",
            "--runs=4",
            "--warmup=100ms",
            "--duration=1s",
            "--out=" + search,
            "--format=json");

    assertEquals(0, status, err::toString);
    assertTrue(
        err.toString().contains("the heap goes through -Xmx in JAVA_TOOL_OPTIONS"), err::toString);
    SizeAnswer answer = answer();
    assertEquals(4, answer.runs());
    assertEquals("Parallel", answer.collector());
    assertEquals(96L << 20, answer.sizes().getLast().heapBytes());
    assertTrue(answer.sizes().getLast().gcCores().mean() > 0, answer::toString);
    assertTrue(answer.liveBytes() > 24e6 && answer.liveBytes() < 80e6, answer::toString);
    assertTrue(Files.exists(search.resolve("probes/001-96m/report.html")));
    String page = Files.readString(search.resolve("size.html"));
    assertTrue(page.contains("How much heap?"), page);
    assertEquals(
        List.of("Allocate.class", "Allocate.java", "answer.json", "my search, 10:00"),
        FileTree.children(folder).stream().map(one -> one.getFileName().toString()).toList(),
        "the JVM writes into no other file");

    SizeState whole = SizeState.read(search);
    new SizeState(
            whole.command(),
            whole.through(),
            whole.load(),
            whole.experiment(),
            whole.probeSeconds(),
            whole.question(),
            whole.probes().subList(0, 3),
            whole.repeats(),
            whole.exhaustive())
        .write(search);
    assertEquals(0, jitterlab("resume", search.toString()), err::toString);

    SizeState resumed = SizeState.read(search);
    assertEquals(4, resumed.probes().size());
    assertEquals(
        whole.probes().getLast().directory() + "-again-2", resumed.probes().getLast().directory());
    assertTrue(out.toString().contains("It lived with every heap that was tried"), out::toString);
  }

  @Test
  void aServerThatDiesWithTheLargestHeapEndsTheSearch() throws IOException {
    String classPath = CompiledProgram.classPath(folder, "Allocate", SERVER);
    int status =
        size(
            "${java} -XX:+UseSerialGC -Xmx${heap} " + classPath + " Allocate",
            "--ready=log:serves",
            "--most=12m",
            "--out=" + folder.resolve("search"));

    assertEquals(3, status, err::toString);
    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(
        shown.contains("with the largest heap, 12 MiB, the server died: OutOfMemoryError"), shown);
    assertTrue(shown.contains("Give a larger --most"), shown);
  }

  @Test
  void aLimitOnWhatNobodyMeasuresEndsTheSearchAtOnce() throws IOException {
    String classPath = CompiledProgram.classPath(folder, "Allocate", SERVER);
    Path search = folder.resolve("search");
    int status =
        size(
            "${java} -XX:+UseParallelGC " + classPath + " Allocate",
            "--ready=log:serves",
            "--most=96m",
            "--least=80m",
            "--load=sleep ${seconds}",
            "--slo=p99=20ms",
            "--warmup=100ms",
            "--duration=1s",
            "--out=" + search);

    assertEquals(3, status, "a server was started: " + err);
    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.contains("`response_seconds.p99` was not measured"), shown);
    assertTrue(shown.contains("Give --rate N"), shown);
    assertEquals(1, SizeState.read(search).probes().size());
  }

  private SizeAnswer answer() throws IOException {
    return Json.read(
        Files.writeString(folder.resolve("answer.json"), out.toString()), SizeAnswer.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java -Xmx1g -jar a.jar ${port} | --rate=9 | `-Xmx1g` sets the largest heap itself",
        "java -Xms1g -jar a.jar ${port} | --rate=9 | `-Xms1g` sets the first heap",
        "java -jar a.jar | --rate=9 | the load goes to ${port}, but the command has no ${port}",
        "java -jar a.jar | --runs=9 | the server counts as ready when ${port} accepts a connection",
        "java -jar a.jar ${port} > x | --rate=9 | `>` means something to a shell",
        "java -jar a.jar ${port} | --exhaustive=2 | size --exhaustive: expected a number from 0 to 20, and a limit",
        "java -jar a.jar ${port} | --most=huge | expected a size such as 512m or 2g, found `huge`",
        "java -jar a.jar ${port} | --least=1k | size --least: expected at least 2 MiB, found `1k`",
        "java -jar a.jar ${port} | --most=2047k | size --most: expected at least 2 MiB, found `2047k`",
        "java -jar a.jar ${port} | --most=5m | the smallest heap, 4 MiB, is not below the largest, 4 MiB",
        "java -jar a.jar ${port} | --most=2m | the smallest heap, 4 MiB, is not below the largest",
        "java -jar a.jar ${port} | --most=90000g | does not fit into the machine's",
        "java -jar a.jar ${port} | --runs=2 | expected a number from 4 to 200, found 2",
        "java -jar a.jar ${port} | --slo=p98=2ms | `p98` is not a metric",
        "java -jar a.jar ${port} | --slo=p99=2ms | a server without load has none",
        "sh ${port} | --warmup=10 | size --warmup: `warmup`: expected a time from 0ms to 24h",
        "sh ${port} | --duration=2min | size --duration: `duration`: expected a time from 1ms",
        "sh ${port} ${prt} | --runs=9 | size command: the group",
        "shhh ${port} | --runs=9 | size command: there is no program `shhh` on the PATH",
        "sh ${port} | --ready=log:( | size --ready: `log`: not a regular expression",
        "sh ${port} | --load=shhh ${target} | size --load: there is no program `shhh` on the PATH"
      })
  void errorsNameTheArgument(String command, String option, String error) {
    Path search = folder.resolve("search");
    assertEquals(2, size(command, option, "--out=" + search));

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.contains(error), shown);
    assertFalse(Files.exists(search), "nothing is left behind");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${target}", "${port}"})
  void refusesALoadAtAPortThatTheServerDoesNotKnow(String port) {
    Path search = folder.resolve("search");
    assertEquals(
        2, size("sh -c true", "--ready=log:up", "--load=sh -c true " + port, "--out=" + search));

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.contains("size --load: the load goes to ${target} or ${port}, but"), shown);
    assertFalse(Files.exists(search), "nothing is left behind");
  }

  @ParameterizedTest
  @CsvSource({"sh -jar lib/shopp.jar, no jar, lib/shopp.jar", "bin/shopp, no program, bin/shopp"})
  void errorsNameThePathThatTheUserMeant(String command, String what, String path) {
    Path search = folder.resolve("search");
    assertEquals(2, size(command + " ${port}", "--out=" + search));

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(
        shown.contains("size command: there is " + what + " " + folder.resolve(path)), shown);
    assertFalse(shown.contains("the file's folder"), "no file was typed: " + shown);
    assertFalse(Files.exists(search), "nothing is left behind");
  }

  /** Nothing but the jar is wrong. */
  @ParameterizedTest
  @ValueSource(strings = {"--warmup=1h", "--duration=1.5h", "--warmup=0ms"})
  void takesTheTimesThatAnExperimentTakes(String option) {
    assertEquals(2, size("sh -jar a.jar ${port}", option, "--out=" + folder.resolve("search")));

    String shown = err.toString();
    assertTrue(shown.startsWith("error: size command: there is no jar "), shown);
    assertFalse(shown.contains("errors"), shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--gate=ticks_late_ratio<=1.1", "--strict", "--serve=8000"})
  void optionsOfARunAreRefusedWhereASearchIsResumed(String option) throws IOException {
    Files.writeString(folder.resolve("size.json"), "not read");

    assertEquals(2, jitterlab("resume", folder.toString(), option));

    String shown = err.toString().replaceAll("\\s+", " ");
    String name = option.replaceFirst("=.*", "");
    assertTrue(shown.startsWith("error: " + name + ": this option is for a run"), shown);
  }

  @Test
  void neverSearchesInAFolderWithOtherFiles() throws IOException {
    Files.writeString(folder.resolve("mine"), "mine");

    assertEquals(2, size("java -jar a.jar ${port}", "--out=" + folder));
    assertTrue(err.toString().contains("the folder is not empty"), err::toString);
  }

  @Test
  void saysThatASearchCannotBeWritten() throws IOException {
    Path search = Files.writeString(folder.resolve("mine"), "mine").resolve("search");

    assertEquals(3, size("sh ${port}", "--out=" + search), err::toString);

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + search + ": a part of its path"), shown);
    assertFalse(shown.contains("a defect of Jitterlab's"), shown);
  }

  @Test
  void helpShowsThePlaceholdersAsTheyAreWritten() {
    assertEquals(0, size("--help"));
    String help = out.toString().replaceAll("\\s+", " ");
    assertTrue(help.contains("size 'java -Xmx${heap} -jar shop.jar ${port}'"), help);
    assertTrue(help.contains("cpu=30% (of"), help);
  }
}
