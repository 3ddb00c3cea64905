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

  /**
   * Returns the kind that a path asks for, by its words alone: there may be no such page.
   *
   * @return null if it is the path of no page
   */
  public static PageKind ofPath(String path) {
    if (!path.startsWith(Ask.SITE, 1)) {
      return null;
    }
    String[] segments = path.split("/", 5); // of "/site-1/api/list/shoes" the first is empty
    int at = segments.length > 2 && segments[2].equals(Ask.DATA) ? 3 : 2;
    boolean isHome = segments.length <= at || segments[at].isEmpty();
    return isHome ? HOME : labelled(segments[at]);
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
