package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * What a scheduler asks the operating system for its own worker threads; and for no other thread,
 * except that the compilers give way. Immutable.
 *
 * <p>It takes Linux and JDK 22 or later, and for a priority the right to it ({@code CAP_SYS_NICE}
 * or an rtprio limit). Where something is missing the threads run as any other, and {@link
 * TickScheduler#threadSettings} says what is in force and why. From JDK 22 on the JVM prints a
 * warning unless it is started with {@code --enable-native-access=ALL-UNNAMED}; {@link #none} calls
 * nothing and prints nothing.
 */
public final class ThreadSettings {
  private static final ThreadSettings NONE = new ThreadSettings(0, 0, new int[0], 0);
  private static final int MOST_CPUS = 4096;

  private final long timerSlackNs;
  private final int fifoPriority;
  private final int[] cpus;
  private final int compilerNice;

  private ThreadSettings(long timerSlackNs, int fifoPriority, int[] cpus, int compilerNice) {
    this.timerSlackNs = timerSlackNs;
    this.fifoPriority = fifoPriority;
    this.cpus = cpus;
    this.compilerNice = compilerNice;
  }

  /** Asks for nothing. */
  public static ThreadSettings none() {
    return NONE;
  }

  /** Asks for the smallest timer slack, 1 ns, which needs no rights; Linux gives 50 µs else. */
  public static ThreadSettings defaults() {
    return NONE.timerSlackNs(1);
  }

  /** Asks for a timer slack: how much the system may delay a wake-up to serve several at once. */
  public ThreadSettings timerSlackNs(long slackNs) {
    if (slackNs < 1) {
      throw new IllegalArgumentException("a timer slack is at least 1 ns, not " + slackNs);
    }
    return new ThreadSettings(slackNs, fifoPriority, cpus, compilerNice);
  }

  /**
   * Asks for SCHED_FIFO: the thread runs before every normal one, and takes its CPU for as long as
   * it wants to. Threads that a tick starts do not inherit it.
   */
  public ThreadSettings fifoPriority(int priority) {
    if (priority < 1 || priority > 99) {
      throw new IllegalArgumentException("a SCHED_FIFO priority is 1 to 99, not " + priority);
    }
    return new ThreadSettings(timerSlackNs, priority, cpus, compilerNice);
  }

  /**
   * Asks that each worker run on one CPU: the first worker on the first one given and so on, from
   * the start again when there are more workers. Threads that a tick starts inherit it.
   */
  public ThreadSettings cpus(int... numbers) {
    for (int number : numbers) {
      if (number < 0 || number >= MOST_CPUS) {
        throw new IllegalArgumentException(
            "a CPU has a number from 0 to " + (MOST_CPUS - 1) + ", not " + number);
      }
    }
    return new ThreadSettings(timerSlackNs, fifoPriority, numbers.clone(), compilerNice);
  }

  /**
   * Asks that the JVM's compiler threads give way to the workers and to all other threads of normal
   * priority. It concerns the whole JVM, and cannot be taken back without the right to raise a
   * priority; lowering takes none. While the CPUs are busy the JVM takes longer to warm up, which
   * can make far more ticks late than it saves: docs/tick-runtime.md has figures of both.
   *
   * @param nice 1 to 19; 10 leaves a compiler a tenth of the time of a busy thread beside it, 19 a
   *     sixtieth
   */
  public ThreadSettings compilerNice(int nice) {
    if (nice < 1 || nice > 19) {
      throw new IllegalArgumentException("a nice value that gives way is 1 to 19, not " + nice);
    }
    return new ThreadSettings(timerSlackNs, fifoPriority, cpus, nice);
  }

  /** Returns whether each worker is to run on one CPU. */
  boolean haveCpus() {
    return cpus.length > 0;
  }

  /**
   * Applies them to the calling thread, the worker of that number, and reads them back. Whatever
   * goes wrong is in the report: a thread ticks without its settings, too.
   */
  List<ThreadSettingReport> apply(int worker, Supplier<OsThread> finder) {
    List<Request> requests = requests(worker);
    List<ThreadSettingReport> reports = new ArrayList<>();
    if (requests.isEmpty()) {
      return reports;
    }
    String thread = Thread.currentThread().getName();
    try {
      OsThread os = finder.get();
      int[] errors = requests.stream().mapToInt(request -> request.set.applyAsInt(os)).toArray();
      for (int i = 0; i < errors.length; i++) { // only now: one setting may change another
        reports.add(requests.get(i).report(thread, os, errors[i]));
      }
    } catch (Throwable e) { // a thread without its settings is better than none
      String whyNot = e instanceof IllegalStateException ? e.getMessage() : e.toString();
      reports.clear();
      for (Request request : requests) {
        reports.add(
            new ThreadSettingReport(thread, request.setting, request.asked, "unknown", whyNot));
      }
    }
    return reports;
  }

  private List<Request> requests(int worker) {
    List<Request> requests = new ArrayList<>();
    if (timerSlackNs > 0) {
      String asked = timerSlackNs + " ns";
      requests.add(
          new Request(
              "timer slack",
              asked,
              os -> os.setTimerSlackNs(timerSlackNs),
              // Linux reads 0 back for a SCHED_FIFO thread from 6.12 on: it has no slack at all.
              os ->
                  os.timerSlackNs() == 0 && os.fifoPriority() > 0
                      ? asked
                      : os.timerSlackNs() + " ns"));
    }
    if (fifoPriority > 0) {
      requests.add(
          new Request(
              "SCHED_FIFO",
              "priority " + fifoPriority,
              os -> os.setFifoPriority(fifoPriority),
              os -> os.fifoPriority() == 0 ? "not SCHED_FIFO" : "priority " + os.fifoPriority()));
    }
    if (haveCpus()) {
      BitSet cpu = new BitSet();
      cpu.set(cpus[worker % cpus.length]);
      requests.add(
          new Request("CPU", cpu.toString(), os -> os.setCpus(cpu), os -> os.cpus().toString()));
    }
    if (compilerNice > 0 && worker == 0) { // once is enough
      requests.add(
          new Request(
              "compilers' nice value",
              Integer.toString(compilerNice),
              os -> os.setCompilerNice(compilerNice),
              OsThread::compilerNice));
    }
    return requests;
  }

  @Override
  public String toString() {
    return "timer slack "
        + timerSlackNs
        + " ns, SCHED_FIFO "
        + fifoPriority
        + ", CPUs "
        + Arrays.toString(cpus)
        + ", compilers' nice value "
        + compilerNice;
  }

  /** One thing asked for. */
  private static final class Request {
    private final String setting;
    private final String asked;

    /** Returns 0 or an error number. */
    private final ToIntFunction<OsThread> set;

    private final Function<OsThread, String> inForce;

    Request(
        String setting,
        String asked,
        ToIntFunction<OsThread> set,
        Function<OsThread, String> inForce) {
      this.setting = setting;
      this.asked = asked;
      this.set = set;
      this.inForce = inForce;
    }

    ThreadSettingReport report(String thread, OsThread os, int error) {
      String found = inForce.apply(os);
      String whyNot = "";
      if (error != 0) {
        whyNot = errorText(error);
      } else if (!found.equals(asked)) {
        whyNot = "the system took the call and did something else";
      }
      return new ThreadSettingReport(thread, setting, asked, found, whyNot);
    }

    private static String errorText(int error) {
      switch (error) {
        case 1:
          return "not permitted (EPERM): a priority takes CAP_SYS_NICE or a limit, as by ulimit -r";
        case 22:
          return "refused (EINVAL): is there such a CPU, and may this process use it?";
        default:
          return "error number " + error;
      }
    }
  }
}
