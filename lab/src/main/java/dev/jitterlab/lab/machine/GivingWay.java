package dev.jitterlab.lab.machine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * Lets the threads that observe give way to those that are observed: nice {@value #NICE}, by
 * setpriority(2), which on Linux concerns one thread and needs no right. To ask, answer and record
 * takes milliseconds of CPU in every process, all at the same moment of each second; at the same
 * priority as the ticks, that alone makes ticks late on a machine with few cores (decision 026).
 *
 * <p>Not less than {@value #NICE}: on a machine whose CPUs are full, an answer still has to come
 * within a second. Thread-safe.
 */
public final class GivingWay {
  static final int NICE = 10;

  private static final int PRIO_PROCESS = 0;
  private static final int CALLING_THREAD = 0;
  private static final MethodHandle SET_PRIORITY = setPriority();

  private GivingWay() {}

  @SuppressWarnings("restricted") // the name and the type are those of the C library's manual
  private static MethodHandle setPriority() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().find("setpriority").orElseThrow(),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT));
  }

  /** The calling platform thread, and those that it starts from now on. */
  public static void begin() {
    set(CALLING_THREAD);
  }

  /**
   * The threads of a process, there are now, whose names begin like that. One that gives way
   * already stays as it is.
   */
  public static void begin(long pid, String names) {
    ThreadReading.all(Path.of("/proc/" + pid + "/task")).stream()
        .filter(thread -> thread.name().startsWith(names) && thread.nice() < NICE)
        .forEach(thread -> set(thread.number()));
  }

  private static void set(int thread) {
    try {
      int unusedError = (int) SET_PRIORITY.invokeExact(PRIO_PROCESS, thread, NICE);
    } catch (Throwable e) {
      throw new AssertionError("a call of the C library threw", e);
    }
  }
}
