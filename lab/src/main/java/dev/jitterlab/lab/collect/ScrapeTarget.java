package dev.jitterlab.lab.collect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a process shows its metrics, if it does.
 *
 * @param source the name under which its samples are filed
 * @param addresses such as {@code http://127.0.0.1:4712/metrics}; of a series that several have,
 *     the first address's counts
 */
public record ScrapeTarget(String source, List<URI> addresses) {
  private static final int MAX_RESPONSE_BYTES = 16 << 20;
  private static final int PIECE_BYTES = 64 << 10;

  /** Copies the list. */
  public ScrapeTarget {
    addresses = List.copyOf(addresses);
  }

  /**
   * Asks each address once. An interrupt ends it at the next piece of an answer: else one that
   * comes bit by bit and never ends would keep a thread and a connection.
   *
   * @param timeoutMillis bounds the connecting, and every wait for more of the answer
   * @throws IOException if there is no answer, or it is none of status 200, or too long
   */
  public List<ExpositionParser.Series> scrape(int timeoutMillis)
      throws IOException, ExpositionParser.MalformedException {
    List<ExpositionParser.Series> all = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (URI address : addresses) {
      for (ExpositionParser.Series series : scrape(address, timeoutMillis)) {
        if (addresses.size() == 1 || seen.add(series.name() + '{' + series.labels())) {
          all.add(series);
        }
      }
    }
    return all;
  }

  private static List<ExpositionParser.Series> scrape(URI address, int timeoutMillis)
      throws IOException, ExpositionParser.MalformedException {
    HttpURLConnection connection =
        (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept", "text/plain;version=0.0.4");
    try (InputStream body = connection.getInputStream()) {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException(address + " answered with status " + connection.getResponseCode());
      }
      return ExpositionParser.parse(read(body, connection));
    }
  }

  private static String read(InputStream body, HttpURLConnection connection) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] piece = new byte[PIECE_BYTES];
    for (int length = body.read(piece); length >= 0; length = body.read(piece)) {
      answer.write(piece, 0, length);
      if (answer.size() > MAX_RESPONSE_BYTES) {
        connection.disconnect();
        throw new IOException(
            connection.getURL() + " answered with more than " + MAX_RESPONSE_BYTES + " bytes");
      }
      if (Thread.currentThread().isInterrupted()) {
        connection.disconnect();
        throw new InterruptedIOException(connection.getURL() + " went on answering for too long");
      }
    }
    return answer.toString(StandardCharsets.UTF_8);
  }
}
