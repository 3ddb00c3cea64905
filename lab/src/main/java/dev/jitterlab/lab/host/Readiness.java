package dev.jitterlab.lab.host;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** By what a process shows that it serves. */
public sealed interface Readiness {
  /** A look may hold up the looks at other processes for so long. */
  int TIMEOUT_MILLIS = 1_000;

  /**
   * Looks once.
   *
   * @param reached where the lab reaches an address of the process
   * @return the process's endpoints, as it names them itself; empty while it does not serve
   * @throws IllegalArgumentException if it announces itself in a way that cannot be understood
   */
  Optional<Map<String, String>> look(OutputFile output, UnaryOperator<String> reached);

  /**
   * What another program does already by which the process is to show itself; only before the
   * process is started. Empty if none does, and for a sign that no other program can give.
   */
  default Optional<String> taken(OutputFile output) {
    Optional<String> what =
        switch (this) {
          case Port port -> Optional.of("port " + port.port() + " is taken");
          case Http http -> Optional.of(http.address() + " is answered");
          case Announced _, Line _, Started _ -> Optional.empty();
        };
    return what.filter(_ -> look(output, UnaryOperator.identity()).isPresent());
  }

  /** What has not happened, behind "the process". */
  default String missing() {
    return switch (this) {
      case Announced _ -> "printed no line 'JITTERLAB READY …'";
      case Line line -> "printed no line like '" + line.pattern() + "'";
      case Port port -> "took no connection on port " + port.port();
      case Http http -> "did not answer " + http.address() + " with a status of 200 to 299";
      case Started _ -> "did not start";
    };
  }

  /** The line of Jitterlab's own processes, which has their endpoints. */
  record Announced() implements Readiness {
    @Override
    public Optional<Map<String, String>> look(OutputFile output, UnaryOperator<String> reached) {
      return output.lookFor(ReadyLineParser::parse);
    }
  }

  /** A line in which the pattern is found. */
  record Line(Pattern pattern, Map<String, String> endpoints) implements Readiness {
    @Override
    public Optional<Map<String, String>> look(OutputFile output, UnaryOperator<String> reached) {
      return output.lookFor(
          line -> pattern.matcher(line).find() ? Optional.of(endpoints) : Optional.empty());
    }
  }

  /** A port that takes a connection. */
  record Port(int port, Map<String, String> endpoints) implements Readiness {
    private static final String ITSELF = "127.0.0.1:";

    @Override
    public Optional<Map<String, String>> look(OutputFile output, UnaryOperator<String> reached) {
      try (Socket socket = new Socket()) {
        URI address = URI.create("tcp://" + reached.apply(ITSELF + port));
        socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), TIMEOUT_MILLIS);
        return Optional.of(endpoints);
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  /** An address that answers with a status of 200 to 299. */
  record Http(URI address, Map<String, String> endpoints) implements Readiness {
    @Override
    public Optional<Map<String, String>> look(OutputFile output, UnaryOperator<String> reached) {
      try {
        HttpURLConnection connection =
            (HttpURLConnection)
                URI.create(reached.apply(address.toString()))
                    .toURL()
                    .openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        int status = connection.getResponseCode();
        connection.disconnect();
        return status >= 200 && status < 300 ? Optional.of(endpoints) : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  /** A load serves nobody, and need not be waited for. */
  record Started() implements Readiness {
    @Override
    public Optional<Map<String, String>> look(OutputFile output, UnaryOperator<String> reached) {
      return Optional.of(Map.of());
    }
  }
}
