package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.door.Answer;
import dev.jitterlab.aggregator.door.RefusedException;
import dev.jitterlab.aggregator.page.AnswerPlan;
import java.util.function.BiConsumer;

/** The threads on which answers are put together. Thread-safe. */
interface Workshop extends AutoCloseable {
  /**
   * Carries a plan out.
   *
   * @param done takes the answer, or what went wrong; called once, on any thread, unless this is
   *     closed meanwhile
   * @throws RefusedException if there is no thread for it and no room to wait
   */
  void work(AnswerPlan plan, BiConsumer<Answer, Throwable> done) throws RefusedException;

  /** Gives up what is not done. The door is closed before, so that nobody waits for it. */
  @Override
  void close();
}
