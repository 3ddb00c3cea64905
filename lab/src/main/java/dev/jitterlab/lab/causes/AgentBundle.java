package dev.jitterlab.lab.causes;

import dev.jitterlab.diagnosis.ServerFiles;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collector.FlightRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the agent wrote when something was late (docs/agent.md). Immutable.
 *
 * @param folder where it is
 * @param description its {@code bundle.json}
 */
public record AgentBundle(Path folder, Description description) {
  private static final String DESCRIPTION = "bundle.json";

  /** What the agent writes is some hundred bytes. */
  private static final long LARGEST_BYTES = 1 << 20;

  /** Newer agents may write what this one cannot know. */
  private static final int NEWEST_FORMAT = 1;

  /**
   * What {@code bundle.json} has.
   *
   * @param format its version
   * @param at when it was written, in seconds since the epoch
   * @param worstSeconds how long the latest tick or request took, from when it was due
   * @param thresholdSeconds from when on a bundle is written
   * @param jdk the JVM's version
   * @param redacted what was taken out: {@code none}, {@code arguments} or {@code names}
   * @param missing what the bundle lacks, and why; null if the file is damaged
   */
  public record Description(
      int format,
      double at,
      double worstSeconds,
      double thresholdSeconds,
      String jdk,
      String redacted,
      List<String> missing) {
    /** Copies the list. */
    public Description {
      missing = missing == null ? null : List.copyOf(missing);
    }
  }

  /** Whether a folder is a bundle. */
  public static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(DESCRIPTION));
  }

  /**
   * Reads a bundle.
   *
   * @throws LabException if it is damaged or of a newer agent
   */
  public static AgentBundle read(Path folder) {
    Path file = folder.resolve(DESCRIPTION);
    Description description;
    try {
      if (Files.size(file) > LARGEST_BYTES) {
        throw damaged(file);
      }
      description = Json.read(file, Description.class);
    } catch (IOException | UncheckedIOException e) {
      throw damaged(file).because(e);
    }
    if (description == null || description.format() < 1 || description.missing() == null) {
      throw damaged(file);
    }
    if (description.format() > NEWEST_FORMAT) {
      throw LabException.wrong(
          file.toString(),
          "the bundle has format %d, and this Jitterlab reads up to %d"
              .formatted(description.format(), NEWEST_FORMAT),
          "Use the Jitterlab of the same version as the agent, or a newer one.");
    }
    return new AgentBundle(folder, description);
  }

  private static LabException damaged(Path file) {
    return LabException.wrong(
        file.toString(),
        "it does not describe a bundle",
        "Copy the bundle's whole folder again, or give its recording.jfr.");
  }

  /** What the diagnosis reads of it. */
  public ServerFiles files(List<String> tickPackages, OptionalLong slowNs) {
    String name = folder.toAbsolutePath().normalize().getFileName().toString();
    return new ServerFiles(
        name,
        name,
        file(FlightRecording.FILE),
        Optional.empty(),
        file("gc.log"),
        file("jit.log"),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        tickPackages,
        slowNs);
  }

  private Optional<Path> file(String name) {
    return Optional.of(folder.resolve(name)).filter(Files::isRegularFile);
  }
}
