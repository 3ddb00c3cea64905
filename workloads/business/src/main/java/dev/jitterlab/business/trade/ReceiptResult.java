package dev.jitterlab.business.trade;

import java.util.List;

/** How a transaction ended. */
public enum ReceiptResult {
  /** As wished. */
  DONE("done"),
  /** Rolled back as a whole: a line names a product that does not exist. */
  CANCELLED("cancelled"),
  /** Rolled back as a whole: the district has as many open orders as it can keep. */
  REFUSED("refused"),
  /** There was nothing to deliver or to tell. */
  NOTHING("nothing");

  /** All of them, once: {@code values()} copies. */
  public static final List<ReceiptResult> ALL = List.of(values());

  private final String label;

  ReceiptResult(String label) {
    this.label = label;
  }

  /** Returns the value of the label {@code result}. */
  public String label() {
    return label;
  }
}
