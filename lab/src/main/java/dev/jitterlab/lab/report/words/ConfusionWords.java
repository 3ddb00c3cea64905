package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.Confusion;
import java.util.ArrayList;
import java.util.List;

/** Says how well the diagnosis found what was injected. */
public final class ConfusionWords {
  private ConfusionWords() {}

  /** The answer of a run that injects faults: of pairs of faults, where it has those. */
  static Headline headline(Confusion found) {
    boolean pairs = found.pairs().eventsHit() > 0;
    return new Headline(pairs ? ofPairs(found.pairs()) : ofAll(found), detail(found, pairs));
  }

  private static String ofPairs(Confusion.Pairs pairs) {
    return "Both of two injected causes are named in %s of %s"
        .formatted(percent(pairs.share()), Units.count(pairs.eventsHit(), "late event"));
  }

  private static String ofAll(Confusion found) {
    return found.right() == null
        ? "No injected fault made a tick or request late"
        : "The injected cause comes first in %s of %s"
            .formatted(percent(found.right()), Units.count(hit(found), "late event"));
  }

  private static String detail(Confusion found, boolean pairs) {
    List<String> sentences = new ArrayList<>();
    if (pairs && found.right() != null) {
      sentences.add(
          "%s of the %s late events that any fault hit have an injected cause first."
              .formatted(percent(found.right()), Units.count(hit(found))));
    }
    if (found.outside().share() != null) {
      sentences.add(
          "In %s of all late events an injected kind is named, although nothing was injected there."
              .formatted(percent(found.outside().share())));
    }
    if (found.medianUnexplained() != null) {
      sentences.add(
          "The median share of unexplained time is %s."
              .formatted(percent(found.medianUnexplained())));
    }
    if (found.eventsLeftOut() > 0) {
      sentences.add(
          "%s not scored: causes.json does not list the least late ones of a server."
              .formatted(
                  Units.count(found.eventsLeftOut(), "late event")
                      + (found.eventsLeftOut() == 1 ? " is" : " are")));
    }
    return String.join(" ", sentences);
  }

  private static int hit(Confusion found) {
    return found.kinds().stream().mapToInt(Confusion.Row::eventsHit).sum();
  }

  /** A share with one decimal: what is at stake lies between 90 and 100 %. */
  public static String percent(double share) {
    return Units.share(share, 1);
  }
}
