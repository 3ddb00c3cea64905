package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A method whose optimised code is thrown away again and again, each time with a stretch of slow
 * code behind it: the thesis's deoptimisation loop. Where the speculation stood in a method that
 * was inlined, it counts for the method that was compiled.
 */
final class DeoptimisationLoop extends Pattern {
  /** What is thrown away once or twice is the normal course of things. */
  private static final int LEAST = 3;

  /** Behind this, evidence names the method that was compiled, if another one was inlined. */
  private static final String INLINED = ", inlined in ";

  private static final int MOST_FIELDS = 3;
  private static final int MOST_LINES = 5;

  DeoptimisationLoop() {
    super("deoptimisation_loop", Cause.DEOPTIMISED_CODE);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    Map<Integer, String> byId = new HashMap<>();
    server.timeline().compilations().forEach(one -> byId.put(one.id(), one.method()));
    Map<String, List<CodeThrownAway>> byMethod = new LinkedHashMap<>();
    for (CodeThrownAway code : server.timeline().thrownAway()) {
      String whole = byId.getOrDefault(code.compilation(), code.method());
      if (server.holds(code.atNs())
          && !code.action().equals("none")
          && !code.action().equals("maybe_recompile")
          && isOfWork(server, code, whole)) {
        byMethod.computeIfAbsent(whole, _ -> new ArrayList<>()).add(code);
      }
    }
    ProgramClasses classes = new ProgramClasses(server.timeline().classPath());
    return byMethod.entrySet().stream()
        .filter(one -> times(one.getValue()) >= LEAST)
        .map(one -> match(server, one.getKey(), one.getValue(), classes))
        .sorted(Comparator.comparingLong(PatternMatch::lateNs).reversed())
        .limit(5)
        .toList();
  }

  /** Each thread that leaves the code has an event; the code is thrown away once. */
  private static long times(List<CodeThrownAway> those) {
    List<Integer> numbers = those.stream().map(CodeThrownAway::compilation).toList();
    return numbers.stream().filter(number -> number == CodeThrownAway.UNKNOWN).count()
        + numbers.stream().filter(number -> number != CodeThrownAway.UNKNOWN).distinct().count();
  }

  private static boolean isOfWork(Case server, CodeThrownAway code, String whole) {
    return server.timeline().workThreads().contains(code.thread())
        || server.isOfTicks().test(code.method())
        || server.isOfTicks().test(whole);
  }

  private static PatternMatch match(
      Case server, String whole, List<CodeThrownAway> those, ProgramClasses classes) {
    String method = whole.replace("::", ".");
    String places =
        those.stream()
            .map(code -> place(code, whole))
            .filter(place -> !place.isEmpty())
            .collect(Collectors.groupingBy(place -> place, Collectors.counting()))
            .entrySet()
            .stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(3)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    long late =
        server.parts(Cause.DEOPTIMISED_CODE).stream()
            .filter(part -> part.evidence().stream().anyMatch(one -> isOf(one.what(), method)))
            .mapToLong(part -> part.ns())
            .sum();
    return new PatternMatch(
        "Optimised code of %s was thrown away %d times%s.%s"
            .formatted(
                method,
                times(those),
                places.isEmpty() ? "" : ": " + places,
                branches(those, classes)),
        "Split the method, so that branches that depend on a mode are methods of their own.",
        late,
        those.stream().limit(3).map(code -> sighting(server, code)).toList());
  }

  private static String place(CodeThrownAway code, String whole) {
    String line = code.line() > 0 ? "line " + code.line() : "";
    String inlined =
        code.method().equals(whole)
            ? ""
            : (line.isEmpty() ? "in " : " of ") + code.method().replace("::", ".");
    return line + inlined + brackets(code.reason());
  }

  /** Behind the name stands a comma or a blank, or nothing: else it is that of another method. */
  private static boolean isOf(String what, String method) {
    int whole = what.indexOf(INLINED);
    String name = whole < 0 ? what : what.substring(whole + INLINED.length());
    return name.equals(method) || name.startsWith(method + ",") || name.startsWith(method + " ");
  }

  /** Which fields the failed branches read, as far as the program's classes say. */
  private static String branches(List<CodeThrownAway> those, ProgramClasses classes) {
    Map<String, List<Integer>> lines = new TreeMap<>();
    for (CodeThrownAway code : those) {
      classes
          .fieldOfBranch(code, those.getFirst().atNs())
          .ifPresent(
              field -> {
                List<Integer> of = lines.computeIfAbsent(field, _ -> new ArrayList<>());
                if (!of.contains(code.line())) {
                  of.add(code.line());
                }
              });
    }
    return lines.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, List<Integer>> one) -> one.getValue().size())
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(MOST_FIELDS)
        .map(one -> " The branch " + at(one.getValue()) + " reads " + one.getKey() + ".")
        .collect(Collectors.joining());
  }

  private static String at(List<Integer> lines) {
    String sorted =
        lines.stream()
            .sorted()
            .limit(MOST_LINES)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return lines.size() == 1
        ? "in line " + sorted
        : "in each of the lines " + sorted + (lines.size() > MOST_LINES ? ", …" : "");
  }

  private static String brackets(String reason) {
    return reason.isEmpty() ? "" : " (" + reason + ")";
  }

  private static Sighting sighting(Case server, CodeThrownAway code) {
    return new Sighting(
        code.atNs(), 0, server.timeline().thread(code.thread()), code.event(), code.words());
  }
}
