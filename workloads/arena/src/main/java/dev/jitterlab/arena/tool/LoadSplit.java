package dev.jitterlab.arena.tool;

/**
 * What an update costs, as a line over the number of fighters: {@code a + b × n}. So the work of a
 * second is {@code a × n + b × n²} times the rate, a linear and a quadratic part.
 */
final class LoadSplit {
  private final double fixedNs;
  private final double perFighterNs;

  /** Makes the line through two measured costs. */
  LoadSplit(int few, double costOfFewNs, int many, double costOfManyNs) {
    perFighterNs = Math.max(0, (costOfManyNs - costOfFewNs) / (many - few));
    fixedNs = Math.max(0, costOfManyNs - perFighterNs * many);
  }

  /** Returns the share of the work that grows with the square, with so many fighters. */
  double quadraticShare(int fighters) {
    double all = fixedNs + perFighterNs * fighters;
    return all == 0 ? 0 : perFighterNs * fighters / all;
  }

  /** Returns how many times the clients a machine can carry that does that many times the work. */
  double idealClients(int fighters, double timesTheWork) {
    double a = fixedNs * fighters;
    double b = perFighterNs * fighters * fighters;
    if (b == 0) {
      return timesTheWork;
    }
    return (-a + Math.sqrt(a * a + 4 * b * (a + b) * timesTheWork)) / (2 * b);
  }
}
