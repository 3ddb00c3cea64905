package dev.jitterlab.business.trade;

import java.util.List;
import java.util.Locale;

/** How a transaction ended. */
public enum ReceiptResult {
  /** As wished. */
  DONE,
  /** Rolled back as a whole: a line names a product that does not exist. */
  CANCELLED,
  /** Rolled back as a whole: the district has as many open orders as it can keep. */
  REFUSED,
  /** There was nothing to deliver or to tell. */
  NOTHING;

  /** All of them, once: {@code values()} copies. */
  public static final List<ReceiptResult> ALL = List.of(values());

  /** Returns the value of the label {@code result}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
