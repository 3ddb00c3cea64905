package dev.jitterlab.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a picocli option that an experiment may set. Its name, type, choices, default and
 * description are those of the option; this says what picocli cannot know.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Setting {
  /** The least number that the option takes. */
  double min() default Double.NEGATIVE_INFINITY;

  /** The greatest number that the option takes. */
  double max() default Double.POSITIVE_INFINITY;

  /** The words that an option of type {@code String} takes; any text where there are none. */
  String[] choices() default {};

  /**
   * Makes the option a rate over time: the option, without its dashes, that says how arrivals
   * follow one another.
   */
  String rateOf() default "";

  /** Makes the option a scenario of docs/load.md: a mapping in the experiment, or a file's name. */
  boolean isScenario() default false;
}
