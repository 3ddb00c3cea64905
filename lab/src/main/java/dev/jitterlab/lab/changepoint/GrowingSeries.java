package dev.jitterlab.lab.changepoint;

/** The series of servers that still run. */
public interface GrowingSeries {
  /**
   * A server's values up to now, of stretches of about a second, in the order of time; a copy.
   *
   * @return of a server that is not known, an empty array
   */
  double[] of(String server);
}
