package dev.jitterlab.lab.metric;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jitterlab.lab.Units;
import java.util.function.DoubleFunction;

/** How a figure is shown; the figures themselves are in base units. */
public enum Unit {
  /** As it is. */
  @JsonProperty("number")
  NUMBER("number", Units::number),
  /** A time. */
  @JsonProperty("seconds")
  SECONDS("seconds", Units::seconds),
  /** A size. */
  @JsonProperty("bytes")
  BYTES("bytes", bytes -> Units.bytes(Math.round(bytes))),
  /** A share of a whole, from 0 to 1. */
  @JsonProperty("ratio")
  RATIO("share", Units::share);

  private final String axis;
  private final DoubleFunction<String> format;

  Unit(String axis, DoubleFunction<String> format) {
    this.axis = axis;
    this.format = format;
  }

  /** How a chart shows it: {@code seconds}, {@code share}, {@code bytes} or {@code number}. */
  public String axis() {
    return axis;
  }

  /** The figure as text; a dash for null. */
  public String format(Double value) {
    return value == null ? Units.NONE : format.apply(value);
  }
}
