package dev.jitterlab.aggregator.page;

/** One part of a page: what is asked of which service, and what holds if it does not come. */
final class Part {
  final String name;
  final String service;
  final String key;
  final boolean required;
  final boolean cached;
  final boolean html;

  private Part(
      String name, String service, String key, boolean required, boolean cached, boolean html) {
    this.name = name;
    this.service = service;
    this.key = key;
    this.required = required;
    this.cached = cached;
    this.html = html;
  }

  /** Without it there is no page. */
  static Part required(String service, String key) {
    return new Part(service, service, key, true, true, false);
  }

  /** A page without it is marked as partial. */
  static Part optional(String service, String key) {
    return new Part(service, service, key, false, true, false);
  }

  /** Belongs to one customer: never cached. */
  static Part personal(String session) {
    return new Part("user", "user", session, false, false, false);
  }

  /** A piece of markup that is used as it is. */
  static Part markup(String name, String service, String key, boolean cached) {
    return new Part(name, service, key, false, cached, true);
  }

  /** The same under another name, so that a page can have several. */
  Part as(String another) {
    return new Part(another, service, key, required, cached, html);
  }

  String cacheKey(int site) {
    return site + "/" + service + '/' + key + (html ? "?html" : "");
  }

  String target() {
    return "/u/" + service + '/' + key + (html ? "?as=html" : "");
  }
}
