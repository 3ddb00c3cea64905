package dev.jitterlab.lab.causes;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a trial of an intervention said of a cause: {@code interventions/<trial>.json} of the run
 * whose finding it tests. Immutable.
 *
 * @param group the group of that run
 * @param cause the cause
 * @param decision {@code proved}, {@code refuted} or {@code undecided}
 * @param why the decision as a sentence
 * @param trial the trial's run directory
 * @param intervention what was changed, in words
 * @param metric what was compared
 * @param ratio with the intervention ÷ as it was; null where it is not known
 * @param low lower end of its interval
 * @param high upper end
 * @param p of "no difference", corrected
 * @param causeSecondsAsItWas late time by this cause, for each server as it was
 * @param causeSecondsWith the same, with the intervention
 * @param startedAt when the trial started, in seconds since the epoch; null where that is not
 *     known, as in files of earlier versions
 */
public record CauseTrial(
    String group,
    String cause,
    Decision decision,
    String why,
    String trial,
    String intervention,
    String metric,
    Double ratio,
    Double low,
    Double high,
    Double p,
    Double causeSecondsAsItWas,
    Double causeSecondsWith,
    Double startedAt) {
  /** What was decided. */
  public enum Decision {
    /** Without the cause, less is late. */
    @JsonProperty("proved")
    PROVED,
    /** The cause is gone, and as much is late as before. */
    @JsonProperty("refuted")
    REFUTED,
    /** Neither can be said. */
    @JsonProperty("undecided")
    UNDECIDED
  }

  /** The same trial, which started then; null where that is not known. */
  public CauseTrial withStart(Double at) {
    return new CauseTrial(
        group,
        cause,
        decision,
        why,
        trial,
        intervention,
        metric,
        ratio,
        low,
        high,
        p,
        causeSecondsAsItWas,
        causeSecondsWith,
        at);
  }
}
