package dev.jitterlab.aggregator.call;

/** What limits calls to upstream services. Filled by whoever starts a client, then left alone. */
public final class CallSettings {
  /** Whether slow calls are sent to a second replica as well. */
  public boolean hedging = true;

  /** The share of a service's own latencies after which a call is hedged. */
  public double hedgeQuantile = 0.95;

  /** How many extra requests there may be for each request: hedges and repetitions together. */
  public double extraRatio = 0.05;

  /** Whether circuit breakers may stop calls to a replica of a service. */
  public boolean breakers = true;

  /** The share of failures that opens a breaker, in per cent. */
  public int breakerPercent = 50;

  /** So many calls of a window before a breaker judges. */
  public int breakerCalls = 20;

  /** The window of a breaker, in milliseconds. */
  public int breakerWindowMs = 5_000;

  /** How long a breaker stays open before it tries again, in milliseconds. */
  public int breakerOpenMs = 1_000;

  /** Most calls to one service that are under way at a time; 0 for no limit. */
  public int bulkhead = 256;

  /** Most connections to a replica, of each event loop. */
  public int connections = 512;

  /** Most exchanges that wait for a connection to a replica, in each event loop. */
  public int waiting = 1_024;

  /** The largest answer, in bytes. */
  public int answerBytes = 1 << 20;
}
