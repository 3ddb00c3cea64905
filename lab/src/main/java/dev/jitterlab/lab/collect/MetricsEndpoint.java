package dev.jitterlab.lab.collect;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where a process shows its metrics.
 *
 * @param source the name under which its samples are filed
 * @param metrics the address, such as {@code http://127.0.0.1:4712/metrics}
 * @param pid the process itself
 * @param regular whether it is asked every second; otherwise it is asked at the bounds of a
 *     measurement only
 */
public record MetricsEndpoint(String source, URI metrics, long pid, boolean regular) {
  /** Of a process that is asked every second. */
  public MetricsEndpoint(String source, URI metrics, long pid) {
    this(source, metrics, pid, true);
  }

  private static final int MAX_RESPONSE_BYTES = 16 << 20;

  /**
   * Asks once. To be called on a virtual thread: an interrupt closes the connection.
   *
   * @param timeoutMillis bounds the connecting, and every wait for more of the answer
   * @throws IOException if there is no answer, or it is none of status 200, or too long
   */
  public List<ExpositionParser.Series> scrape(int timeoutMillis)
      throws IOException, ExpositionParser.MalformedException {
    HttpURLConnection connection =
        (HttpURLConnection) metrics.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept", "text/plain;version=0.0.4");
    try (InputStream body = connection.getInputStream()) {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException(metrics + " answered with status " + connection.getResponseCode());
      }
      byte[] bytes = body.readNBytes(MAX_RESPONSE_BYTES + 1);
      if (bytes.length > MAX_RESPONSE_BYTES) {
        connection.disconnect();
        throw new IOException(
            metrics + " answered with more than " + MAX_RESPONSE_BYTES + " bytes");
      }
      return ExpositionParser.parse(new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
