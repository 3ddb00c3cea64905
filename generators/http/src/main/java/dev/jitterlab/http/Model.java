package dev.jitterlab.http;

import dev.jitterlab.arrivals.ArrivalProcess;
import java.util.Locale;
import java.util.Optional;

/** When requests are sent. */
enum Model {
  /** By a plan: evenly, at one rate. */
  CONSTANT(ArrivalProcess.CONSTANT),
  /** By a plan: evenly, at a rate that changes from one to another. */
  RAMP(ArrivalProcess.RAMP),
  /** By a plan: evenly, at several rates one after another. */
  STEPS(ArrivalProcess.STEPS),
  /** By a plan: at random. */
  POISSON(ArrivalProcess.POISSON),
  /** By clients that each wait for an answer, think, and send again. */
  CLOSED(null);

  private final ArrivalProcess process;

  Model(ArrivalProcess process) {
    this.process = process;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns how requests follow one another by the plan; empty for the closed model. */
  Optional<ArrivalProcess> process() {
    return Optional.ofNullable(process);
  }
}
