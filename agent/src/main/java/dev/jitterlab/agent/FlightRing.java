package dev.jitterlab.agent;

import dev.jitterlab.arrivals.FlightSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The flight recording of the last minutes: its parts lie in Flight Recorder's own repository, and
 * the oldest ones are deleted. One thread starts and stops it; another one may dump it meanwhile.
 */
class FlightRing {
  private static final String NAME = "jitterlab-ring";

  private static final Pattern REPOSITORY =
      Pattern.compile("-XX:FlightRecorderOptions[=:].*?\\brepository=([^,]+)");

  private final BundleOptions options;
  private volatile Recording recording;

  FlightRing(BundleOptions options) {
    this.options = options;
  }

  /**
   * Where Flight Recorder keeps its parts, as far as the JVM's flags say; a guess if jcmd changed
   * it.
   */
  static Path repository(List<String> flags) {
    for (String flag : flags) {
      Matcher option = REPOSITORY.matcher(flag);
      if (option.find()) {
        return Path.of(option.group(1)).toAbsolutePath();
      }
    }
    return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
  }

  /** Begins to record. */
  void start() throws IOException {
    Map<String, String> settings = new HashMap<>();
    try {
      settings.putAll(Configuration.getConfiguration("default").getSettings());
      settings.putAll(Configuration.create(new StringReader(FlightSettings.text())).getSettings());
    } catch (ParseException e) {
      throw new IOException("the settings of the recording: " + e.getMessage(), e);
    }
    if (options.redact != BundleOptions.Redact.NONE) {
      for (String event : RecordingMask.WITH_ARGUMENTS) {
        settings.put(event + "#enabled", "false");
      }
    }
    Recording started = new Recording(settings);
    started.setName(NAME);
    started.setToDisk(true);
    started.setMaxAge(Duration.ofNanos(options.ring.ns()));
    started.setMaxSize(options.ringBytes);
    started.setDumpOnExit(false);
    started.start();
    recording = started;
  }

  /** Whether it records; somebody else may have stopped it, with jcmd for instance. */
  boolean isRunning() {
    Recording started = recording;
    return started != null && started.getState() == RecordingState.RUNNING;
  }

  /**
   * Writes what the ring has to a file, and goes on. {@link Recording#dump} would hold Flight
   * Recorder's lock until the file is written, and on a slow disk everybody who starts, stops or
   * asks for a recording would wait. A copy keeps its parts alive and is read without the lock.
   *
   * @return whether it had anything
   */
  boolean dump(Path file) throws IOException {
    Recording started = recording;
    if (started == null) {
      return false;
    }
    try (Recording copy = started.copy(true);
        InputStream parts = copy.getStream(null, null)) {
      if (parts == null) {
        return false;
      }
      Files.copy(parts, file);
      return true;
    }
  }

  /** Ends, and gives the disk back. */
  void stop() {
    Recording started = recording;
    if (started != null) {
      recording = null;
      started.close();
    }
  }
}
