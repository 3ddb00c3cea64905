package dev.jitterlab.business.trade;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The names of things and people, and all products with their prices: the same for the same seed,
 * so that a server that starts again on its database has them again. Immutable and thread-safe.
 */
public final class Catalogue {
  /** A stock that would fall below this is filled up at once. */
  public static final int RESTOCK_BELOW = 10;

  /** So many come when it is. */
  public static final int RESTOCKED = 100;

  /** How many characters of a customer's notes are kept. */
  public static final int NOTES = 200;

  private static final int MOST_DISCOUNT_PERCENT = 15;

  private static final List<String> WORDS =
      List.of(
          "amber", "birch", "cedar", "delta", "ember", "flint", "grove", "harbor", "iron", "jade",
          "kiln", "linen", "maple", "north", "oak", "pearl", "quartz", "river", "slate", "timber");

  private final long seed;
  private final List<Product> products;

  /** Creates a catalogue. */
  public Catalogue(long seed, int products) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    List<Product> made = new ArrayList<>(products);
    for (int number = 0; number < products; number++) {
      made.add(
          new Product(
              word(random) + " " + word(random) + " " + number,
              word(random) + " and " + word(random) + ", made of " + word(random),
              100 + random.nextInt(10_000)));
    }
    this.products = List.copyOf(made);
  }

  private static String word(SplittableRandom random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  /** Returns whether there is a product of that number. */
  public boolean has(int number) {
    return number < products.size();
  }

  /** Returns a product. */
  public Product product(int number) {
    return products.get(number);
  }

  /** Returns what a customer is called. */
  public String customerName(int warehouse, int district, int customer) {
    SplittableRandom random = of(warehouse, district, customer);
    return word(random) + " " + word(random) + " " + customer;
  }

  /** Returns what a customer is spared, 0 to 15 per cent. */
  public int discountPercent(int warehouse, int district, int customer) {
    return of(warehouse, district, customer).nextInt(MOST_DISCOUNT_PERCENT + 1);
  }

  /** Returns the first stock of a product. */
  public int firstStock(int warehouse, int product) {
    return RESTOCK_BELOW + of(warehouse, product, 0).nextInt(RESTOCKED);
  }

  private SplittableRandom of(int first, int second, int third) {
    return new SplittableRandom(seed * 31 + ((long) first << 42) + ((long) second << 21) + third);
  }

  /** Returns what so many of a product cost a customer, rounded down to whole cents. */
  public long amountCents(int product, int quantity, int discountPercent) {
    return product(product).priceCents() * quantity * (100 - discountPercent) / 100;
  }

  /** Returns how many of a product arrive, if so many are there and so many are taken. */
  public static int arriving(int there, int taken) {
    return there - taken < RESTOCK_BELOW ? RESTOCKED : 0;
  }

  /** Returns a customer's notes after a payment, the newest first, of bounded length. */
  public static String notes(String before, long number, long amountCents) {
    String notes = "payment " + number + ": " + amountCents + "; " + before;
    return notes.length() > NOTES ? notes.substring(0, NOTES) : notes;
  }
}
