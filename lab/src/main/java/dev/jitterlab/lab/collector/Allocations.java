package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * The sizes of objects that found no room in their thread's buffer (TLAB), from which those of all
 * requested objects are estimated. Off by default: it is an event for each buffer.
 *
 * <p>An object of s bytes finds no room in a buffer of T bytes once in T / s times, whatever is
 * allocated beside it. So each such object stands for T / s requests of its size, and one that is
 * larger than a buffer for itself alone. An event of an object outside of buffers does not say how
 * large they are; the mean of the others is taken. The first object after a collection opens a
 * buffer whatever its size, but HotSpot sizes buffers so that this is one event in 50. Objects that
 * the compiler has done away with are no requests.
 */
public final class Allocations extends AddedEvents {
  private static final String SETTINGS = "allocations.jfc";
  private static final String IN_NEW_BUFFER = "jdk.ObjectAllocationInNewTLAB";
  private static final String OUTSIDE = "jdk.ObjectAllocationOutsideTLAB";
  private static final String BYTES = "allocationSize";

  /**
   * How many objects were requested, by estimate.
   *
   * @param small those of at most the size that was asked for
   * @param all all of them
   */
  public record Requests(double small, double all) {}

  Allocations() {
    super(
        "allocations",
        "The sizes of objects that found no room in a TLAB, in the flight recording.",
        SETTINGS);
  }

  /**
   * How many objects a server requested while it was measured; empty where that was not recorded.
   *
   * @param mostBytes the greatest size of a small object
   */
  public static Optional<Requests> requests(
      Path processFolder, MeasuredWindows windows, long mostBytes) {
    return Files.isRegularFile(processFolder.resolve(SETTINGS))
        ? read(FlightRecording.file(processFolder), windows, mostBytes)
        : Optional.empty();
  }

  /** The same of a recording; empty too if it cannot be read, which is said elsewhere. */
  static Optional<Requests> read(Path recording, MeasuredWindows windows, long mostBytes) {
    List<Long> outside = new ArrayList<>();
    double small = 0;
    double all = 0;
    double bufferBytes = 0;
    long buffers = 0;
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        String name = event.getEventType().getName();
        if (name.equals(OUTSIDE) && windows.containsMoment(event.getStartTime())) {
          outside.add(event.getLong(BYTES));
        } else if (name.equals(IN_NEW_BUFFER) && windows.containsMoment(event.getStartTime())) {
          long bytes = event.getLong(BYTES);
          long buffer = event.getLong("tlabSize");
          double requests = standsFor(bytes, buffer);
          bufferBytes += buffer;
          buffers++;
          all += requests;
          small += bytes <= mostBytes ? requests : 0;
        }
      }
    } catch (IOException _) {
      return Optional.empty();
    }
    for (long bytes : outside) {
      double requests = standsFor(bytes, buffers == 0 ? 0 : bufferBytes / buffers);
      all += requests;
      small += bytes <= mostBytes ? requests : 0;
    }
    return all > 0 ? Optional.of(new Requests(small, all)) : Optional.empty();
  }

  /** For how many requests of its size an object stands. */
  private static double standsFor(double bytes, double bufferBytes) {
    return Math.max(1, bufferBytes / bytes);
  }
}
