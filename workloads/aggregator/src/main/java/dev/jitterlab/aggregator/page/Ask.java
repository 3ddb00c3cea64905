package dev.jitterlab.aggregator.page;

import dev.jitterlab.aggregator.door.ClientRequest;
import dev.jitterlab.aggregator.door.RefusedException;
import dev.jitterlab.aggregator.door.RequestRefusal;
import io.netty.channel.EventLoop;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a client asks for: a site, a kind of page and its arguments, as {@code /site-7/product/4711}
 * or, for data instead of a page, {@code /site-7/api/product/4711}. Every text of a client that
 * goes further was matched against what it may be. Immutable.
 */
final class Ask {
  /** Makes a browser forget the cookie, or it could never come in again. */
  private static final String NO_SESSION = "sid=; Path=/; Max-Age=0";

  private static final Pattern LOCAL = Pattern.compile("(?:/[A-Za-z0-9_-]{1,100}){1,8}");
  static final String SITE = "site-";
  static final String DATA = "api";
  private static final int MOST_PARAMETERS = 20;
  private static final int LONGEST_QUESTION = 100;
  private static final int LONGEST_ID = 40;
  private static final String GUEST = "guest";

  final boolean post;
  final int site;
  final String kind;
  final List<String> arguments;
  final boolean data;
  final EventLoop loop;
  final long deadlineNs;
  final boolean hurried;
  private final String session;
  private final Map<String, String> parameters;

  private Ask(
      ClientRequest request,
      int site,
      String kind,
      List<String> arguments,
      boolean data,
      String session,
      Map<String, String> parameters) {
    this.post = request.isPost();
    this.site = site;
    this.kind = kind;
    this.arguments = arguments;
    this.data = data;
    this.loop = request.loop();
    this.deadlineNs = request.deadlineNs();
    this.hurried = request.isHurried();
    this.session = session;
    this.parameters = parameters;
  }

  /**
   * Reads a request.
   *
   * @param sites how many there are
   * @return null if there is no such site
   */
  static Ask read(ClientRequest request, int sites, SignedSessions sessions)
      throws RefusedException {
    List<String> segments = List.of(request.path().substring(1).split("/", -1));
    if (segments.size() > 1 && segments.get(segments.size() - 1).isEmpty()) {
      segments = segments.subList(0, segments.size() - 1);
    }
    int site = site(segments.get(0), sites);
    if (site < 0) {
      return null;
    }
    boolean data = segments.size() > 1 && segments.get(1).equals(DATA);
    List<String> rest = segments.subList(data ? 2 : 1, segments.size());
    String kind = rest.isEmpty() ? "home" : rest.get(0);
    List<String> arguments = rest.isEmpty() ? List.of() : rest.subList(1, rest.size());
    return new Ask(
        request,
        site,
        kind,
        arguments,
        data,
        session(request.cookie(), sessions),
        parameters(request.isPost() ? request.body() : request.query()));
  }

  private static int site(String name, int sites) {
    int site = name.startsWith(SITE) ? digits(name, SITE.length()) : -1;
    // One name for each site: site-07 would be a second key for the same page.
    return site >= 1 && site <= sites && name.equals(SITE + site) ? site : -1;
  }

  /** Returns the number that a text ends with; −1 if that is none of one to five digits. */
  private static int digits(String text, int from) {
    int number = text.length() > from && text.length() <= from + 5 ? 0 : -1;
    for (int i = from; i < text.length() && number >= 0; i++) {
      char c = text.charAt(i);
      number = c >= '0' && c <= '9' ? 10 * number + c - '0' : -1;
    }
    return number;
  }

  private static String session(String cookies, SignedSessions sessions) throws RefusedException {
    for (String cookie : cookies.split(";", -1)) {
      String one = cookie.trim();
      if (one.startsWith("sid=")) {
        String session = one.substring("sid=".length());
        if (!sessions.isOurs(session)) {
          throw new RefusedException(
                  RequestRefusal.COOKIE, "The cookie sid was not made by this server.")
              .withCookie(NO_SESSION);
        }
        return session;
      }
    }
    return null;
  }

  private static Map<String, String> parameters(String text) throws RefusedException {
    Map<String, String> parameters = new HashMap<>();
    if (text.isEmpty()) {
      return parameters;
    }
    String[] pairs = text.split("&", MOST_PARAMETERS + 1);
    if (pairs.length > MOST_PARAMETERS) {
      throw new RefusedException(
          RequestRefusal.PARAMETER, "More than " + MOST_PARAMETERS + " parameters.");
    }
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      try {
        String value =
            equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        if (parameters.put(name, value) != null) {
          throw new RefusedException(RequestRefusal.PARAMETER, "A parameter occurs twice.");
        }
      } catch (IllegalArgumentException e) {
        throw new RefusedException(
            RequestRefusal.PARAMETER, "A parameter is not encoded as it should.");
      }
    }
    return parameters;
  }

  /** Returns the customer's session; {@code guest} if there is none. */
  String session() {
    return session == null ? GUEST : session;
  }

  boolean hasSession() {
    return session != null;
  }

  /** Returns an argument of the path that names a product or the like. */
  String id(int argument) throws RefusedException {
    if (argument >= arguments.size()) {
      throw new RefusedException(RequestRefusal.PARAMETER, "The path ends too soon.");
    }
    return checkedId(arguments.get(argument));
  }

  private static String checkedId(String id) throws RefusedException {
    if (!isId(id)) {
      throw new RefusedException(RequestRefusal.PARAMETER, "This is no id.");
    }
    return id;
  }

  /** Whether a text has 1 to 40 letters, digits and hyphens. */
  private static boolean isId(String text) {
    boolean isId = !text.isEmpty() && text.length() <= LONGEST_ID;
    for (int i = 0; i < text.length() && isId; i++) {
      char sign = text.charAt(i);
      isId =
          (sign >= 'a' && sign <= 'z')
              || (sign >= 'A' && sign <= 'Z')
              || (sign >= '0' && sign <= '9')
              || sign == '-';
    }
    return isId;
  }

  /** Returns a parameter that names a product or the like. */
  String idParameter(String name) throws RefusedException {
    return checkedId(parameters.getOrDefault(name, ""));
  }

  /** Returns an argument of the path or a parameter that is a number within bounds. */
  static int number(String text, int least, int most) throws RefusedException {
    int number = digits(text, 0);
    if (number < least || number > most) {
      throw new RefusedException(
          RequestRefusal.PARAMETER, "A number is not from " + least + " to " + most + ".");
    }
    return number;
  }

  String parameter(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }

  /**
   * Returns what is searched for: a short text without control characters. It becomes the end of a
   * service's path, where dots alone would lead to another service.
   */
  String question() throws RefusedException {
    String question = parameters.getOrDefault("q", "");
    if (question.length() > LONGEST_QUESTION
        || question.chars().anyMatch(c -> c < ' ' || c == 127)
        || question.codePoints().noneMatch(Character::isLetterOrDigit)) {
      throw new RefusedException(
          RequestRefusal.PARAMETER,
          "q is a text of 1 to " + LONGEST_QUESTION + " characters, with a letter or a digit.");
    }
    return question;
  }

  /** Returns where to go after an order: a path of this server, never another server's address. */
  String next(String otherwise) throws RefusedException {
    String next = parameters.getOrDefault("next", "");
    if (next.isEmpty()) {
      return otherwise;
    }
    if (!LOCAL.matcher(next).matches()) {
      throw new RefusedException(RequestRefusal.PARAMETER, "next is a path of this server.");
    }
    return next;
  }

  String sitePath() {
    return '/' + SITE + site;
  }
}
