package dev.jitterlab.lab.report.chart;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.util.List;

/**
 * One axis of a {@link Chart}: what its values are, and how far it reaches where that is not left
 * to them. Not thread-safe.
 */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
@SuppressWarnings("UnusedVariable") // the page's script reads them
public final class Axis {
  private final String unit;
  private String title = "";
  private String scale = "linear";
  private Double min;
  private Double max;
  private Double floor;
  private String shared;
  private List<String> names;
  private Boolean compact;
  private Boolean wide;

  private Axis(String unit) {
    this.unit = unit;
  }

  /**
   * Of values in a unit that the page's script can put into words.
   *
   * @param unit {@code seconds}, {@code share}, {@code bytes}, {@code number}, {@code count},
   *     {@code percentile} (a value is 1 / (1 − p)), or {@code ordinal} (shown from 1 on)
   */
  public static Axis of(String unit) {
    return new Axis(unit);
  }

  /** Seconds since measuring began; what is before 0 is shaded as warm-up. */
  public static Axis time() {
    return new Axis("time").title("seconds since measuring began");
  }

  /** A row or column for each name; its values are their indices. */
  public static Axis names(List<String> names) {
    Axis axis = new Axis("name");
    axis.names = names;
    return axis;
  }

  /** The rows of names are low, as on a page's first screen. */
  public Axis compact() {
    compact = true;
    return this;
  }

  /** The names of rows are long: they get more room where there is some. */
  public Axis wide() {
    wide = true;
    return this;
  }

  public Axis title(String text) {
    title = text;
    return this;
  }

  /** Logarithmic; without given ends from decade to decade. */
  public Axis log() {
    scale = "log";
    return this;
  }

  /** Logarithmic where the values span more than a factor of eight, else linear. */
  public Axis logWhereWide() {
    scale = "auto";
    return this;
  }

  /** Where the axis begins; on a logarithmic one, what is below is drawn there. */
  public Axis from(double value) {
    min = value;
    return this;
  }

  /** Where the axis ends. */
  public Axis to(double value) {
    max = value;
    return this;
  }

  /** On a logarithmic axis, what is below this is drawn at it. */
  public Axis floor(double value) {
    floor = value;
    return this;
  }

  /**
   * All axes of a page with the same key reach equally far, so that their charts can be compared.
   */
  public Axis shared(String key) {
    shared = key;
    return this;
  }
}
