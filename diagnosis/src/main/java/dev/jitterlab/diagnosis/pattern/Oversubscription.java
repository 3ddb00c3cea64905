package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The server has more to do than the machine has CPUs. Where other processes took most of them, it
 * is a {@link NoisyNeighbour}.
 */
final class Oversubscription extends Pattern {
  private static final double BUSY = 0.9;
  private static final double LEAST_SHARE = 0.1;

  Oversubscription() {
    super("oversubscription", Cause.RUN_QUEUE);
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.sees(Cause.RUN_QUEUE)
        && (server.has("jdk.CPULoad") || !server.timeline().cpus().isEmpty());
  }

  @Override
  public List<PatternMatch> find(Case server) {
    long waited = server.lateNs(Cause.RUN_QUEUE) + server.lateNs(Cause.COMPILER_THREADS);
    long late = server.late().stream().mapToLong(budget -> budget.latenessNs()).sum();
    List<CpuReading> busy =
        server.cpusWhileWaited().stream()
            .filter(reading -> reading.machine() >= BUSY)
            .sorted(Comparator.comparingDouble(CpuReading::machine).reversed())
            .toList();
    if (busy.isEmpty() || waited < LEAST_SHARE * late) {
      return List.of();
    }
    double own = busy.stream().mapToDouble(CpuReading::process).average().orElseThrow();
    double all = busy.stream().mapToDouble(CpuReading::machine).average().orElseThrow();
    if (own < all / 2) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            String.format(
                Locale.ROOT,
                "The machine's CPUs were %.0f %% busy in %s, %.0f %% by this server.",
                all * 100,
                PatternWords.count(busy.size(), "reading"),
                own * 100),
            "Give the server more CPUs, or fewer threads and less work.",
            waited,
            busy.stream()
                .limit(3)
                .map(
                    one ->
                        new Sighting(
                            one.atNs(),
                            0,
                            "all threads",
                            one.event(),
                            String.format(Locale.ROOT, "%.0f %% busy", one.machine() * 100)))
                .toList()));
  }
}
