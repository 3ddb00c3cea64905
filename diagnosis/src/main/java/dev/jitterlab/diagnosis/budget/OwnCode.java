package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.PerThread;
import dev.jitterlab.diagnosis.timeline.SampleShares;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What late work of a type computes more than normal work of that type. One late tick has few
 * samples or none, so those of all late ones of a type are pooled and laid beside those of the
 * normal ones. Immutable.
 */
final class OwnCode {
  private static final int LEAST_SAMPLES = 5;
  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final String CPU_SAMPLE = "jdk.CPUTimeSample";
  private static final long USUAL_PERIOD_NS = 20_000_000;

  /**
   * The method that stands out.
   *
   * @param method such as {@code game.rules.Battle::step}
   * @param late its share of the samples of late work, from 0 to 1
   * @param normal the same of normal work
   * @param samples how many samples late work has
   */
  private record Excess(String method, double late, double normal, int samples) {
    String words() {
      return String.format(
          Locale.ROOT,
          "%s is in %s %% of %d samples of late ones, and in %s %% of normal ones",
          method.replace("::", "."),
          percent(late),
          samples,
          percent(normal));
    }

    /** Few samples do not read as none, nor most of them as all. */
    private static String percent(double share) {
      long whole = Math.round(share * 100);
      if (whole == 0 && share > 0) {
        return "under 1";
      }
      return whole == 100 && share < 1 ? "over 99" : Long.toString(whole);
    }
  }

  private static final class Pool {
    private final Map<String, Integer> late = new HashMap<>();
    private final Map<String, Integer> normal = new HashMap<>();
    private final Map<String, Integer> depths = new HashMap<>();
    private final Map<String, Integer> innermost = new HashMap<>();
    private int lateSamples;
    private int normalSamples;
    private long lateNs;
    private String words = "";

    void add(StackSample sample, boolean isLate) {
      Map<String, Integer> counts = isLate ? late : normal;
      new HashSet<>(sample.frames()).forEach(frame -> counts.merge(frame, 1, Integer::sum));
      if (isLate) {
        lateSamples++;
        innermost.merge(sample.frames().getFirst(), 1, Integer::sum);
        for (int i = 0; i < sample.frames().size(); i++) {
          depths.merge(sample.frames().get(i), i, Integer::sum);
        }
      } else {
        normalSamples++;
      }
    }

    void finish() {
      if (lateSamples >= LEAST_SAMPLES) {
        words = normalSamples < LEAST_SAMPLES ? commonest() : mostUnusual();
      }
    }

    /** What late work computes most; nobody knows whether normal work does the same. */
    private String commonest() {
      return innermost.entrySet().stream()
          .max(
              Map.Entry.<String, Integer>comparingByValue()
                  .thenComparing(Map.Entry.<String, Integer>comparingByKey()))
          .map(
              most ->
                  String.format(
                      Locale.ROOT,
                      "%s is in %s %% of %d samples of late ones; too few samples of normal ones"
                          + " to compare",
                      most.getKey().replace("::", "."),
                      Excess.percent(late.get(most.getKey()) / (double) lateSamples),
                      lateSamples))
          .orElse("");
    }

    /**
     * What stands out by more than chance explains. Where several frames of one stack stand out
     * alike, the innermost is named.
     */
    private String mostUnusual() {
      return late.keySet().stream()
          .filter(this::standsOut)
          .map(this::excess)
          .max(
              Comparator.comparingDouble((Excess one) -> one.late() - one.normal())
                  .thenComparing(
                      Comparator.comparingDouble((Excess one) -> depth(one.method())).reversed())
                  .thenComparing(Excess::method))
          .map(Excess::words)
          .orElse("");
    }

    private boolean standsOut(String method) {
      Excess one = excess(method);
      return one.late() > one.normal()
          && SampleShares.differ(
              late.get(method), lateSamples, normal.getOrDefault(method, 0), normalSamples);
    }

    private double depth(String method) {
      return depths.get(method) / (double) late.get(method);
    }

    private Excess excess(String method) {
      return new Excess(
          method,
          late.get(method) / (double) lateSamples,
          normal.getOrDefault(method, 0) / (double) normalSamples,
          lateSamples);
    }
  }

  /** The samples of a thread from some moment on. */
  private static final class Cursor {
    private final List<StackSample> samples;
    private int next;
    private long nextNs;

    Cursor(List<StackSample> samples) {
      this.samples = samples;
      move(0);
    }

    private void move(int by) {
      next += by;
      nextNs = next < samples.size() ? samples.get(next).atNs() : Long.MAX_VALUE;
    }

    /** Adds those in a work, and leaves out those before it. */
    void pass(long startNs, long endNs, boolean isLate, Pool pool) {
      while (nextNs < startNs) {
        move(1);
      }
      while (nextNs < endNs) {
        pool.add(samples.get(next), isLate);
        move(1);
      }
    }
  }

  private final Pool[] pools;
  private final long periodNs;
  private final boolean sampled;

  OwnCode(JvmTimeline timeline, WorkTypes types) {
    pools = Stream.generate(Pool::new).limit(types.count()).toArray(Pool[]::new);
    EventSetting plain = timeline.setting(SAMPLE);
    EventSetting cpu = timeline.setting(CPU_SAMPLE);
    sampled = plain.enabled() || cpu.enabled();
    long usual = plain.periodNs() > 0 ? plain.periodNs() : USUAL_PERIOD_NS;
    periodNs = cpu.enabled() ? cpu.periodNs() : usual;
    TimedWorks works = timeline.works();
    PerThread<Cursor> cursors =
        new PerThread<>(works, thread -> new Cursor(timeline.samples(thread)));
    for (int at = 0; at < works.size(); at++) {
      Pool pool = pools[types.of(works.task(at))];
      boolean isLate = works.isLate(at);
      if (isLate) {
        pool.lateNs += works.executionNs(at);
      }
      Cursor cursor = cursors.of(at);
      if (cursor.nextNs < works.endNs(at)) {
        cursor.pass(works.startNs(at), works.endNs(at), isLate, pool);
      }
    }
    Stream.of(pools).forEach(Pool::finish);
  }

  /**
   * What stands out in late work of this type, in words. Without enough samples of normal work to
   * compare with, it is what late work computes most. Empty if there are too few samples of late
   * work, or if nothing stands out.
   */
  String words(int type) {
    return pools[type].words;
  }

  /**
   * Which share of its execution late work of this type computes, by its samples; empty if there
   * are too few, or if nobody knows how much time they stand for.
   */
  Optional<Double> computing(int type) {
    Pool pool = pools[type];
    if (!isTimed() || pool.lateSamples < LEAST_SAMPLES || pool.lateNs == 0) {
      return Optional.empty();
    }
    return Optional.of(Math.min(1, pool.lateSamples * (double) periodNs / pool.lateNs));
  }

  /** Whether threads are sampled, and it is known how much time a sample stands for. */
  boolean isTimed() {
    return sampled && periodNs > 0;
  }

  /**
   * How often a running thread is sampled; 0 if that is not known. Samples by CPU time that are
   * limited to a rate have no fixed period.
   */
  long periodNs() {
    return periodNs;
  }

  /** How long this many samples stand for, if the period is known; no longer than a time. */
  long standFor(long samples, long mostNs) {
    return samples <= mostNs / periodNs ? samples * periodNs : mostNs;
  }
}
