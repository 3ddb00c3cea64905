package dev.jitterlab.battle.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/** A request as a handler sees it. Immutable; its bytes are a copy of Netty's. */
public final class JsonRequest {
  private final String method;
  private final String target;
  private final io.netty.handler.codec.http.HttpHeaders headers;
  private final Map<String, List<String>> query;
  private final Map<String, String> variables;
  private final byte[] body;
  private final InetAddress source;

  JsonRequest(
      FullHttpRequest request,
      QueryStringDecoder target,
      Map<String, String> variables,
      InetAddress source) {
    this.source = source;
    this.method = request.method().name();
    this.target = request.uri();
    this.headers = request.headers();
    this.query = target.parameters();
    this.variables = variables;
    this.body = ByteBufUtil.getBytes(request.content());
  }

  /** Returns the method, such as {@code POST}. */
  public String method() {
    return method;
  }

  /** Returns path and query as they were sent. */
  public String target() {
    return target;
  }

  /** Returns the header of that name in any case; null when there is none. */
  public String header(String name) {
    return headers.get(name);
  }

  /** Returns what stands in the path where the route has {@code {name}}. */
  public String variable(String name) {
    return variables.get(name);
  }

  /**
   * Returns a positive number that stands in the path where the route has {@code {name}}.
   *
   * @throws HttpError with status 400 when it is none
   */
  public long number(String name) {
    String text = variable(name);
    if (!text.matches("[1-9][0-9]{0,17}")) {
      throw new HttpError(400, name + " must be 1 to 18 digits; found " + text);
    }
    return Long.parseLong(text);
  }

  /**
   * Returns a parameter of the query.
   *
   * @throws HttpError with status 400 when there is none, or more than one
   */
  public String query(String name) {
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() != 1) {
      throw new HttpError(
          400, "the query has " + values.size() + " parameters '" + name + "'; it needs one");
    }
    return values.get(0);
  }

  /** Returns a parameter of the query, or that text when there is none. */
  public String query(String name, String otherwise) {
    return query.containsKey(name) ? query(name) : otherwise;
  }

  /** Returns the address that the request came from. */
  public InetAddress source() {
    return source;
  }

  /** Returns the body as it was sent. */
  public byte[] bytes() {
    return body;
  }

  /**
   * Returns the body, which must be a JSON object.
   *
   * @throws HttpError with status 400 when it is none
   */
  public JsonBody body() {
    try {
      return JsonBody.of(StrictJson.read(body));
    } catch (IOException e) {
      throw new HttpError(400, "the body is " + e.getMessage());
    }
  }
}
