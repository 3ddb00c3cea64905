package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlowRequestShareTest {
  private static LoggedServer server(double all, double slow) {
    return LoggedServer.counting(
        Map.of("jitterlab_agent_requests_total", all, "jitterlab_agent_slow_requests_total", slow));
  }

  private static Optional<?> read(LoggedServer server) {
    return SlowRequestShare.RATIO.read(server);
  }

  /** Not the mean of the servers' shares: a server that answered more counts more. */
  @Test
  void isAShareOfAllRequestsOfAGroup() {
    List<?> readings =
        List.of(read(server(100, 50)).orElseThrow(), read(server(300, 0)).orElseThrow());

    assertEquals(0.125, SlowRequestShare.RATIO.value(readings), 1e-9);
  }

  @Test
  void knowsNothingOfAServerThatAnsweredNothingOrHasNoAgent() {
    assertEquals(Optional.empty(), read(server(0, 0)));
    assertEquals(Optional.empty(), read(LoggedServer.counting(Map.of())));
  }
}
