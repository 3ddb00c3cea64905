package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.Time;
import dev.jitterlab.lab.execution.RunState.BlockTimes;
import dev.jitterlab.lab.execution.RunState.Skipped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps {@code run.json} true. The first end that is told counts; what comes after it is passed
 * over. Thread-safe, because a signal tells the end from a thread of its own.
 *
 * <p>A small file is held in reserve, and given up when the disk is full, so that the run's end can
 * still be written down.
 */
final class RunLog {
  private static final int RESERVE_BYTES = 256 << 10;

  private final Path file;
  private final Path reserve;
  private final Time time;
  private final double startedAt;
  private final List<BlockTimes> blocks = new ArrayList<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private boolean ended;

  RunLog(RunDirectory directory, Time time) throws IOException {
    this.file = directory.runState();
    this.reserve = directory.reserve();
    this.time = time;
    this.startedAt = time.epochSeconds();
    Files.write(reserve, new byte[RESERVE_BYTES]);
    write("running", null, null);
  }

  synchronized void blockBegun(int number) {
    blocks.add(new BlockTimes(number, null, null, null));
    write("running", null, null);
  }

  synchronized void loadStarted(double at) {
    BlockTimes block = blocks.removeLast();
    blocks.add(new BlockTimes(block.number(), at, null, null));
    write("running", null, null);
  }

  synchronized void measuredFrom(double at) {
    BlockTimes block = blocks.removeLast();
    blocks.add(new BlockTimes(block.number(), block.loadStartedAt(), at, null));
    write("running", null, null);
  }

  synchronized void measuredTo(double at) {
    BlockTimes block = blocks.removeLast();
    blocks.add(new BlockTimes(block.number(), block.loadStartedAt(), block.measuredFrom(), at));
    write("running", null, null);
  }

  /** The run goes on without that group. */
  synchronized void skipped(String group, String why) {
    skipped.add(new Skipped(group, why));
    write("running", null, null);
  }

  synchronized Set<String> skippedGroups() {
    return skipped.stream().map(Skipped::group).collect(Collectors.toSet());
  }

  void completed() {
    end("complete", null);
  }

  void failed(String why) {
    end("failed", why);
  }

  void interrupted() {
    end("interrupted", "ended by Ctrl-C or a signal");
  }

  private synchronized void end(String state, String why) {
    if (ended) {
      return;
    }
    try {
      Files.deleteIfExists(reserve);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(state, why, time.epochSeconds());
    ended = true;
  }

  private void write(String state, String why, Double endedAt) {
    if (!ended) {
      Json.write(
          file,
          new RunState(state, why, startedAt, endedAt, List.copyOf(blocks), List.copyOf(skipped)));
    }
  }
}
