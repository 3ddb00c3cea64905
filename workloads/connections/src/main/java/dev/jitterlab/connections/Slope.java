package dev.jitterlab.connections;

/**
 * How much a figure grows with each connection: least squares through the steps, and a 95 %
 * interval from the residuals (Student's t with n − 2 degrees of freedom). Immutable.
 */
final class Slope {
  /** Two-sided 95 % quantiles of Student's t with 1 to 10 degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228
  };

  private static final double T_OF_MANY = 2.2;

  private final double value;
  private final double margin;

  private Slope(double value, double margin) {
    this.value = value;
    this.margin = margin;
  }

  /**
   * Of points with different x; NaN with fewer than two, no interval with fewer than three.
   *
   * @param x connections
   * @param y bytes
   */
  static Slope of(double[] x, double[] y) {
    int n = x.length;
    double meanX = mean(x);
    double meanY = mean(y);
    double sxx = 0;
    double sxy = 0;
    for (int i = 0; i < n; i++) {
      sxx += (x[i] - meanX) * (x[i] - meanX);
      sxy += (x[i] - meanX) * (y[i] - meanY);
    }
    if (n < 2 || sxx == 0) {
      return new Slope(Double.NaN, Double.NaN);
    }
    double slope = sxy / sxx;
    if (n < 3) {
      return new Slope(slope, Double.NaN);
    }
    double residuals = 0;
    for (int i = 0; i < n; i++) {
      double residual = y[i] - meanY - slope * (x[i] - meanX);
      residuals += residual * residual;
    }
    double t = n - 2 <= T.length ? T[n - 3] : T_OF_MANY;
    return new Slope(slope, t * Math.sqrt(residuals / (n - 2) / sxx));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  double value() {
    return value;
  }

  double low() {
    return value - margin;
  }

  double high() {
    return value + margin;
  }
}
