package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.load.Target;
import dev.jitterlab.settings.Setting;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** What is sent, and when: the options that an experiment sets. Checked by {@link #check}. */
final class LoadShape {
  private static final String JSON = "application/json";
  private static final int OPEN_CONNECTIONS = 1_000;
  private static final int CLOSED_CONNECTIONS = 10;
  private static final long LONGEST_TIMEOUT_NS = TimeUnit.HOURS.toNanos(1);

  @Setting
  @Option(
      names = "--model",
      defaultValue = "constant",
      description =
          "When requests are sent: by a plan that waits for no answer (constant, ramp, steps,"
              + " poisson), or by clients that do (closed).")
  private Model model;

  @Setting(rateOf = "model")
  @Option(
      names = "--rate",
      description =
          "Requests a second to each server; not for closed. 200 for constant, 100..400:30s for"
              + " ramp, 100:10s,200:10s,400 for steps, any of them for poisson. The last rate is"
              + " kept to the end.")
  private String rate;

  @Setting(min = 1, max = 10_000)
  @Option(
      names = "--connections",
      description =
          "Most requests under way per server (default: 1000); of closed: clients per server"
              + " (default: 10).")
  private Integer connections;

  @Setting
  @Option(
      names = "--think",
      description = "How long a client of closed waits after an answer, such as 100ms. Default: 0.")
  private TimeSpan think;

  @Setting
  @Option(
      names = "--path",
      defaultValue = "/",
      description = "Path of the requests, with the query if there is one.")
  private String path;

  @Setting
  @Option(
      names = "--method",
      defaultValue = "GET",
      description = "Method of the requests: ${COMPLETION-CANDIDATES}.")
  private Method method;

  @Setting
  @Option(names = "--body", description = "Body of the requests. Default: none.")
  private String body;

  @Setting
  @Option(
      names = "--content-type",
      description = "The body's media type. Default: application/json.")
  private String contentType;

  @Setting
  @Option(
      names = "--timeout",
      defaultValue = "10s",
      description = "How long an answer may take before it is given up, from its sending.")
  private TimeSpan timeout;

  @Setting
  @Option(
      names = "--slow",
      defaultValue = "50ms",
      description =
          "From which response time on a request is logged as slow, with its own times (default:"
              + " ${DEFAULT-VALUE}).")
  private TimeSpan slow;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of poisson.")
  private long seed;

  private ArrivalPlan plan;

  /** The methods that can be sent. */
  enum Method {
    /** Reads. */
    GET,
    /** Reads the headers alone. */
    HEAD,
    /** Sends the body. */
    POST,
    /** Sends the body. */
    PUT,
    /** Removes. */
    DELETE
  }

  /**
   * Checks the options against each other.
   *
   * @throws IllegalArgumentException if they mean nothing
   */
  void check() {
    if (timeoutNs() < 1 || timeoutNs() > LONGEST_TIMEOUT_NS) {
      throw new IllegalArgumentException("--timeout is above 0 and at most 1h, not " + timeout);
    }
    if (slow.ns() < 1) {
      throw new IllegalArgumentException("--slow is above 0, not " + slow);
    }
    if (isClosed()) {
      if (rate != null) {
        throw new IllegalArgumentException(
            "--rate="
                + rate
                + ": clients of --model=closed send when they have their answers;"
                + " leave it out, or choose constant or poisson");
      }
      return;
    }
    if (think != null) {
      throw new IllegalArgumentException(
          "--think=" + think + " is for --model=closed; requests of a plan wait for nothing");
    }
    if (rate == null) {
      throw new IllegalArgumentException(
          "--rate is missing: requests a second to each server, such as --rate=200");
    }
    plan = ArrivalPlan.of(model.process().orElseThrow(), rate, seed);
  }

  boolean isClosed() {
    return model.process().isEmpty();
  }

  /** Returns when requests are sent, by an open model; after {@link #check}. */
  ArrivalPlan plan() {
    return plan;
  }

  /** Returns how many requests may be under way at each server, or how many clients there are. */
  int connections() {
    if (connections != null) {
      return connections;
    }
    return isClosed() ? CLOSED_CONNECTIONS : OPEN_CONNECTIONS;
  }

  long thinkNs() {
    return think == null ? 0 : think.ns();
  }

  long timeoutNs() {
    return timeout.ns();
  }

  /**
   * Returns the request to that server.
   *
   * @throws IllegalArgumentException if the path or the media type cannot be sent
   */
  EncodedRequest request(Target target) {
    URI uri = uri(target);
    String pathAndQuery =
        uri.toASCIIString().substring(("http://" + uri.getRawAuthority()).length());
    ByteBuf content = body == null ? Unpooled.EMPTY_BUFFER : Unpooled.copiedBuffer(body, UTF_8);
    HttpMethod httpMethod = HttpMethod.valueOf(method.name());
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, httpMethod, pathAndQuery, content);
    HttpHeaders headers = request.headers();
    headers.set(HttpHeaderNames.HOST, uri.getRawAuthority());
    headers.set(HttpHeaderNames.USER_AGENT, "jitterlab");
    if (body != null || method == Method.POST || method == Method.PUT) {
      headers.set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    }
    if (body != null) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, contentType == null ? JSON : contentType);
    }
    return new EncodedRequest(request);
  }

  private URI uri(Target target) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("--path=" + path + " must begin with /");
    }
    String host = target.address().getHostString();
    try {
      return new URI("http://" + host + ":" + target.address().getPort() + path);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "--path=" + path + " is no path of a URI (" + e.getReason() + "); escape it with %", e);
    }
  }

  /** Returns from which response time on a request is slow. */
  long slowNs() {
    return slow.ns();
  }
}
