package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command as the lab runs it, and its refusals. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HttpLoadTest {
  /** What the build writes of the command line. */
  private static final Path DESCRIPTION =
      Path.of("target/classes/META-INF/jitterlab", HttpLoad.class.getName() + ".json");

  private static final Pattern DESCRIBED = Pattern.compile("(?m)^ +\"([a-z-]+)\": \\{\"type\"");
  private static final String READY = "JITTERLAB READY metrics=";

  @TempDir private Path folder;

  private static String run(String... arguments) {
    CommandLine command = HttpLoad.commandLine();
    StringWriter err = new StringWriter();
    command.setErr(new PrintWriter(err));
    assertEquals(CommandLine.ExitCode.USAGE, command.execute(arguments));
    return err.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--model=constant | --rate is missing",
        "--rate=x | 'x' is no rate",
        "--rate=100:1s,200 | does not fit constant",
        "--model=closed --rate=5 | clients of --model=closed send when they have their answers",
        "--rate=5 --think=1s | is for --model=closed",
        "--model=open | expected one of [CONSTANT, RAMP, STEPS, POISSON, CLOSED]",
        "--rate=5 --connections=0 | --connections is 1 to 10000, not 0",
        "--rate=5 --timeout=5 | '5' is no time",
        "--rate=5 --timeout=0s | --timeout is above 0",
        "--rate=5 --slo=0ms | --slo is above 0, not 0ms",
        "--rate=5 --slo=10s | --slo=10s is not below --timeout=10s",
        "--rate=5 --slo=1s --timeout=1s | --slo=1s is not below --timeout=1s",
        "--rate=5 --threads=0 | --threads is 1 to 64, not 0",
        "--rate=5 --path=x | --path=x must begin with /",
        "--rate=5 '--path=/a b' | escape it with %",
        "--rate=5 --target=b | target b is not <id>=<host>:<port>"
      })
  void saysWhatIsWrongWithItsArguments(String options, String why) {
    List<String> arguments = new ArrayList<>(List.of("--target=a=127.0.0.1:1"));
    arguments.addAll(
        options.contains("'")
            ? List.of(options.substring(0, options.indexOf(' ')), "--path=/a b")
            : List.of(options.split(" ", -1)));
    String message = run(arguments.toArray(new String[0]));
    assertTrue(message.contains(why), message);
  }

  /** The lab gives every option of the descriptor as {@code --name=value}. */
  @Test
  void theBuildDescribesItsOptionsToTheLab() throws IOException {
    List<String> options = new ArrayList<>();
    Matcher option = DESCRIBED.matcher(Files.readString(DESCRIPTION));
    while (option.find()) {
      options.add("--" + option.group(1));
    }
    assertTrue(options.contains("--rate"), options::toString);
    for (String name : options) {
      assertNotNull(HttpLoad.commandLine().getCommandSpec().findOption(name), name);
    }
  }

  @Test
  void servesMetricsAndLeavesItsLogBehindWhenItIsEnded() throws Exception {
    Path log = folder.resolve("ticks.hlog");
    try (GatedServer server = new GatedServer()) {
      Process process =
          start(
              "--model=closed",
              "--connections=2",
              "--think=5ms",
              "--tick-log=" + log,
              "--target=pool,a/1=" + server.address());
      try (BufferedReader out =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        String line = out.readLine();
        assertTrue(line != null && line.startsWith(READY), line);
        assertTrue(server.receives(20));
        String metrics = get(line.substring(READY.length()));
        for (String metric :
            List.of(
                "jitterlab_load_sent_total{target=\"pool,a/1\"}",
                "jitterlab_load_outcomes_total{outcome=\"ok\",target=\"pool,a/1\"}",
                "jitterlab_tick_drift_seconds_count",
                "jvm_")) {
          assertTrue(metrics.contains(metric), metric + " is not in\n" + metrics);
        }
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(143, process.exitValue());
      } finally {
        process.destroyForcibly();
      }
    }
    String lines = Files.readString(log);
    for (String tag :
        List.of(
            "drift",
            "response;target=pool%2Ca%2F1",
            "response-compensated;target=pool%2Ca%2F1",
            "waiting-response;target=pool%2Ca%2F1",
            "waiting-response-compensated;target=pool%2Ca%2F1")) {
      assertTrue(lines.contains("Tag=" + tag + ","), lines);
    }
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // start faster
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), HttpLoad.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static String get(String uri) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
        .body();
  }
}
