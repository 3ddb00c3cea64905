package dev.jitterlab.aggregator.page;

import java.util.concurrent.CompletableFuture;

/** Plans that cannot be carried out. */
public final class FailingPlan {
  private FailingPlan() {}

  /** Returns one whose parts are there, and whose rendering ends with that error. */
  public static AnswerPlan whileRendering(Error error) {
    return new AnswerPlan(
        PageKind.HOME,
        () -> CompletableFuture.completedFuture(new GatheredParts()),
        parts -> {
          throw error;
        });
  }

  /** Returns one that ends with that error before it has asked for anything. */
  public static AnswerPlan atOnce(Error error) {
    return new AnswerPlan(
        PageKind.HOME,
        () -> {
          throw error;
        },
        parts -> null);
  }

  /** Returns one whose parts never come, and which says which thread asked for them. */
  public static AnswerPlan withoutParts(CompletableFuture<Thread> asked) {
    return new AnswerPlan(
        PageKind.HOME,
        () -> {
          asked.complete(Thread.currentThread());
          return new CompletableFuture<>();
        },
        parts -> null);
  }
}
