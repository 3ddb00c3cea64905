package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ExternalTask;
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

  /** At 1 kHz: on time, late by just a period, late by 3.5, and on time after 3 periods skipped. */
  @Test
  void missesThePeriodsThatAreOverdue() {
    MissRates rates = new MissRates();
    ExternalTask task = new ExternalTask("one", Rate.hz(1_000), rates.ofTask());
    rates.begin();
    task.ticked(0, 0, 1_000);
    task.ticked(1_000_000, 2_000_000, 2_001_000);
    task.ticked(2_000_000, 5_500_000, 5_501_000);
    task.ticked(6_000_000, 6_000_000, 6_001_000);
    assertEquals(" miss-rates=0.571429..0.571429", rates.toString(), "4 of 7");
  }
}
