package dev.jitterlab.agent;

import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.tick.Rate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stands behind the agent's jar on the command line: {@code
 * metrics-port=0,tick-log=ticks.hlog,tick-method=com.acme.Room#tick,tick-rate=20}. Immutable.
 */
final class AgentArguments {
  /** More would be a mistyped list. */
  static final int MOST_METHODS = 64;

  private static final String METRICS_PORT = "metrics-port";
  private static final String TICK_LOG = "tick-log";
  private static final String TICK_METHOD = "tick-method";
  private static final String TICK_RATE = "tick-rate";
  private static final String REQUESTS = "requests";
  private static final String REQUEST_METHOD = "request-method";
  private static final List<String> OWN_NAMES =
      List.of(METRICS_PORT, TICK_LOG, TICK_METHOD, TICK_RATE, REQUESTS, REQUEST_METHOD);
  private static final List<String> NAMES =
      Stream.concat(OWN_NAMES.stream(), BundleOptions.ARGUMENTS.stream())
          .collect(Collectors.toList());
  private static final int HIGHEST_PORT = 65_535;
  private static final int MOST_DIGITS = 9;

  /** Where to open the metrics endpoint; 0 for any free port. */
  final int metricsPort;

  /** Where to write the tick log, if anywhere. */
  final Optional<Path> tickLog;

  /** What is a tick; empty if only the JVM is to be watched. */
  final List<MethodName> tickMethods;

  /** How often each of the methods is to be called; null if there are none. */
  final Rate tickRate;

  /** From which time on a request is recorded; empty if none is. */
  final Optional<TimeSpan> slowRequest;

  /** What serves requests, beside the methods of the common servers. */
  final List<MethodName> requestMethods;

  /** When bundles are written; empty for never. */
  final Optional<BundleOptions> bundles;

  private AgentArguments(Map<String, String> values) {
    metricsPort = port(values.getOrDefault(METRICS_PORT, "0"));
    tickMethods = methods(TICK_METHOD, values.get(TICK_METHOD));
    for (String name : List.of(TICK_RATE, TICK_LOG)) {
      requireBoth(values, name, TICK_METHOD, "the method that is a tick, too");
    }
    requireBoth(values, TICK_METHOD, TICK_RATE, "the ticks per second, too");
    tickRate = tickMethods.isEmpty() ? null : rate(values.get(TICK_RATE));
    tickLog = Optional.ofNullable(values.get(TICK_LOG)).map(AgentArguments::path);
    requireBoth(
        values,
        REQUEST_METHOD,
        REQUESTS,
        "from which time on a request is slow, too, such as requests=10ms");
    slowRequest = Optional.ofNullable(values.get(REQUESTS)).map(AgentArguments::span);
    requestMethods = methods(REQUEST_METHOD, values.get(REQUEST_METHOD));
    for (MethodName method : requestMethods) {
      if (tickMethods.contains(method)) { // a call is told to one of them
        throw new IllegalArgumentException(
            REQUEST_METHOD
                + "="
                + method
                + " is a "
                + TICK_METHOD
                + " as well: expected only one of the two");
      }
    }
    bundles = BundleOptions.of(values);
    if (bundles.isPresent() && tickMethods.isEmpty() && slowRequest.isEmpty()) {
      throw new IllegalArgumentException(
          "bundle-dir without "
              + TICK_METHOD
              + " and "
              + REQUESTS
              + ": expected what may be late, ticks or requests, too");
    }
    int all = tickMethods.size() + requestMethods.size() + RequestMethod.KNOWN.size();
    if (all > MOST_METHODS) {
      throw new IllegalArgumentException(
          TICK_METHOD
              + " and "
              + REQUEST_METHOD
              + " have "
              + (tickMethods.size() + requestMethods.size())
              + ": expected at most "
              + (MOST_METHODS - RequestMethod.KNOWN.size()));
    }
  }

  /** Refuses a name that means nothing without another one. */
  static void requireBoth(Map<String, String> values, String name, String other, String expected) {
    if (values.containsKey(name) && !values.containsKey(other)) {
      throw new IllegalArgumentException(name + " without " + other + ": expected " + expected);
    }
  }

  /**
   * Reads the text behind the jar.
   *
   * @param text null for none
   * @throws IllegalArgumentException for what cannot be; the message says what was expected
   */
  static AgentArguments parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    if (text != null && !text.isEmpty()) {
      for (String part : text.split(",", -1)) {
        int equals = part.indexOf('=');
        if (equals < 1 || equals == part.length() - 1) {
          throw new IllegalArgumentException("'" + part + "': expected name=value");
        }
        String name = part.substring(0, equals);
        if (!NAMES.contains(name)) {
          throw new IllegalArgumentException(
              "unknown '"
                  + name
                  + "': expected "
                  + String.join(", ", NAMES.subList(0, NAMES.size() - 1))
                  + " or "
                  + NAMES.get(NAMES.size() - 1));
        }
        if (values.put(name, part.substring(equals + 1)) != null) {
          throw new IllegalArgumentException(name + " is given twice: expected once");
        }
      }
    }
    return new AgentArguments(values);
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= HIGHEST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        METRICS_PORT + "=" + text + ": expected 0 (any free port) to " + HIGHEST_PORT);
  }

  private static List<MethodName> methods(String argument, String text) {
    List<MethodName> methods = new ArrayList<>();
    if (text != null) {
      for (String name : text.split("\\+", -1)) {
        MethodName method = MethodName.parse(argument, name);
        if (methods.contains(method)) {
          throw new IllegalArgumentException(argument + " has " + method + " twice");
        }
        methods.add(method);
      }
    }
    return List.copyOf(methods);
  }

  /** Reads 20, 62.5 or 30000/1001. */
  private static Rate rate(String text) {
    try {
      int slash = text.indexOf('/');
      if (slash >= 0) {
        return Rate.of(
            Long.parseLong(text.substring(0, slash)), Long.parseLong(text.substring(slash + 1)));
      }
      BigDecimal hertz = new BigDecimal(text).stripTrailingZeros();
      int decimals = Math.max(0, hertz.scale());
      if (decimals > MOST_DIGITS || hertz.precision() - hertz.scale() > MOST_DIGITS) {
        throw new ArithmeticException("too many digits"); // before they are written out
      }
      BigInteger seconds = BigInteger.TEN.pow(decimals);
      BigInteger ticks = hertz.setScale(decimals).unscaledValue();
      BigInteger common = ticks.gcd(seconds).max(BigInteger.ONE);
      return Rate.of(
          ticks.divide(common).longValueExact(), seconds.divide(common).longValueExact());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          TICK_RATE + "=" + text + ": expected ticks per second, such as 20, 62.5 or 30000/1001",
          e);
    }
  }

  private static TimeSpan span(String text) {
    try {
      return TimeSpan.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          REQUESTS + "=" + text + ": expected from which time on a request is slow, such as 10ms",
          e);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(TICK_LOG + "=" + text + ": expected a file", e);
    }
  }
}
