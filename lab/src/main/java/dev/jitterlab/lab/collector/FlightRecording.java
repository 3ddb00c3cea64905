package dev.jitterlab.lab.collector;

import dev.jitterlab.arrivals.FlightSettings;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Flight Recorder from the start of a server's JVM to its end: the JDK's settings {@code default},
 * and what the lab's own {@link #SETTINGS} add to them. The JDK's settings alone miss what makes a
 * tick late: they record waits from 20 ms on and compilations from one second on, no end of a
 * safepoint, and throttling every 30 seconds. Loads have no recording: it would cost CPU time that
 * the servers lack.
 */
public final class FlightRecording extends BuiltIn {
  /** Its name. */
  public static final String NAME = "jfr";

  /** The file in a process's folder. */
  public static final String FILE = "recording.jfr";

  /** The lab's settings, in a process's folder before it starts. */
  public static final String SETTINGS = FlightSettings.FILE;

  private static final double TOLERANCE_SECONDS = 1;

  /** Where a process has it. */
  public static Path file(Path processFolder) {
    return processFolder.resolve(FILE);
  }

  FlightRecording() {
    super(
        NAME,
        "A Flight Recorder recording of everything that the JVM does.",
        FILE,
        Attachment.SERVER);
  }

  /**
   * Valid from JDK 11 to 25. The recording's parts lie in the process's folder, not in the shared
   * temporary one, so that those of a killed process are kept and cleared with the run.
   */
  @Override
  public List<String> jvmArguments() {
    return List.of(
        "-XX:FlightRecorderOptions=repository=jfr",
        "-XX:StartFlightRecording=filename=%s,dumponexit=true,settings=default,settings=%s,disk=true,maxsize=256m"
            .formatted(FILE, SETTINGS));
  }

  @Override
  public Map<String, byte[]> providedFiles() {
    return Map.of(SETTINGS, FlightSettings.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Settings of the lab's own, as a file to provide. */
  static Map<String, byte[]> settings(String name) {
    return Map.of(name, WholeFile.resourceBytes(FlightRecording.class, name));
  }

  @Override
  public Optional<Obstacle> obstacle(Path root, Jdk jdk) {
    return jdk.hasJfr()
        ? super.obstacle(root, jdk)
        : Optional.of(
            new Obstacle(
                "this JDK has no Flight Recorder",
                "Use a build that has the module jdk.jfr: run `./jitterlab jdks install 25`."));
  }

  /** The lab bounds a recording's size; of a long run the oldest chunks are then gone. */
  @Override
  public Optional<String> loss(Path processFolder, Window measured) {
    Path file = file(processFolder);
    if (Collector.isEmpty(file)) {
      return Optional.of("is missing or empty");
    }
    try {
      RecordingSpan span = RecordingSpan.read(file);
      if (span.from() > measured.from() + TOLERANCE_SECONDS) {
        double lost = span.from() - measured.from();
        return Optional.of("begins " + Units.duration(lost) + " after the measurement");
      }
      if (span.to() < measured.to() - TOLERANCE_SECONDS) {
        double lost = measured.to() - span.to();
        return Optional.of("ends " + Units.duration(lost) + " before the measurement");
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be read (" + e.getMessage() + ")");
    }
  }
}
