package dev.jitterlab.scenario;

import java.util.List;
import java.util.Optional;

/** One request of a journey, and what is done with its answer. Immutable and thread-safe. */
public final class JourneyStep {
  /** A header of the request. */
  public static final class Header {
    private final String name;
    private final TextTemplate value;

    Header(String name, TextTemplate value) {
      this.name = name;
      this.value = value;
    }

    /** Returns its name. */
    public String name() {
      return name;
    }

    /** Returns its value. */
    public TextTemplate value() {
      return value;
    }
  }

  private final String name;
  private final String method;
  private final TextTemplate path;
  private final List<Header> headers;
  private final TextTemplate body; // null where there is none
  private final ThinkTime think;
  private final List<Extraction> extractions;
  private final AnswerCheck check;

  JourneyStep(
      String name,
      String method,
      TextTemplate path,
      List<Header> headers,
      TextTemplate body,
      ThinkTime think,
      List<Extraction> extractions,
      AnswerCheck check) {
    this.name = name;
    this.method = method;
    this.path = path;
    this.headers = List.copyOf(headers);
    this.body = body;
    this.think = think;
    this.extractions = List.copyOf(extractions);
    this.check = check;
  }

  /** Returns its name, which no other step of the journey has. */
  public String name() {
    return name;
  }

  /** Returns the method in capital letters. */
  public String method() {
    return method;
  }

  /** Returns the path, with the query if there is one. */
  public TextTemplate path() {
    return path;
  }

  /** Returns the headers, with the content type of a body, but no host, length or cookie. */
  public List<Header> headers() {
    return headers;
  }

  /** Returns the body. */
  public Optional<TextTemplate> body() {
    return Optional.ofNullable(body);
  }

  /** Returns how long the user thinks after the answer. */
  public ThinkTime think() {
    return think;
  }

  /** Returns what is taken from the answer. */
  public List<Extraction> extractions() {
    return extractions;
  }

  /** Returns what the answer must be. */
  public AnswerCheck check() {
    return check;
  }

  /** Returns whether somebody looks at the answer's body. */
  public boolean needsBody() {
    return check.needsBody() || extractions.stream().anyMatch(Extraction::isOfBody);
  }
}
