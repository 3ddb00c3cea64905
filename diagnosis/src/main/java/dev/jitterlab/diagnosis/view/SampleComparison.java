package dev.jitterlab.diagnosis.view;

import java.util.List;

/**
 * What late work of a group ran beside what normal work ran, by samples of the threads' stacks: a
 * differential flame graph. Immutable.
 *
 * @param group the group
 * @param event the events that the samples come from, with commas between them
 * @param lateSamples how many samples late work has
 * @param normalSamples the same of work that was on time
 * @param tooFew why there is no comparison; absent where there is one
 * @param shared the outermost frames, which all samples have, outermost first; they are not among
 *     the frames
 * @param frames the frames below them, with their callees; what few samples have is left out
 * @param methods the methods whose shares differ most, wherever they are on the stack
 */
public record SampleComparison(
    String group,
    String event,
    int lateSamples,
    int normalSamples,
    String tooFew,
    List<String> shared,
    List<Frame> frames,
    List<Method> methods) {
  /** More than what chance does to the shares (three standard errors): more of it in late work. */
  public static final String LATE = "late";

  /** The same in normal work. */
  public static final String NORMAL = "normal";

  /**
   * A method as called by the frames above it.
   *
   * @param method such as {@code game.rules.Battle::step}
   * @param late how many samples of late work have it, with what it calls
   * @param normal the same of normal work
   * @param standsOut {@link #LATE} or {@link #NORMAL}; absent where chance may have done it
   * @param callees what it calls
   */
  public record Frame(String method, int late, int normal, String standsOut, List<Frame> callees) {
    /** Copies the list. */
    public Frame {
      callees = List.copyOf(callees);
    }
  }

  /** A method, wherever it is on the stack; the fields are those of a frame. */
  public record Method(String method, int late, int normal, String standsOut) {}

  /** Copies the lists. */
  public SampleComparison {
    shared = List.copyOf(shared);
    frames = List.copyOf(frames);
    methods = List.copyOf(methods);
  }
}
