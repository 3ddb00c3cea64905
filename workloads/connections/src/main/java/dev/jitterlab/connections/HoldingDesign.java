package dev.jitterlab.connections;

/** How a server holds its connections. */
public enum HoldingDesign {
  /** Two threads of the system for each: one reads, one writes. The design of 1998. */
  THREADS,
  /** The same with virtual threads. */
  VIRTUAL,
  /** One thread and a selector for all. */
  EVENT_LOOP
}
