package dev.jitterlab.battle.http;

import com.fasterxml.jackson.databind.JsonNode;

/** What a server answered. Immutable as long as the tree is. */
public final class JsonReply {
  private final int status;
  private final JsonNode body;

  JsonReply(int status, JsonNode body) {
    this.status = status;
    this.body = body;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns whether the status is 200 to 299. */
  public boolean isOk() {
    return status >= 200 && status < 300;
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
