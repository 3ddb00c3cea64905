package dev.jitterlab.battle.http;

import com.fasterxml.jackson.databind.JsonNode;

/** What a server answered. Immutable as long as the tree is. */
public final class JsonReply {
  private final int status;
  private final JsonNode body;
  private final int retryAfterSeconds;

  JsonReply(int status, JsonNode body, int retryAfterSeconds) {
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns whether the status is 200 to 299. */
  public boolean isOk() {
    return status >= 200 && status < 300;
  }

  /** Returns after how many seconds the server wants to be asked again; 0 where it did not say. */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** Returns the body; a missing node if the answer was no JSON. */
  public JsonNode body() {
    return body;
  }

  /** Returns why the server refused: its {@code error}, or the status. */
  public String error() {
    return body.path("error").asText("status " + status);
  }
}
