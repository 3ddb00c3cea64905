package dev.jitterlab.battle.server;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.ThreadSettingReport;
import dev.jitterlab.tick.ThreadSettings;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What the threads that tick ask of the operating system. */
final class TickThreads {
  private static final String FIFO = "SCHED_FIFO";

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

  /**
   * Makes the scheduler; its owner closes it.
   *
   * @throws IllegalArgumentException if the scheduler has no threads of its own to ask for
   * @throws UnavailableException if SCHED_FIFO is asked for and not in force
   */
  TickScheduler create(TickSchedulers schedulers) throws UnavailableException {
    if (fifo == null) {
      return schedulers.create();
    }
    TickScheduler made =
        schedulers.threadSettings(ThreadSettings.defaults().fifoPriority(fifo)).create();
    try {
      requireFifo(made.threadSettings());
      return made;
    } catch (IllegalArgumentException | UnavailableException e) {
      made.close();
      throw e;
    }
  }

  private void requireFifo(List<ThreadSettingReport> reports) throws UnavailableException {
    if (reports.isEmpty()) {
      throw new IllegalArgumentException(
          "--fifo takes the scheduler partitioned, lockless or scheduled-pool: others make no"
              + " settings for their threads");
    }
    List<ThreadSettingReport> refused =
        reports.stream()
            .filter(report -> report.setting().equals(FIFO) && !report.isAsAsked())
            .collect(Collectors.toList());
    if (!refused.isEmpty()) {
      throw new UnavailableException(
          "SCHED_FIFO is not in force: "
              + refused.get(0)
              + ". Run it as root or after 'ulimit -r "
              + fifo
              + "', on JDK 22 or later; or leave --fifo out");
    }
  }
}
