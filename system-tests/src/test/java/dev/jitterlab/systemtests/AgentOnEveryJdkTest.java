package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.lab.jdk.Jdk;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that knows nothing of Jitterlab, watched by the agent. */
class AgentOnEveryJdkTest {
  private static final Path AGENT = Jitterlab.HOME.resolve("agent/target/jitterlab-agent.jar");
  private static final long LIMIT_SECONDS = 60;
  private static final String ERRORS = "jitterlab_agent_errors_total";
  private static final Pattern METRICS = Pattern.compile("jitterlab-agent: metrics=(\\S+)");

  /**
   * Its rooms are loaded by a class loader like a strict OSGi's, which asks no other one for
   * anything but java.*. Each second tick of a room fails. At 1 kHz all its ticks are late, so that
   * the recording has them. Who touches logging before main, or the server of MBeans, is told on.
   */
  private static final String SERVER =
      """
      package game;

      import java.io.InputStream;
      import java.util.ArrayList;

      public class Server {
        static boolean started;

        static void tellIfEarly(String what) {
          if (!started) {
            System.out.println(what + " before main");
          }
        }

        public static class Logs extends java.util.logging.LogManager {
          public Logs() {
            tellIfEarly("logging");
          }
        }

        public static class Beans extends javax.management.MBeanServerBuilder {
          public Beans() {
            tellIfEarly("beans");
          }
        }

        public static class Room implements Runnable {
          private int ticks;

          public void run() {
            tick(++ticks, 0.5);
          }

          private double tick(long index, double step) {
            if (index % 2 == 0) {
              throw new IllegalStateException("every second one");
            }
            double sum = 0;
            for (long i = 0; i < 100; i++) {
              sum += i * step;
            }
            return sum;
          }
        }

        static final class Bundle extends ClassLoader {
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
              return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
              return loaded;
            }
            if (!name.equals("game.Server$Room")) {
              throw new ClassNotFoundException(name);
            }
            try (InputStream in = Server.class.getResourceAsStream("Server$Room.class")) {
              byte[] bytes = in.readAllBytes();
              return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
              throw new ClassNotFoundException(name, e);
            }
          }
        }

        static void step(Runnable... rooms) {
          for (Runnable room : rooms) {
            try {
              room.run();
            } catch (IllegalStateException e) {
              // as it should be
            }
          }
        }

        public static void main(String[] arguments) throws Exception {
          started = true;
          System.out.println("started");
          Class<?> room = new Bundle().loadClass("game.Server$Room");
          Runnable one = (Runnable) room.getConstructor().newInstance();
          Runnable other = (Runnable) room.getConstructor().newInstance();
          ArrayList<String> list = new ArrayList<>();
          while (true) {
            step(one, other);
            list.ensureCapacity(10);
            Thread.sleep(5);
          }
        }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("dev.jitterlab.lab.TestedJdks#features")
  void watchesAServerThatKnowsNothingOfIt(int feature) throws Exception {
    // ArrayList is loaded long before any agent.
    String ticks =
        "tick-method=game.Server$Room#tick+game.Server#step+java.util.ArrayList#ensureCapacity";
    boolean bundles = feature == 11 || feature == 25;
    Process server =
        start(
            feature,
            "metrics-port=0,tick-log=ticks.hlog,tick-rate=1000,"
                + ticks
                + (bundles ? ",bundle-dir=bundles,bundle-when=1ms,bundle-redact=names" : ""));
    try {
      Map<String, Double> metrics = scrapeUntil("jitterlab_ticks_total", 400, server);
      for (String method : ticks.substring(ticks.indexOf('=') + 1).split("\\+", -1)) {
        assertEquals(
            1, metrics.get("jitterlab_agent_tick_method_found{method=\"" + method + "\"}"));
      }
      assertEquals(0, metrics.get(ERRORS));
      assertTrue(metrics.get("jitterlab_agent_tasks") >= 3, metrics.toString());
      // Read after the ticks, of which every fourth one fails.
      assertTrue(metrics.get("jitterlab_ticks_failed_total") >= 90, metrics.toString());
      assertTrue(metrics.containsKey("jitterlab_tick_drift_seconds_count"), metrics.toString());
      assertTrue(metrics.containsKey("process_cpu_seconds_total"), metrics.toString());
      if (bundles) {
        assertEquals(0, scrapeUntil("jitterlab_agent_bundles_total", 1, server).get(ERRORS), err());
      }
    } finally {
      server.destroy();
      server.waitFor();
    }

    assertEquals(143, server.exitValue(), err());
    assertTrue(out().contains("started"), out());
    assertFalse(out().contains("before main") || out().contains("jitterlab-agent"), out());
    assertFalse(err().contains("failed"), err());
    Map<String, Long> logged = tickLog();
    assertTrue(logged.get("execution") >= 390, logged.toString());
    assertTrue(logged.get("total") >= 390, logged.toString());
    assertTrue(logged.get("drift") + logged.get("drift-early") >= 390, logged.toString());
    assertTrue(tasksOfRecording().contains("Server$Room#tick 1"), tasksOfRecording().toString());
    if (bundles) {
      bundleHasTheTicksAndNoNames();
    }
  }

  /** The server's own recording, which has the arguments, shares its parts with the bundle's. */
  private void bundleHasTheTicksAndNoNames() throws IOException {
    List<Path> written;
    try (Stream<Path> all = Files.list(folder.resolve("bundles"))) {
      written = all.toList();
    }
    assertEquals(1, written.size(), written.toString());
    Path bundle = written.getFirst();
    List<RecordedEvent> events = RecordingFile.readAllEvents(bundle.resolve("recording.jfr"));
    assertTrue(
        events.stream().anyMatch(event -> event.getEventType().getName().equals("jitterlab.Tick")));
    assertTrue(
        events.stream()
            .filter(event -> event.getEventType().getName().equals("jdk.JVMInformation"))
            .noneMatch(event -> event.getString("jvmArguments").contains("Xmx128m")));
    assertTrue(
        events.stream()
            .filter(event -> event.getThread() != null)
            .noneMatch(event -> "main".equals(event.getThread().getJavaName())));
    assertTrue(Files.readString(bundle.resolve("machine.txt")).contains("/proc/loadavg"));
    String description = Files.readString(bundle.resolve("bundle.json"));
    assertTrue(description.contains("\"redacted\": \"names\""), description);
  }

  @Test
  void startsNoServerThatItCannotMeasure() throws Exception {
    Process server = start(25, "metrics-port=0,tick-method=game.Server.step,tick-rate=20");

    assertTrue(server.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(2, server.exitValue());
    assertFalse(out().contains("started"), out());
    assertTrue(
        err().startsWith("jitterlab-agent: error: tick-method=game.Server.step: expected Class#"),
        err());
    assertEquals(1, err().lines().count(), err());
  }

  @Test
  void startsNoServerWhoseJvmHasNoFlightRecorder() throws Exception {
    Process server =
        start(
            "-Xshare:off", // which some JDKs warn of with the next option
            "--limit-modules=java.se",
            "-javaagent:" + AGENT + "=tick-method=game.Server#step,tick-rate=20");

    assertTrue(server.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(2, server.exitValue());
    assertTrue(
        err().startsWith("jitterlab-agent: error: tick-method needs Flight Recorder, and"), err());
    assertEquals(1, err().lines().count(), err());
  }

  @Test
  void startsNoServerThatHasTheAgentTwice() throws Exception {
    String agent = "-javaagent:" + AGENT + "=tick-method=game.Server#step,tick-rate=20";
    Process server = start(agent, agent);

    assertTrue(server.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(2, server.exitValue());
    List<String> lines = err().lines().toList();
    assertEquals(2, lines.size(), err());
    assertTrue(METRICS.matcher(lines.get(0)).matches(), err());
    assertTrue(
        lines.get(1).startsWith("jitterlab-agent: error: this JVM has the agent already: "), err());
  }

  /** A JVM that only says which one it is; agents start before that. */
  private Process start(String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(TestedJdks.ofFeature(25).home().resolve("bin/java").toString());
    command.addAll(List.of(flags));
    command.add("-version");
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("out.txt").toFile())
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }

  private Process start(int feature, String arguments) throws IOException {
    Jdk jdk = TestedJdks.ofFeature(feature);
    Path source = Files.writeString(folder.resolve("Server.java"), SERVER);
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release=" + feature,
                "-d",
                folder.toString(),
                source.toString());
    assertEquals(0, compiled);
    return new ProcessBuilder(
            jdk.home().resolve("bin/java").toString(),
            "-Xmx128m",
            "-XX:StartFlightRecording=filename=recording.jfr,dumponexit=true",
            "-Djava.util.logging.manager=game.Server$Logs",
            "-Djavax.management.builder.initial=game.Server$Beans",
            "-XX:TieredStopAtLevel=1",
            "-javaagent:" + AGENT + "=" + arguments,
            "-cp",
            folder.toString(),
            "game.Server")
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("out.txt").toFile())
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }

  /** Says what the server printed; JFR prints there, too. */
  private String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err.txt"));
  }

  /** Returns the metrics as soon as one of them is that high. */
  private Map<String, Double> scrapeUntil(String metric, double least, Process server)
      throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    Map<String, Double> metrics = Map.of();
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (metrics.getOrDefault(metric, -1.0) < least) {
        assertTrue(server.isAlive(), err());
        assertTrue(System.nanoTime() - deadlineNs < 0, metrics + err());
        Matcher said = METRICS.matcher(err());
        if (said.find() && out().contains("started")) { // else this would be what comes early
          metrics = scrape(client, URI.create(said.group(1)));
        }
      }
    }
    return metrics;
  }

  /** Asks as a Prometheus with native histograms does: the agent answers in text all the same. */
  private static Map<String, Double> scrape(HttpClient client, URI uri) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(30))
            .header(
                "Accept",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                    + "encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.8,"
                    + "text/plain;version=0.0.4;q=0.5")
            .build();
    Map<String, Double> metrics = new TreeMap<>();
    client
        .send(request, BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int blank = line.lastIndexOf(' ');
              metrics.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
            });
    return metrics;
  }

  /** Counts the values of each tag. */
  private Map<String, Long> tickLog() throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve("ticks.hlog").toFile())) {
      for (EncodableHistogram interval = reader.nextIntervalHistogram();
          interval != null;
          interval = reader.nextIntervalHistogram()) {
        counts.merge(interval.getTag(), ((Histogram) interval).getTotalCount(), Long::sum);
      }
    }
    return counts;
  }

  private List<String> tasksOfRecording() throws IOException {
    List<String> tasks = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(folder.resolve("recording.jfr"))) {
      if (event.getEventType().getName().equals("jitterlab.Tick")) {
        tasks.add(event.getString("task"));
      }
    }
    return tasks;
  }
}
