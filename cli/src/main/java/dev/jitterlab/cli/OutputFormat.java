package dev.jitterlab.cli;

import java.util.Locale;

/** How a command prints its result. */
public enum OutputFormat {
  /** For people. */
  TEXT,
  /** For programs; a public interface. */
  JSON;

  /** The word on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
