package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.Map;
import java.util.Optional;

/**
 * Was the offered load reached at every server? Figures under less load than the others had are no
 * better figures.
 */
enum AchievedLoad implements Check {
  /** What the load processes sent: their own limit. */
  SENT(
      "load_sent_ratio",
      LoadRates.SENT,
      "sent to",
      "Give the load process more CPU, or offer less load."),
  /** What the servers acknowledged: the servers' and the network's limit. */
  ANSWERED(
      "load_answered_ratio",
      LoadRates.ANSWERED,
      "answered by",
      "Offer less load; the servers are overloaded.");

  private static final Limit LIMIT = new Limit(0.99, 0.95);

  private final String checkName;
  private final String counter;
  private final String verb;
  private final String remedy;

  AchievedLoad(String checkName, String counter, String verb, String remedy) {
    this.checkName = checkName;
    this.counter = counter;
    this.verb = verb;
    this.remedy = remedy;
  }

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> shares = LoadRates.sharesOfOffered(counter, evidence);
    Optional<Worst> least =
        LoadRates.covers(shares, evidence) ? Worst.least(shares) : Optional.empty();
    return Finding.ofWorst(
        checkName,
        LIMIT,
        least,
        worst ->
            "at worst, %s of the offered load was %s %s"
                .formatted(Units.share(worst.value()), verb, worst.of()),
        remedy,
        LoadRates.MISSING);
  }
}
