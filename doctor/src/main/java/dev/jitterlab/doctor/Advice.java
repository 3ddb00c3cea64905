package dev.jitterlab.doctor;

import java.util.List;

/**
 * Something about this machine that a measurement depends on. Immutable.
 *
 * @param topic what it is about, in two or three words
 * @param level how much it matters
 * @param found what was found, a sentence
 * @param effect what that does to a measurement, a sentence; empty where nothing is wrong
 * @param commands what a person could type to change it; the doctor runs none of them
 */
public record Advice(
    String topic, Level level, String found, String effect, List<String> commands) {
  /** How much it matters. */
  public enum Level {
    /** Nothing is wrong. */
    GOOD,
    /** It makes measurements noisier. */
    CARE,
    /** Measurements here say more about this than about the servers. */
    BAD
  }

  /** Copies the list. */
  public Advice {
    commands = List.copyOf(commands);
  }

  static Advice good(String topic, String found) {
    return new Advice(topic, Level.GOOD, found, "", List.of());
  }

  static Advice care(String topic, String found, String effect, String... commands) {
    return new Advice(topic, Level.CARE, found, effect, List.of(commands));
  }

  static Advice bad(String topic, String found, String effect, String... commands) {
    return new Advice(topic, Level.BAD, found, effect, List.of(commands));
  }
}
