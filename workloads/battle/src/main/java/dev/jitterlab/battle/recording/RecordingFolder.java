package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Records the battles of one server into a new folder of its own. Battles write into memory, and
 * one thread writes to the disk; a battle never waits for it. All is bounded: the battles, the size
 * of each, and what is on its way to the disk. The first error of the disk ends all recording, with
 * one line in the log, and the battles go on.
 *
 * <p>A recording has its name, {@code battle-<number>.jbb}, once it is complete. Thread-safe.
 */
public final class RecordingFolder implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RecordingFolder.class.getName());
  private static final int CLOSE_SECONDS = 5;

  final Path folder;
  private final int mostBattles;
  private final AtomicInteger begun = new AtomicInteger();
  private final Map<RecordingOutcome, LongAdder> outcomes = new EnumMap<>(RecordingOutcome.class);
  private final Set<FileRecording> open = new HashSet<>(); // the writer's
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(DaemonThreads.named("recordings"));

  private volatile boolean failed;

  private RecordingFolder(Path folder, int mostBattles) {
    this.folder = folder;
    this.mostBattles = mostBattles;
    for (RecordingOutcome outcome : RecordingOutcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  /**
   * Makes a new folder below that one, which is made if it is missing.
   *
   * @param mostBattles how many battles are recorded; later ones are not
   * @throws IOException if that cannot be
   */
  public static RecordingFolder in(Path parent, int mostBattles) throws IOException {
    if (mostBattles < 1) {
      throw new IllegalArgumentException("--record-limit is 1 battle or more, not " + mostBattles);
    }
    try {
      Files.createDirectories(parent);
      return new RecordingFolder(Files.createTempDirectory(parent, "server-"), mostBattles);
    } catch (IOException e) {
      throw new IOException(
          "cannot record into " + parent + " (" + e + "); name a folder that can be written to", e);
    }
  }

  /** Returns how many recordings ended so. */
  public long count(RecordingOutcome outcome) {
    return outcomes.get(outcome).sum();
  }

  /** Begins the recording of a battle before its first step, unless there are enough. */
  public BattleRecording begin(int number, Battle battle, long seed) {
    if (failed || begun.getAndIncrement() >= mostBattles) {
      count(failed ? RecordingOutcome.FAILED : RecordingOutcome.SKIPPED, null);
      return BattleRecording.NONE;
    }
    return new FileRecording(this, folder.resolve("battle-" + number + ".jbb"), battle, seed);
  }

  /** Hands work to the writer; false when the folder is closed. */
  boolean execute(Runnable work) {
    try {
      writer.execute(work);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Remembers that a recording has a file that is open. Writer only. */
  void opened(FileRecording recording) {
    open.add(recording);
  }

  /** Counts how a recording ended. {@code recording} is null when it had none. Writer only then. */
  void count(RecordingOutcome outcome, FileRecording recording) {
    outcomes.get(outcome).increment();
    if (recording != null) {
      open.remove(recording);
    }
  }

  boolean isFailed() {
    return failed;
  }

  /** Ends all recording because of an error. Writer only. */
  void fail(Path file, IOException e) {
    if (!failed) {
      failed = true;
      LOG.log(
          System.Logger.Level.ERROR,
          "battles are no longer recorded: cannot write "
              + file
              + " ("
              + e
              + "); make room and"
              + " start the server again");
    }
  }

  /** Writes what is complete, and removes the recordings of battles that are still running. */
  @Override
  public void close() {
    writer.execute(() -> Set.copyOf(open).forEach(FileRecording::discard));
    writer.shutdown();
    boolean written = false;
    try {
      written = writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!written) {
      LOG.log(System.Logger.Level.WARNING, "recordings were not all written to " + folder);
    }
  }
}
