package dev.jitterlab.bench;

import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.ProcessUsage;
import dev.jitterlab.lab.jdk.JvmThreads;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a thread of a server is there for, by its name, of which Linux keeps 15 characters. The
 * names of tick threads are each scheduler's own: they are what is left, and so are those that hold
 * the server together and do next to nothing.
 */
public enum ThreadRole {
  /** HotSpot's compilers, and Graal's. */
  COMPILERS("C[12] CompilerThre.*|JVMCI(-native)? Co.*"),

  /** Writes the tick log, answers scrapes, records flights. */
  RECORDING(Pattern.quote(Host.OBSERVING) + ".*|JFR .*"),

  /**
   * The collectors' own threads ({@link JvmThreads}), and that of the VM's operations, in which
   * Serial collects.
   */
  COLLECTOR("VM Thread.*"),

  /** All others: those that tick. */
  TICKS(".*");

  private final Pattern names;

  ThreadRole(String names) {
    this.names = Pattern.compile(names);
  }

  static ThreadRole of(String name) {
    if (JvmThreads.isCollector(name)) {
      return COLLECTOR;
    }
    for (ThreadRole role : values()) {
      if (role.names.matcher(name).matches()) {
        return role;
      }
    }
    throw new AssertionError(name);
  }

  /**
   * CPU time, and time without a core.
   *
   * @param waitedSeconds how long threads could have run and had no core, added up
   */
  public record Time(double cpuSeconds, double waitedSeconds) {
    Time plus(Time other) {
      return new Time(cpuSeconds + other.cpuSeconds, waitedSeconds + other.waitedSeconds);
    }

    Time per(double seconds) {
      return new Time(cpuSeconds / seconds, waitedSeconds / seconds);
    }
  }

  /** Adds up what threads have used, by role. */
  static Map<ThreadRole, Time> timesOf(Collection<ProcessUsage.OfThread> threads) {
    Map<ThreadRole, Time> times = new EnumMap<>(ThreadRole.class);
    threads.forEach(
        thread ->
            times.merge(
                of(thread.name()),
                new Time(thread.cpuSeconds(), thread.waitedSeconds()),
                Time::plus));
    return times;
  }
}
