package dev.jitterlab.aggregator.basket;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A basket as it is in the file: what is in it, what was taken out of it for an order whose end is
 * not known, and when it was changed last. As text {@code use!order!ordered!products}; a text
 * without exclamation marks is of an older file and has products only. Immutable.
 */
final class StoredBasket {
  private static final String MARK = "!";
  private static final int FIELDS = 4;
  private static final StoredBasket EMPTY = new StoredBasket(-1, "", Map.of(), Map.of());

  /** Its place among all changes; −1 if it has none. */
  final long use;

  /** The number of the order whose end is not known; empty if there is none. */
  final String order;

  /** Counts by product, of that order. */
  final Map<String, Integer> ordered;

  /** Counts by product, of what no order has. */
  final Map<String, Integer> products;

  private StoredBasket(
      long use, String order, Map<String, Integer> ordered, Map<String, Integer> products) {
    this.use = use;
    this.order = order;
    this.ordered = ordered;
    this.products = products;
  }

  /** Reads a basket; one that is not in the file is empty. */
  static StoredBasket parsed(String text) {
    if (text == null) {
      return EMPTY;
    }
    String[] fields = text.split(MARK, -1);
    return fields.length == FIELDS
        ? new StoredBasket(
            Long.parseLong(fields[0]), fields[1], counts(fields[2]), counts(fields[3]))
        : new StoredBasket(-1, "", Map.of(), counts(text));
  }

  private static Map<String, Integer> counts(String text) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int from = 0;
    for (int end = text.indexOf(';'); end >= 0; end = text.indexOf(';', from)) {
      int equals = text.indexOf('=', from);
      counts.put(text.substring(from, equals), Integer.valueOf(text.substring(equals + 1, end)));
      from = end + 1;
    }
    return counts;
  }

  /** Returns the text of this basket, with its place among all changes. */
  String text(long itsUse) {
    StringBuilder text = new StringBuilder();
    text.append(itsUse).append(MARK).append(order).append(MARK);
    append(text, ordered);
    append(text.append(MARK), products);
    return text.toString();
  }

  private static void append(StringBuilder text, Map<String, Integer> counts) {
    counts.forEach((product, count) -> text.append(product).append('=').append(count).append(';'));
  }

  boolean isEmpty() {
    return products.isEmpty() && order.isEmpty();
  }

  /** Returns what the customer sees: an order is in the basket until it is known to be taken. */
  Map<String, Integer> all() {
    return merged(ordered, products);
  }

  private static Map<String, Integer> merged(
      Map<String, Integer> one, Map<String, Integer> another) {
    Map<String, Integer> both = new LinkedHashMap<>(one);
    another.forEach((product, count) -> put(both, product, count));
    return both;
  }

  private static void put(Map<String, Integer> counts, String product, int more) {
    counts.merge(product, more, (has, one) -> Math.min(BasketStore.MOST_OF_ONE, has + one));
  }

  StoredBasket with(String product, int count) {
    Map<String, Integer> more = new LinkedHashMap<>(products);
    put(more, product, Math.min(BasketStore.MOST_OF_ONE, count));
    return new StoredBasket(use, order, ordered, more);
  }

  /** Takes all products out for an order. */
  StoredBasket claimed(String number) {
    return new StoredBasket(use, number, products, Map.of());
  }

  /** The order was taken. */
  StoredBasket settled() {
    return new StoredBasket(use, "", Map.of(), products);
  }

  /** The order was not taken; its products are those of the basket again. */
  StoredBasket putBack() {
    return new StoredBasket(use, "", Map.of(), all());
  }
}
