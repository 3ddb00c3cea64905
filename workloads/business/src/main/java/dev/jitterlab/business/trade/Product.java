package dev.jitterlab.business.trade;

/** What can be ordered. Immutable and thread-safe. */
public final class Product {
  private final String name;
  private final String description;
  private final long priceCents;

  Product(String name, String description, long priceCents) {
    this.name = name;
    this.description = description;
    this.priceCents = priceCents;
  }

  /** Returns what it is called. */
  public String name() {
    return name;
  }

  /** Returns a few words on it. */
  public String description() {
    return description;
  }

  /** Returns what one of it costs. */
  public long priceCents() {
    return priceCents;
  }
}
