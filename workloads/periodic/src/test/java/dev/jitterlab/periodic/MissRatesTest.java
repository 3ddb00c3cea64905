package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MissRatesTest {
  /** The scheduler did not let it run once: nobody is treated worse. */
  @Test
  @Timeout(60)
  void aTaskThatNeverTickedHasMissedEverything() throws Exception {
    MissRates rates = new MissRates();
    TickListener starved = rates.ofTask();
    TickListener lucky = rates.ofTask();
    rates.begin();
    assertEquals("", rates.toString(), "nothing was measured");
    CountDownLatch ticked = new CountDownLatch(3);
    try (TickScheduler scheduler = TickSchedulers.named("scheduled-pool").create()) {
      TaskHandle unused =
          scheduler.start(
              "lucky",
              Rate.hz(100),
              tick -> {
                lucky.onTick(tick);
                ticked.countDown();
              });
      ticked.await();
    }
    assertTrue(rates.toString().endsWith("..1.000000"), rates + " of " + starved);
  }
}
