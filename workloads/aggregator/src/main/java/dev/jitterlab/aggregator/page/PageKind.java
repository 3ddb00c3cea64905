package dev.jitterlab.aggregator.page;

import java.util.Locale;

/** The kinds of pages. */
public enum PageKind {
  /** A site's first page. */
  HOME,
  /** One product: eight parts. */
  PRODUCT,
  /** Products of a category. */
  LIST,
  /** Products that match a text. */
  SEARCH,
  /** A customer's basket, and what is put into it. */
  BASKET,
  /** The order. */
  CHECKOUT,
  /** So many pieces of markup, none of them cached: for comparisons with other servers. */
  COMPOSED,
  /** So many pieces of markup, cached, and a personal one that is not: for the same. */
  PARTS;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the word in paths and metrics. */
  public String label() {
    return label;
  }

  /** Returns the kind of that name; null if there is none. */
  static PageKind labelled(String label) {
    for (PageKind kind : values()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    return null;
  }
}
