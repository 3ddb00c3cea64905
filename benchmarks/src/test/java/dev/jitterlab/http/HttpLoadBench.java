package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * How much of the response times of the HTTP load is the load generator's own? It loads a server
 * that does next to nothing, at several rates; each time after a {@linkplain SpinningClient
 * control} that no client can beat, of which each figure is shown as a multiple. Run by
 *
 * <pre>java -cp benchmarks/target/jitterlab-benchmarks.jar dev.jitterlab.http.HttpLoadBench \
 *   --rates 200,1000,5000,10000 --rounds 1 --warmup 2 --seconds 3</pre>
 *
 * With {@code --jar NAME=FILE}, which can be given several times, other builds of the generator
 * than that of this source tree; {@code --jvm NAME=FLAGS} gives one of them flags, or is this
 * source tree's build with flags. Between rounds the order changes.
 */
public final class HttpLoadBench {
  private static final Path JAR = Path.of("generators/http/target/jitterlab-http.jar");
  private static final String TARGET = "s";
  private static final String CONTROL = "control";
  private static final String SWITCHES = "voluntary_ctxt_switches:";

  /** The log has a line a second; which one, its begin says about. */
  private static final double HALF_SECOND = 0.5;

  private final Map<String, Path> jars = new LinkedHashMap<>();
  private final Map<String, List<String>> flags = new LinkedHashMap<>();
  private final Map<String, Figures> figures = new LinkedHashMap<>();
  private List<String> rates = List.of("200", "1000", "5000", "10000");
  private int rounds = 1;
  private int warmup = 2;
  private int seconds = 3;
  private String server;

  private HttpLoadBench(String[] arguments) {
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--rates" -> rates = List.of(value.split(",", -1));
        case "--rounds" -> rounds = Integer.parseInt(value);
        case "--warmup" -> warmup = Integer.parseInt(value);
        case "--seconds" -> seconds = Integer.parseInt(value);
        case "--jvm" -> {
          int equals = value.indexOf('=');
          String name = value.substring(0, equals);
          jars.putIfAbsent(name, JAR);
          flags.put(name, List.of(value.substring(equals + 1).split(" ", -1)));
        }
        case "--jar" -> {
          int equals = value.indexOf('=');
          jars.put(value.substring(0, equals), Path.of(value.substring(equals + 1)));
        }
        default -> throw new IllegalArgumentException("unknown: " + arguments[i]);
      }
    }
    if (jars.isEmpty()) {
      jars.put("http-load", JAR);
    }
  }

  /** Runs it and prints a table. */
  public static void main(String[] arguments) throws Exception {
    new HttpLoadBench(arguments).run();
  }

  private void run() throws Exception {
    Process process = java(List.of("-cp", classPath(), BenchedServer.class.getName())).start();
    try (BufferedReader out = reader(process)) {
      server = out.readLine();
      for (int round = 0; round < rounds; round++) {
        for (String rate : rates) {
          control(rate);
          List<String> names = new ArrayList<>(jars.keySet());
          for (String name : round % 2 == 0 ? names : names.reversed()) {
            generator(rate, name);
          }
        }
      }
    } finally {
      process.destroy();
      process.waitFor();
    }
    print();
  }

  private void control(String rate) throws Exception {
    Process client =
        java(List.of(
                "-cp",
                classPath(),
                SpinningClient.class.getName(),
                server,
                rate,
                Integer.toString(warmup),
                Integer.toString(seconds)))
            .start();
    try (BufferedReader out = reader(client)) {
      Figures of = of(rate, CONTROL);
      of.responses.add(decoded(out.readLine()));
      of.drift.add(decoded(out.readLine()));
      of.cpuSeconds += seconds; // it spins
    } finally {
      client.destroy();
      client.waitFor();
    }
  }

  private void generator(String rate, String name) throws Exception {
    Path log = Files.createTempFile("http-load", ".hlog");
    List<String> command = new ArrayList<>(List.of("-Xmx512m"));
    command.addAll(flags.getOrDefault(name, List.of()));
    command.addAll(
        List.of(
            "-jar",
            jars.get(name).toString(),
            "--rate=" + rate,
            "--tick-log=" + log,
            "--target=" + TARGET + "=" + server));
    Process load = java(command).start();
    try (BufferedReader out = reader(load)) {
      out.readLine();
      TimeUnit.SECONDS.sleep(warmup);
      Duration cpuBefore = cpu(load);
      long switchesBefore = switches(load);
      TimeUnit.SECONDS.sleep(seconds);
      of(rate, name).cpuSeconds += cpu(load).minus(cpuBefore).toNanos() / 1e9;
      of(rate, name).switches += switches(load) - switchesBefore;
    } finally {
      load.destroy();
      load.waitFor();
    }
    read(log, of(rate, name));
    Files.delete(log);
  }

  private void read(Path log, Figures of) throws IOException {
    try (HistogramLogReader reader = new HistogramLogReader(log.toString())) {
      EncodableHistogram next;
      while ((next = reader.nextIntervalHistogram()) != null) {
        Histogram histogram = (Histogram) next;
        double atSeconds = (histogram.getStartTimeStamp() / 1e3) - reader.getStartTimeSec();
        boolean isDrift = histogram.getTag().equals("drift");
        if (isDrift && atSeconds < HALF_SECOND) {
          of.firstDrift.add(histogram);
        }
        if (atSeconds < warmup - HALF_SECOND || atSeconds > warmup + seconds - HALF_SECOND) {
          continue;
        }
        if (isDrift) {
          of.drift.add(histogram);
        } else if (histogram.getTag().equals("response;target=" + TARGET)) {
          of.responses.add(histogram);
        }
      }
    }
  }

  private Figures of(String rate, String name) {
    return figures.computeIfAbsent(rate + " " + name, _ -> new Figures());
  }

  private void print() {
    System.out.printf(
        "%6s %-10s %9s | %26s | %5s %6s | %17s | %9s | %5s | %8s%n",
        "rate",
        "client",
        "answers/s",
        "response p50, p99, max, us",
        "/ p50",
        "/ p99",
        "drift p50, p99, us",
        "1st s p99",
        "cores",
        "sleeps/s");
    for (String rate : rates) {
      Figures control = of(rate, CONTROL);
      List<String> names = new ArrayList<>(List.of(CONTROL));
      names.addAll(jars.keySet());
      for (String name : names) {
        Figures of = of(rate, name);
        System.out.printf(
            Locale.ROOT,
            "%6s %-10s %9.0f | %8.0f %8.0f %8.0f | %5.2f %6.2f | %8.1f %8.0f | %9.0f | %5.2f | %8.0f%n",
            rate,
            name,
            (double) of.responses.getTotalCount() / seconds / rounds,
            us(of.responses, 50),
            us(of.responses, 99),
            us(of.responses, 100),
            us(of.responses, 50) / us(control.responses, 50),
            us(of.responses, 99) / us(control.responses, 99),
            us(of.drift, 50),
            us(of.drift, 99),
            us(of.firstDrift, 99),
            of.cpuSeconds / seconds / rounds,
            (double) of.switches / seconds / rounds);
      }
    }
  }

  private static double us(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e3;
  }

  static String encoded(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  private static Histogram decoded(String text) throws DataFormatException {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
    return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
  }

  private static ProcessBuilder java(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Returns how often its threads have gone to sleep so far, by choice. */
  private static long switches(Process process) throws IOException {
    long switches = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        for (String line : Files.readAllLines(thread.resolve("status"))) {
          if (line.startsWith(SWITCHES)) {
            switches += Long.parseLong(line.substring(SWITCHES.length()).trim());
          }
        }
      }
    }
    return switches;
  }

  private static final class Figures {
    final Histogram responses = new Histogram(3);
    final Histogram drift = new Histogram(3);
    final Histogram firstDrift = new Histogram(3);
    double cpuSeconds;
    long switches;
  }
}
