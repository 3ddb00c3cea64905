package dev.jitterlab.bench.jit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * What a JVM did in one case of {@code GuessProbe}: the compilations of the case's methods, each
 * with the step in which it came. Immutable.
 *
 * @param name the case, such as {@code if:4:1}
 * @param events in their order
 */
record GuessCase(String name, List<Event> events) {
  private static final String PACKAGE = "dev.jitterlab.idioms.jit.";
  private static final String MARKER = "# ";
  private static final int OPTIMISED = 4;

  /** The method whose code is asked for. */
  private static final String CALL = "call";

  /** Before the compiler may have made its guess. */
  static final String WARM = "warm";

  /** A call that uses the rare part. */
  static final String RARE = "rare";

  /** Calls after that. */
  static final String AGAIN = "again";

  /**
   * A line of the JVM's log.
   *
   * @param step {@link #WARM}, {@link #RARE} or {@link #AGAIN}
   * @param number of the step: how many calls of it came before, or which rare call it is
   */
  record Event(String step, int number, CompileLine line) {}

  /** Reads all cases of an output, by their names. */
  static Map<String, GuessCase> parse(Stream<String> output) {
    Map<String, GuessCase> cases = new LinkedHashMap<>();
    String name = null;
    String step = WARM;
    int number = 0;
    List<Event> events = new ArrayList<>();
    for (String line : (Iterable<String>) output::iterator) {
      if (!line.startsWith(MARKER)) {
        Optional<CompileLine> compiled = CompileLine.parse(line);
        if (name != null && compiled.isPresent() && isOfCase(compiled.get())) {
          events.add(new Event(step, number, compiled.get()));
        }
        continue;
      }
      List<String> words = List.of(line.substring(MARKER.length()).split(" ", -1));
      switch (words.getFirst()) {
        case "case" -> {
          name = words.getLast();
          events = new ArrayList<>();
          step = WARM;
          number = 0;
        }
        case WARM, RARE, AGAIN -> {
          step = words.getFirst();
          number = Integer.parseInt(words.get(1));
        }
        case "end" -> {
          cases.put(name, new GuessCase(name, events));
          name = null;
        }
        default -> {
          // the sum, which only keeps the calls from being left out
        }
      }
    }
    return cases;
  }

  /** Entered at their beginning: code for the middle of a loop is beside the point. */
  private static boolean isOfCase(CompileLine line) {
    return line.type().startsWith(PACKAGE) && line.type().endsWith("Guess") && !line.osr();
  }

  private OptionalInt first(Predicate<Event> wanted, ToIntFunction<Event> figure) {
    return events.stream()
        .filter(event -> event.line().method().equals(CALL))
        .filter(wanted)
        .mapToInt(figure)
        .findFirst();
  }

  /** After how many calls a tier's compiler got the method; empty if it never did. */
  OptionalInt callsToTier(int tier) {
    return first(event -> event.step().equals(WARM) && begins(event, tier), Event::number);
  }

  private static boolean begins(Event event, int tier) {
    return !event.line().discarded() && event.line().tier() == tier;
  }

  private static boolean losesOptimised(Event event) {
    return event.step().equals(RARE)
        && event.line().discarded()
        && event.line().tier() == OPTIMISED;
  }

  /** Whether C2 had compiled the method when the rare calls came. */
  boolean isOptimised() {
    return callsToTier(OPTIMISED).isPresent();
  }

  /** Which rare call cost the method C2's code; empty if none did. */
  OptionalInt discardedByCall() {
    return first(GuessCase::losesOptimised, Event::number);
  }

  /** Whether the rare calls cost any of the case's methods C2's code. */
  boolean hasLostAny() {
    return events.stream().anyMatch(GuessCase::losesOptimised);
  }

  /** In which tier the method was compiled next after that; empty if it was not. */
  OptionalInt tierAfterwards() {
    return first(
        event -> !event.step().equals(WARM) && !event.line().discarded(),
        event -> event.line().tier());
  }

  /** How many calls it then took until C2 had compiled the method anew; empty if it did not. */
  OptionalInt callsUntilOptimised() {
    return first(event -> event.step().equals(AGAIN) && begins(event, OPTIMISED), Event::number);
  }
}
