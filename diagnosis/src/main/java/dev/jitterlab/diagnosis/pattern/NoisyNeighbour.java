package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Other processes of the machine take the CPUs that late ticks and requests wait for. */
final class NoisyNeighbour extends Pattern {
  private static final double BUSY = 0.5;
  private static final double LEAST_SHARE = 0.1;

  NoisyNeighbour() {
    super("noisy_neighbour", Cause.RUN_QUEUE);
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.sees(Cause.RUN_QUEUE) && !server.timeline().cpus().isEmpty();
  }

  @Override
  public List<PatternMatch> find(Case server) {
    long waited = server.lateNs(Cause.RUN_QUEUE);
    long late = server.late().stream().mapToLong(budget -> budget.latenessNs()).sum();
    List<CpuReading> taken =
        server.cpusWhileWaited().stream()
            .filter(one -> others(one) >= BUSY && others(one) > one.process())
            .sorted(Comparator.comparingDouble(NoisyNeighbour::others).reversed())
            .toList();
    if (taken.isEmpty() || waited == 0 || waited < LEAST_SHARE * late) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            String.format(
                Locale.ROOT,
                "Other processes used %.0f %% of the machine's CPUs in %s, and this server"
                    + " %.0f %%.",
                100 * taken.stream().mapToDouble(NoisyNeighbour::others).average().orElse(0),
                PatternWords.count(taken.size(), "reading"),
                100 * taken.stream().mapToDouble(CpuReading::process).average().orElse(0)),
            "Move the other processes away, or give the server CPUs of its own.",
            waited,
            taken.stream().limit(3).map(NoisyNeighbour::sighting).toList()));
  }

  private static double others(CpuReading one) {
    return one.machine() - one.process();
  }

  private static Sighting sighting(CpuReading one) {
    return new Sighting(
        one.atNs(),
        0,
        "all threads",
        one.event(),
        String.format(Locale.ROOT, "%.0f %% used by others", 100 * others(one)));
  }
}
