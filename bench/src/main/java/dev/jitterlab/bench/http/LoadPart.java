package dev.jitterlab.bench.http;

import java.util.Locale;

/** The two parts of a round. */
enum LoadPart {
  /** Each connection sends again as soon as it has its answer: how much a generator can send. */
  CLOSED,
  /** All send at one rate, half of what the slowest carries: what a generator says of the times. */
  HALF_LOAD;

  /** In results and names of folders. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
