package dev.jitterlab.periodic;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.ThreadSettingReport;
import dev.jitterlab.tick.ThreadSettings;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that say how ticks are scheduled. */
final class SchedulerOptions {
  private static final String DEFAULT_SCHEDULER = "scheduled-pool";

  @Setting
  @Option(
      names = "--scheduler",
      description = "How ticks are scheduled; --list-schedulers names them.")
  private String scheduler = DEFAULT_SCHEDULER;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--threads",
      description = "Threads of a pool. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  private Integer threads;

  @Setting(choices = {"park", "park-spin", "spin"})
  @Option(
      names = "--waiting",
      paramLabel = "<way>",
      description =
          "How the workers of a scheduler that waits itself do so: park, park-spin or spin."
              + " Default: the scheduler's own way.",
      showDefaultValue = Visibility.NEVER)
  private String waiting;

  @Setting(min = 1, max = 99)
  @Option(
      names = "--fifo",
      paramLabel = "<priority>",
      description =
          "Tick on SCHED_FIFO threads of a priority from 1 to 99; takes the right to it, and JDK 22"
              + " or later. Default: as any other thread.",
      showDefaultValue = Visibility.NEVER)
  private Integer fifo;

  @Setting
  @Option(
      names = "--pin",
      description =
          "Keep each worker on a processor of its own; takes JDK 22 or later. Default: the system"
              + " decides.")
  private boolean pinned;

  @Setting(min = 1, max = 19)
  @Option(
      names = "--compiler-nice",
      paramLabel = "<nice>",
      description =
          "Let the JVM's compiler threads give way to the ticks, at a nice value of 1 to 19; takes"
              + " JDK 22 or later. Default: as any other thread.",
      showDefaultValue = Visibility.NEVER)
  private Integer compilerNice;

  @Setting
  @Option(
      names = "--late-policy",
      description =
          "What becomes of missed periods: ${COMPLETION-CANDIDATES}. Schedulers of other libraries"
              + " always catch up.")
  private Late latePolicy = Late.CATCH_UP;

  /** What becomes of the periods that a task has missed. */
  enum Late {
    /** Every tick is run. */
    CATCH_UP(LatePolicy.catchUp()),
    /** They are left out. */
    SKIP(LatePolicy.skip()),
    /** One tick stands for all. */
    COALESCE(LatePolicy.coalesce());

    private final LatePolicy policy;

    Late(LatePolicy policy) {
      this.policy = policy;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Returns the schedulers of other libraries that are on the class path. */
  static Stream<PeerScheduler> peers() {
    return ServiceLoader.load(PeerScheduler.class).stream().map(ServiceLoader.Provider::get);
  }

  /**
   * Returns the one of them that is asked for; empty for a scheduler of the tick library.
   *
   * @throws IllegalArgumentException if an option is set that it has no use for
   */
  Optional<PeerScheduler> peer() {
    Optional<PeerScheduler> peer = peers().filter(one -> one.name().equals(scheduler)).findFirst();
    if (peer.isPresent() && (waiting != null || isSet())) {
      throw new IllegalArgumentException(
          "--scheduler: "
              + scheduler
              + " is another library's, so leave --waiting, --fifo, --pin and --compiler-nice out");
    }
    return peer;
  }

  /** Returns the options that were set and that a program with one thread of its own ignores. */
  List<String> ofSchedulersOnly() {
    List<String> set = new ArrayList<>();
    if (!scheduler.equals(DEFAULT_SCHEDULER)) {
      set.add("--scheduler");
    }
    if (threads != null && threads != 1) {
      set.add("--threads");
    }
    if (waiting != null) {
      set.add("--waiting");
    }
    if (pinned) {
      set.add("--pin");
    }
    if (compilerNice != null) {
      set.add("--compiler-nice");
    }
    if (latePolicy != Late.CATCH_UP) {
      set.add("--late-policy");
    }
    return set;
  }

  /** Returns how many threads share the tasks. */
  int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /** Returns the options of every task. */
  TaskOptions taskOptions() {
    return TaskOptions.defaults().latePolicy(latePolicy.policy);
  }

  /** Returns the SCHED_FIFO priority asked for; null for none. */
  Integer fifo() {
    return fifo;
  }

  /**
   * Makes the scheduler; its owner closes it.
   *
   * @throws IllegalArgumentException if options do not go together
   * @throws UnavailableException if SCHED_FIFO or a processor is asked for and is not in force
   *     afterwards
   */
  TickScheduler create(TickListener listener) throws UnavailableException {
    TickSchedulers schedulers = TickSchedulers.named(scheduler).listener(listener);
    if (threads != null) {
      schedulers.threads(threads);
    }
    if (waiting != null) {
      if (!schedulers.waitsItself()) {
        throw new IllegalArgumentException(
            "--waiting: " + scheduler + " does not wait itself, so leave --waiting out");
      }
      schedulers.waiting(Waiting.valueOf(waiting.toUpperCase(Locale.ROOT).replace('-', '_')));
    }
    if (!isSet()) {
      return schedulers.create();
    }
    TickScheduler made = schedulers.threadSettings(threadSettings()).create();
    try {
      requireInForce(made.threadSettings());
      return made;
    } catch (IllegalArgumentException | UnavailableException e) {
      made.close();
      throw e;
    }
  }

  /** Whether anything is asked of the operating system. */
  private boolean isSet() {
    return fifo != null || pinned || compilerNice != null;
  }

  private ThreadSettings threadSettings() throws UnavailableException {
    ThreadSettings settings = ThreadSettings.defaults();
    if (fifo != null) {
      settings = settings.fifoPriority(fifo);
    }
    if (compilerNice != null) {
      settings = settings.compilerNice(compilerNice);
    }
    return pinned ? settings.cpus(AllowedCpus.find()) : settings;
  }

  private void requireInForce(List<ThreadSettingReport> reports) throws UnavailableException {
    String flag = fifo != null ? "--fifo" : pinned ? "--pin" : "--compiler-nice";
    if (reports.isEmpty()) {
      throw new IllegalArgumentException(
          flag
              + ": "
              + scheduler
              + " makes no settings for its threads, so leave "
              + flag
              + " out");
    }
    for (ThreadSettingReport report : reports) {
      if (report.isAsAsked()) {
        continue;
      }
      if (fifo != null && report.setting().equals("SCHED_FIFO")) {
        throw new UnavailableException(
            "SCHED_FIFO is not in force: "
                + report
                + ". Run it as root or after 'ulimit -r "
                + fifo
                + "', on JDK 22 or later; or leave --fifo out");
      }
      if (pinned && report.setting().equals("CPU")) {
        throw new UnavailableException(
            "a processor is not in force: "
                + report
                + ". Take JDK 22 or later; or leave --pin out");
      }
      if (compilerNice != null && report.setting().equals("compilers' nice value")) {
        throw new UnavailableException(
            "the compilers do not give way: "
                + report
                + ". Take JDK 22 or later, and a nice value above the process's own; or leave"
                + " --compiler-nice out");
      }
    }
    reports.forEach(report -> System.out.println("in force on " + report));
  }
}
