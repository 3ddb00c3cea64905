package dev.jitterlab.lab.ticks;

/** How long a load generator waited for the answers of a server. */
public enum ResponseMetric {
  /**
   * From when a request was due by the plan of the load to its answer; of a closed model, which has
   * no plan, from when it was sent.
   */
  RESPONSE("response", "response time"),
  /**
   * Of a closed model: an estimate of what its clients would have seen had they not waited for slow
   * answers before they sent again.
   */
  COMPENSATED("response-compensated", "compensated response time");

  private final String tag;
  private final String words;

  ResponseMetric(String tag, String words) {
    this.tag = tag;
    this.words = words;
  }

  /** How its tags in the log begin. */
  String tag() {
    return tag;
  }

  /** The metric's name in a sentence. */
  public String words() {
    return words;
  }
}
