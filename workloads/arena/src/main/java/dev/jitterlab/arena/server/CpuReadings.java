package dev.jitterlab.arena.server;

import com.sun.management.OperatingSystemMXBean;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import java.lang.management.ManagementFactory;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * How much CPU time this process had used at times of the last 20 s. It is read every 10 ms, which
 * is also the system's resolution. A pause of the JVM stops the reader too: then the last reading
 * before it and the first one after it count. Thread-safe.
 */
final class CpuReadings implements AutoCloseable {
  static final long EVERY_NS = 10_000_000;
  private static final int MOST = 2_048;

  private final long[] atNs = new long[MOST];
  private final long[] usedNs = new long[MOST];
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("arena-cpu-readings"));

  /** How many there were; the newest {@link #MOST} of them are kept. */
  private long count;

  /** Begins to read this process. */
  static CpuReadings start(NanoClock clock) {
    CpuReadings readings = new CpuReadings();
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    ScheduledFuture<?> unused =
        readings.reader.scheduleWithFixedDelay(
            () -> readings.add(clock.nanoTime(), system.getProcessCpuTime()),
            0,
            EVERY_NS,
            TimeUnit.NANOSECONDS);
    return readings;
  }

  /** Takes a reading, later than the one before; none where the system does not tell. */
  synchronized void add(long nowNs, long cpuNs) {
    if (cpuNs >= 0) {
      int place = (int) (count++ % MOST);
      atNs[place] = nowNs;
      usedNs[place] = cpuNs;
    }
  }

  /** Returns the CPU nanoseconds used between two times, as between readings in a straight line. */
  synchronized OptionalDouble between(long fromNs, long toNs) {
    OptionalDouble from = usedAt(fromNs);
    OptionalDouble to = usedAt(toNs);
    return from.isPresent() && to.isPresent()
        ? OptionalDouble.of(to.getAsDouble() - from.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Empty for a time that no reading was before, or none after. */
  private OptionalDouble usedAt(long ns) {
    for (long i = count - 1; i > 0 && i > count - MOST; i--) {
      int after = (int) (i % MOST);
      int before = (int) ((i - 1) % MOST);
      if (atNs[after] - ns < 0) {
        return OptionalDouble.empty(); // only the newest one can be too early
      }
      if (atNs[before] - ns <= 0) {
        double share = (double) (ns - atNs[before]) / (atNs[after] - atNs[before]);
        return OptionalDouble.of(usedNs[before] + share * (usedNs[after] - usedNs[before]));
      }
    }
    return OptionalDouble.empty();
  }

  @Override
  public void close() {
    reader.shutdown();
  }
}
