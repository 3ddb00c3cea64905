package dev.jitterlab.lab.process;

import java.util.Optional;

/**
 * One line of {@code /proc/<pid>/stat}, as far as the lab looks at it (proc(5)).
 *
 * @param command the name of the program, cut to 15 characters by the kernel
 * @param isZombie whether it has ended with all its threads, and its parent has not asked how
 * @param parent the process that started it, or the one that took it over
 * @param session the id of the session's leader
 * @param isKernelThread whether it is no process, but a thread of the kernel
 * @param majorFaults how often it waited for a page from the disk
 * @param childrenMajorFaults the same of its children that have ended and that it has waited for
 * @param cpuSeconds of its own threads
 * @param childrenCpuSeconds of its children that have ended and that it has waited for
 * @param startTicks when it was started, in clock ticks since boot
 */
public record ProcessStat(
    String command,
    boolean isZombie,
    long parent,
    long session,
    boolean isKernelThread,
    long majorFaults,
    long childrenMajorFaults,
    double cpuSeconds,
    double childrenCpuSeconds,
    long startTicks) {
  /** Linux gives user space 100 clock ticks a second on every architecture that runs Java. */
  static final double CLOCK_TICKS_PER_SECOND = 100;

  /** Fields, counted from the one behind the command's name. */
  private static final int STATE = 0;

  private static final int PARENT = 1;

  private static final int SESSION = 3;

  private static final int FLAGS = 6;

  /** PF_KTHREAD in the kernel's sched.h. */
  private static final long KERNEL_THREAD = 0x200000;

  private static final int MAJOR_FAULTS = 9;
  private static final int CHILDREN_MAJOR_FAULTS = 10;
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;
  private static final int CHILDREN_USER_TICKS = 13;
  private static final int CHILDREN_SYSTEM_TICKS = 14;
  private static final int THREADS = 17;
  private static final int START_TICKS = 19;

  /** Empty if it is not such a line. */
  static Optional<ProcessStat> parse(String line) {
    int nameBegin = line.indexOf('(');
    int nameEnd = line.lastIndexOf(") "); // the name may itself have blanks and brackets
    if (nameBegin < 0 || nameEnd < nameBegin) {
      return Optional.empty();
    }
    String[] fields = line.substring(nameEnd + 2).split(" ", -1);
    return fields.length <= START_TICKS
        ? Optional.empty()
        : Optional.of(
            new ProcessStat(
                line.substring(nameBegin + 1, nameEnd),
                fields[STATE].equals("Z") && Long.parseLong(fields[THREADS]) <= 1,
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[SESSION]),
                (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0,
                Long.parseLong(fields[MAJOR_FAULTS]),
                Long.parseLong(fields[CHILDREN_MAJOR_FAULTS]),
                seconds(fields[USER_TICKS], fields[SYSTEM_TICKS]),
                seconds(fields[CHILDREN_USER_TICKS], fields[CHILDREN_SYSTEM_TICKS]),
                Long.parseLong(fields[START_TICKS])));
  }

  private static double seconds(String userTicks, String systemTicks) {
    return (Double.parseDouble(userTicks) + Double.parseDouble(systemTicks))
        / CLOCK_TICKS_PER_SECOND;
  }

  /** With that of its children. */
  double familyCpuSeconds() {
    return cpuSeconds + childrenCpuSeconds;
  }

  /** With those of its children. */
  long familyMajorFaults() {
    return majorFaults + childrenMajorFaults;
  }
}
