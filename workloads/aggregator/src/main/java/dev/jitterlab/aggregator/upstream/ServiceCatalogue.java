package dev.jitterlab.aggregator.upstream;

/**
 * What the services answer, made from a seed and a key: the same key always has the same content.
 * Some names contain what would be markup or a template's tag if nobody escaped it. Thread-safe.
 */
final class ServiceCatalogue {
  private static final int POOL_CHARS = 1 << 19;
  private static final int LONGEST_TEXT = POOL_CHARS / 2;
  private static final int ITEMS = 20;
  private static final int SUGGESTIONS = 6;
  private static final int REVIEWS = 5;
  private static final int PAGES = 20;

  private static final String[] WORDS = {
    "cream", "shaker", "protein", "serum", "bottle", "scarf", "leather", "cotton", "classic",
    "blend", "vitamin", "mild", "daily", "repair", "limited", "green", "silver", "fresh", "light",
    "soft", "travel", "family", "natural", "extra", "double", "winter", "summer", "balance", "pure"
  };

  private final long seed;
  private final String pool;

  ServiceCatalogue(long seed) {
    this.seed = seed;
    StringBuilder text = new StringBuilder(POOL_CHARS + 16);
    for (long i = 0; text.length() < POOL_CHARS; i++) {
      text.append(word(Draws.mix(seed + i))).append(i % 12 == 11 ? ". " : " ");
    }
    pool = text.substring(0, POOL_CHARS);
  }

  private static String word(long hash) {
    return WORDS[(int) Long.remainderUnsigned(hash, WORDS.length)];
  }

  private long hash(String service, String key) {
    return Draws.mix(seed ^ ((long) service.hashCode() << 32) ^ key.hashCode());
  }

  private String text(long hash, int chars) {
    int length = Math.min(chars, LONGEST_TEXT);
    int from = (int) Long.remainderUnsigned(hash, POOL_CHARS - length);
    return pool.substring(from, from + length);
  }

  /** One name in fifty is an attack on whoever does not escape it. */
  private static String name(long hash) {
    String plain = word(hash) + ' ' + word(hash >>> 8) + ' ' + word(hash >>> 16);
    switch ((int) Long.remainderUnsigned(hash, 50)) {
      case 0:
        return plain + " <script>alert(1)</script>";
      case 1:
        return plain + " {{basket}} & {{{user}}}";
      default:
        return plain;
    }
  }

  /**
   * Returns an answer as JSON.
   *
   * @param chars how long its text is; 0 for the service's own length
   */
  String json(String service, String key, int chars) {
    long hash = hash(service, key);
    StringBuilder json = new StringBuilder(1_024);
    json.append("{\"id\":").append(quoted(key));
    switch (service) {
      case "product":
        json.append(",\"name\":").append(quoted(name(hash)));
        json.append(",\"brand\":").append(quoted(word(hash >>> 24)));
        json.append(",\"description\":").append(quoted(text(hash, or(chars, 2_000))));
        break;
      case "price":
        json.append(",\"currency\":\"GBP\",\"pence\":").append(pence(hash));
        break;
      case "stock":
        json.append(",\"available\":").append(Long.remainderUnsigned(hash, 200));
        json.append(",\"delivery\":").append(quoted(word(hash) + " in two days"));
        break;
      case "reviews":
        reviews(json, hash, or(chars, 300));
        break;
      case "recommend":
        items(json, hash, SUGGESTIONS);
        break;
      case "list":
      case "search":
        json.append(",\"total\":").append(ITEMS + Long.remainderUnsigned(hash, 500));
        items(json, hash, ITEMS);
        break;
      case "navigation":
        pages(json, hash);
        break;
      case "user":
        json.append(",\"name\":").append(quoted("customer " + word(hash)));
        json.append(",\"points\":").append(Long.remainderUnsigned(hash, 5_000));
        break;
      case "checkout":
        json.append(",\"order\":").append(quoted(Long.toHexString(hash)));
        break;
      default:
        json.append(",\"title\":").append(quoted(word(hash) + ' ' + word(hash >>> 8)));
        json.append(",\"text\":").append(quoted(text(hash, or(chars, 600))));
    }
    return json.append('}').toString();
  }

  /** Returns an answer as a piece of a page, for those who cannot read JSON. */
  String html(String service, String key, int chars) {
    long hash = hash(service, key);
    return "<section class=\"part\"><h2>"
        + word(hash)
        + ' '
        + word(hash >>> 8)
        + "</h2><p>"
        + text(hash, or(chars, 600))
        + "</p></section>";
  }

  private static int or(int chars, int otherwise) {
    return chars > 0 ? chars : otherwise;
  }

  private static long pence(long hash) {
    return 199 + Long.remainderUnsigned(hash >>> 7, 20_000);
  }

  private void reviews(StringBuilder json, long hash, int chars) {
    json.append(",\"average\":")
        .append(1 + Long.remainderUnsigned(hash, 5))
        .append(",\"reviews\":[");
    for (int i = 0; i < REVIEWS; i++) {
      long one = Draws.mix(hash + i);
      json.append(i == 0 ? "" : ",").append("{\"author\":").append(quoted(word(one)));
      json.append(",\"stars\":").append(1 + Long.remainderUnsigned(one, 5));
      json.append(",\"text\":").append(quoted(text(one, chars))).append('}');
    }
    json.append(']');
  }

  private static void items(StringBuilder json, long hash, int count) {
    json.append(",\"items\":[");
    for (int i = 0; i < count; i++) {
      long one = Draws.mix(hash + i);
      json.append(i == 0 ? "" : ",").append("{\"id\":\"");
      json.append(Long.remainderUnsigned(one, 100_000)).append("\",\"name\":");
      json.append(quoted(name(one))).append(",\"pence\":").append(pence(one)).append('}');
    }
    json.append(']');
  }

  private static void pages(StringBuilder json, long hash) {
    json.append(",\"links\":[");
    for (int i = 0; i < PAGES; i++) {
      long one = Draws.mix(hash + i);
      json.append(i == 0 ? "" : ",").append("{\"name\":").append(quoted(word(one)));
      json.append(",\"category\":").append(quoted(word(one >>> 8))).append('}');
    }
    json.append(']');
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 8).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(' ');
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
