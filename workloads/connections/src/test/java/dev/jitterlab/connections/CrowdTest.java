package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The clients of one server, on real sockets. */
@Timeout(60)
class CrowdTest {
  private final List<AutoCloseable> parts = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : parts) {
      part.close();
    }
  }

  private Crowd ready(InetSocketAddress server, int messageBytes, AwaitedRequests requests)
      throws Exception {
    Crowd crowd = new Crowd(server, 1, 1, 1, messageBytes, requests);
    parts.add(0, crowd);
    crowd.start();
    crowd.awaitReady();
    return crowd;
  }

  private static Target target(InetSocketAddress server) {
    return Target.parse("server/1=127.0.0.1:" + server.getPort());
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  @Test
  void aMessageMayBeLongerThanWhatIsReadAtOnce() throws Exception {
    ConnectionLimits limits = new ConnectionLimits();
    limits.frameBytes = 1 << 17;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    House house = House.open(any, limits, new LoopKeeper(), new Footprint(Map::of));
    parts.add(0, house);
    Target target = target(house.address());
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    TargetLoad figures = load.of(target);
    Crowd crowd = ready(house.address(), 65_536, load.awaited(target, 1));
    for (int i = 1; i <= 3; i++) {
      int said = i;
      crowd.send(0, System.nanoTime());
      await(() -> figures.answered() == said || crowd.failure() != null);
      assertNull(crowd.failure());
    }
    assertEquals(3, figures.answered());
  }
}
