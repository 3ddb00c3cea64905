package dev.jitterlab.observer;

import io.prometheus.metrics.exporter.common.PrometheusHttpExchange;
import io.prometheus.metrics.exporter.common.PrometheusHttpRequest;
import io.prometheus.metrics.exporter.common.PrometheusHttpResponse;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One request and its answer, in as much HTTP/1.1 as a scrape needs: a request line, headers and no
 * body in; one answer out, after which the connection is closed. Not thread-safe.
 */
final class ScrapeExchange
    implements PrometheusHttpExchange, PrometheusHttpRequest, PrometheusHttpResponse {
  private static final long LONGEST_READ_NS = TimeUnit.SECONDS.toNanos(2);
  private static final int LONGEST_HEAD_BYTES = 8_192;
  private static final String PROTOBUF = "application/vnd.google.protobuf";
  private static final boolean HAS_PROTOBUF = new PrometheusProtobufWriter().isAvailable();

  private final OutputStream out;
  private final String method;
  private final String path;
  private final String query;
  private final Map<String, List<String>> headers = new LinkedHashMap<>();
  private final StringBuilder answerHeaders = new StringBuilder();
  private boolean answered;

  private ScrapeExchange(OutputStream out, List<String> head) throws IOException {
    this.out = out;
    String[] request = head.isEmpty() ? new String[0] : head.get(0).split(" ", -1);
    if (request.length != 3 || !request[2].startsWith("HTTP/1.")) {
      method = "";
      path = "";
      query = null;
      sendHeadersAndGetBody(400, -1);
      return;
    }
    int question = request[1].indexOf('?');
    method = request[0];
    path = question < 0 ? request[1] : request[1].substring(0, question);
    query = question < 0 ? null : request[1].substring(question + 1);
    for (String header : head.subList(1, head.size())) {
      int colon = header.indexOf(':');
      if (colon > 0) {
        headers
            .computeIfAbsent(key(header.substring(0, colon)), name -> new ArrayList<>())
            .add(header.substring(colon + 1).strip());
      }
    }
  }

  /** Reads a request, for two seconds at most; one that is none is answered at once. */
  static ScrapeExchange read(Socket connection) throws IOException {
    OutputStream out = new BufferedOutputStream(connection.getOutputStream());
    return new ScrapeExchange(out, head(connection));
  }

  /** The lines up to the first empty one. */
  private static List<String> head(Socket connection) throws IOException {
    long deadlineNs = System.nanoTime() + LONGEST_READ_NS;
    InputStream in = connection.getInputStream();
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int read = 0; read < LONGEST_HEAD_BYTES; read++) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
      connection.setSoTimeout((int) Math.max(1, leftMs)); // a byte now and then is no request
      int next = leftMs > 0 ? in.read() : -1;
      if (next < 0) {
        throw new IOException("the request broke off");
      }
      if (next == '\n') {
        if (line.length() == 0) {
          return lines;
        }
        lines.add(line.toString());
        line.setLength(0);
      } else if (next != '\r') {
        line.append((char) next);
      }
    }
    throw new IOException("the request's head is longer than " + LONGEST_HEAD_BYTES + " bytes");
  }

  /** Whether the request is one for {@code handler}; any other is answered here. */
  boolean isForMetrics() throws IOException {
    if (answered) {
      return false;
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      setHeader("Allow", "GET, HEAD");
      sendHeadersAndGetBody(405, -1);
    } else if (!path.equals("/metrics")) {
      sendHeadersAndGetBody(404, -1);
    }
    return !answered;
  }

  @Override
  public PrometheusHttpRequest getRequest() {
    return this;
  }

  @Override
  public PrometheusHttpResponse getResponse() {
    return this;
  }

  @Override
  public String getMethod() {
    return method;
  }

  @Override
  public String getRequestPath() {
    return path;
  }

  @Override
  public String getQueryString() {
    return query;
  }

  /**
   * What the request says. Where the client library's protobuf is left out, as in the agent,
   * protobuf is not among what is accepted: the library would choose it, and fail.
   */
  @Override
  public Enumeration<String> getHeaders(String name) {
    List<String> values = headers.getOrDefault(key(name), List.of());
    return Collections.enumeration(
        key(name).equals("accept") && !HAS_PROTOBUF ? withoutProtobuf(values) : values);
  }

  static List<String> withoutProtobuf(List<String> accepted) {
    return accepted.stream()
        .map(
            formats ->
                Stream.of(formats.split(",", -1))
                    .filter(format -> !format.contains(PROTOBUF))
                    .collect(Collectors.joining(",")))
        .collect(Collectors.toList());
  }

  private static String key(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  @Override
  public void setHeader(String name, String value) {
    answerHeaders.append(name).append(": ").append(value).append("\r\n");
  }

  /**
   * Sends the head of the answer.
   *
   * @param contentLength above 0 the body's length, 0 if it is not known (it ends with the
   *     connection), below 0 if there is no body
   */
  @Override
  public OutputStream sendHeadersAndGetBody(int status, int contentLength) throws IOException {
    answered = true;
    setHeader("Connection", "close");
    if (contentLength != 0) {
      setHeader("Content-Length", Integer.toString(Math.max(0, contentLength)));
    }
    String head = "HTTP/1.1 " + status + " \r\n" + answerHeaders + "\r\n";
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    return method.equals("HEAD") ? OutputStream.nullOutputStream() : out;
  }

  @Override
  public void handleException(IOException e) throws IOException {
    throw e;
  }

  @Override
  public void handleException(RuntimeException e) {
    if (answered) {
      throw e;
    }
    try {
      byte[] text = ("cannot collect the metrics: " + e).getBytes(StandardCharsets.UTF_8);
      setHeader("Content-Type", "text/plain; charset=utf-8");
      sendHeadersAndGetBody(500, text.length).write(text);
    } catch (IOException brokeOff) {
      e.addSuppressed(brokeOff);
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      out.flush();
    } catch (IOException e) {
      // The scraper is gone; it asks again.
    }
  }
}
