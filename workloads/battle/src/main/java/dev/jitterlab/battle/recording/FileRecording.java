package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A recording in two buffers, of which one is filled by the battle while the other is on its way to
 * the disk. A recording that finds both in use gives up rather than wait. In steady state a tick
 * allocates nothing but the writer's queue node, once a buffer.
 */
final class FileRecording implements BattleRecording {
  private static final int BUFFER_BYTES = 32 << 10;

  /** An hour at 20 Hz of ten players who all change their minds in every tick has 6 MB. */
  private static final int MOST_BUFFERS = 512;

  private final RecordingFolder folder;
  private final Path file;
  private final Path part;
  private final BattleRecorder recorder;
  private final Buffer one = new Buffer();
  private final Buffer other = new Buffer();
  private Buffer filling = one; // the battle's
  private int handedOver; // the battle's
  private boolean over; // the battle's
  private FileChannel channel; // the writer's
  private boolean done; // the writer's

  FileRecording(RecordingFolder folder, Path file, Battle battle, long seed) {
    this.folder = folder;
    this.file = file;
    this.part = file.resolveSibling(file.getFileName() + ".part");
    try {
      this.recorder = new BattleRecorder(new DataOutputStream(new Filling()), battle, seed);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has no such errors
    }
  }

  @Override
  public void beforeStep(BattleInputs inputs) {
    if (over || !hasRoom()) {
      return;
    }
    try {
      recorder.beforeStep(inputs);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has no such errors
    }
  }

  /** Makes room for a tick and the end after it. */
  private boolean hasRoom() {
    if (BUFFER_BYTES - filling.size >= BattleRecorder.MAX_TICK_BYTES + BattleRecorder.END_BYTES) {
      return true;
    }
    Buffer full = filling;
    filling = full == one ? other : one;
    if (++handedOver == MOST_BUFFERS || filling.inUse || folder.isFailed() || !full.handOver()) {
      over = true;
      boolean unused = folder.execute(() -> finish(RecordingOutcome.ABANDONED));
      return false;
    }
    return true;
  }

  @Override
  public void end() {
    if (over) {
      return;
    }
    over = true;
    try {
      recorder.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has no such errors
    }
    if (filling.handOver()) {
      boolean unused = folder.execute(() -> finish(RecordingOutcome.WRITTEN));
    }
  }

  private void append(Buffer buffer) {
    if (done) {
      return;
    }
    try {
      if (channel == null) {
        channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        folder.opened(this);
      }
      ByteBuffer bytes = ByteBuffer.wrap(buffer.bytes, 0, buffer.size);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      folder.fail(part, e);
      finish(RecordingOutcome.FAILED);
    }
  }

  /** Closes the file, and gives it its name or removes it. Writer only. */
  private void finish(RecordingOutcome wanted) {
    if (done) {
      return;
    }
    done = true;
    RecordingOutcome outcome = wanted;
    try {
      if (channel != null) {
        channel.close();
      }
      if (wanted == RecordingOutcome.WRITTEN) {
        Files.move(part, file);
      } else {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      folder.fail(part, e);
      outcome = RecordingOutcome.FAILED;
    }
    folder.count(outcome, this);
  }

  /** Removes what there is of it. Writer only. */
  void discard() {
    finish(RecordingOutcome.ABANDONED);
  }

  /** Writes into whichever buffer is being filled. */
  private final class Filling extends OutputStream {
    @Override
    public void write(int value) {
      filling.bytes[filling.size++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      System.arraycopy(from, offset, filling.bytes, filling.size, length);
      filling.size += length;
    }
  }

  /** Filled by the battle while not in use, read by the writer while in use. */
  private final class Buffer implements Runnable {
    private final byte[] bytes = new byte[BUFFER_BYTES];
    private int size;
    private volatile boolean inUse;

    boolean handOver() {
      inUse = true;
      return folder.execute(this);
    }

    @Override
    public void run() {
      append(this);
      size = 0;
      inUse = false;
    }
  }
}
