package dev.jitterlab.lab.collector;

import dev.jitterlab.diagnosis.log.BoundedLines;
import dev.jitterlab.diagnosis.scheduler.SwitchTrace;
import dev.jitterlab.lab.Tool;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Turns what perf recorded into the lines that {@link SwitchTrace} reads. perf prints two lines for
 * each switch, one for the thread that stops and one for the thread that runs from then on. They
 * become one. Lines go through one by one, and nothing is kept but the last of each CPU. For one
 * thread, and one recording.
 */
public final class PerfSwitches {
  private static final String RECORD = "PERF_RECORD_";
  private static final String LOST = RECORD + "LOST lost ";
  private static final String IN = RECORD + "SWITCH_CPU_WIDE IN ";
  private static final String OUT = RECORD + "SWITCH_CPU_WIDE OUT ";
  private static final int MOST_CPUS = 8_192;

  /** Who ran, as the thread itself is named: {@code comm pid/tid [cpu] seconds.nanoseconds:}. */
  private static final Pattern WHO =
      Pattern.compile(
          "(.*?)\\s*(-?\\d{1,10})/(-?\\d{1,10})\\s+\\[(\\d{1,5})\\] +(\\d{1,9})\\.(\\d{9}):",
          Pattern.DOTALL);

  private static final Pattern OTHER = Pattern.compile("pid/tid:\\s*-?\\d{1,10}/(-?\\d{1,10})");

  /** The same moment on the wall clock and on perf's. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "# reference time: .* = (\\d{1,10})\\.(\\d{6}) \\(TOD\\) = (\\d{1,9})\\.(\\d{9})"
              + " \\(monotonic\\)");

  /**
   * A thread that ends has no number any more when it stops to run for the last time: perf prints
   * -1.
   */
  private static final long EXITING = 4_294_967_295L;

  private static final String EXITING_NAME = "a thread that ended";

  private static final long SECOND_NS = 1_000_000_000;

  /** A thread that has just stopped to run. */
  private record Stopped(long thread, boolean couldRun) {}

  /**
   * What there was.
   *
   * @param switches how many switches were written
   * @param lost how many events the kernel had no room for
   * @param notUnderstood how many lines of perf were left out
   */
  public record Outcome(long switches, long lost, long notUnderstood) {}

  private final OutputStream out;
  private final Map<Integer, Stopped> stopped = new HashMap<>();

  /** Who began to run last on each CPU. */
  private final Map<Integer, Long> running = new HashMap<>();

  private OptionalLong epochOffsetNs = OptionalLong.empty();
  private boolean begun;
  private long switches;
  private long lost;
  private long notUnderstood;

  private PerfSwitches(OutputStream out) {
    this.out = out;
  }

  /**
   * Converts a recording with the machine's perf, which ends with the lab.
   *
   * @param raw what perf recorded
   * @param trace is written
   * @throws IOException if perf cannot read it, or the text cannot be written
   */
  public static Outcome convert(Path raw, Path trace) throws IOException {
    Path errors = raw.resolveSibling("script.log");
    Process perf =
        new ProcessBuilder(SchedulerTrace.textCommand(raw))
            .redirectInput(Tool.NOTHING)
            .redirectError(errors.toFile())
            .start();
    Outcome outcome;
    try (InputStream text = perf.getInputStream();
        OutputStream file = Files.newOutputStream(trace)) {
      outcome = convert(text, file);
      int status = perf.waitFor();
      if (status != 0) {
        throw new IOException(
            "`perf script` ended with status " + status + ", see " + errors.getFileName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      perf.destroyForcibly();
    }
    Files.delete(errors);
    return outcome;
  }

  /**
   * Converts what {@code perf script} prints.
   *
   * @param text stays the caller's
   * @param file gets the text, compressed; stays the caller's
   */
  static Outcome convert(InputStream text, OutputStream file) throws IOException {
    GZIPOutputStream compressed = new GZIPOutputStream(file, 1 << 16);
    OutputStream out = new BufferedOutputStream(compressed, 1 << 16);
    PerfSwitches switches = new PerfSwitches(out);
    try {
      BoundedLines.read(text, switches::line);
      switches.begin();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    out.flush();
    compressed.finish();
    return new Outcome(switches.switches, switches.lost, switches.notUnderstood);
  }

  private void line(String line) {
    int record = line.lastIndexOf(RECORD);
    if (record < 0) {
      if (line.startsWith("#")) {
        comment(line);
      } else if (!line.isBlank()) {
        notUnderstood++;
      }
      return;
    }
    Matcher who = WHO.matcher(line.substring(0, record).strip());
    if (!who.matches() || Integer.parseInt(who.group(4)) >= MOST_CPUS) {
      notUnderstood++;
      return;
    }
    int cpu = Integer.parseInt(who.group(4));
    String what = line.substring(record);
    if (what.startsWith(LOST)) {
      lost(who, cpu, what.substring(LOST.length()).strip());
      return;
    }
    Matcher other = OTHER.matcher(what);
    if (!other.find()) {
      notUnderstood++;
    } else if (what.startsWith(OUT)) {
      boolean couldRun = what.startsWith("preempt", OUT.length());
      stopped.put(cpu, new Stopped(stopping(cpu, who.group(3)), couldRun));
    } else if (what.startsWith(IN)) {
      runs(who, cpu, stopping(cpu, other.group(1)));
    } else {
      notUnderstood++;
    }
  }

  /** The number of a thread that stops; of one that ends it is known since it began to run. */
  private long stopping(int cpu, String shown) {
    long number = number(shown);
    return number == EXITING ? running.getOrDefault(cpu, EXITING) : number;
  }

  private static long number(String shown) {
    return shown.startsWith("-") ? EXITING : Long.parseLong(shown);
  }

  private void comment(String line) {
    Matcher reference = REFERENCE.matcher(line);
    if (reference.find()) {
      long wallNs =
          Long.parseLong(reference.group(1)) * SECOND_NS
              + Long.parseLong(reference.group(2)) * 1_000;
      epochOffsetNs = OptionalLong.of(wallNs - ns(reference.group(3), reference.group(4)));
    }
  }

  private void runs(Matcher who, int cpu, long previous) {
    Stopped last = stopped.remove(cpu);
    boolean couldRun = last != null && last.thread() == previous && last.couldRun();
    long next = number(who.group(3));
    running.put(cpu, next);
    write(
        ns(who.group(5), who.group(6))
            + ","
            + cpu
            + ","
            + previous
            + (couldRun ? ",1," : ",0,")
            + number(who.group(2))
            + ","
            + next
            + ","
            + (next == EXITING ? EXITING_NAME : name(who.group(1))));
    switches++;
  }

  private void lost(Matcher who, int cpu, String count) {
    if (!count.matches("\\d{1,12}")) {
      notUnderstood++;
      return;
    }
    stopped.clear();
    running.clear();
    lost += Long.parseLong(count);
    write(SwitchTrace.LOST + ns(who.group(5), who.group(6)) + "," + cpu + "," + count);
  }

  /** What a process calls itself may have anything but a zero in it. */
  private static String name(String shown) {
    return shown.strip().replaceAll("\\p{Cntrl}", "?");
  }

  private static long ns(String seconds, String nanoseconds) {
    return Long.parseLong(seconds) * SECOND_NS + Long.parseLong(nanoseconds);
  }

  /** Writes the first line, once. Without perf's word for it, the lab's two clocks are compared. */
  private void begin() {
    if (!begun) {
      begun = true;
      long offsetNs =
          epochOffsetNs.orElseGet(() -> System.currentTimeMillis() * 1_000_000 - System.nanoTime());
      write(SwitchTrace.HEADER + offsetNs);
    }
  }

  private void write(String line) {
    begin();
    try {
      out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
