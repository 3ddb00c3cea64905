package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.Arrays;

/**
 * Ticks of some seconds, column by column: there may be millions, and as many objects would keep
 * the garbage collector busy. Not thread-safe.
 */
final class RawTicks {
  private static final double EXACT = 0.9;

  private String[] tasks = new String[64];
  private boolean[] late = new boolean[64];
  private final long[][] columns = new long[9][64];
  private int count;

  void add(RawTick tick) {
    if (count == tasks.length) {
      grow(count + (count >> 1));
    }
    tasks[count] = tick.task();
    late[count] = tick.late();
    columns[0][count] = tick.index();
    columns[1][count] = tick.thread();
    columns[2][count] = tick.recordedNs();
    columns[3][count] = tick.scheduled();
    columns[4][count] = tick.started();
    columns[5][count] = tick.finished();
    columns[6][count] = tick.runQueueNs();
    columns[7][count] = tick.cpuNs();
    columns[8][count] = tick.executionRunQueueNs();
    count++;
  }

  private void grow(int length) {
    tasks = Arrays.copyOf(tasks, length);
    late = Arrays.copyOf(late, length);
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Arrays.copyOf(columns[i], length);
    }
  }

  private RawTick get(int i) {
    return new RawTick(
        tasks[i],
        columns[0][i],
        columns[1][i],
        columns[2][i],
        columns[3][i],
        columns[4][i],
        columns[5][i],
        late[i],
        columns[6][i],
        columns[7][i],
        columns[8][i]);
  }

  /** Adds them on the recording's clock; returns the error that one in ten exceeds. */
  long addTo(TimelineBuilder timeline) {
    long[] sorted = new long[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = get(i).offsetNs();
    }
    Arrays.sort(sorted);
    long offset = sorted[count / 2];
    for (int i = 0; i < count; i++) {
      timeline.add(get(i).on(offset));
      sorted[i] = Math.abs(sorted[i] - offset);
    }
    Arrays.sort(sorted);
    return sorted[(int) (count * EXACT)];
  }
}
