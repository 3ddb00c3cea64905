package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.http.Exchange.HeaderTaker;
import dev.jitterlab.http.Exchange.RequestView;
import dev.jitterlab.load.Target;
import dev.jitterlab.scenario.Journey;
import dev.jitterlab.scenario.JourneyStep;
import dev.jitterlab.scenario.JourneyValues;
import dev.jitterlab.scenario.RequestText;
import dev.jitterlab.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests of a scenario's steps to one server. What is the same in all journeys is put
 * together once. Thread-safe.
 */
final class StepRequests {
  private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
  private static final byte[] SEPARATOR = ": ".getBytes(US_ASCII);
  private static final byte[] COOKIE = "cookie: ".getBytes(US_ASCII);
  private static final byte[] CONTENT_LENGTH = "content-length: ".getBytes(US_ASCII);
  private static final Set<String> WITH_LENGTH = Set.of("POST", "PUT", "PATCH");
  private static final String AGENT = "user-agent";
  private static final String OWN_AGENT = "jitterlab"; // unless a step names another one

  private final String authority;
  private final List<String> origins; // what URIs of the server begin with
  private final Map<JourneyStep, Prepared> prepared = new ConcurrentHashMap<>();

  /** What is known of a step's request beforehand. */
  private static final class Prepared {
    final byte[] method;
    final boolean namesAgent;
    final byte[] afterPath;
    final byte[][] headerNames;
    final byte[] whole; // null where journeys differ

    Prepared(
        byte[] method, boolean namesAgent, byte[] afterPath, byte[][] headerNames, byte[] whole) {
      this.method = method;
      this.namesAgent = namesAgent;
      this.afterPath = afterPath;
      this.headerNames = headerNames;
      this.whole = whole;
    }
  }

  /** Prepares the requests of a scenario. */
  StepRequests(Scenario scenario, Target target) {
    authority = target.authority();
    origins = origins(authority);
    for (Journey journey : scenario.journeys()) {
      for (JourneyStep step : journey.steps()) {
        prepared.put(step, prepare(step, new JourneyValues(scenario)));
      }
    }
  }

  /** With the port, and without it where it is the one that a scheme has by default. */
  private static List<String> origins(String authority) {
    List<String> origins = new ArrayList<>(List.of("http://" + authority, "https://" + authority));
    int colon = authority.lastIndexOf(':');
    String host = authority.substring(0, colon);
    String port = authority.substring(colon);
    if (port.equals(":80")) {
      origins.add("http://" + host);
    } else if (port.equals(":443")) {
      origins.add("https://" + host);
    }
    return List.copyOf(origins);
  }

  private Prepared prepare(JourneyStep step, JourneyValues none) {
    List<JourneyStep.Header> headers = step.headers();
    byte[] method = (step.method() + " ").getBytes(US_ASCII);
    boolean namesAgent = headers.stream().anyMatch(one -> one.name().equalsIgnoreCase(AGENT));
    String agent = namesAgent ? "" : AGENT + ": " + OWN_AGENT + "\r\n";
    byte[] afterPath = (" HTTP/1.1\r\nhost: " + authority + "\r\n" + agent).getBytes(UTF_8);
    byte[][] names =
        headers.stream().map(header -> header.name().getBytes(US_ASCII)).toArray(byte[][]::new);
    boolean isConstant =
        step.path().isConstant()
            && headers.stream().allMatch(header -> header.value().isConstant())
            && step.body().filter(body -> !body.isConstant()).isEmpty();
    Prepared parts = new Prepared(method, namesAgent, afterPath, names, null);
    if (!isConstant) {
      return parts;
    }
    RequestText out = new RequestText();
    RequestText path = new RequestText();
    RequestText body = new RequestText();
    step.path().write(none, path);
    step.body().ifPresent(text -> text.write(none, body));
    write(step, parts, none, path, body, new CookieJar(), out);
    byte[] whole = Arrays.copyOf(out.array(), out.length());
    return new Prepared(method, namesAgent, afterPath, names, whole);
  }

  private void write(
      JourneyStep step,
      Prepared parts,
      JourneyValues values,
      RequestText path,
      RequestText body,
      CookieJar cookies,
      RequestText out) {
    out.add(parts.method);
    out.add(path.array(), 0, path.length());
    out.add(parts.afterPath);
    List<JourneyStep.Header> headers = step.headers();
    for (int i = 0; i < headers.size(); i++) {
      out.add(parts.headerNames[i]);
      out.add(SEPARATOR);
      headers.get(i).value().write(values, out);
      out.add(LINE_END);
    }
    if (!cookies.isEmpty()) {
      out.add(COOKIE);
      cookies.write(out);
      out.add(LINE_END);
    }
    if (step.body().isPresent() || WITH_LENGTH.contains(step.method())) {
      out.add(CONTENT_LENGTH);
      out.addNumber(body.length());
      out.add(LINE_END);
    }
    out.add(LINE_END);
    out.add(body.array(), 0, body.length());
  }

  /** The request of one journey's current step. Used again for the next; not thread-safe. */
  final class View implements RequestView {
    private final JourneyValues values;
    private final CookieJar cookies;
    private final RequestText path = new RequestText();
    private final RequestText body = new RequestText();
    private JourneyStep step;
    private Prepared parts;

    View(JourneyValues values, CookieJar cookies) {
      this.values = values;
      this.cookies = cookies;
    }

    /**
     * Takes the next step.
     *
     * @return false if its path is none that this server has
     */
    boolean begin(JourneyStep next) {
      step = next;
      parts = prepared.get(next);
      if (parts.whole != null && cookies.isEmpty()) {
        return true;
      }
      fill();
      return path.length() > 0 && path.array()[0] == '/' && hasNoBlank();
    }

    /** A value with a blank would end the path, and go on as the rest of the line. */
    private boolean hasNoBlank() {
      for (int i = 0; i < path.length(); i++) {
        if (path.array()[i] >= 0 && path.array()[i] <= ' ') {
          return false;
        }
      }
      return true;
    }

    private void fill() {
      body.clear();
      step.body().ifPresent(text -> text.write(values, body));
      path.clear();
      step.path().write(values, path);
      if (path.length() > 0 && path.array()[0] != '/') {
        takePathOfUri();
      }
    }

    /** A path that is a whole value may be a URI of this server, as those of Location are. */
    private void takePathOfUri() {
      String uri = path.toString();
      path.clear();
      for (String origin : origins) {
        if (uri.regionMatches(true, 0, origin, 0, origin.length())) {
          String rest = uri.substring(origin.length());
          if (rest.startsWith("/")) {
            path.add(rest.getBytes(UTF_8));
          } else if (rest.isEmpty() || rest.startsWith("?")) {
            path.add(("/" + rest).getBytes(UTF_8));
          }
        }
      }
    }

    @Override
    public String method() {
      return step.method();
    }

    @Override
    public void write(RequestText out) {
      if (parts.whole != null && cookies.isEmpty()) {
        out.add(parts.whole);
        return;
      }
      StepRequests.this.write(step, parts, values, path, body, cookies, out);
    }

    @Override
    public void tell(HeaderTaker headers) {
      fill();
      headers.path(path);
      RequestText value = new RequestText();
      if (!parts.namesAgent) {
        value.add(OWN_AGENT.getBytes(US_ASCII));
        headers.header(AGENT, value);
      }
      for (JourneyStep.Header header : step.headers()) {
        value.clear();
        header.value().write(values, value);
        headers.header(header.name(), value);
      }
      if (!cookies.isEmpty()) {
        value.clear();
        cookies.write(value);
        headers.header("cookie", value);
      }
    }

    @Override
    public RequestText body() {
      return body;
    }
  }
}
