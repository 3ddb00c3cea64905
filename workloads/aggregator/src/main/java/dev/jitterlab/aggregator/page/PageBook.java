package dev.jitterlab.aggregator.page;

import dev.jitterlab.aggregator.basket.BasketStore;
import dev.jitterlab.aggregator.basket.BasketsBusyException;
import dev.jitterlab.aggregator.cache.Fragment;
import dev.jitterlab.aggregator.cache.FragmentCache;
import dev.jitterlab.aggregator.call.CallOutcome;
import dev.jitterlab.aggregator.call.UpstreamClient;
import dev.jitterlab.aggregator.door.Answer;
import dev.jitterlab.aggregator.door.ClientRequest;
import dev.jitterlab.aggregator.door.RefusedException;
import dev.jitterlab.aggregator.door.RequestRefusal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Every page and every answer with data. A page is a shell that all customers share, cached where
 * nothing of it is missing or old, and one fragment that belongs to the customer and is never
 * cached. Thread-safe.
 */
public final class PageBook {
  private static final int MOST_PARTS = 64;
  private static final String PERSONAL = "user";

  private final int sites;
  private final FragmentCache cache;
  private final BasketStore baskets;
  private final PartSource source;
  private final Templates templates = new Templates();
  private final SignedSessions sessions;
  private final Checkout checkout;

  /**
   * Creates the book.
   *
   * @param sites how many web sites there are, called site-1 and so on
   * @param sessions of the customers whose baskets these are
   * @param callNs how long a call to a service may take, at most
   */
  public PageBook(
      int sites,
      UpstreamClient client,
      FragmentCache cache,
      BasketStore baskets,
      SignedSessions sessions,
      long callNs) {
    this.sites = sites;
    this.cache = cache;
    this.baskets = baskets;
    this.source = new PartSource(client, cache, callNs);
    this.sessions = sessions;
    this.checkout = new Checkout(baskets, source, sessions);
  }

  /**
   * Plans the answer to a request.
   *
   * @return null if there is no such page
   */
  public AnswerPlan plan(ClientRequest request) throws RefusedException {
    Ask ask = Ask.read(request, sites, sessions);
    PageKind kind = ask == null ? null : PageKind.labelled(ask.kind);
    if (kind == null) {
      return null;
    }
    if (ask.post && kind != PageKind.BASKET && kind != PageKind.CHECKOUT) {
      throw RefusedException.ofMethod("This page takes no orders.", "GET, HEAD");
    }
    switch (kind) {
      case HOME:
        return page(kind, ask, "/", frame(ask), "home", "Home");
      case PRODUCT:
        return product(ask);
      case LIST:
        return found(kind, ask, ask.id(0), ask.id(0));
      case SEARCH:
        return found(
            kind, ask, URLEncoder.encode(ask.question(), StandardCharsets.UTF_8), "Search");
      case BASKET:
        return ask.post ? putIntoBasket(ask) : basket(ask);
      case CHECKOUT:
        return checkout(ask);
      case COMPOSED:
      case PARTS:
        return pieces(kind, ask);
    }
    throw new IllegalStateException(kind.toString());
  }

  /** What all pages have, without the personal part. */
  private static List<Part> frame(Ask ask) {
    List<Part> parts = new ArrayList<>();
    parts.add(Part.optional("navigation", Integer.toString(ask.site)));
    parts.add(Part.optional("content", ask.site + "-" + ask.kind));
    return parts;
  }

  /** A page of what the service of that name finds. */
  private AnswerPlan found(PageKind kind, Ask ask, String key, String title) {
    List<Part> parts = frame(ask);
    parts.add(Part.required(kind.label(), key).as("found"));
    return page(kind, ask, key, parts, "list", title);
  }

  private AnswerPlan product(Ask ask) throws RefusedException {
    String id = ask.id(0);
    List<Part> parts = frame(ask);
    parts.add(Part.required("product", id));
    for (String service : List.of("price", "stock", "reviews", "recommend")) {
      parts.add(Part.optional(service, id));
    }
    return page(PageKind.PRODUCT, ask, id, parts, "product", id);
  }

  /**
   * A page of shared parts and the personal one.
   *
   * @param key what distinguishes it from the site's other pages of the kind
   */
  private AnswerPlan page(
      PageKind kind, Ask ask, String key, List<Part> shared, String template, String title) {
    String shellKey = ask.site + "/page/" + kind.label() + '/' + key;
    Part personal = Part.personal(ask.session());
    return new AnswerPlan(
        kind,
        () -> {
          Fragment shell = ask.data ? null : cache.fresh(shellKey);
          List<Part> parts = new ArrayList<>();
          if (shell == null) {
            parts.addAll(shared);
          }
          parts.add(personal);
          CompletableFuture<GatheredParts> gathered = source.gather(ask, parts);
          return shell == null
              ? gathered
              : gathered.thenApply(come -> with(come, "shell", shell.value()));
        },
        parts -> rendered(ask, parts, template, title, shellKey));
  }

  private Answer rendered(
      Ask ask, GatheredParts parts, String template, String title, String shellKey) {
    if (parts.fatal() != null) {
      return failed(parts.fatal());
    }
    if (ask.data) {
      return marked(data(ask, parts), parts);
    }
    String shell = (String) parts.get("shell");
    if (shell == null) {
      Map<String, Object> values = new HashMap<>(parts.values());
      values.put("site", ask.sitePath());
      shell = templates.render(template, values);
      keep(shellKey, shell, parts);
    }
    return marked(Answer.of(200, Answer.HTML, head(title) + personal(ask, parts) + shell), parts);
  }

  /** Keeps a shell that has all its parts, each of them fresh, for as long as the oldest is. */
  private void keep(String shellKey, String shell, GatheredParts parts) {
    boolean whole = parts.missing().isEmpty() || parts.missing().equals(List.of(PERSONAL));
    if (shellKey != null && whole && !parts.hasOld()) {
      cache.put(shellKey, new Fragment(shell), parts.madeNs());
    }
  }

  private String head(String title) {
    return templates.render("head", Map.of("title", title));
  }

  private String personal(Ask ask, GatheredParts parts) {
    Map<String, Object> values = new HashMap<>();
    if (parts.get(PERSONAL) != null) {
      values.put(PERSONAL, parts.get(PERSONAL));
    }
    values.put("site", ask.sitePath());
    values.put("count", inBasket(ask));
    return templates.render("personal", values);
  }

  private int inBasket(Ask ask) {
    return ask.hasSession() ? sum(baskets.basket(ask.session())) : 0;
  }

  private static int sum(Map<String, Integer> basket) {
    return basket.values().stream().mapToInt(Integer::intValue).sum();
  }

  private Answer data(Ask ask, GatheredParts parts) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("site", ask.site);
    tree.putAll(parts.values());
    tree.put("in_basket", inBasket(ask));
    tree.put("partial", parts.missing());
    return Answer.of(200, Answer.JSON, Trees.write(tree));
  }

  private static Answer marked(Answer answer, GatheredParts parts) {
    return parts.missing().isEmpty() ? answer : answer.without(String.join(",", parts.missing()));
  }

  private static Answer failed(CallOutcome outcome) {
    switch (outcome) {
      case NOT_FOUND:
        return notFound();
      case TIMEOUT:
        return Answer.words(504, "A service did not answer in time.");
      case BREAKER:
      case BULKHEAD:
        return Answer.words(503, "A service is not available now.");
      default:
        return Answer.words(502, "A service failed.");
    }
  }

  /** The answer where there is no such page. */
  public static Answer notFound() {
    return Answer.words(404, "There is no such page.");
  }

  private AnswerPlan basket(Ask ask) {
    Map<String, Integer> basket = ask.hasSession() ? baskets.basket(ask.session()) : Map.of();
    return new AnswerPlan(
        PageKind.BASKET,
        () -> source.gather(ask, partsOf(ask, basket)),
        parts -> basketPage(ask, parts, basket));
  }

  private static List<Part> partsOf(Ask ask, Map<String, Integer> basket) {
    List<Part> parts = frame(ask);
    parts.add(Part.personal(ask.session()));
    String first = basket.isEmpty() ? "0" : basket.keySet().iterator().next();
    for (String id : basket.keySet()) {
      parts.add(Part.optional("price", id).as("price-" + id));
    }
    parts.add(Part.optional("recommend", first));
    return parts;
  }

  private Answer basketPage(Ask ask, GatheredParts parts, Map<String, Integer> basket) {
    List<Map<String, Object>> lines = new ArrayList<>();
    basket.forEach(
        (id, count) -> {
          Map<String, Object> line = new LinkedHashMap<>();
          line.put("id", id);
          line.put("count", count);
          Object price = parts.get("price-" + id);
          Object words = price instanceof Map ? ((Map<?, ?>) price).get("price") : null;
          if (words != null) { // a template would take "" for a price
            line.put("price", words);
          }
          lines.add(line);
        });
    parts.put("lines", lines);
    return rendered(ask, parts, "basket", "Basket", null);
  }

  private AnswerPlan putIntoBasket(Ask ask) throws RefusedException {
    String id = ask.idParameter("id");
    int count = Ask.number(ask.parameter("count", "1"), 1, BasketStore.MOST_OF_ONE);
    String next = ask.next(ask.sitePath() + "/basket");
    String session = ask.hasSession() ? ask.session() : sessions.create();
    return new AnswerPlan(
        PageKind.BASKET,
        () -> stored(baskets.add(session, id, count)),
        parts -> {
          if (parts.get("basket") == null) {
            return notTaken(session, id, parts.get("failure"));
          }
          Answer answer =
              ask.data
                  ? Answer.of(200, Answer.JSON, Trees.write(parts.values()))
                  : Answer.seeOther(next);
          return ask.hasSession()
              ? answer
              : answer.withCookie("sid=" + session + "; Path=/; HttpOnly; SameSite=Lax");
        });
  }

  /** A full basket takes nothing later either, so nobody is asked to try again. */
  private Answer notTaken(String session, String id, Object failure) {
    Map<String, Integer> basket = baskets.basket(session);
    return basket.size() >= BasketStore.MOST_PRODUCTS && !basket.containsKey(id)
        ? Answer.words(409, "A basket has at most " + BasketStore.MOST_PRODUCTS + " products.")
        : unavailable("The basket does not take it now.", failure instanceof BasketsBusyException);
  }

  private static Answer unavailable(String words, boolean busy) {
    Answer answer = Answer.words(503, words);
    return busy ? answer.forOverload() : answer;
  }

  private static CompletableFuture<GatheredParts> stored(
      CompletableFuture<Map<String, Integer>> change) {
    return change.handle(
        (basket, failure) -> {
          GatheredParts parts = new GatheredParts();
          if (failure == null) {
            parts.put("basket", basket);
          } else {
            parts.put("failure", failure);
          }
          return parts;
        });
  }

  /** The basket is emptied when the order was taken, and stays as it is when it was not. */
  private AnswerPlan checkout(Ask ask) throws RefusedException {
    if (!ask.post) {
      throw RefusedException.ofMethod("An order is sent by POST.", "POST");
    }
    if (inBasket(ask) == 0) {
      throw new RefusedException(RequestRefusal.PARAMETER, "The basket is empty.");
    }
    List<Part> parts = frame(ask);
    parts.add(Part.personal(ask.session()));
    return new AnswerPlan(
        PageKind.CHECKOUT,
        () ->
            source
                .gather(ask, parts)
                .thenCombineAsync(
                    checkout.order(ask),
                    (come, order) -> with(come, "order", order),
                    ask.loop), // pages are no work for the thread of the baskets
        come -> ordered(ask, come));
  }

  private static GatheredParts with(GatheredParts parts, String name, Object value) {
    parts.put(name, value);
    return parts;
  }

  private Answer ordered(Ask ask, GatheredParts parts) {
    Checkout.Ended ended = (Checkout.Ended) parts.get("order");
    if (ended.claim == null) {
      return unavailable("The baskets are too busy. Nothing was ordered.", ended.busy);
    }
    switch (ended.claim.state()) {
      case EMPTY:
        return Answer.words(409, "The basket is empty. Was it ordered already?");
      case UNDER_WAY:
        return Answer.words(409, "This basket is being ordered already.");
      case CLAIMED:
        break;
    }
    if (ended.failure != null) {
      return failed(ended.failure);
    }
    parts.put("order", ended.taken);
    parts.put("total", sum(ended.claim.products()));
    return rendered(ask, parts, "order", "Thank you", null);
  }

  /** {@code /site-1/composed/8/4711}: the same markup that other servers can put together. */
  private AnswerPlan pieces(PageKind kind, Ask ask) throws RefusedException {
    String id = ask.id(1);
    int count = Ask.number(ask.id(0), 1, MOST_PARTS);
    boolean cached = kind == PageKind.PARTS;
    String shellKey = ask.site + "/page/parts/" + count + '/' + id;
    return new AnswerPlan(
        kind,
        () -> {
          Fragment shell = cached ? cache.fresh(shellKey) : null;
          List<Part> parts = new ArrayList<>();
          for (int i = 0; i < count && shell == null; i++) {
            parts.add(Part.markup("part" + i, "part" + i, id, cached));
          }
          if (cached) {
            parts.add(Part.markup(PERSONAL, PERSONAL, ask.session(), false));
          }
          return source
              .gather(ask, parts)
              .thenApply(come -> shell == null ? come : with(come, "shell", shell.value()));
        },
        parts -> putTogether(parts, id, count, cached ? shellKey : null));
  }

  /**
   * Puts pieces of markup together.
   *
   * @param shellKey null if nothing is cached, and no piece is personal
   */
  private Answer putTogether(GatheredParts parts, String id, int count, String shellKey) {
    String shell = (String) parts.get("shell");
    if (shell == null) {
      StringBuilder text = new StringBuilder(8_192);
      text.append("<!doctype html><html><head><title>").append(id);
      text.append("</title></head><body>");
      for (int i = 0; i < count; i++) {
        text.append(piece(parts, "part" + i));
      }
      shell = text.toString();
      keep(shellKey, shell, parts);
    }
    Object personal = shellKey == null ? "" : piece(parts, PERSONAL);
    return marked(Answer.of(200, Answer.HTML, shell + personal + "</body></html>"), parts);
  }

  /** Returns markup, or what marks its place if it is missing. */
  private static Object piece(GatheredParts parts, String name) {
    Object markup = parts.get(name);
    return markup == null
        ? "<section class=\"missing\" data-part=\"" + name + "\"></section>"
        : markup;
  }
}
