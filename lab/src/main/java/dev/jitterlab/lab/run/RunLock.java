package dev.jitterlab.lab.run;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * The right to write into a run directory: one lab has it at a time. The kernel takes it back
 * however the lab ends; the empty file stays, because deleting it would let two labs hold it.
 */
public final class RunLock implements AutoCloseable {
  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes it.
   *
   * @param directory must exist
   * @throws LabException if another lab has it
   */
  public static RunLock acquire(RunDirectory directory) throws IOException {
    FileChannel channel =
        FileChannel.open(directory.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw held(directory);
      }
      return new RunLock(channel);
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw held(directory); // by another part of this very process
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Makes sure that no lab is measuring this run: its samples must not be read before it ends.
   *
   * @throws LabException if one is
   */
  public static void requireIdle(RunDirectory directory) {
    if (!Files.isRegularFile(directory.lock()) || !Files.isWritable(directory.lock())) {
      return; // a run of an earlier version, or one that this user cannot write into either
    }
    try (RunLock _ = acquire(directory)) {
      return;
    } catch (IOException e) {
      throw LabException.wrong(
              directory.lock().toString(),
              "Jitterlab cannot tell whether the run is still going on",
              "Copy the run to a local disk and read it there.")
          .because(e);
    }
  }

  private static LabException held(RunDirectory directory) {
    return LabException.notNow(
        directory.root().toString(),
        "another jitterlab is measuring this run at this moment",
        "Wait until it has ended, or end it with Ctrl-C first.");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
