package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the lateness of a server follows a cause's dose over the run: the measured time is cut
 * into pieces of one length; the dose of a piece is how much of the cause it has, whether or not
 * anything was late then, and its response the lateness of what was due in it. Both are ranked and
 * correlated (Spearman). Chance is judged by shifting one series against the other by every
 * possible distance, which keeps how each of them hangs together in time. Not thread-safe.
 */
final class DoseResponse {
  /** With fewer shifts, no correlation could be rarer than one in a hundred. */
  static final int LEAST_PIECES = 128;

  private static final int MOST_PIECES = 512;
  private static final long LEAST_PIECE_NS = 50_000_000;
  static final double LEAST_CORRELATION = 0.2;
  static final double MOST_CHANCE = 0.01;

  /**
   * What was found.
   *
   * @param correlation from -1 to 1
   * @param chance the share of shifts that correlate as much
   * @param pieces how many pieces the time was cut into
   */
  record Result(double correlation, double chance, int pieces) {
    boolean follows() {
      return correlation >= LEAST_CORRELATION && chance <= MOST_CHANCE;
    }
  }

  private final JvmTimeline timeline;
  private final List<Budget> late;
  private final long fromNs;
  private final long pieceNs;
  private final int pieces;

  /** The ranks of the lateness, the same for each cause; null until the first is asked for. */
  private double[] responses;

  DoseResponse(JvmTimeline timeline, List<Budget> late, List<MeasuredSpan> measured) {
    this.timeline = timeline;
    this.late = late;
    MeasuredSpan longest =
        measured.stream()
            .max(Comparator.comparingLong(span -> span.toNs() - span.fromNs()))
            .orElse(new MeasuredSpan(0, 0));
    long length = Math.max(0, longest.toNs() - longest.fromNs());
    fromNs = longest.fromNs();
    pieceNs = Math.max(LEAST_PIECE_NS, length / MOST_PIECES);
    pieces = (int) Math.min(MOST_PIECES, length / pieceNs);
  }

  /** The correlation of a cause; empty if its dose is unknown, constant, or the time too short. */
  Optional<Result> of(Cause cause) {
    if (pieces < LEAST_PIECES) {
      return Optional.empty();
    }
    double[] dose = new double[pieces];
    if (!fill(cause, dose)) {
      return Optional.empty();
    }
    double[] doses = ranks(dose);
    double[] lateness = responses();
    double norm = Math.sqrt(product(doses, doses, 0) * product(lateness, lateness, 0));
    double found = product(doses, lateness, 0) / norm;
    if (Double.isNaN(found)) {
      return Optional.empty();
    }
    int asMuch = 1;
    for (int shift = 1; shift < pieces; shift++) {
      if (product(doses, lateness, shift) / norm >= found - 1e-12) {
        asMuch++;
      }
    }
    return Optional.of(new Result(found, asMuch / (double) pieces, pieces));
  }

  /** Returns whether it is known how much there is of the cause at any time. */
  private boolean fill(Cause cause, double[] dose) {
    if (!timeline.coverage(cause).recorded()) {
      return false;
    }
    long toNs = fromNs + pieces * pieceNs;
    switch (cause) {
      case GC_PAUSE, TIME_TO_SAFEPOINT, SAFEPOINT_OPERATION ->
          stretches(cause, dose, timeline.stops(fromNs, toNs).stream());
      case GC_STALL, LOCK_WAIT, PINNED, SLEEP, IO ->
          stretches(
              cause,
              dose,
              timeline.workThreads().stream()
                  .flatMap(thread -> timeline.waits(thread, fromNs, toNs).stream()));
      case PROCESS_STOPPED, PAGE_FAULT ->
          stretches(cause, dose, timeline.standstills(fromNs, toNs).stream());
      case RUN_QUEUE, THROTTLING, STEAL -> readings(cause, dose, toNs);
      case COMPILER_THREADS, FIRST_COMPILATION ->
          timeline.compilations().forEach(one -> spread(dose, one.startNs(), one.endNs()));
      case DEOPTIMISED_CODE ->
          timeline.thrownAway().stream()
              .filter(this::isOfWork)
              .forEach(one -> add(dose, one.atNs(), 1));
      case LOAD_LATE, PARK, PREDECESSOR, BUSY_SERVER, OWN_CODE, UNEXPLAINED -> {
        return false;
      }
    }
    return true;
  }

  private boolean isOfWork(CodeThrownAway code) {
    return code.thread() == JvmTimeline.ALL_THREADS
        || timeline.workThreads().contains(code.thread());
  }

  private void stretches(Cause cause, double[] dose, Stream<Stretch> all) {
    all.filter(one -> one.cause() == cause)
        .forEach(one -> spread(dose, one.startNs(), one.endNs()));
  }

  /** What the watching thread waited for a CPU depends on no tick. */
  private void readings(Cause cause, double[] dose, long toNs) {
    for (ProcessReading one : timeline.readings(fromNs, toNs)) {
      long ns =
          switch (cause) {
            case RUN_QUEUE -> one.runQueueNs();
            case THROTTLING -> one.throttledNs();
            default -> one.stealNs();
          };
      add(dose, one.toNs(), (double) Math.max(0, ns));
    }
  }

  private void add(double[] series, long atNs, double amount) {
    long piece = Math.floorDiv(atNs - fromNs, pieceNs);
    if (piece >= 0 && piece < pieces) {
      series[(int) piece] += amount;
    }
  }

  private void spread(double[] dose, long startNs, long endNs) {
    long first = Math.max(0, Math.floorDiv(startNs - fromNs, pieceNs));
    long last = Math.min(pieces - 1, Math.floorDiv(endNs - 1 - fromNs, pieceNs));
    for (long piece = first; piece <= last; piece++) {
      long start = fromNs + piece * pieceNs;
      long shared = Math.min(endNs, start + pieceNs) - Math.max(startNs, start);
      dose[(int) piece] += (double) shared;
    }
  }

  /** Ranks less their mean; equal values share the mean of theirs. */
  static double[] ranks(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + to - 1) / 2.0 - (values.length - 1) / 2.0;
      }
      from = to;
    }
    return ranks;
  }

  private double[] responses() {
    if (responses == null) {
      double[] response = new double[pieces];
      for (Budget budget : late) {
        add(response, budget.work().fromNs(), (double) budget.latenessNs());
      }
      responses = ranks(response);
    }
    return responses;
  }

  private static double product(double[] one, double[] other, int shift) {
    double product = 0;
    int at = shift;
    for (double value : one) {
      product += value * other[at];
      at = at + 1 == other.length ? 0 : at + 1;
    }
    return product;
  }
}
