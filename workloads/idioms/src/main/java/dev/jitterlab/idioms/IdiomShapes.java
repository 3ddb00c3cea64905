package dev.jitterlab.idioms;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.openjdk.jmh.annotations.Setup;

/**
 * Runs benchmarks without JMH until the JIT has compiled them, so that the JVM's own flags can
 * print what it made of each: every argument is the class and the method of one, with a dot between
 * them. Each is called by reflection, so it is compiled for itself and not into its caller.
 */
public final class IdiomShapes {
  private static final int CALLS = 40_000;
  private static final int SIZE = 100;

  private IdiomShapes() {}

  /** Runs all that are named; prints a sum of their results, so that none can be left out. */
  public static void main(String[] names) throws ReflectiveOperationException {
    long sum = 0;
    for (String name : names) {
      int dot = name.indexOf('.');
      Class<?> idiom =
          Class.forName(IdiomShapes.class.getPackageName() + "." + name.substring(0, dot));
      sum += run(prepared(idiom), idiom.getMethod(name.substring(dot + 1)));
    }
    System.out.println("sum " + sum);
  }

  /** As JMH would prepare it. */
  static Object prepared(Class<?> idiom) throws ReflectiveOperationException {
    Object state = idiom.getConstructor().newInstance();
    for (Field field : idiom.getFields()) {
      if (field.getName().equals("size")) {
        field.setInt(state, SIZE);
      }
    }
    for (Method method : idiom.getMethods()) {
      if (method.isAnnotationPresent(Setup.class)) {
        method.invoke(state);
      }
    }
    return state;
  }

  private static long run(Object state, Method method) throws ReflectiveOperationException {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += method.invoke(state).hashCode() & 1;
    }
    return sum;
  }
}
