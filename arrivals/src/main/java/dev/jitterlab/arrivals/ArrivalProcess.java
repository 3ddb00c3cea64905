package dev.jitterlab.arrivals;

import java.util.Arrays;
import java.util.Optional;

/** How arrivals follow one another. */
public enum ArrivalProcess {
  /** Evenly, at one rate. */
  CONSTANT("constant", "one rate, such as 200"),
  /** Evenly, at a rate that changes from one to another. */
  RAMP("ramp", "two rates and the time from one to the other, such as 100..400:30s"),
  /** Evenly, at several rates one after another. */
  STEPS("steps", "rates and how long each is kept, such as 100:10s,200:10s,400"),
  /** At random, at any rate. */
  POISSON("poisson", "a rate, constant or not, such as 200 or 100:10s,400");

  private final String label;
  private final String rates;

  ArrivalProcess(String label, String rates) {
    this.label = label;
    this.rates = rates;
  }

  /** Returns the process that command lines call so. */
  public static Optional<ArrivalProcess> labelled(String label) {
    return Arrays.stream(values()).filter(process -> process.label.equals(label)).findFirst();
  }

  /** Returns the name that command lines use. */
  public String label() {
    return label;
  }

  /** Returns whether a rate is of the kind that belongs to the process. */
  boolean accepts(RateProfile profile) {
    switch (this) {
      case CONSTANT:
        return profile.isConstant();
      case RAMP:
        return profile.isRamp();
      case STEPS:
        return !profile.isConstant() && !profile.isRamp();
      case POISSON:
        return true;
    }
    throw new AssertionError(this);
  }

  /** Returns the rates that it wants, in words. */
  String rates() {
    return rates;
  }
}
