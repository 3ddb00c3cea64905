package dev.jitterlab.battle.server;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.ThreadSettingReport;
import dev.jitterlab.tick.ThreadSettings;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What the threads that tick ask of the operating system. */
final class TickThreads {
  private static final String FIFO = "SCHED_FIFO";
  private static final String COMPILER_NICE = "compilers' nice value";

  @Setting(min = 1, max = 99)
  @Option(
      names = "--fifo",
      paramLabel = "PRIORITY",
      description =
          "Tick on SCHED_FIFO threads of a priority from 1 to 99, before every normal thread of the"
              + " machine; takes the right to it, and JDK 22 or later. Default: as any other"
              + " thread.",
      showDefaultValue = Visibility.NEVER)
  private Integer fifo;

  @Setting(min = 1, max = 19)
  @Option(
      names = "--compiler-nice",
      paramLabel = "NICE",
      description =
          "Let the JVM's compiler threads give way to the ticks, at a nice value of 1 to 19; takes"
              + " JDK 22 or later. Default: as any other thread.",
      showDefaultValue = Visibility.NEVER)
  private Integer compilerNice;

  /**
   * Makes the scheduler; its owner closes it.
   *
   * @throws IllegalArgumentException if the scheduler has no threads of its own to ask for
   * @throws UnavailableException if a setting is asked for and not in force
   */
  TickScheduler create(TickSchedulers schedulers) throws UnavailableException {
    if (fifo == null && compilerNice == null) {
      return schedulers.create();
    }
    ThreadSettings settings = ThreadSettings.defaults();
    if (fifo != null) {
      settings = settings.fifoPriority(fifo);
    }
    if (compilerNice != null) {
      settings = settings.compilerNice(compilerNice);
    }
    TickScheduler made = schedulers.threadSettings(settings).create();
    try {
      requireInForce(made.threadSettings());
      return made;
    } catch (IllegalArgumentException | UnavailableException e) {
      made.close();
      throw e;
    }
  }

  private void requireInForce(List<ThreadSettingReport> reports) throws UnavailableException {
    if (reports.isEmpty()) {
      throw new IllegalArgumentException(
          (fifo == null ? "--compiler-nice" : "--fifo")
              + " takes the scheduler partitioned, lockless or scheduled-pool: others make no"
              + " settings for their threads");
    }
    if (fifo != null) {
      requireInForce(
          reports,
          FIFO,
          "SCHED_FIFO is not in force",
          "Run it as root or after 'ulimit -r "
              + fifo
              + "', on JDK 22 or later; or leave --fifo out");
    }
    if (compilerNice != null) {
      requireInForce(
          reports,
          COMPILER_NICE,
          "the compilers do not give way",
          "Take JDK 22 or later, and a nice value above the process's own; or leave --compiler-nice"
              + " out");
    }
  }

  private static void requireInForce(
      List<ThreadSettingReport> reports, String setting, String failure, String remedy)
      throws UnavailableException {
    for (ThreadSettingReport report : reports) {
      if (report.setting().equals(setting) && !report.isAsAsked()) {
        throw new UnavailableException(failure + ": " + report + ". " + remedy);
      }
    }
  }
}
