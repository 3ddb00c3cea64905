package dev.jitterlab.lab.statistics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Erf;

/**
 * How small a p-value must be at each look at a trial that may stop after any round, so that all
 * looks together raise a false alarm no more often than the level says. Thread-safe.
 *
 * <p>A group-sequential design with an error-spending function (Lan and DeMets 1983): after n of N
 * rounds, the looks so far have spent {@value #CARE} × level × (n / N)^{@value #POWER} of the
 * chance of a false alarm. Look n stops at |z| ≥ bₙ, where bₙ is the value at which exactly the
 * part of look n is spent: found by integrating the density of the sum over the paths that have not
 * stopped before, round by round (Armitage, McPherson and Rowe 1969; Jennison and Turnbull, "Group
 * Sequential Methods", 2000, chapter 19). Tests with Student's t use the two-sided p-value of bₙ,
 * not bₙ itself (their section 3.8): the level of each look is then exact for any number of
 * instances.
 *
 * <p>Why this function, and what simulations say: docs/decisions/030-sequential-trials.md.
 */
public final class SpendingBoundary {
  /** The exponent of the spending function. */
  static final double POWER = 1.5;

  /**
   * The part of the level that is spent at all. Student's t of few instances moves more from look
   * to look than the sum of normal values that the integral is about; without this, as much as 1.25
   * times the level would be spent. By simulation, for 2 to 100 rounds.
   */
  static final double CARE = 0.8;

  /** More rounds than this take too long to compute, and nobody waits for them. */
  public static final int MOST_ROUNDS = 100;

  /** Steps of the integral for each standard deviation of a round. */
  private static final int STEPS = 5;

  /** Standard deviations of a round beyond which nothing is added to the integral. */
  private static final double REACH = 8;

  private static final int DECADES = 9;
  private static final int LEVELS_PER_DECADE = 4;

  /** Steps beyond the usual level, which is one of the levels itself. */
  private static final int PAST = 5;

  private static final double[] LEVELS = levels();

  /** Each look of a trial asks for the levels of all, and they take long to compute. */
  private static final Map<List<Integer>, SpendingBoundary> KNOWN = new ConcurrentHashMap<>();

  private final int atLeast;
  private final int atMost;
  private final DoubleUnaryOperator spent;

  /** A level to the nominal levels of all looks. */
  private final Map<Double, double[]> nominal = new ConcurrentHashMap<>();

  private SpendingBoundary(int atLeast, int atMost, DoubleUnaryOperator spent) {
    if (atLeast < 1 || atMost < atLeast || atMost > MOST_ROUNDS) {
      throw new IllegalArgumentException(atLeast + " to " + atMost + " rounds");
    }
    this.atLeast = atLeast;
    this.atMost = atMost;
    this.spent = spent;
  }

  /** Looks after each round from {@code atLeast}, which is positive, to {@code atMost}. */
  public static SpendingBoundary of(int atLeast, int atMost) {
    return KNOWN.computeIfAbsent(
        List.of(atLeast, atMost),
        _ -> new SpendingBoundary(atLeast, atMost, part -> CARE * Math.pow(part, POWER)));
  }

  /** The same with another spending function: part of the rounds to part of the level. */
  static SpendingBoundary of(int atLeast, int atMost, DoubleUnaryOperator spent) {
    return new SpendingBoundary(atLeast, atMost, spent);
  }

  /** The look after so many rounds; before the first look as at the first. */
  public LookCorrection after(int rounds) {
    int look = Math.clamp(rounds, atLeast, atMost) - atLeast;
    DoubleUnaryOperator ofLook = level -> nominal(level)[look];
    return LookCorrection.made(ofLook, pValue -> overall(pValue, ofLook));
  }

  /**
   * The level at which a trial of all rounds finds a difference as often without looks: above that
   * of the last look, because earlier looks find some that the last one would not, and below what
   * all looks spend together (docs/decisions/030-sequential-trials.md).
   */
  public double levelOfPower(double level) {
    return Math.sqrt(nominal(level)[atMost - atLeast] * level * spent.applyAsDouble(1));
  }

  /** The p-values at which the looks stop, so that all together stay at the level. */
  private double[] nominal(double level) {
    return nominal.computeIfAbsent(level, this::compute);
  }

  private double[] compute(double level) {
    double[] levels = new double[atMost - atLeast + 1];
    double before = 0;
    Sums sums = Sums.START;
    for (int rounds = atLeast; rounds <= atMost; rounds++) {
      double until = level * spent.applyAsDouble((double) rounds / atMost);
      double added = rounds == atLeast ? rounds : 1;
      double bound = sums.bound(added, until - before);
      levels[rounds - atLeast] = Math.min(level, twoSided(bound / Math.sqrt(rounds)));
      sums = sums.next(added, bound);
      before = until;
    }
    return levels;
  }

  private static double twoSided(double z) {
    return Erf.erfc(z / Math.sqrt(2));
  }

  /**
   * The density of the sum of all rounds, each of variance 1, over the paths that have not stopped;
   * on an even grid from −bound to bound. Immutable.
   */
  private static final class Sums {
    /** Of the grid; 0 of the start, where all sums are 0. */
    private final double step;

    /** Density times Simpson's weight; the middle is the sum 0. */
    private final double[] weighted;

    private Sums(double step, double[] weighted) {
      this.step = step;
      this.weighted = weighted;
    }

    static final Sums START = new Sums(0, new double[] {1});

    private double sum(int i) {
      return (i - weighted.length / 2) * step;
    }

    /** The bound that a path exceeds with that chance, when rounds of that variance are added. */
    double bound(double variance, double chance) {
      double low = 0;
      double high = Math.abs(sum(0)) + 2 * REACH * Math.sqrt(variance);
      while (high - low > 1e-10 * high) {
        double middle = (low + high) / 2;
        if (beyond(middle, Math.sqrt(variance)) > chance) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return high;
    }

    private double beyond(double bound, double deviation) {
      double chance = 0;
      for (int i = 0; i < weighted.length; i++) {
        chance += weighted[i] * twoSided((bound - sum(i)) / deviation);
      }
      return chance; // on both sides: the density is symmetric
    }

    Sums next(double variance, double bound) {
      double deviation = Math.sqrt(variance);
      int half = (int) Math.ceil(STEPS * bound / Math.min(deviation, 1)) / 2 * 2 + 2;
      double width = bound / half;
      double[] next = new double[2 * half + 1];
      for (int k = 0; k <= half; k++) {
        double to = k * width;
        double density = 0;
        int from = place(Math.floor((to - REACH * deviation) / step));
        int until = place(Math.ceil((to + REACH * deviation) / step));
        for (int i = from; i <= until; i++) {
          double z = (to - sum(i)) / deviation;
          density += weighted[i] * Math.exp(-z * z / 2);
        }
        density *= simpson(k, half) * width / 3 / (deviation * Math.sqrt(2 * Math.PI));
        next[half + k] = density;
        next[half - k] = density;
      }
      return new Sums(width, next);
    }

    /** On the whole grid, whose ends are k = ± half and whose half is even. */
    private static double simpson(int k, int half) {
      return k == half ? 1 : k % 2 == 0 ? 2 : 4;
    }

    /** In the grid, of so many steps from its middle. */
    private int place(double steps) {
      return step == 0 ? 0 : Math.clamp((long) steps + weighted.length / 2, 0, weighted.length - 1);
    }
  }

  /** Between the levels that are computed by interpolation, on the logarithmic scale. */
  private static double overall(double pValue, DoubleUnaryOperator nominal) {
    if (pValue <= nominal.applyAsDouble(LEVELS[0])) {
      return LEVELS[0];
    }
    int low = 0;
    int high = LEVELS.length - 1;
    if (pValue >= nominal.applyAsDouble(LEVELS[high])) {
      return 1;
    }
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (nominal.applyAsDouble(LEVELS[middle]) <= pValue) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double from = Math.log(nominal.applyAsDouble(LEVELS[low]));
    double to = Math.log(nominal.applyAsDouble(LEVELS[high]));
    double part = (Math.log(pValue) - from) / (to - from);
    return LEVELS[low] * Math.pow(LEVELS[high] / LEVELS[low], part);
  }

  private static double[] levels() {
    double[] levels = new double[DECADES * LEVELS_PER_DECADE + 1];
    for (int i = 0; i < levels.length; i++) {
      levels[i] =
          RatioEstimate.LEVEL * Math.pow(10, (double) (i + PAST) / LEVELS_PER_DECADE - DECADES);
    }
    return levels;
  }
}
