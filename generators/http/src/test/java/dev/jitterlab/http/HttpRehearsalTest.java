package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against its own server; what is asserted are counts, never times. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HttpRehearsalTest {
  private static final long LONG_NS = TimeUnit.MINUTES.toNanos(1);
  private static final int LOOKS = 20;

  private final AtomicInteger looks = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsAsTheLoadWill(boolean closed) throws IOException {
    assertTrue(new HttpRehearsal(50, LONG_NS, () -> 0).run(closed) >= 2 * 50);
  }

  @Test
  void goesOnWhileTheCompilersWork() throws IOException {
    long unused =
        new HttpRehearsal(1, LONG_NS, () -> 100L * Math.min(LOOKS, looks.incrementAndGet()))
            .run(false);
    assertTrue(looks.get() > LOOKS, looks::toString);
  }

  @Test
  void endsWhenItsTimeIsOver() throws IOException {
    long unused = new HttpRehearsal(1, 0, () -> 100L * looks.incrementAndGet()).run(false);
    assertEquals(2, looks.get(), "asked at each begin, and nobody waited for the compilers");
  }
}
