package dev.jitterlab.battle.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;

/** What a handler answers: a status and a body. Immutable; the bytes belong to it. */
public final class JsonAnswer {
  private static final int SECONDS_UNTIL_RETRY = 1;
  private static final String JSON = "application/json";

  private final int status;
  final String contentType;
  final byte[] body;

  private JsonAnswer(int status, String contentType, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  /** Returns an answer with status 200. */
  public static JsonAnswer ok(JsonNode body) {
    return of(200, body);
  }

  /** Returns an answer. */
  public static JsonAnswer of(int status, JsonNode body) {
    return new JsonAnswer(status, JSON, StrictJson.write(body));
  }

  /** Returns {@code {"error": message}}. */
  public static JsonAnswer error(int status, String message) {
    return of(status, StrictJson.object().put("error", message));
  }

  /** Returns a text that is not JSON, such as a page to look at. */
  public static JsonAnswer text(String contentType, String text) {
    return new JsonAnswer(200, contentType, text.getBytes(UTF_8));
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Seconds after which it makes sense to ask again, 0 where it does not: with 429 and 503. */
  int retryAfterSeconds() {
    return status == 503 || status == 429 ? SECONDS_UNTIL_RETRY : 0;
  }
}
