package dev.jitterlab.lab.machine;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads) {
        if (isToBegin(thread, names)) {
          set(Integer.parseInt(thread.getFileName().toString()));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The process has just ended, which whoever started it will see.
    }
  }

  private static boolean isToBegin(Path thread, String names) {
    try {
      return ThreadReading.parse(
              Files.readString(thread.resolve("status")), Files.readString(thread.resolve("stat")))
          .filter(found -> found.name().startsWith(names) && found.nice() < NICE)
          .isPresent();
    } catch (IOException e) {
      return false; // the thread has just ended
    }
  }

  private static void set(int thread) {
    try {
      int unusedError = (int) SET_PRIORITY.invokeExact(PRIO_PROCESS, thread, NICE);
    } catch (Throwable e) {
      throw new AssertionError("a call of the C library threw", e);
    }
  }
}
