package dev.jitterlab.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.TickSchedulers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The soak in its shortest form. */
class SoakTest {
  private static final long SOAK_NS = TimeUnit.SECONDS.toNanos(2);

  static List<String> names() {
    return TickSchedulers.availableNames();
  }

  @ParameterizedTest
  @MethodSource("names")
  void losesNoPeriodWhateverIsDoneToTheTasks(String name) {
    String outcome = Soak.run(name, SOAK_NS, 1);

    assertTrue(outcome.startsWith("sound"), outcome);
  }
}
