package dev.jitterlab.arrivals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What Flight Recorder must record, beside the JDK's own settings {@code default}, so that a late
 * tick can be explained. The JDK's settings alone record waits from 20 ms on and compilations from
 * one second on, no end of a safepoint, and throttling every 30 seconds. The lab gives these
 * settings to its servers, {@code diagnose --pid} to any JVM, and the agent to its own one.
 */
public final class FlightSettings {
  /** The name of the file. */
  public static final String FILE = "flight.jfc";

  private FlightSettings() {}

  /** Returns the file's content, for JDK 11 to 25. */
  public static String text() {
    try (InputStream in = FlightSettings.class.getResourceAsStream(FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
