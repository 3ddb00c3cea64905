package dev.jitterlab.business.server;

import java.util.Arrays;

/** Who decides when a transaction begins. */
enum LoadKind {
  /** Terminals that think and wait for answers. */
  CLOSED("closed"),
  /** Terminals that never think: all that the machine can. */
  BUSY("busy"),
  /** A plan, whatever the server does. */
  OPEN("open"),
  /** Closed; warehouses are added until the throughput falls below a minimum. */
  AUTO("auto"),
  /** Open, at rising and falling rates, until the capacity at an objective is found. */
  SEARCH("search");

  private final String label;

  LoadKind(String label) {
    this.label = label;
  }

  /** Returns the one that the option calls so. */
  static LoadKind labelled(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no " + label));
  }
}
