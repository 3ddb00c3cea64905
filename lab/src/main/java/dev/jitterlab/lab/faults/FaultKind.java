package dev.jitterlab.lab.faults;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What can be injected: the one list. Those of a server are done by the agent of the module {@code
 * faults}, which knows them by the same words.
 */
public enum FaultKind {
  /** Asks for a full collection. */
  SYSTEM_GC(Place.SERVER, 0.2, "gc_pause", "gc_stall"),
  /** Allocates arrays larger than half a region of G1. */
  HUMONGOUS(Place.SERVER, 0.2, "gc_pause", "gc_stall"),
  /** Two threads allocate as fast as they can, which also takes two CPUs. */
  ALLOCATION_STORM(Place.SERVER, 0.2, "gc_pause", "gc_stall", "run_queue", "busy_server"),
  /** Fills the heap with living objects. */
  GC_STALL(Place.SERVER, 0.3, "gc_stall", "gc_pause"),
  /** Instrumented methods go ways that they have never gone; slow until compiled again. */
  DEOPTIMISATION_STORM(Place.METHOD, 1, "deoptimised_code"),
  /** Makes long methods and has them compiled. */
  COMPILE_STORM(Place.SERVER, 0.2, "compiler_threads"),
  /** A counted loop, while another thread asks for safepoints. */
  SLOW_SAFEPOINT(Place.SERVER, 0.2, "time_to_safepoint"),
  /** A thread holds a lock that the instrumented methods take. */
  LOCK(Place.METHOD, 0.1, "lock_wait"),
  /** An instrumented method sleeps. */
  SLEEP(Place.METHOD, 0.1, "sleep"),
  /** An instrumented method writes to the disk and waits for it. */
  IO(Place.METHOD, 0.1, "io"),
  /** An instrumented method sleeps below a native frame; only of virtual threads. */
  PINNED(Place.VIRTUAL_THREAD, 0.1, "pinned"),
  /** Another program keeps all CPUs busy, with real-time priority where the machine allows it. */
  BUSY_NEIGHBOUR(Place.HOST, 0.1, "run_queue"),
  /** The server's process is stopped and goes on later (SIGSTOP, SIGCONT). */
  STOP(Place.HOST, 0.1, "process_stopped"),
  /** The server's CPU limit is lowered to almost nothing, and restored later. */
  THROTTLING(Place.CPU_LIMIT, 0.2, "throttling");

  /** What it takes. */
  public enum Place {
    /** The agent. */
    SERVER,
    /** The agent, and a method of the server. */
    METHOD,
    /** The same, called by virtual threads. */
    VIRTUAL_THREAD,
    /** Nothing of the server's. */
    HOST,
    /** That its group has a CPU limit, and with it a control group of its own. */
    CPU_LIMIT
  }

  private final Place place;
  private final double echoSeconds;

  /** Joined by blanks. */
  private final String causes;

  FaultKind(Place place, double echoSeconds, String... causes) {
    this.place = place;
    this.echoSeconds = echoSeconds;
    this.causes = String.join(" ", causes);
  }

  /** What it takes. */
  public Place place() {
    return place;
  }

  /** Whether the lab does it, and not the agent in the server. */
  public boolean isFromOutside() {
    return place == Place.HOST || place == Place.CPU_LIMIT;
  }

  /** Whether it happens in calls of the server's own methods, so that one must be named. */
  public boolean needsMethod() {
    return place == Place.METHOD || place == Place.VIRTUAL_THREAD;
  }

  /** For how long after its end a late event may still be its doing. */
  public double echoSeconds() {
    return echoSeconds;
  }

  /** The names in causes.json of which the first one named must be one. */
  public List<String> causes() {
    return List.of(causes.split(" ", -1));
  }

  /** Its word in files and in the experiment. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind of that word. */
  public static Optional<FaultKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(FaultKind::word).toList();
  }
}
