package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.machine.GivingWay;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes samples while a block runs and appends them, as CSV, to a file beside {@code
 * samples.duckdb}; {@link SampleDatabase#load} moves them into the database when the block is over.
 *
 * <p>{@link #offer} may be called by any thread and never blocks: rows go through a bounded queue
 * to the one thread that writes. What finds the queue full is dropped and counted. Each batch is
 * handed to the operating system as soon as it is written, so a killed lab loses at most the
 * batches in the queue.
 */
public final class SampleSpool implements AutoCloseable {
  /** Four minutes of a second's scrapes, should the disk stall. */
  private static final int QUEUED_BATCHES = 256;

  /** Ends the writer; compared by identity. */
  private static final List<Sample> END = List.of(new Sample(0, "", "", "", 0));

  private final BlockingQueue<List<Sample>> queue = new ArrayBlockingQueue<>(QUEUED_BATCHES);
  private final AtomicLong droppedRows = new AtomicLong();
  private final BufferedWriter writer;
  private final Thread thread;

  /** Reused for every row; used by the writing thread only. */
  private final StringBuilder line = new StringBuilder(160);

  private volatile IOException failure;

  /**
   * Opens the spool of a run.
   *
   * @throws IOException if it cannot be created
   */
  public SampleSpool(RunDirectory run) throws IOException {
    writer =
        Files.newBufferedWriter(
            run.samplesSpool(),
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
    thread = Thread.ofPlatform().name("lab-sample-spool").daemon().start(this::writeUntilEnd);
  }

  /** Hands over a batch of rows; the list must not change afterwards. */
  public void offer(List<Sample> batch) {
    if (failure != null || !queue.offer(batch)) {
      droppedRows.addAndGet(batch.size());
    }
  }

  /** Rows that were not written, because the queue was full or the file could not be written. */
  public long droppedRows() {
    return droppedRows.get();
  }

  /** Why the file cannot be written any more, such as a full disk. */
  public Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Writes what is queued and closes the file; a failure stays visible in {@link #failure}. */
  @Override
  public void close() {
    try {
      queue.put(END);
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeUntilEnd() {
    GivingWay.begin();
    try {
      for (List<Sample> batch = queue.take(); batch != END; batch = queue.take()) {
        write(batch);
      }
      writer.close();
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing interrupts the spool's own thread", e);
    }
  }

  /** After a failure the queue is still emptied, so that nobody waits for room in it. */
  private void write(List<Sample> batch) {
    if (failure == null) {
      try {
        for (Sample sample : batch) {
          append(sample);
        }
        writer.flush();
        return;
      } catch (IOException e) {
        failure = e;
      }
    }
    droppedRows.addAndGet(batch.size());
  }

  private void append(Sample sample) throws IOException {
    line.setLength(0);
    line.append(sample.at()).append(',');
    quote(sample.source()).append(',');
    quote(sample.metric()).append(',');
    quote(sample.labels()).append(',');
    line.append(sample.value()).append('\n');
    writer.append(line);
  }

  private StringBuilder quote(String text) {
    return line.append('"').append(text.replace("\"", "\"\"")).append('"');
  }
}
