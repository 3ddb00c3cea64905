package dev.jitterlab.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Puts the {@link TickHook} where instrumented code finds it: into {@code java.lang}. A class on
 * the bootstrap class path would not do, since OSGi's class loaders, for one, ask it for {@code
 * java.*} only.
 *
 * <p>For that, java.lang must be opened. It is opened to a module with one class, that of a class
 * loader made for it, so that the server has no more rights than without the agent.
 */
final class HookInjection {
  /** As class files write it. */
  static final String HOOK = "java/lang/JitterlabTicks";

  private HookInjection() {}

  /**
   * Defines the hook. Once in a JVM.
   *
   * @throws IllegalArgumentException if it is there already: the agent was given twice
   */
  static Class<?> inject(Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    if (isDefined()) {
      throw new IllegalArgumentException(
          "this JVM has the agent already: expected a single -javaagent option for it; a second one may be"
              + " in JAVA_TOOL_OPTIONS");
    }
    Door door = new Door();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of(Object.class.getPackageName(), Set.of(door.getUnnamedModule())),
        Set.of(),
        Map.of());
    return door.definer().apply(hook());
  }

  private static boolean isDefined() {
    try {
      Class<?> unused = Class.forName(HOOK.replace('/', '.'), false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Tells the hook whom to tell of calls; their numbers are their places in the list. */
  static void install(Class<?> hook, List<? extends Function<Object, Consumer<Throwable>>> methods)
      throws ReflectiveOperationException {
    for (int number = 0; number < methods.size(); number++) {
      hook.getMethod("install", int.class, Function.class)
          .invoke(null, number, methods.get(number));
    }
  }

  /** The class file of the pattern, under its new name. */
  private static byte[] hook() throws IOException {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile(TickHook.class))
        .accept(
            new ClassRemapper(
                writer, new SimpleRemapper(Type.getInternalName(TickHook.class), HOOK)),
            0);
    return writer.toByteArray();
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      if (in == null) {
        throw new IOException("the agent's jar has no " + type.getSimpleName());
      }
      return in.readAllBytes();
    }
  }

  /** Has a module of its own, and in it a copy of {@link HookDefiner}. */
  private static final class Door extends ClassLoader {
    Door() {
      super(HookInjection.class.getClassLoader());
    }

    @SuppressWarnings("unchecked") // the copy implements what the pattern does
    Function<byte[], Class<?>> definer() throws IOException, ReflectiveOperationException {
      byte[] pattern = classFile(HookDefiner.class);
      Class<?> copy = defineClass(HookDefiner.class.getName(), pattern, 0, pattern.length);
      return (Function<byte[], Class<?>>) copy.getConstructor().newInstance();
    }
  }
}
