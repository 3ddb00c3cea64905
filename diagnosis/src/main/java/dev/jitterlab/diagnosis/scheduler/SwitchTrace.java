package dev.jitterlab.diagnosis.scheduler;

import dev.jitterlab.diagnosis.log.BoundedLines;
import dev.jitterlab.diagnosis.timeline.Alignment;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;

/**
 * Reads the scheduler's trace of a run once, line by line, and adds to a timeline behind whom its
 * ticks and requests waited for a CPU. Everything else of the server is to be read before.
 *
 * <p>Of each CPU it keeps the last {@link CpuTurns turns}, and of each thread with a delay its last
 * {@link QueuedThread waits}: the memory grows with the delays, not with the trace. What cannot be
 * read becomes a problem of the timeline. For one thread, and one trace.
 *
 * <p>The first line is {@code # jitterlab scheduler trace 1 epoch_offset_ns=N}: with N, a time is
 * one since the epoch. The others are {@link SwitchLine}s, and {@code lost,time,cpu,count} where
 * the kernel had no room for so many events.
 */
public final class SwitchTrace {
  /** How the first line begins. */
  public static final String HEADER = "# jitterlab scheduler trace 1 epoch_offset_ns=";

  /** How the line of events begins that are lost. */
  public static final String LOST = "lost,";

  /** How far the trace's clock may be off against that of the ticks. */
  static final long CLOCK_ERROR_NS = 20_000;

  /** The JVM's clock and the wall clock drift apart, by some microseconds a second. */
  private static final long WALL_CLOCK_ERROR_NS = 1_000_000;

  /** A clock that differs from the wall's by more is another one than the trace's. */
  private static final long OTHER_CLOCK_NS = 1_000_000_000;

  private static final int MOST_WINDOWS = 400_000;
  private static final int MOST_RUNNERS = 100_000;
  private static final int MOST_LOST_DIGITS = 12;

  private final String file;
  private final TimelineBuilder timeline;
  private final Map<Long, QueuedThread> queued = new HashMap<>();
  private final Map<Integer, CpuTurns> cpus = new HashMap<>();

  /** By the operating system's number; the same object as long as a thread has the same name. */
  private final Map<Long, CpuTurns.SeenThread> runners = new HashMap<>();

  private OptionalLong epochOffsetNs = OptionalLong.empty();
  private boolean byTicks;

  /** The server's process; below 0 until one of its threads was seen. */
  private long process = -1;

  private final List<Found> found = new ArrayList<>();
  private long lines;
  private long damaged;
  private long firstDamaged;
  private long lost;

  private record Found(DelayWindow window, Turnout turnout) {}

  private SwitchTrace(String file, TimelineBuilder timeline) {
    this.file = file;
    this.timeline = timeline;
  }

  /** Reads a trace, which is compressed by gzip. */
  public static void read(Path trace, TimelineBuilder timeline) {
    SwitchTrace reader = new SwitchTrace(String.valueOf(trace.getFileName()), timeline);
    try (InputStream in = Files.newInputStream(trace);
        GZIPInputStream text = new GZIPInputStream(in, 1 << 16)) {
      BoundedLines.read(text, reader::line);
      if (reader.lines == 0) {
        timeline.problem(reader.file + " is empty.");
      }
    } catch (IOException e) {
      timeline.problem(
          "%s cannot be read to its end (%s). Behind whom threads waited for a CPU is not known after that."
              .formatted(
                  reader.file,
                  e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    }
    reader.finish();
  }

  private void line(String line) {
    lines++;
    if (lines == 1) {
      header(line);
    } else if (line.startsWith(LOST)) {
      lost(line);
    } else {
      SwitchLine.parse(line).ifPresentOrElse(this::next, this::damaged);
    }
  }

  private void header(String line) {
    String number = line.startsWith(HEADER) ? line.substring(HEADER.length()) : "";
    // A time since the epoch has a digit more than the number of a line.
    boolean isNumber = number.matches("-?\\d{1,19}");
    try {
      epochOffsetNs = OptionalLong.of(Long.parseLong(isNumber ? number : ""));
    } catch (NumberFormatException _) {
      damaged();
    }
    findWindows();
  }

  private void damaged() {
    damaged++;
    firstDamaged = damaged == 1 ? lines : firstDamaged;
  }

  private void lost(String line) {
    String[] parts = line.split(",", -1);
    long count = parts.length == 4 ? SwitchLine.number(parts[3], 0, parts[3].length()) : -1;
    if (count < 0 || parts[3].length() > MOST_LOST_DIGITS) {
      damaged();
      return;
    }
    lost += count;
    cpus.values().forEach(CpuTurns::forget);
    queued.values().forEach(QueuedThread::forget);
  }

  private void next(SwitchLine line) {
    CpuTurns cpu = cpus.computeIfAbsent(line.cpu(), _ -> new CpuTurns());
    if (line.atNs() < cpu.lastNs()) {
      damaged();
      return;
    }
    cpu.next(line.atNs(), line.previous(), runner(line));
    QueuedThread before = queued.get(line.previous());
    if (before != null) {
      before.stops(line.atNs(), line.couldRun());
    }
    QueuedThread now = queued.get(line.next());
    if (now != null && isOfServer(line)) {
      process = line.process();
      now.runs(line.atNs(), cpu);
    }
  }

  /**
   * In a container of its own, the server's numbers are not the machine's: another process may have
   * a thread of the same number. Its process has another number then.
   */
  private boolean isOfServer(SwitchLine line) {
    OptionalLong server = timeline.process();
    return server.isEmpty() || server.getAsLong() == line.process();
  }

  private CpuTurns.SeenThread runner(SwitchLine line) {
    CpuTurns.SeenThread known = runners.get(line.next());
    if (known != null && known.process() == line.process() && known.name().equals(line.name())) {
      return known;
    }
    if (runners.size() == MOST_RUNNERS) {
      runners.clear();
    }
    CpuTurns.SeenThread runner = new CpuTurns.SeenThread(line.process(), line.next(), line.name());
    runners.put(line.next(), runner);
    return runner;
  }

  /** What the ticks and requests say of delays, on the trace's clock. */
  private void findWindows() {
    Map<Long, Long> systemIds = new HashMap<>();
    timeline.systemThreads().forEach((system, id) -> systemIds.put(id, system));
    Map<Long, List<DelayWindow>> windows = new HashMap<>();
    int count = 0;
    int left = 0;
    for (TimedWork work : timeline.queuedWorks()) {
      Long system = systemIds.get(work.thread());
      OptionalLong offset = offset(work);
      if (system == null || offset.isEmpty()) {
        continue;
      }
      if (count >= MOST_WINDOWS) {
        left++;
        continue;
      }
      List<DelayWindow> ofThread = windows.computeIfAbsent(system, _ -> new ArrayList<>());
      if (work.runQueueNs() > 0) {
        ofThread.add(DelayWindow.before(work, offset.getAsLong()));
        count++;
      }
      if (work.executionRunQueueNs() > 0) {
        ofThread.add(DelayWindow.during(work, offset.getAsLong()));
        count++;
      }
    }
    if (left > 0) {
      timeline.problem(
          left + " ticks or requests that waited for a CPU are not looked up in " + file + ".");
    }
    windows.forEach(
        (system, delays) ->
            queued.put(
                system,
                new QueuedThread(
                    delays, (window, turnout) -> found.add(new Found(window, turnout)))));
  }

  /** By the ticks' own clock, which is the trace's; else by the wall clock. */
  private OptionalLong offset(TimedWork work) {
    OptionalLong ofTicks = timeline.clockOffset(work.startNs());
    if (ofTicks.isPresent()
        && (epochOffsetNs.isEmpty()
            || Math.abs(ofTicks.getAsLong() - epochOffsetNs.getAsLong()) < OTHER_CLOCK_NS)) {
      byTicks = true;
      return ofTicks;
    }
    return epochOffsetNs;
  }

  private void finish() {
    queued.values().forEach(thread -> thread.finish(Long.MAX_VALUE));
    ServerThreads threads = new ServerThreads(timeline, process);
    for (Found one : found) {
      timeline.add(
          one.window().work(), one.window().beforeStart(), one.turnout().of(one.window(), threads));
    }
    if (!queued.isEmpty()) {
      timeline.add(
          new Alignment(
              file,
              byTicks ? "by the clock of the ticks" : "by the wall clock",
              byTicks ? CLOCK_ERROR_NS : WALL_CLOCK_ERROR_NS));
    }
    if (damaged > 0) {
      timeline.problem(
          "%d of %d lines of %s are damaged and left out, the first of them is line %d."
              .formatted(damaged, lines, file, firstDamaged));
    }
    if (lost > 0) {
      timeline.problem(
          "The kernel lost %d scheduler events (%s), so some waits for a CPU are without names."
              .formatted(lost, file));
    }
  }
}
