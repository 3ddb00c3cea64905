package dev.jitterlab.business.server;

import java.util.Locale;

/** Who decides when a transaction begins. */
enum LoadKind {
  /** Terminals that think and wait for answers. */
  CLOSED,
  /** Terminals that never think: all that the machine can. */
  BUSY,
  /** A plan, whatever the server does. */
  OPEN,
  /** Closed; warehouses are added until the throughput falls below a minimum. */
  AUTO,
  /** Open, at rising and falling rates, until the capacity at an objective is found. */
  SEARCH;

  /** Returns what the option calls it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
