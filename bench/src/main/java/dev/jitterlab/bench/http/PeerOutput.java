package dev.jitterlab.bench.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What another load generator says at its end. Times are in seconds.
 *
 * @param requestsPerSecond answered
 * @param p50 of the response times; null where it was not asked for them
 * @param p99 the same
 * @param failed requests that had no answer, or not the right one
 */
record PeerOutput(double requestsPerSecond, Double p50, Double p99, long failed) {
  private static final Pattern WRK_RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
  private static final Pattern WRK_QUANTILE =
      Pattern.compile("^ +(50|99)% +([0-9.]+)(us|ms|s|m)$", Pattern.MULTILINE);
  private static final Pattern WRK_SOCKETS =
      Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
  private static final Pattern WRK_STATUS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern H2LOAD_RATE = Pattern.compile("finished in .*, ([0-9.]+) req/s");
  private static final Pattern H2LOAD_FAILED =
      Pattern.compile("(\\d+) failed, (\\d+) errored, (\\d+) timeout");
  private static final Pattern H2LOAD_STATUS = Pattern.compile("(\\d+) 4xx, (\\d+) 5xx");

  /** Reads what wrk prints with {@code --latency}; empty if it did not come to its end. */
  static Optional<PeerOutput> ofWrk(String printed) {
    Optional<Double> rate = number(WRK_RATE, printed);
    double p50 = Double.NaN;
    double p99 = Double.NaN;
    Matcher quantile = WRK_QUANTILE.matcher(printed);
    while (quantile.find()) {
      double seconds = Double.parseDouble(quantile.group(2)) * unit(quantile.group(3));
      if (quantile.group(1).equals("50")) {
        p50 = seconds;
      } else {
        p99 = seconds;
      }
    }
    if (rate.isEmpty() || Double.isNaN(p50) || Double.isNaN(p99)) {
      return Optional.empty();
    }
    return Optional.of(
        new PeerOutput(rate.get(), p50, p99, sum(WRK_SOCKETS, printed) + sum(WRK_STATUS, printed)));
  }

  private static double unit(String name) {
    return switch (name) {
      case "us" -> 1e-6;
      case "ms" -> 1e-3;
      case "s" -> 1;
      default -> 60;
    };
  }

  /** Reads what h2load prints without its log of requests; empty if it did not come to its end. */
  static Optional<PeerOutput> ofH2load(String printed) {
    return number(H2LOAD_RATE, printed)
        .map(rate -> new PeerOutput(rate, null, null, failedOfH2load(printed)));
  }

  /**
   * Reads what h2load prints, and its log of requests; empty if it did not come to its end.
   *
   * @param log start, status and microseconds of each request, with tabs
   * @throws UncheckedIOException if the log cannot be read
   */
  static Optional<PeerOutput> ofH2load(String printed, Path log) {
    Optional<Double> rate = number(H2LOAD_RATE, printed);
    if (rate.isEmpty() || !Files.exists(log)) {
      return Optional.empty();
    }
    double[] seconds;
    try (Stream<String> lines = Files.lines(log)) {
      seconds =
          lines
              .map(line -> line.split("\t", -1))
              .filter(line -> line.length >= 3 && !line[1].equals("-1"))
              .mapToDouble(line -> Double.parseDouble(line[2]) / 1e6)
              .sorted()
              .toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (seconds.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new PeerOutput(
            rate.get(), quantile(seconds, 0.5), quantile(seconds, 0.99), failedOfH2load(printed)));
  }

  private static long failedOfH2load(String printed) {
    return sum(H2LOAD_FAILED, printed) + sum(H2LOAD_STATUS, printed);
  }

  /** The smallest value with at least that share of all values not above it. */
  private static double quantile(double[] ascending, double q) {
    return ascending[Math.max(0, (int) Math.ceil(q * ascending.length) - 1)];
  }

  /** Reads oha's JSON; empty if it did not come to its end. */
  static Optional<PeerOutput> ofOha(String printed) {
    int begin = printed.indexOf('{');
    if (begin < 0) {
      return Optional.empty();
    }
    JsonNode all;
    try {
      all = Json.parse(printed.substring(begin), JsonNode.class);
    } catch (IOException e) {
      return Optional.empty();
    }
    JsonNode rate = all.at("/summary/requestsPerSec");
    JsonNode p50 = all.at("/latencyPercentiles/p50");
    JsonNode p99 = all.at("/latencyPercentiles/p99");
    if (!rate.isNumber() || !p50.isNumber() || !p99.isNumber()) {
      return Optional.empty();
    }
    long failed = 0;
    for (var entry : all.at("/errorDistribution").properties()) {
      failed += isOfTheEnd(entry.getKey()) ? 0 : entry.getValue().asLong();
    }
    for (var entry : all.at("/statusCodeDistribution").properties()) {
      failed += entry.getKey().startsWith("2") ? 0 : entry.getValue().asLong();
    }
    return Optional.of(new PeerOutput(rate.asDouble(), p50.asDouble(), p99.asDouble(), failed));
  }

  /** What was under way when the time was over is cut off, and is no failure. */
  private static boolean isOfTheEnd(String error) {
    return error.toLowerCase(Locale.ROOT).contains("deadline");
  }

  private static Optional<Double> number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(Double.valueOf(matcher.group(1))) : Optional.empty();
  }

  private static long sum(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return 0;
    }
    long[] parts = new long[matcher.groupCount()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = Long.parseLong(matcher.group(i + 1));
    }
    return Arrays.stream(parts).sum();
  }
}
