package dev.jitterlab.chat.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StormWatchTest {
  private final Target target = Target.parse("chat/1=127.0.0.1:1");
  private final Load load = new Load(List.of(target), () -> 0, new PrometheusRegistry());
  private final StepLoad times = load.of(target).addStep("storm");
  private final StormWatch<String> watch = new StormWatch<>(times);

  private Histogram recorded() {
    return load.responseTimes().get("step;target=chat%2F1;step=storm").get();
  }

  @Test
  void aStormIsOverWhenTheLastOfItsUsersIsBack() {
    watch.began(List.of("anna", "bert"), 1_000);
    watch.cameBack("carl", 1_010); // was away for another reason
    watch.cameBack("bert", 1_020);
    assertEquals(0, times.ended(RequestOutcome.OK));
    watch.cameBack("anna", 1_050);

    assertEquals(1, times.ended(RequestOutcome.OK));
    assertEquals(50, recorded().getMaxValue());
    watch.cameBack("anna", 1_090);
    assertEquals(1, times.ended(RequestOutcome.OK), "she was back before");
  }

  /** Else a server would be fast that never lets the last of them in. */
  @Test
  void aStormThatGoesOnIsOut() {
    watch.began(List.of("anna", "bert"), -700);
    watch.cameBack("bert", -600);
    Histogram waiting = load.responseTimes().get("waiting-step;target=chat%2F1;step=storm").get();

    assertEquals(1, waiting.getTotalCount());
    assertEquals(700, waiting.getMaxValue(), 10);
    watch.began(List.of(), 0);
    assertEquals(
        0,
        load.responseTimes().get("waiting-step;target=chat%2F1;step=storm").get().getTotalCount());
  }

  @Test
  void aStormThatLastsUntilTheNextIsCountedAndNotForgotten() {
    watch.began(List.of("anna", "bert"), 1_000);
    watch.cameBack("bert", 1_020);
    watch.began(List.of("bert"), 1_100);
    watch.cameBack("bert", 1_130);

    assertEquals(1, times.ended(RequestOutcome.TIMEOUT));
    assertEquals(1, times.ended(RequestOutcome.OK));
    Histogram both = recorded();
    assertEquals(2, both.getTotalCount());
    assertEquals(30, both.getMinNonZeroValue());
    assertEquals(100, both.getMaxValue());
  }
}
