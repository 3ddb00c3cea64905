package dev.jitterlab.lab.report.size;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.size.ExhaustiveSearch;
import dev.jitterlab.lab.size.SizeAnswer;
import dev.jitterlab.lab.size.SizeAnswer.Limit;
import dev.jitterlab.lab.size.SizeAnswer.Size;
import dev.jitterlab.lab.size.SizeAnswer.Spread;
import dev.jitterlab.lab.size.SizeAnswer.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;

/** The sentences and cells that the page and the terminal share. */
final class SizeWords {
  static final String CAPTION = "Every size that was tried";

  private SizeWords() {}

  /** What was found, the answer first. */
  static List<String> answer(SizeAnswer answer) {
    List<String> lines = new ArrayList<>();
    if (answer.limit() != null) {
      lines.add(limit(answer.limit()));
    }
    if (answer.exhaustive() != null) {
      lines.add(exhaustive(answer.exhaustive()));
    }
    lines.add(life(answer));
    List<String> steps = steps(answer);
    if (!steps.isEmpty()) {
      lines.add(
          "The collector's CPU time is %s of what the rest of the server needs (%s cores)."
              .formatted(String.join(", ", steps), Units.number(answer.idealCpuCores())));
    }
    if (answer.model() != null && answer.model().fullBytes() != null) {
      lines.add(
          "Up to %s the collector mostly collects the whole heap at once. With the next larger heap that was tried it does not, and the costs jump."
              .formatted(Units.bytes(answer.model().fullBytes())));
    }
    if (answer.liveBytes() != null) {
      lines.add(
          "The least that a collection left in the heap is %s: the live set was not larger then."
              .formatted(Units.bytes(Math.round(answer.liveBytes()))));
    }
    if (answer.model() != null && answer.model().heldOutErrorRatio() != null) {
      lines.add(
          "Without one size, the model predicts the collector's CPU there with an error of %s, in"
                  .formatted(Units.share(answer.model().heldOutErrorRatio()))
              + " the median over the sizes.");
    } else if (answer.model() == null) {
      lines.add("There are too few runs for a model of the costs.");
    }
    return lines;
  }

  /**
   * The smallest heap that lives may cost less than several shares: then only the smallest of them
   * is near what it costs.
   */
  private static List<String> steps(SizeAnswer answer) {
    OptionalLong smallest =
        answer.sizes().stream().filter(size -> size.lived() > 0).mapToLong(Size::heapBytes).min();
    Predicate<Step> isSmallest =
        step -> smallest.isPresent() && step.heapBytes() == smallest.getAsLong();
    List<Step> known = answer.steps().stream().filter(step -> step.heapBytes() != null).toList();
    List<String> words = new ArrayList<>();
    known.stream()
        .filter(isSmallest)
        .min(Comparator.comparingDouble(Step::costRatio))
        .ifPresent(step -> words.add("at most " + step(step)));
    known.stream().filter(isSmallest.negate()).forEach(step -> words.add(step(step)));
    return words;
  }

  private static String step(Step step) {
    return "%s with %s".formatted(Units.share(step.costRatio()), Units.bytes(step.heapBytes()));
  }

  private static String limit(Limit limit) {
    if (limit.holdsBytes() == null) {
      return "No heap was found from which on the server keeps a " + limit.words() + ".";
    }
    return "The smallest heap that keeps a %s is %s%s.%s"
        .formatted(
            limit.words(),
            Units.bytes(limit.holdsBytes()),
            limit.failsBytes() == null
                ? ", and no smaller one that was tried fails it"
                : "; " + Units.bytes(limit.failsBytes()) + " does not",
            interval(limit));
  }

  private static String interval(Limit limit) {
    if (limit.fromBytes() == null) {
      return "";
    }
    return limit.toBytes() == null
        ? " By the runs of all sizes it is at least %s (95 %%), and more runs would have to show how much it is at most."
            .formatted(Units.bytes(limit.fromBytes()))
        : " By the runs of all sizes it lies between %s and %s (95 %%)."
            .formatted(Units.bytes(limit.fromBytes()), Units.bytes(limit.toBytes()));
  }

  private static String exhaustive(ExhaustiveSearch every) {
    String found =
        "The search knew this after %s. With every size tried, after %s, it is %s%s."
            .formatted(
                Units.count(every.searchRuns(), "server"),
                Units.count(every.runs(), "server"),
                every.holdsBytes() == null ? "no heap" : Units.bytes(every.holdsBytes()),
                every.ratio() == null
                    ? ""
                    : "; the search's is %s times as large".formatted(Units.number(every.ratio())));
    String unseen =
        every.unseenErrorRatio() == null
            ? ""
            : " The search's model predicts the collector's CPU at %s that it has not seen, at %d of them within 10 %%. Its median error is %s."
                .formatted(
                    Units.count(every.unseenSizes(), "size"),
                    every.unseenWithinTenth(),
                    Units.share(every.unseenErrorRatio()));
    String heldOut =
        every.heldOutErrorRatio() == null
            ? ""
            : " A model of every size but one misses that one by %s, in the median."
                .formatted(Units.share(every.heldOutErrorRatio()));
    return found + unseen + heldOut;
  }

  private static String life(SizeAnswer answer) {
    List<String> tooSmall = new ArrayList<>();
    if (answer.diesBytes() != null) {
      tooSmall.add("dies with %s (%s)".formatted(Units.bytes(answer.diesBytes()), answer.death()));
    }
    if (answer.behindBytes() != null) {
      tooSmall.add(
          "falls behind with %s (%s)"
              .formatted(Units.bytes(answer.behindBytes()), answer.behind()));
    }
    if (tooSmall.isEmpty()) {
      return "It lived with every heap that was tried, down to %s."
          .formatted(Units.bytes(answer.livesBytes()));
    }
    return "It %s, and %s with %s."
        .formatted(
            String.join(", ", tooSmall),
            answer.behindBytes() == null ? "lives" : "keeps up",
            answer.livesBytes() == null
                ? "no larger heap that was tried"
                : Units.bytes(answer.livesBytes()));
  }

  static List<String> titles() {
    return List.of(
        "Heap", "Runs", "Collector, cores", "Model", "95 %", "Above ideal", "p99", "Longest pause");
  }

  /** One cell a title; a size that did not live says why in the last. */
  static List<String> cells(Size size) {
    if (size.lived() == 0) {
      String dash = Units.NONE;
      return List.of(
          Units.bytes(size.heapBytes()),
          Integer.toString(size.runs()),
          dash,
          dash,
          dash,
          dash,
          dash,
          size.why());
    }
    return List.of(
        Units.bytes(size.heapBytes()),
        size.lived() == size.runs()
            ? Integer.toString(size.runs())
            : "%d, %d lived".formatted(size.runs(), size.lived()),
        spread(size.gcCores(), Units::number),
        size.predicted() == null ? Units.NONE : Units.number(size.predicted().cores()),
        size.predicted() == null
            ? Units.NONE
            : "%s to %s"
                .formatted(
                    Units.number(size.predicted().low()), Units.number(size.predicted().high())),
        size.excessRatio() == null ? Units.NONE : Units.share(size.excessRatio()),
        size.p99AtLeastSeconds() == null
            ? spread(size.p99Seconds(), Units::seconds)
            : atLeast(size.p99AtLeastSeconds()),
        spread(size.longestPauseSeconds(), Units::seconds));
  }

  private static String atLeast(double seconds) {
    return "≥ " + Units.seconds(seconds);
  }

  /** Says which sizes have no dot, because only a bound of their p99 is known; empty for none. */
  static Optional<String> notDrawn(SizeAnswer answer) {
    List<String> bounds =
        answer.sizes().stream()
            .filter(size -> size.p99AtLeastSeconds() != null)
            .map(size -> Units.bytes(size.heapBytes()) + " " + atLeast(size.p99AtLeastSeconds()))
            .toList();
    return bounds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Without a dot, because only a bound is known: " + String.join(", ", bounds) + ".");
  }

  private static String spread(Spread spread, DoubleFunction<String> format) {
    return spread == null ? Units.NONE : format.apply(spread.mean());
  }
}
