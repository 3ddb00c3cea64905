package dev.jitterlab.idioms;

import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Builds a short text of seven parts, and a long one of a hundred. */
@State(Scope.Thread)
public class StringIdiom {
  private static final int PARTS = 100;

  private final String name = "player";
  private int id = 4711;
  private int x = -17;
  private int y = 99;

  @Benchmark
  public String plus() {
    return name + " " + id + " at " + x + "," + y;
  }

  // Whether this is still worth writing is what is measured.
  @Benchmark
  @SuppressWarnings("UnnecessaryStringBuilder")
  public String builder() {
    return new StringBuilder()
        .append(name)
        .append(" ")
        .append(id)
        .append(" at ")
        .append(x)
        .append(",")
        .append(y)
        .toString();
  }

  // The synchronised one is what is measured.
  @Benchmark
  @SuppressWarnings("JdkObsolete")
  public String buffer() {
    return new StringBuffer()
        .append(name)
        .append(" ")
        .append(id)
        .append(" at ")
        .append(x)
        .append(",")
        .append(y)
        .toString();
  }

  @Benchmark
  public String format() {
    return String.format(Locale.ROOT, "%s %d at %d,%d", name, id, x, y);
  }

  @Benchmark
  public String loopPlus() {
    String text = "";
    for (int i = 0; i < PARTS; i++) {
      text += name;
    }
    return text;
  }

  @Benchmark
  public String loopBuilder() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < PARTS; i++) {
      text.append(name);
    }
    return text.toString();
  }
}
