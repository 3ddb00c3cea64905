package dev.jitterlab.faults;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has methods call {@link Entry#enter} first. The call takes and leaves nothing on the stack, so
 * the methods' frames stay as they are. Thread-safe.
 */
final class EntryWeaver implements ClassFileTransformer {
  private final Map<String, Set<String>> methodsByClass = new LinkedHashMap<>();

  /**
   * Takes methods.
   *
   * @param methods {@code Class#method}, several joined by {@code +}
   * @throws IllegalArgumentException if one is none
   */
  EntryWeaver(String methods) {
    for (String method : methods.split("\\+", -1)) {
      int hash = method.indexOf('#');
      if (hash < 1 || hash == method.length() - 1) {
        throw new IllegalArgumentException("'" + method + "': expected Class#method");
      }
      methodsByClass
          .computeIfAbsent(method.substring(0, hash).replace('.', '/'), name -> new TreeSet<>())
          .add(method.substring(hash + 1));
    }
  }

  /** Begins to instrument; classes that are loaded already at once. */
  void install(Instrumentation instrumentation) throws UnmodifiableClassException {
    instrumentation.addTransformer(this, true);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (methodsByClass.containsKey(loaded.getName().replace('.', '/'))) {
        instrumentation.retransformClasses(loaded);
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    Set<String> methods = className == null ? null : methodsByClass.get(className);
    return methods == null ? null : woven(classFile, methods);
  }

  private static byte[] woven(byte[] classFile, Set<String> methods) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return methods.contains(name) ? new Calling(next) : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class Calling extends MethodVisitor {
    Calling(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, Type.getInternalName(Entry.class), "enter", "()V", false);
    }
  }
}
