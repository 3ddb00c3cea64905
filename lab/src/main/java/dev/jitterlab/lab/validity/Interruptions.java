package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunState.Resumption;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An interruption by itself takes nothing from the figures: no block is made of two parts, and
 * every block, or round of blocks, holds every group. It does if a process, or the run itself, had
 * failed in a block that was measured again, since a repetition must not hide that. It also does if
 * the lab was killed in such a block, or if the machine had changed.
 */
final class Interruptions extends Check {
  Interruptions() {
    super(
        Question.of("interruptions", Unit.NUMBER, "Did the run finish without an interruption?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .as(Role.RESUMPTION));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<Resumption> resumptions = evidence.state().resumptions();
    boolean harmless = resumptions.stream().allMatch(Interruptions::isHarmless);
    String why =
        resumptions.isEmpty()
            ? "the run finished without an interruption"
            : resumptions.stream().map(Interruptions::words).collect(Collectors.joining("; "));
    return found(
        resumptions.size(),
        harmless ? Status.VALID : Status.WEAK,
        why,
        "Compare with an undisturbed run before you rely on it.");
  }

  /**
   * A disk may be full of what a server wrote, and the kernel may have killed the lab because a
   * server took the memory: so it would get another try at its block. A user who interrupts the run
   * is no server.
   */
  private static boolean isHarmless(Resumption one) {
    boolean mayBeOfAServer = !one.endedAs().equals("interrupted") && !one.repeated().isEmpty();
    return one.died().isEmpty() && one.changes().isEmpty() && !mayBeOfAServer;
  }

  private static String words(Resumption one) {
    StringBuilder words = new StringBuilder();
    words
        .append("the run ")
        .append(ended(one))
        .append(one.why() == null ? "" : " (" + one.why() + ")")
        .append(" and resumed at ")
        .append(Instant.ofEpochSecond((long) one.at()));
    words.append(
        one.repeated().isEmpty()
            ? ", between two blocks"
            : ", block %s measured again from its start".formatted(numbers(one.repeated())));
    if (!one.died().isEmpty()) {
      words.append(", in which ").append(String.join(", ", one.died())).append(" had failed");
    }
    one.changes().forEach(change -> words.append(", ").append(change));
    return words.toString();
  }

  private static String ended(Resumption one) {
    return switch (one.endedAs()) {
      case "interrupted" -> "was interrupted";
      case "failed" -> "failed";
      default -> "was killed";
    };
  }

  private static String numbers(List<Integer> blocks) {
    return blocks.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
