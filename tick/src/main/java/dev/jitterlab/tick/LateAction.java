package dev.jitterlab.tick;

/**
 * What was done about a tick that started after the next one was due, too; see LatePolicy. Ticks at
 * a reduced rate are {@link #SLOW_DOWN}, too, while they are on time.
 */
public enum LateAction {
  /** Nothing: it started before the next one was due, and no period was left out before it. */
  NONE("none"),
  /** It was run, and those due after it follow without a pause. */
  CATCH_UP("catch-up"),
  /** The periods missed were left out. */
  SKIP("skip"),
  /** One tick was run for all the periods missed. */
  COALESCE("coalesce"),
  /** The periods missed were left out, and the task ticks at a fraction of its rate for a while. */
  SLOW_DOWN("slow-down"),
  /** It was the last tick. */
  STOP("stop");

  private final String label;

  LateAction(String label) {
    this.label = label;
  }

  /** Returns the name that metrics and recordings use. */
  public String label() {
    return label;
  }
}
