package dev.jitterlab.scenario;

/**
 * One journey on its way: which it is, its values so far, and its think times; all of it follows
 * from three numbers. It can begin anew without an allocation. Not thread-safe.
 */
public final class JourneyValues {
  /** What every journey has as its first value: the number of its user. */
  static final String USER = "user";

  private final Scenario scenario;
  private final SeededNumbers random = new SeededNumbers();
  private final RequestText text = new RequestText();
  private int[] starts = new int[8];
  private int[] ends = new int[8];
  private int journey;

  /** Creates a place for journeys of a scenario. */
  public JourneyValues(Scenario scenario) {
    this.scenario = scenario;
  }

  /**
   * Begins a journey. The same numbers are the same journey, with the same values and think times.
   *
   * @param seed of the whole load
   * @param user the number of the user, or of the arrival
   * @param number how many journeys this user had before
   */
  public void begin(long seed, long user, long number) {
    random.begin(seed, user, number);
    journey = scenario.chosen(random.nextPart());
    Journey chosen = scenario.journeys().get(journey);
    if (starts.length < chosen.values()) {
      starts = new int[chosen.values()];
      ends = new int[chosen.values()];
    }
    text.clear();
    starts[0] = 0;
    text.addNumber(user);
    ends[0] = text.length();
    for (int i = 0; i < chosen.drawn().size(); i++) {
      starts[i + 1] = text.length();
      chosen.drawn().get(i).write(random, text);
      ends[i + 1] = text.length();
    }
    for (int i = chosen.drawn().size() + 1; i < chosen.values(); i++) {
      starts[i] = 0;
      ends[i] = 0;
    }
  }

  /** Returns which journey it is, by its number in the scenario. */
  public int journey() {
    return journey;
  }

  /** Returns how long the user thinks after that step; to be asked once a step, in their order. */
  public long thinkNs(JourneyStep step) {
    return step.think().ns(random.nextPart());
  }

  /** Sets a value that was taken from an answer. */
  void set(int value, byte[] from, int start, int end) {
    starts[value] = text.length();
    text.add(from, start, end);
    ends[value] = text.length();
  }

  void write(int value, boolean isEscaped, RequestText to) {
    if (isEscaped) {
      to.addEscaped(text.array(), starts[value], ends[value]);
    } else {
      to.add(text.array(), starts[value], ends[value]);
    }
  }
}
