package dev.jitterlab.aggregator.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends what it is told, byte by byte, and reads answers. Not thread-safe. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MS = 10_000;

  /** An answer. */
  static final class Reply {
    final int status;
    final Map<String, String> headers = new TreeMap<>();
    final String body;

    private Reply(int status, String body) {
      this.status = status;
      this.body = body;
    }

    String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }
  }

  private final Socket socket;
  private final InputStream in;

  RawClient(InetSocketAddress address) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(PATIENCE_MS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  static Reply get(InetSocketAddress address, String path, String... headers) throws IOException {
    return one(address, "GET " + path + " HTTP/1.1\r\nHost: shop\r\n" + lines(headers) + "\r\n");
  }

  static Reply post(InetSocketAddress address, String path, String body, String... headers)
      throws IOException {
    return one(
        address,
        "POST "
            + path
            + " HTTP/1.1\r\nHost: shop\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\n"
            + lines(headers)
            + "\r\n"
            + body);
  }

  private static String lines(String... headers) {
    return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
  }

  static Reply one(InetSocketAddress address, String request) throws IOException {
    try (RawClient client = new RawClient(address)) {
      client.send(request);
      return client.reply();
    }
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Reads an answer; null at the connection's end. */
  Reply reply() throws IOException {
    String status = line();
    if (status == null) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); line != null && !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    Reply reply = new Reply(Integer.parseInt(status.split(" ", -1)[1]), body);
    reply.headers.putAll(headers);
    return reply;
  }

  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
