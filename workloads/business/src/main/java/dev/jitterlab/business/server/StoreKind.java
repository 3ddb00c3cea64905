package dev.jitterlab.business.server;

import java.util.Arrays;

/** Where the books are. */
enum StoreKind {
  /** Objects in this process's heap. */
  MEMORY("memory"),
  /** The embedded database H2, in a file. */
  H2("h2"),
  /** PostgreSQL. */
  POSTGRESQL("postgresql");

  private final String label;

  StoreKind(String label) {
    this.label = label;
  }

  /** Returns the one that the option calls so. */
  static StoreKind labelled(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no " + label));
  }
}
