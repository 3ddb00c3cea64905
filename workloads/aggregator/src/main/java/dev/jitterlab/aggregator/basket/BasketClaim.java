package dev.jitterlab.aggregator.basket;

import java.util.Map;

/** What has come of asking for a basket, in order to order it. Immutable. */
public final class BasketClaim {
  /** Whether there is something to be ordered. */
  public enum State {
    /** The products are the claimer's, who says how the order ended. */
    CLAIMED,
    /** There are none. */
    EMPTY,
    /** Somebody else has them and has not said yet how the order ended. */
    UNDER_WAY
  }

  static final BasketClaim EMPTY = new BasketClaim(State.EMPTY, "", Map.of(), false);
  static final BasketClaim UNDER_WAY = new BasketClaim(State.UNDER_WAY, "", Map.of(), false);

  private final State state;
  private final String number;
  private final Map<String, Integer> products;
  private final boolean repeated;

  private BasketClaim(State state, String number, Map<String, Integer> products, boolean repeated) {
    this.state = state;
    this.number = number;
    this.products = products;
    this.repeated = repeated;
  }

  static BasketClaim of(String number, Map<String, Integer> products, boolean repeated) {
    return new BasketClaim(State.CLAIMED, number, products, repeated);
  }

  /** Returns whether there is something to be ordered. */
  public State state() {
    return state;
  }

  /** Returns the order's number: the same each time until it is known how the order ended. */
  public String number() {
    return number;
  }

  /** Returns whether this order may have been taken before: nobody knows how it ended then. */
  public boolean isRepeated() {
    return repeated;
  }

  /** Returns what is ordered: counts by product. */
  public Map<String, Integer> products() {
    return products;
  }
}
