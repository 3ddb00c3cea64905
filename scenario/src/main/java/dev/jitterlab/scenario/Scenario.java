package dev.jitterlab.scenario;

import java.util.List;
import java.util.Map;

/**
 * What the users of a server do: journeys, each of which is chosen as often as its weight says.
 * Immutable and thread-safe.
 */
public final class Scenario {
  private final List<Journey> journeys;
  private final boolean hasCookies;
  private final double[] weightUpTo;

  Scenario(List<Journey> journeys, boolean hasCookies) {
    this.journeys = List.copyOf(journeys);
    this.hasCookies = hasCookies;
    weightUpTo = new double[journeys.size()];
    double sum = 0;
    for (int i = 0; i < weightUpTo.length; i++) {
      sum += journeys.get(i).weight();
      weightUpTo[i] = sum;
    }
  }

  /**
   * Returns the scenario of users who send the same request again and again, and keep no cookies.
   *
   * @param path as it is sent
   * @param body null for none
   * @param contentType of the body
   * @param thinkNs how long they think after an answer
   */
  public static Scenario ofRequest(
      String method, String path, String body, String contentType, long thinkNs) {
    TextTemplate sent = body == null ? null : TextTemplate.constant(body);
    List<JourneyStep.Header> headers =
        body == null
            ? List.of()
            : List.of(new JourneyStep.Header("content-type", TextTemplate.constant(contentType)));
    JourneyStep step =
        new JourneyStep(
            "request",
            method,
            TextTemplate.constant(path),
            headers,
            sent,
            ThinkTime.fixed(thinkNs),
            List.of(),
            new AnswerCheck(List.of(), List.of(), Map.of(), 0, Long.MAX_VALUE));
    return new Scenario(List.of(new Journey("request", 1, List.of(), List.of(step), 1)), false);
  }

  /** Returns the journeys in the file's order. */
  public List<Journey> journeys() {
    return journeys;
  }

  /** Returns whether users keep the cookies that they are given. */
  public boolean hasCookies() {
    return hasCookies;
  }

  /** Returns the mean time that a user thinks between two requests, over the mix of journeys. */
  public double meanThinkNs() {
    double thinkNs = 0;
    double steps = 0;
    for (Journey journey : journeys) {
      for (JourneyStep step : journey.steps()) {
        thinkNs += journey.weight() * step.think().meanNs();
        steps += journey.weight();
      }
    }
    return thinkNs / steps;
  }

  /** Returns the mean number of requests of a journey, over the mix of journeys. */
  public double meanSteps() {
    double steps = 0;
    for (Journey journey : journeys) {
      steps += journey.weight() * journey.steps().size();
    }
    return steps / weightUpTo[weightUpTo.length - 1];
  }

  /** Returns the number of the journey that a number from 0 to below 1 falls to. */
  int chosen(double part) {
    double at = part * weightUpTo[weightUpTo.length - 1];
    int journey = 0;
    while (journey < weightUpTo.length - 1 && at >= weightUpTo[journey]) {
      journey++;
    }
    return journey;
  }
}
