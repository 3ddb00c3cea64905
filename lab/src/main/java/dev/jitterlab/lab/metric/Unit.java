package dev.jitterlab.lab.metric;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jitterlab.lab.Units;

/** How a figure is shown; the figures themselves are in base units. */
public enum Unit {
  /** As it is. */
  @JsonProperty("number")
  NUMBER("number"),
  /** A time. */
  @JsonProperty("seconds")
  SECONDS("seconds"),
  /** A size. */
  @JsonProperty("bytes")
  BYTES("bytes"),
  /** A share of a whole, from 0 to 1. */
  @JsonProperty("ratio")
  RATIO("share");

  private final String axis;

  Unit(String axis) {
    this.axis = axis;
  }

  /** How a chart shows it: {@code seconds}, {@code share}, {@code bytes} or {@code number}. */
  public String axis() {
    return axis;
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
