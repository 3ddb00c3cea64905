package dev.jitterlab.business.server;

import java.util.Locale;

/** Where the books are. */
enum StoreKind {
  /** Objects in this process's heap. */
  MEMORY,
  /** The embedded database H2, in a file. */
  H2,
  /** PostgreSQL. */
  POSTGRESQL;

  /** Returns what the option calls it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
