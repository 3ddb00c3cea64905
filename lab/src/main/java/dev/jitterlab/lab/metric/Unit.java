package dev.jitterlab.lab.metric;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jitterlab.lab.Units;
import java.util.Locale;

/** How a figure is shown; the figures themselves are in base units. */
public enum Unit {
  /** As it is. */
  @JsonProperty("number")
  NUMBER,
  /** A time. */
  @JsonProperty("seconds")
  SECONDS,
  /** A size. */
  @JsonProperty("bytes")
  BYTES,
  /** A share of a whole, from 0 to 1. */
  @JsonProperty("ratio")
  RATIO;

  /** How a chart shows it: {@code seconds}, {@code share}, {@code bytes} or {@code number}. */
  public String axis() {
    return this == RATIO ? "share" : name().toLowerCase(Locale.ROOT);
  }

  /** The figure as text; a dash for null. */
  public String format(Double value) {
    if (value == null) {
      return Units.NONE;
    }
    return switch (this) {
      case NUMBER -> Units.number(value);
      case SECONDS -> Units.seconds(value);
      case BYTES -> Units.bytes(Math.round(value));
      case RATIO -> Units.share(value);
    };
  }
}
