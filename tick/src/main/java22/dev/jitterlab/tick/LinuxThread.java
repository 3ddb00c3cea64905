package dev.jitterlab.tick;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.BitSet;

/**
 * The calling thread under Linux, by prctl(2) and sched_setscheduler(2). Thread id 0 means the
 * calling thread in all of these calls. The compiler threads by setpriority(2), each by its id.
 * Thread-safe.
 */
final class LinuxThread implements OsThread {
  private static final int PR_SET_TIMERSLACK = 29;
  private static final int PR_GET_TIMERSLACK = 30;
  private static final int SCHED_FIFO = 1;
  private static final int PRIO_PROCESS = 0; // under Linux, one thread
  private static final int ESRCH = 3;

  /** Threads started by this one are normal again. */
  private static final int SCHED_RESET_ON_FORK = 0x40000000;

  private static final int CPU_MASK_BYTES = 512; // 4,096 CPUs

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout POINTER = ValueLayout.ADDRESS;

  private final StructLayout errors = Linker.Option.captureStateLayout();
  private final VarHandle errno = errors.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private final MethodHandle prctl =
      handle(
          "prctl",
          FunctionDescriptor.of(INT, INT, LONG, LONG, LONG, LONG),
          Linker.Option.firstVariadicArg(1));
  private final MethodHandle setScheduler =
      handle("sched_setscheduler", FunctionDescriptor.of(INT, INT, INT, POINTER));
  private final MethodHandle getScheduler =
      handle("sched_getscheduler", FunctionDescriptor.of(INT, INT));
  private final MethodHandle getParam =
      handle("sched_getparam", FunctionDescriptor.of(INT, INT, POINTER));
  private final MethodHandle setAffinity =
      handle("sched_setaffinity", FunctionDescriptor.of(INT, INT, LONG, POINTER));
  private final MethodHandle setPriority =
      handle("setpriority", FunctionDescriptor.of(INT, INT, INT, INT));
  private final MethodHandle getAffinity =
      handle("sched_getaffinity", FunctionDescriptor.of(INT, INT, LONG, POINTER));

  /**
   * Links the calls.
   *
   * @throws IllegalCallerException if the JVM denies native access
   */
  LinuxThread() {}

  @SuppressWarnings("restricted") // the names and types are those of the C library's manual
  private static MethodHandle handle(
      String function, FunctionDescriptor type, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    Linker.Option[] all = new Linker.Option[options.length + 1];
    all[0] = Linker.Option.captureCallState("errno");
    System.arraycopy(options, 0, all, 1, options.length);
    return linker.downcallHandle(linker.defaultLookup().find(function).orElseThrow(), type, all);
  }

  /** One call: returns its result, or the negated error number. */
  private interface Call {
    int invoke(Arena arena, MemorySegment state) throws Throwable;
  }

  private int call(Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(errors);
      int result = call.invoke(arena, state);
      return result < 0 ? -(int) errno.get(state, 0L) : result;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // a call into C throws nothing
    }
  }

  private static int error(int result) {
    return Math.max(0, -result);
  }

  private static int checked(int result) {
    if (result < 0) {
      throw new IllegalStateException("a setting cannot be read: error number " + -result);
    }
    return result;
  }

  @Override
  public int setTimerSlackNs(long ns) {
    return error(
        call((arena, state) -> (int) prctl.invokeExact(state, PR_SET_TIMERSLACK, ns, 0L, 0L, 0L)));
  }

  @Override
  public long timerSlackNs() {
    return checked(
        call((arena, state) -> (int) prctl.invokeExact(state, PR_GET_TIMERSLACK, 0L, 0L, 0L, 0L)));
  }

  @Override
  public int setFifoPriority(int priority) {
    return error(
        call(
            (arena, state) ->
                (int)
                    setScheduler.invokeExact(
                        state,
                        0,
                        SCHED_FIFO | SCHED_RESET_ON_FORK,
                        arena.allocateFrom(INT, priority))));
  }

  @Override
  public int fifoPriority() {
    int policy = checked(call((arena, state) -> (int) getScheduler.invokeExact(state, 0)));
    if ((policy & ~SCHED_RESET_ON_FORK) != SCHED_FIFO) {
      return 0;
    }
    return checked(
        call(
            (arena, state) -> {
              MemorySegment priority = arena.allocate(INT);
              int result = (int) getParam.invokeExact(state, 0, priority);
              return result < 0 ? result : priority.get(INT, 0);
            }));
  }

  @Override
  public int setCpus(BitSet cpus) {
    return error(
        call(
            (arena, state) -> {
              MemorySegment mask = arena.allocate(CPU_MASK_BYTES, Long.BYTES);
              MemorySegment.copy(
                  MemorySegment.ofArray(cpus.toLongArray()),
                  0,
                  mask,
                  0,
                  cpus.toLongArray().length * 8L);
              return (int) setAffinity.invokeExact(state, 0, (long) CPU_MASK_BYTES, mask);
            }));
  }

  @Override
  public BitSet cpus() {
    BitSet cpus = new BitSet();
    checked(
        call(
            (arena, state) -> {
              MemorySegment mask = arena.allocate(CPU_MASK_BYTES, Long.BYTES);
              int result = (int) getAffinity.invokeExact(state, 0, (long) CPU_MASK_BYTES, mask);
              cpus.or(BitSet.valueOf(mask.toArray(LONG)));
              return result;
            }));
    return cpus;
  }

  @Override
  public int setCompilerNice(int nice) {
    int first = 0;
    for (int id : CompilerThreads.ids()) {
      int error =
          error(
              call((arena, state) -> (int) setPriority.invokeExact(state, PRIO_PROCESS, id, nice)));
      if (first == 0 && error != ESRCH) { // one that has ended needs no setting
        first = error;
      }
    }
    return first;
  }

  @Override
  public String compilerNice() {
    return CompilerThreads.niceValues();
  }
}
