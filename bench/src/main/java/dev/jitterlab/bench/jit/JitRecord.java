package dev.jitterlab.bench.jit;

import dev.jitterlab.bench.BenchRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is kept of {@code bench jit} for the ledger of claims: one line of {@code
 * docs/measurements/bench-jit.jsonl}. The ledger compares tiers by the figures of their JVMs.
 * Stateless.
 */
public final class JitRecord {
  /** How questions of the ledger name the bench. */
  public static final String NAME = "bench-jit";

  /** To be raised if a figure comes to mean something else. */
  private static final String CONTENT = "1";

  private static final Pattern OF_JDK =
      Pattern.compile(
          "Tier[34]InvocationThreshold|calls_to_tier_[34](\\.loop)?"
              + "|branch_lost\\.(if|switch|type)\\.([0-9]|10)"
              + "|(branch_kept_from|guesses_until_discarded)\\.(if|switch|type)"
              + "|(discarded_by_one_guess|next_tier|calls_until_optimised)\\.(whole|split|inlined)"
              + "|directives_(tried|without_guess|without_c2)");
  private static final Pattern JDK = Pattern.compile("\\d+");
  private static final Pattern TIMED = Pattern.compile("tier-[0-4]-\\d+|c\\+\\+");

  private JitRecord() {}

  /** Whether the bench can have a figure of that name for that group. */
  public static boolean hasFigure(String group, String figure) {
    return JDK.matcher(group).matches()
        ? OF_JDK.matcher(figure).matches()
        : TIMED.matcher(group).matches() && figure.equals(JitPrograms.TIME);
  }

  /** The record. */
  public static BenchRecord of(JitResult result) {
    Map<String, String> jdks = new TreeMap<>();
    result.jdks().forEach((feature, version) -> jdks.put(Integer.toString(feature), version));
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    result
        .figures()
        .forEach(
            (group, figures) -> {
              Map<String, List<Double>> rounded = new LinkedHashMap<>();
              figures.forEach(
                  (figure, each) ->
                      rounded.put(figure, each.stream().map(BenchRecord::rounded).toList()));
              values.put(group, rounded);
            });
    return new BenchRecord(NAME, CONTENT, result.environment(), jdks, List.of(), values);
  }
}
