package dev.jitterlab.agent;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What instrumented methods call. This class is only the pattern: its copy is in the package {@code
 * java.lang} ({@link HookInjection}), the one package that every class loader sees, whatever else
 * it hides. So it must know nothing but classes of {@code java.base}.
 *
 * <p>Its array is the only state that is static, because a static method is all that a foreign
 * method can reach. It is filled before the first method is instrumented.
 */
public final class TickHook {
  private static final Object[] METHODS = new Object[AgentArguments.MOST_METHODS];

  private TickHook() {}

  /** Says who is to be told of calls of the method with that number. */
  public static void install(int number, Function<Object, Consumer<Throwable>> method) {
    METHODS[number] = method;
  }

  /**
   * Is called first thing in a tick method.
   *
   * @param receiver null if it is static
   * @return what {@link #end} is to be given
   */
  @SuppressWarnings("unchecked") // install takes no others
  public static Consumer<Throwable> begin(Object receiver, int number) {
    return ((Function<Object, Consumer<Throwable>>) METHODS[number]).apply(receiver);
  }

  /**
   * Is called last thing in a tick method.
   *
   * @param failure what it throws; null if it returns
   */
  public static void end(Consumer<Throwable> tick, Throwable failure) {
    if (tick != null) {
      tick.accept(failure);
    }
  }
}
