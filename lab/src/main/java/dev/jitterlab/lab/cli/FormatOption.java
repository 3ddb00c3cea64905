package dev.jitterlab.lab.cli;

import picocli.CommandLine.Option;

/** The option {@code --format}; a mixin of every command that prints a result. */
public final class FormatOption {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Print the result as ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format;

  /** What was chosen. */
  public OutputFormat format() {
    return format;
  }
}
