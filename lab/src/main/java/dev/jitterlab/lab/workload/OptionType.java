package dev.jitterlab.lab.workload;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** What values an option of a workload takes. */
public sealed interface OptionType {

  /** Whether a value, as written in the experiment, is one of the type. */
  default boolean accepts(String value) {
    try {
      return switch (this) {
        case WholeNumber(long min, long max) -> {
          long number = Long.parseLong(value);
          yield number >= min && number <= max;
        }
        case DecimalNumber(double min, double max) -> {
          double number = new BigDecimal(value).doubleValue();
          yield number >= min && number <= max;
        }
        case Text _ -> true;
        case Flag _ -> value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
        case Choice choice -> choice.values().contains(value);
        case ArrivalRate rate ->
            rate.problem(ArrivalProcess.POISSON, value).isEmpty(); // which takes any rate
        case Journeys _ -> true; // a file's name, which its reader looks for
      };
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /** What is accepted, as an error message says it. */
  default String expected() {
    return switch (this) {
      case WholeNumber(long min, long max) ->
          "a whole number" + range(min == Long.MIN_VALUE, min, max == Long.MAX_VALUE, max);
      case DecimalNumber(double min, double max) ->
          "a number"
              + range(min == Double.NEGATIVE_INFINITY, min, max == Double.POSITIVE_INFINITY, max);
      case Text _ -> "a text";
      case Flag _ -> "true or false";
      case Choice choice -> "one of: " + String.join(", ", choice.values());
      case ArrivalRate _ -> "a rate a second, such as 200, 100..400:30s or 100:10s,200:10s,400";
      case Journeys _ -> "a mapping with journeys, or the name of a file with one";
    };
  }

  /** A whole number within bounds, both included. */
  record WholeNumber(long min, long max) implements OptionType {}

  /** A decimal number within bounds, both included. */
  record DecimalNumber(double min, double max) implements OptionType {}

  /** Any text. */
  record Text() implements OptionType {}

  /** {@code true} or {@code false}, in each spelling of YAML; programs get lower case. */
  record Flag() implements OptionType {}

  /** One of a few words. */
  record Choice(List<String> values) implements OptionType {
    /** Copies the list. */
    public Choice {
      values = List.copyOf(values);
    }
  }

  /**
   * A rate over time, in the syntax that the load generators read too.
   *
   * @param process the option that says how arrivals follow one another; where its value is one of
   *     {@link ArrivalProcess}, the rate must be one of that process
   */
  record ArrivalRate(String process) implements OptionType {
    /** The greatest rate of a value that {@link #problem} finds nothing wrong with. */
    public double greatestPerSecond(ArrivalProcess arrivals, String value) {
      return ArrivalPlan.of(arrivals, value, 0).greatestPerSecond();
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
  record Journeys() implements OptionType {}

  private static String range(boolean noMin, Number min, boolean noMax, Number max) {
    if (noMin) {
      return noMax ? "" : " up to " + max;
    }
    return noMax ? " from " + min : " from " + min + " to " + max;
  }
}
