package dev.jitterlab.cli;

import picocli.CommandLine.Option;

/** How much of a run's outcome is printed; a mixin of the commands that print it. */
final class Detail {
  @Option(
      names = "--verbose",
      description = "Print every check, including those that passed, and the verdict in full.")
  private boolean verbose;

  boolean isVerbose() {
    return verbose;
  }
}
