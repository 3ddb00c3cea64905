package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.recording.TickRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Classes are instrumented, defined anew by a class loader of the test, verified by the JVM, and
 * run; they call {@link TickHook} itself instead of its copy in java.lang.
 */
class MethodTransformerTest {
  private static final ClassLoader ANY_LOADER = null;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final TickCalls calls = new TickCalls(log);
  private final TickRecorder recorder = new TickRecorder();

  /** Methods of every shape that matters to bytecode. */
  public static class Room {
    /** Arguments and results of two slots, and locals that come and go between frames. */
    public long wide(long delta, double factor) {
      long sum = 0;
      for (int i = 0; i < 3; i++) {
        double scaled = delta * factor;
        if (scaled > 100) {
          return -1;
        }
        sum += (long) scaled;
      }
      return sum;
    }

    /** Begins with the target of a jump. */
    public static int loop(int turns) {
      while (turns > 0) {
        turns--;
      }
      return turns;
    }

    /** Catches, throws and cleans up. */
    public String handlers(String text) {
      StringBuilder out = new StringBuilder();
      try {
        out.append(Integer.parseInt(text));
      } catch (NumberFormatException e) {
        if (text.isEmpty()) {
          throw new IllegalStateException("empty", e);
        }
        out.append("none");
      } finally {
        out.append('!');
      }
      synchronized (this) {
        switch (out.length()) {
          case 2:
            return "short " + out;
          case 3:
            return "longer " + out;
          default:
            return out.toString();
        }
      }
    }

    /** Overloaded; calls the other one. */
    public int step() {
      return step(1);
    }

    /** Overloaded. */
    public int step(int by) {
      return by;
    }
  }

  /** Inherits all of it. */
  public static class Lobby extends Room {}

  /** Has no code of it. */
  public interface Stage {
    /** Abstract. */
    void act();
  }

  private MethodTransformer transformer(String... names) {
    TickTasks tasks =
        new TickTasks(
            Rate.hz(20), System::nanoTime, recorder, calls, LateSignal.NONE, new WaitWatch());
    List<TickMethod> methods =
        Stream.of(names)
            .map(name -> tasks.method(MethodName.parse("tick-method", name)))
            .collect(Collectors.toList());
    for (int number = 0; number < methods.size(); number++) {
      TickHook.install(number, methods.get(number));
    }
    return new MethodTransformer(methods, log);
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  private static byte[] transformed(
      MethodTransformer transformer, Class<?> type, byte[] classFile) {
    return transformer.transform(
        ANY_LOADER, type.getName().replace('.', '/'), null, null, classFile);
  }

  private Class<?> instrumentedRoom(String... methods) throws IOException {
    return define(Room.class, transformed(transformer(methods), Room.class, classFile(Room.class)));
  }

  private static Class<?> define(Class<?> type, byte[] instrumented) {
    ClassWriter writer = new ClassWriter(0);
    String hook = TickHook.class.getName().replace('.', '/');
    new ClassReader(instrumented)
        .accept(new ClassRemapper(writer, new SimpleRemapper(HookInjection.HOOK, hook)), 0);
    byte[] bytes = writer.toByteArray();
    return new ClassLoader(type.getClassLoader()) {
      Class<?> define() {
        return defineClass(type.getName(), bytes, 0, bytes.length);
      }
    }.define();
  }

  private static String name(Class<?> type, String method) {
    return type.getName() + '#' + method;
  }

  private static Object call(Object room, Class<?> type, String method, Object... arguments)
      throws ReflectiveOperationException {
    for (Method one : type.getMethods()) {
      if (one.getName().equals(method) && one.getParameterCount() == arguments.length) {
        return one.invoke(room, arguments);
      }
    }
    throw new NoSuchMethodException(method);
  }

  @Test
  void keepsWhatMethodsDoAndTellsOfTheirCalls() throws Exception {
    Class<?> type =
        instrumentedRoom(
            name(Room.class, "wide"), name(Room.class, "loop"), name(Room.class, "handlers"));
    Object room = type.getConstructor().newInstance();

    assertEquals(30L, call(room, type, "wide", 5L, 2.0));
    assertEquals(-1L, call(room, type, "wide", 500L, 2.0));
    assertEquals(0, call(null, type, "loop", 7));
    assertEquals("short 7!", call(room, type, "handlers", "7"));
    assertEquals("longer 17!", call(room, type, "handlers", "17"));
    assertEquals("none!", call(room, type, "handlers", "x"));
    assertEquals(6, recorder.ticks());
    assertEquals(0, calls.failed.sum());
    assertEquals(0, log.errors.sum());
  }

  @Test
  void letsExceptionsThroughAndCountsThem() throws Exception {
    Class<?> type = instrumentedRoom(name(Room.class, "handlers"));
    Object room = type.getConstructor().newInstance();

    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> call(room, type, "handlers", ""));
    assertSame(IllegalStateException.class, thrown.getCause().getClass());
    assertEquals("empty", thrown.getCause().getMessage());
    assertEquals(1, recorder.ticks());
    assertEquals(1, calls.failed.sum());
  }

  @Test
  void takesOverloadsAsOneTickUnlessTheDescriptorIsNamed() throws Exception {
    Class<?> all = instrumentedRoom(name(Room.class, "step"));
    call(all.getConstructor().newInstance(), all, "step");
    assertEquals(1, recorder.ticks());

    Class<?> one = instrumentedRoom(name(Room.class, "step(I)I"));
    Object room = one.getConstructor().newInstance();
    call(room, one, "step");
    call(room, one, "step", 3);
    assertEquals(3, recorder.ticks());
  }

  @Test
  void takesOverloadsThatAreNamedOneByOneAsOneTick() throws Exception {
    Class<?> type = instrumentedRoom(name(Room.class, "step()I"), name(Room.class, "step(I)I"));
    call(type.getConstructor().newInstance(), type, "step");
    assertEquals(1, recorder.ticks());
  }

  @Test
  void instrumentsClassFilesWithoutFrames() throws Exception {
    ClassWriter java5 = new ClassWriter(0);
    new ClassReader(classFile(Plain.class))
        .accept(
            new ClassVisitor(Opcodes.ASM9, java5) {
              @Override
              public void visit(
                  int version,
                  int access,
                  String name,
                  String signature,
                  String superName,
                  String[] interfaces) {
                super.visit(Opcodes.V1_5, access, name, signature, superName, interfaces);
              }
            },
            ClassReader.SKIP_FRAMES);
    MethodTransformer transformer = transformer(name(Plain.class, "count"));
    Class<?> type = define(Plain.class, transformed(transformer, Plain.class, java5.toByteArray()));

    assertEquals(10, call(null, type, "count", 4));
    assertEquals(1, recorder.ticks());
  }

  /** Nothing that a class file of Java 5 cannot have. */
  public static class Plain {
    /** Returns 1 + ... + n. */
    public static int count(int n) {
      int sum = 0;
      for (int i = 1; i <= n; i++) {
        sum += i;
      }
      return sum;
    }
  }

  @Test
  void leavesEverythingElseAlone() throws IOException {
    MethodTransformer transformer = transformer(name(Room.class, "wide"));

    assertNull(transformed(transformer, Plain.class, classFile(Plain.class)));
    assertNull(transformer.transform(ANY_LOADER, null, null, null, new byte[0]));
  }

  @Test
  void namesTheClassToLookInWhenAMethodIsInherited() throws IOException {
    MethodTransformer transformer = transformer(name(Lobby.class, "step"));

    assertNull(transformed(transformer, Lobby.class, classFile(Lobby.class)));
    assertTrue(
        said().contains("no code of " + name(Lobby.class, "step"))
            && said().contains("inherits from " + Room.class.getName()),
        said());
  }

  @Test
  void saysThatAMethodIsAbstract() throws IOException {
    MethodTransformer transformer = transformer(name(Stage.class, "act"));

    assertNull(transformed(transformer, Stage.class, classFile(Stage.class)));
    assertTrue(said().contains("abstract or native are [act()V]"), said());
  }

  @Test
  void leavesAClassAsItIsThatItCannotRead() {
    MethodTransformer transformer = transformer(name(Room.class, "wide"));

    assertNull(transformed(transformer, Room.class, new byte[10]));
    assertEquals(1, log.errors.sum());
  }

  @Test
  void warnsOfAMethodThatHotSpotDoesNotCompile() throws Exception {
    ClassWriter huge = new ClassWriter(0);
    huge.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Huge", null, "java/lang/Object", null);
    MethodVisitor code =
        huge.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "tick", "()V", null, null);
    code.visitCode();
    for (int i = 0; i < 7_990; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    huge.visitEnd();

    transformer("Huge#tick").transform(ANY_LOADER, "Huge", null, null, huge.toByteArray());
    assertTrue(said().contains("HotSpot interprets what is longer than 8000"), said());
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
