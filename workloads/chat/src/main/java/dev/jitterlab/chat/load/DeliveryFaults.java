package dev.jitterlab.chat.load;

import java.util.concurrent.atomic.LongAdder;

/** What was wrong with what a server delivered; all are 0 of a sound server. Thread-safe. */
final class DeliveryFaults {
  /** Messages that never came to somebody who was connected. */
  final LongAdder lost = new LongAdder();

  /** Messages that came twice. */
  final LongAdder doubled = new LongAdder();

  /** Messages that came after later ones. */
  final LongAdder reordered = new LongAdder();

  /** Messages whose text was not the one that was sent. */
  final LongAdder altered = new LongAdder();

  /** Messages that were dropped, and the reader was told: no fault. */
  final LongAdder dropped = new LongAdder();
}
