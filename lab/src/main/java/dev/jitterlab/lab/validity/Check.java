package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One question that a trial must answer before its figures may be used. Stateless and thread-safe.
 *
 * <p>A new check is one class that extends this one and a line in {@link TrialChecks}. A check of a
 * user's own jar has a public constructor without parameters and is named in the jar's {@code
 * META-INF/services/dev.jitterlab.lab.validity.Check}; it is asked after all others.
 *
 * <p>"No evidence" is not "no problem": the lab examines a check only where every kind of evidence
 * that its question needs is there, and says otherwise what is missing.
 */
public abstract class Check {
  private final Question question;

  /** For that question. */
  protected Check(Question question) {
    this.question = question;
  }

  /** What the check asks. */
  public final Question question() {
    return question;
  }

  /** The finding; empty where the question does not arise in this trial. */
  public final Optional<Finding> judge(Evidence evidence) {
    if (!arises(evidence)) {
      return Optional.empty();
    }
    boolean isKnown = question.needs().stream().allMatch(kind -> kind.isIn(evidence));
    return Optional.of(isKnown ? examine(evidence) : unknown(evidence));
  }

  /** Whether the question arises in this trial. */
  protected boolean arises(Evidence evidence) {
    return true;
  }

  /** Answers the question. All needed kinds of evidence are there, though perhaps not of all. */
  protected abstract Finding examine(Evidence evidence);

  /** What to say where a needed kind of evidence is missing. */
  protected Finding unknown(Evidence evidence) {
    return unknown();
  }

  /** What the question itself says of missing evidence. */
  protected final Finding unknown() {
    return question.unseen() ? unseen(question.missing()) : withoutEvidence(question.missing());
  }

  /** Graded by the question's limit; the remedy is left out where nothing is wrong. */
  protected final Finding graded(double value, String why, String remedy) {
    return graded(value, question.limit(), why, remedy);
  }

  /** Graded by a limit that depends on the trial. */
  protected final Finding graded(double value, Limit limit, String why, String remedy) {
    return new Finding(
        question.id(), Optional.of(value), limit.valid(), limit.grade(value), why, remedy);
  }

  /** Graded by the greatest of several figures; without any, there was no evidence. */
  protected final Finding greatest(
      Map<String, Double> figures, Function<Worst, String> why, String remedy) {
    return worst(Worst.greatest(figures), why, remedy);
  }

  /** Graded by the worst of several figures; without any, there was no evidence. */
  protected final Finding worst(Optional<Worst> worst, Function<Worst, String> why, String remedy) {
    return worst
        .map(found -> graded(found.value(), why.apply(found), remedy))
        .orElseGet(this::unknown);
  }

  /** Graded as by {@link #worstUnlessOwn}, of figures of the load. */
  protected final Finding worstOfLoad(
      Map<String, Double> figures,
      Optional<Worst> worst,
      Function<Worst, String> why,
      String remedy) {
    return worstUnlessOwn(figures, worst, why, "other servers had their load", remedy);
  }

  /**
   * Graded by the worst of several figures; invalid only where none is better than invalid. What
   * spares no server is the lab's or the load generator's fault. What strikes some only may be what
   * these do, by filling the CPUs, by holding connections open or by hanging, and must not take
   * away the figures of all; the trial is weak then.
   *
   * @param others what to say of the others then
   */
  protected final Finding worstUnlessOwn(
      Map<String, Double> figures,
      Optional<Worst> worst,
      Function<Worst, String> why,
      String others,
      String remedy) {
    Optional<Worst> graded =
        worst.filter(found -> question.limit().grade(found.value()) == Status.INVALID);
    boolean isEverywhere =
        figures.values().stream()
            .allMatch(figure -> question.limit().grade(figure) == Status.INVALID);
    return graded.isPresent() && !isEverywhere
        ? found(graded.get().value(), Status.WEAK, why.apply(graded.get()) + "; " + others, remedy)
        : worst(worst, why, remedy);
  }

  /** With a status that no limit gives. */
  protected final Finding found(double value, Status status, String why, String remedy) {
    return new Finding(
        question.id(), Optional.of(value), question.limit().valid(), status, why, remedy);
  }

  /** Nothing is wrong, and there is nothing to measure. */
  protected final Finding nothingToMeasure(String why) {
    return without(Status.VALID, why);
  }

  /** This machine does not show it. */
  protected final Finding unseen(String why) {
    return without(Status.UNSEEN, why);
  }

  /** It should have been recorded, and was not. */
  protected final Finding withoutEvidence(String missing) {
    return without(Status.WEAK, "no evidence: " + missing);
  }

  private Finding without(Status status, String why) {
    return new Finding(question.id(), Optional.empty(), question.limit().valid(), status, why, "");
  }
}
