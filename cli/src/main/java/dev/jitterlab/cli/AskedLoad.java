package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import java.util.Objects;

/**
 * The load that a user asks for with options. Immutable.
 *
 * @param load {@code http}, or a command line; null where it is not given
 * @param rate requests a second of {@code http}; null where the usual one is wanted
 * @param path of its requests; null where the usual one is wanted
 */
record AskedLoad(String load, String rate, String path) {
  /** Whether it is Jitterlab's own. */
  boolean isHttp() {
    return "http".equals(load) || (load == null && (rate != null || path != null));
  }

  boolean isNone() {
    return load == null && !isHttp();
  }

  /**
   * Checks that the options fit together.
   *
   * @param command whose options they are
   * @throws LabException if they do not
   */
  void check(String command) {
    if (load != null) {
      CommandWords.check(command + " --load", load);
    }
    if ((rate != null || path != null) && !isHttp()) {
      throw LabException.wrong(
          command + " --load",
          "--rate and --path belong to Jitterlab's own load, but --load is a command",
          "Remove --rate and --path, or write --load http.");
    }
  }

  /** What a server is put under, in words; not for none. */
  String words() {
    return isHttp()
        ? "%s requests a second to %s".formatted(rateOrUsual(), pathOrUsual())
        : "the load of `%s`".formatted(load);
  }

  /** Adds it to an experiment's workload. */
  void write(ArgumentLines lines, CommandPaths paths) {
    if (isHttp()) {
      lines.add("  load:");
      lines.add("    http:");
      lines.add("      rate: " + CommandWords.quoted(rateOrUsual()), "--rate");
      lines.add("      path: " + CommandWords.quoted(pathOrUsual()), "--path");
    } else if (load != null) {
      lines.add("  load:");
      lines.add("    command: " + CommandWords.quoted(paths.located(load)), "--load");
    }
  }

  private String rateOrUsual() {
    return Objects.requireNonNullElse(rate, "100");
  }

  private String pathOrUsual() {
    return Objects.requireNonNullElse(path, "/");
  }
}
