package dev.jitterlab.lab.collector;

import dev.jitterlab.arrivals.FlightSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events that the flight recording has only if they are asked for. Off by default.
 *
 * <p>It is a recording without a file. All recordings of a JVM share their events, so these lie in
 * that of {@link FlightRecording}, which must be on. It has the settings of that one, too: JDK 11
 * and 17 end the recordings one after the other, and write the settings that are left into the file
 * of the first. A reader would take the other events for not recorded.
 */
abstract class AddedEvents extends BuiltIn {
  private final String settings;

  /**
   * Describes one.
   *
   * @param settings the file of its settings, a resource beside this class
   */
  AddedEvents(String name, String description, String settings) {
    super(name, description, settings, Attachment.SERVER);
    this.settings = settings;
  }

  @Override
  public final boolean isOnByDefault() {
    return false;
  }

  @Override
  public final List<String> jvmArguments() {
    return List.of(
        "-XX:StartFlightRecording=name=%s,settings=default,settings=%s,settings=%s,disk=true,maxsize=256m"
            .formatted(name(), FlightRecording.SETTINGS, settings));
  }

  @Override
  public final Map<String, byte[]> providedFiles() {
    Map<String, byte[]> files = new HashMap<>(FlightRecording.settings(settings));
    files.put(FlightRecording.SETTINGS, FlightSettings.text().getBytes(StandardCharsets.UTF_8));
    return files;
  }
}
