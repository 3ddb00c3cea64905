package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.Units;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The room left for a run. Servers write their logs and recordings themselves, and a JVM that
 * cannot write a log goes on in silence: so the lab looks at the disk while it measures.
 */
record DiskSpace(Path folder, LongSupplier usableBytes) {
  /** What a process leaves however short it ran: its JIT log, and the beginning of the others. */
  private static final long BYTES_PER_PROCESS = 25_000_000;

  /** The flight recording of a busy server, and at most what is kept of it: in two copies. */
  private static final long RECORDING_BYTES_PER_SECOND = 250_000;

  private static final long MOST_RECORDING_BYTES = 2 * 256_000_000L;

  /** Tick log, GC log and safepoints. */
  private static final long LOG_BYTES_PER_SECOND = 10_000;

  private static final long BYTES_FOR_SAMPLES = 50_000_000;

  /** A scrape's rows as they lie in the database. */
  private static final long SAMPLE_BYTES_PER_SECOND = 8_000;

  /** The same rows as text, as they lie in the spool until the block is over. */
  private static final long SPOOL_BYTES_PER_SECOND = 30_000;

  /** What a run still needs to end in good order: its records, and the last of its logs. */
  private static final long BYTES_TO_END = 4_000_000;

  /** Of the file system that the folder, which must exist, is on. */
  static DiskSpace of(Path folder) throws IOException {
    FileStore store = Files.getFileStore(folder);
    return new DiskSpace(
        folder,
        () -> {
          try {
            return store.getUsableSpace();
          } catch (IOException e) {
            return Long.MAX_VALUE;
          }
        });
  }

  /**
   * Before the start: whether a run fits.
   *
   * @param processes of all blocks
   * @param atOnce of the largest block
   * @param seconds how long each runs, from the start of the load
   */
  void requireFor(int processes, int atOnce, double seconds) {
    long neededBytes = neededBytes(processes, atOnce, Math.round(seconds));
    long freeBytes = usableBytes.getAsLong();
    if (freeBytes < neededBytes) {
      throw full(
          "a run of %d processes, of %s each, needs about %s"
              .formatted(processes, Units.duration(seconds), Units.bytes(neededBytes)));
    }
  }

  private static long neededBytes(int processes, int atOnce, long seconds) {
    long recording = Math.min(MOST_RECORDING_BYTES, seconds * RECORDING_BYTES_PER_SECOND);
    long logs = seconds * (LOG_BYTES_PER_SECOND + SAMPLE_BYTES_PER_SECOND);
    return BYTES_FOR_SAMPLES
        + processes * (BYTES_PER_PROCESS + recording + logs)
        + atOnce * seconds * SPOOL_BYTES_PER_SECOND;
  }

  /** While running: whether what is left is enough to end in good order. */
  void requireToGoOn() {
    if (usableBytes.getAsLong() < BYTES_TO_END) {
      throw full("the run was stopped; what was measured so far is kept");
    }
  }

  /** The error for a write that failed: a full disk where it is one. */
  LabException writeFailed(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (RefusedFile.isFullDisk(message) || usableBytes.getAsLong() < BYTES_TO_END) {
      return full("the run was stopped; what was measured so far is kept");
    }
    return LabException.failed(
            folder.toString(),
            "a file of the run could not be written",
            "Check the folder's rights and its disk, or begin a new run in another folder.")
        .withDetails(message);
  }

  private LabException full(String consequence) {
    return LabException.failed(
        folder.toString(),
        "not enough space on the disk, %s free: %s"
            .formatted(Units.bytes(usableBytes.getAsLong()), consequence),
        "Make room, or begin a new run in a folder on another disk.");
  }
}
