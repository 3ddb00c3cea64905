package dev.jitterlab.lab.workload;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** What values an option of a workload takes. */
public sealed interface OptionType {

  /** Whether a value, as written in the experiment, is one of the type. */
  boolean accepts(String value);

  /** What is accepted, as an error message says it. */
  String expected();

  /** A whole number within bounds, both included. */
  record WholeNumber(long min, long max) implements OptionType {
    @Override
    public boolean accepts(String value) {
      try {
        long number = Long.parseLong(value);
        return number >= min && number <= max;
      } catch (NumberFormatException _) {
        return false;
      }
    }

    @Override
    public String expected() {
      return "a whole number" + range(min == Long.MIN_VALUE, min, max == Long.MAX_VALUE, max);
    }
  }

  /** A decimal number within bounds, both included. */
  record DecimalNumber(double min, double max) implements OptionType {
    @Override
    public boolean accepts(String value) {
      try {
        double number = new BigDecimal(value).doubleValue();
        return number >= min && number <= max;
      } catch (NumberFormatException _) {
        return false;
      }
    }

    @Override
    public String expected() {
      return "a number"
          + range(min == Double.NEGATIVE_INFINITY, min, max == Double.POSITIVE_INFINITY, max);
    }
  }

  /** Any text. */
  record Text() implements OptionType {
    @Override
    public boolean accepts(String value) {
      return true;
    }

    @Override
    public String expected() {
      return "a text";
    }
  }

  /** {@code true} or {@code false}, in each spelling of YAML; programs get lower case. */
  record Flag() implements OptionType {
    @Override
    public boolean accepts(String value) {
      return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
    }

    @Override
    public String expected() {
      return "true or false";
    }
  }

  /** One of a few words. */
  record Choice(List<String> values) implements OptionType {
    /** Copies the list. */
    public Choice {
      values = List.copyOf(values);
    }

    @Override
    public boolean accepts(String value) {
      return values.contains(value);
    }

    @Override
    public String expected() {
      return "one of: " + String.join(", ", values);
    }
  }

  /**
   * A rate over time, in the syntax that the load generators read too.
   *
   * @param process the option that says how arrivals follow one another; where its value is one of
   *     {@link ArrivalProcess}, the rate must be one of that process
   */
  record ArrivalRate(String process) implements OptionType {
    @Override
    public boolean accepts(String value) {
      return problem(ArrivalProcess.POISSON, value).isEmpty(); // which takes any rate
    }

    @Override
    public String expected() {
      return "a rate a second, such as 200, 100..400:30s or 100:10s,200:10s,400";
    }

    /** Says what is wrong with a rate for that process. */
    public Optional<String> problem(ArrivalProcess arrivals, String value) {
      try {
        ArrivalPlan unused = ArrivalPlan.of(arrivals, value, 0);
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        return Optional.of(e.getMessage());
      }
    }
  }

  /** What users do: a mapping in the experiment, or the name of a file with one. */
  record Journeys() implements OptionType {
    @Override
    public boolean accepts(String value) {
      return true; // a file's name, which its reader looks for
    }

    @Override
    public String expected() {
      return "a mapping with journeys, or the name of a file with one";
    }
  }

  private static String range(boolean noMin, Number min, boolean noMax, Number max) {
    if (noMin) {
      return noMax ? "" : " up to " + max;
    }
    return noMax ? " from " + min : " from " + min + " to " + max;
  }
}
