package dev.jitterlab.agent;

import dev.jitterlab.arrivals.TimeSpan;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a bundle of the last minutes is written, where to, and how much of the disk it may take.
 * Immutable.
 */
final class BundleOptions {
  /** What is taken out of a bundle. */
  enum Redact {
    /** Nothing. */
    NONE,
    /** Arguments, system properties and environment variables, of this process and of others. */
    ARGUMENTS,
    /** These, and names of threads, files, hosts and tasks. */
    NAMES
  }

  private static final String DIR = "bundle-dir";
  private static final String WHEN = "bundle-when";
  private static final String EVERY = "bundle-every";
  private static final String COUNT = "bundle-count";
  private static final String SIZE = "bundle-size";
  private static final String RING = "bundle-ring";
  private static final String RING_SIZE = "bundle-ring-size";
  private static final String FREE = "bundle-free";
  private static final String REDACT = "bundle-redact";
  private static final String CAUSES = "late-causes";

  /** The names of the arguments. */
  static final List<String> ARGUMENTS =
      List.of(DIR, WHEN, EVERY, COUNT, SIZE, RING, RING_SIZE, FREE, REDACT, CAUSES);

  private static final Pattern BYTES = Pattern.compile("([0-9]{1,7})([kmg])");
  private static final int MOST_BUNDLES = 1_000;

  /** Where bundles are written to. */
  final Path folder;

  /** How late a tick must be done, or how long a request must take. */
  final TimeSpan when;

  /** How much time lies between two bundles at least. */
  final TimeSpan every;

  /** How many bundles are kept. */
  final int count;

  /** How much of the disk all bundles may take. */
  final long sizeBytes;

  /** How far back the ring goes. */
  final TimeSpan ring;

  /** How large the ring may become; then it goes back less far. */
  final long ringBytes;

  /** How much of the disk must stay free; else nothing is recorded or written. */
  final long freeBytes;

  /** What is taken out. */
  final Redact redact;

  /** Whether late time is divided among causes while the server runs. */
  final boolean causes;

  private BundleOptions(Map<String, String> values) {
    folder = folder(values.get(DIR));
    when = span(WHEN, values.getOrDefault(WHEN, "100ms"));
    every = span(EVERY, values.getOrDefault(EVERY, "10m"));
    count = count(values.getOrDefault(COUNT, "10"));
    sizeBytes = bytes(SIZE, values.getOrDefault(SIZE, "512m"));
    ring = span(RING, values.getOrDefault(RING, "2m"));
    ringBytes = bytes(RING_SIZE, values.getOrDefault(RING_SIZE, "64m"));
    freeBytes = bytes(FREE, values.getOrDefault(FREE, "512m"));
    redact = redact(values.getOrDefault(REDACT, "arguments"));
    causes = on(CAUSES, values.getOrDefault(CAUSES, "off"));
    if (sizeBytes < ringBytes) {
      throw new IllegalArgumentException(
          SIZE + " is less than " + RING_SIZE + ": expected room for one bundle at least");
    }
  }

  /**
   * Reads them.
   *
   * @return empty if no bundle is asked for
   * @throws IllegalArgumentException for what cannot be; the message says what was expected
   */
  static Optional<BundleOptions> of(Map<String, String> values) {
    if (values.containsKey(DIR)) {
      return Optional.of(new BundleOptions(values));
    }
    for (String name : ARGUMENTS) {
      AgentArguments.requireBoth(values, name, DIR, "the folder for bundles, too");
    }
    return Optional.empty();
  }

  private static Path folder(String text) {
    try {
      return Path.of(text).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(DIR + "=" + text + ": expected a folder", e);
    }
  }

  private static TimeSpan span(String name, String text) {
    try {
      TimeSpan span = TimeSpan.parse(text);
      if (span.ns() > 0) {
        return span;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new IllegalArgumentException(
        name + "=" + text + ": expected a time above zero, such as 100ms, 30s or 10m");
  }

  private static int count(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= MOST_BUNDLES) {
        return count;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(COUNT + "=" + text + ": expected 1 to " + MOST_BUNDLES);
  }

  private static long bytes(String name, String text) {
    Matcher matcher = BYTES.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          name + "=" + text + ": expected a size, such as 64m or 1g");
    }
    int shift = 10 * ("kmg".indexOf(matcher.group(2)) + 1);
    return Long.parseLong(matcher.group(1)) << shift;
  }

  private static boolean on(String name, String text) {
    if (text.equals("on") || text.equals("off")) {
      return text.equals("on");
    }
    throw new IllegalArgumentException(name + "=" + text + ": expected on or off");
  }

  private static Redact redact(String text) {
    for (Redact one : Redact.values()) {
      if (one.name().toLowerCase(Locale.ROOT).equals(text)) {
        return one;
      }
    }
    throw new IllegalArgumentException(REDACT + "=" + text + ": expected none, arguments or names");
  }
}
