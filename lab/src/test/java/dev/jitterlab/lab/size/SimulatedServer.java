package dev.jitterlab.lab.size;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.GcPauses;
import dev.jitterlab.lab.metric.GcWork;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.size.SizeProbe.Fate;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A server whose costs are known: it dies with less than {@code diesMb}, its collector costs a + b
 * / (heap − floor) cores of four, and its p99 follows that cost; each figure varies from run to
 * run. Below a size of its own it falls behind, if it is told to.
 */
final class SimulatedServer {
  static final String P99 = ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99).key();
  private static final double CORES = 4;

  private final double diesMb;
  private final double floorMb;
  private final double a;
  private final double b;
  private final double noise;
  private final Random random;
  private double jumpsBelowMb;
  private double behindBelowMb;

  SimulatedServer(double diesMb, double floorMb, double a, double b, double noise, long seed) {
    this.diesMb = diesMb;
    this.floorMb = floorMb;
    this.a = a;
    this.b = b;
    this.noise = noise;
    this.random = new Random(seed);
  }

  /** With less than that its collector collects the whole heap at once, for ten times as much. */
  SimulatedServer jumpingBelow(double heapMb) {
    jumpsBelowMb = heapMb;
    return this;
  }

  /** With less than that it answers 60 % of its load. */
  SimulatedServer fallingBehindBelow(double heapMb) {
    behindBelowMb = heapMb;
    return this;
  }

  double gcCores(double heapMb) {
    return (heapMb < jumpsBelowMb ? 10 : 1) * (a + b / (heapMb - floorMb));
  }

  double p99(double heapMb) {
    return 0.005 + 0.05 * gcCores(heapMb);
  }

  private double varied(double value) {
    return value * Math.exp(noise * random.nextGaussian());
  }

  SizeProbe run(int number, long heapBytes) {
    double mb = heapBytes / (double) (1 << 20);
    if (mb < diesMb) {
      return new SizeProbe(
          number, heapBytes, Fate.DIED, "OutOfMemoryError: Java heap space", "p", Map.of(), "G1");
    }
    double gc = varied(gcCores(mb));
    Map<String, Double> figures = new HashMap<>();
    figures.put(GcWork.OF_MACHINE.key(), gc / CORES);
    figures.put(CpuLoad.OF_SERVER.key(), (0.8 + gc) / CORES);
    figures.put(GcPauses.FULL_SHARE.key(), mb < jumpsBelowMb ? 1.0 : 0.1);
    figures.put(GcPauses.LIVE.key(), floorMb * (1 << 20));
    figures.put(GcPauses.of(Quantile.MAX).key(), 0.02);
    figures.put(P99, varied(p99(mb)));
    figures.put(SizeAnswer.CORES, CORES);
    boolean behind = mb < behindBelowMb;
    return new SizeProbe(
        number,
        heapBytes,
        behind ? Fate.BEHIND : Fate.LIVED,
        behind ? "it answered only 60 % of its load" : "",
        "probes/x",
        figures,
        "G1");
  }

  /** The search of every size. */
  List<SizeProbe> every(SizeQuestion question, int repeats) {
    List<SizeProbe> probes = new ArrayList<>();
    for (Optional<SizeSearch.Next> next = ExhaustiveSearch.next(question, repeats, probes);
        next.isPresent();
        next = ExhaustiveSearch.next(question, repeats, probes)) {
      probes.add(run(probes.size() + 1, next.orElseThrow().heapBytes()));
    }
    return probes;
  }

  /** The whole search. */
  List<SizeProbe> search(SizeQuestion question) {
    List<SizeProbe> probes = new ArrayList<>();
    for (Optional<SizeSearch.Next> next = SizeSearch.next(question, probes);
        next.isPresent();
        next = SizeSearch.next(question, probes)) {
      probes.add(run(probes.size() + 1, next.orElseThrow().heapBytes()));
    }
    return probes;
  }
}
