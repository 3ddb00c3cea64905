package dev.jitterlab.periodic;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import java.util.List;
import java.util.stream.IntStream;

/** Tasks for the tests of peers, which are in another package. */
public final class PeerTasks {
  private PeerTasks() {}

  /** So many that do nothing, a period from now on, spread over a period. */
  public static List<PeerTask> of(int count, int hertz, TickListener listener) {
    Rate rate = Rate.hz(hertz);
    long firstNs = System.nanoTime() + rate.periodNs();
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new PeerTask(
                    "task " + i, rate, firstNs + i * rate.periodNs() / count, () -> {}, listener))
        .toList();
  }
}
