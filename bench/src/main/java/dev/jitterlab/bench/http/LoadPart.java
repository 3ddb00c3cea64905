package dev.jitterlab.bench.http;

/** The two parts of a round. */
enum LoadPart {
  /** Each connection sends again as soon as it has its answer: how much a generator can send. */
  CLOSED("closed"),
  /** All send at one rate, half of what the slowest carries: what a generator says of the times. */
  HALF_LOAD("half-load");

  private final String word;

  LoadPart(String word) {
    this.word = word;
  }

  /** In results and names of folders. */
  String word() {
    return word;
  }
}
