package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.door.Answer;
import dev.jitterlab.aggregator.page.AnswerPlan;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** No threads of its own: what comes last is followed by the rest, on that event loop. */
final class LoopWorkshop implements Workshop {
  @Override
  public void work(AnswerPlan plan, BiConsumer<Answer, Throwable> done) {
    CompletableFuture<?> unused =
        plan.begin()
            .whenComplete(
                (render, failure) -> {
                  if (failure != null) {
                    done.accept(null, failure);
                    return;
                  }
                  Answer answer;
                  try {
                    answer = render.get();
                  } catch (RuntimeException | Error e) { // or a full heap would leave it open
                    done.accept(null, e);
                    return;
                  }
                  done.accept(answer, null);
                });
  }

  @Override
  public void close() {}
}
