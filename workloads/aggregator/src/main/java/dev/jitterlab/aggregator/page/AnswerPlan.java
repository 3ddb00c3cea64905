package dev.jitterlab.aggregator.page;

import dev.jitterlab.aggregator.door.Answer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is to be done for one request, in two steps, so that the caller decides which thread waits
 * between them.
 */
public final class AnswerPlan {
  private final PageKind kind;
  private final Supplier<CompletableFuture<GatheredParts>> gather;
  private final Function<GatheredParts, Answer> render;

  AnswerPlan(
      PageKind kind,
      Supplier<CompletableFuture<GatheredParts>> gather,
      Function<GatheredParts, Answer> render) {
    this.kind = kind;
    this.gather = gather;
    this.render = render;
  }

  /** Returns the kind of page, for metrics. */
  public PageKind kind() {
    return kind;
  }

  /**
   * Asks for everything that is needed and waits for nothing.
   *
   * @return the answer's second step: CPU work, on the caller's thread; it never fails, and comes
   *     by the request's deadline
   */
  public CompletableFuture<Supplier<Answer>> begin() {
    return gather.get().thenApply(parts -> () -> render.apply(parts));
  }
}
