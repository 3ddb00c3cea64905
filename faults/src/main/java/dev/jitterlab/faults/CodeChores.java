package dev.jitterlab.faults;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What keeps the compilers and the safepoints busy. Thread-safe. */
final class CodeChores {
  private static final int WARM_CALLS = 15_000;
  private static final int MODES_EACH = 4;
  private static final int METHOD_STEPS = 400;
  private static final AtomicInteger MODE = new AtomicInteger();
  private static final AtomicLong CLASSES = new AtomicLong();
  private static final int TURNS_A_MS = 500_000;

  private static volatile int result;

  private CodeChores() {}

  private static final int PLAIN_CALLS = 300;

  /**
   * Gives a loop and the modes to C2 before they are needed: what is slow already can't be lost.
   */
  static void prepare() {
    for (int i = 0; i < PLAIN_CALLS; i++) {
      result = Modes.next(Modes.PLAIN, i);
    }
    for (int i = 0; i < WARM_CALLS; i++) {
      result = count(100, i);
    }
  }

  /** A counted loop: without a safepoint poll, if the JVM has none in such loops. */
  private static int count(int turns, int start) {
    int sum = start;
    for (int i = 0; i < turns; i++) {
      sum = sum * 31 + i;
    }
    return sum;
  }

  /** Counts for about so long, without stopping for a safepoint. */
  static void countFor(long ms) {
    result = count((int) Math.min(Integer.MAX_VALUE, ms * TURNS_A_MS), result);
  }

  /**
   * Goes through some modes that no call has had. Returns whether any were left, and a call came
   * meanwhile.
   */
  static boolean changeModes(long ms) throws InterruptedException {
    Modes.forgetCalls();
    for (int i = 0; i < MODES_EACH; i++) {
      int mode = MODE.incrementAndGet();
      if (mode > Modes.COUNT) {
        Entry.mode(0);
        return i > 0 && Modes.wasCalled();
      }
      Entry.mode(mode);
      Thread.sleep(Math.max(1, ms / MODES_EACH));
    }
    Entry.mode(0);
    return Modes.wasCalled();
  }

  /** Makes classes with one long method each, and calls it until it is compiled. */
  static void compile(long ms) {
    long endNs = System.nanoTime() + ms * 1_000_000;
    Fresh loader = new Fresh();
    while (System.nanoTime() - endNs < 0) {
      try {
        Method step = loader.define(step()).getMethod("step", int.class);
        for (int i = 0; i < WARM_CALLS && System.nanoTime() - endNs < 0; i++) {
          result = (int) step.invoke(null, i);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Runs the initialiser of a new class, which naps: the frame that called it is native. */
  static void initialise() {
    ClassWriter writer = new ClassWriter(0);
    String name = begin(writer);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, Type.getInternalName(Entry.class), "nap", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    Fresh loader = new Fresh();
    loader.define(writer.toByteArray());
    try {
      Class<?> unused = Class.forName(name.replace('/', '.'), true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String begin(ClassWriter writer) {
    String name = "app/rules/Rule" + CLASSES.incrementAndGet();
    writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    return name;
  }

  private static byte[] step() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
    begin(writer);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "step", "(I)I", null, null);
    code.visitCode();
    for (int i = 0; i < METHOD_STEPS; i++) {
      Label on = new Label();
      code.visitVarInsn(Opcodes.ILOAD, 0);
      code.visitIntInsn(Opcodes.SIPUSH, i);
      code.visitInsn(Opcodes.IXOR);
      code.visitIntInsn(Opcodes.SIPUSH, 31);
      code.visitInsn(Opcodes.IMUL);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ISTORE, 0);
      code.visitJumpInsn(Opcodes.IFGE, on);
      code.visitIincInsn(0, i);
      code.visitLabel(on);
    }
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** The classes of one storm, which are unloaded with it. */
  private static final class Fresh extends ClassLoader {
    Fresh() {
      super(CodeChores.class.getClassLoader());
    }

    Class<?> define(byte[] classFile) {
      return defineClass(null, classFile, 0, classFile.length);
    }
  }
}
