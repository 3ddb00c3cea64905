package dev.jitterlab.bench;

import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRun.Comparison;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.run.Environment;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a bench leaves for the ledger of claims: one line of {@code
 * docs/measurements/<bench>.jsonl}, in the form of a kept run. Its rounds are what instances are in
 * a run. Immutable.
 *
 * @param bench how questions of the ledger name it, such as {@code bench-idioms}
 * @param content a fingerprint of what was compared: benches of other things do not answer the same
 *     question
 * @param environment the machine
 * @param jdks a group's JDK to what that JDK says of itself; may be empty
 * @param comparisons those that the bench made itself; may be empty: the ledger then compares the
 *     rounds' figures
 * @param values by group and metric, the figure of each round
 */
public record BenchRecord(
    String bench,
    String content,
    Environment environment,
    Map<String, String> jdks,
    List<Comparison> comparisons,
    Map<String, Map<String, List<Double>>> values) {
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  /** A fingerprint of what its words say. */
  public static String fingerprint(String words) {
    return "%08x".formatted(words.hashCode());
  }

  /** A figure as records have it: with four significant digits. */
  public static double rounded(double value) {
    return new BigDecimal(value).round(FOUR_DIGITS).doubleValue();
  }

  /**
   * Appends it to the bench's file.
   *
   * @param wallSeconds how long the bench took
   */
  public void keep(Instant startedAt, double wallSeconds, KeptRuns into) {
    into.add(run(startedAt, wallSeconds, into.of(bench, content).size() + 1));
  }

  /**
   * The line as it is kept.
   *
   * @param number of the record among those of the same content, from 1
   */
  public KeptRun run(Instant startedAt, double wallSeconds, int number) {
    return new KeptRun(
        bench,
        content,
        number,
        Instant.ofEpochSecond(startedAt.getEpochSecond()).toString(),
        environment.jitterlabCommit(),
        environment.machine(),
        environment.kernel(),
        jdks,
        environment.loadAverageAtStart(),
        rounded(wallSeconds),
        "valid",
        List.of(),
        null,
        null,
        null,
        comparisons,
        values,
        null,
        null,
        null,
        null);
  }
}
