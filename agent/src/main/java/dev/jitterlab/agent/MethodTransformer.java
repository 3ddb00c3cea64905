package dev.jitterlab.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Instruments the watched methods in every class of their class's name, by whatever class loader,
 * when it is loaded; classes that are loaded already at once. Thread-safe.
 */
final class MethodTransformer implements ClassFileTransformer {
  /** HotSpot never compiles longer methods (HugeMethodLimit). */
  private static final int LONGEST_COMPILED_BYTES = 8_000;

  private final List<WatchedMethod> methods;
  private final Map<String, List<Integer>> numbersByClass = new HashMap<>();

  /** Those of many classes each. */
  private final List<Integer> widelyNamed = new ArrayList<>();

  private final AgentLog log;

  /** Methods are known to the hook by their places in the list. */
  MethodTransformer(List<? extends WatchedMethod> methods, AgentLog log) {
    this.methods = List.copyOf(methods);
    this.log = log;
    for (int number = 0; number < methods.size(); number++) {
      MethodName name = methods.get(number).name;
      if (name.isOfManyClasses()) {
        widelyNamed.add(number);
      } else {
        numbersByClass
            .computeIfAbsent(name.internalClassName(), unused -> new ArrayList<>())
            .add(number);
      }
    }
  }

  /** Returns the numbers of the methods that a class may have; empty for most classes. */
  private List<Integer> numbers(String internalName) {
    List<Integer> exact = numbersByClass.getOrDefault(internalName, List.of());
    List<Integer> all = exact;
    for (int number : widelyNamed) {
      if (methods.get(number).name.isOf(internalName)) {
        all = new ArrayList<>(all);
        all.add(number);
      }
    }
    return all;
  }

  /**
   * Begins to instrument.
   *
   * @throws UnmodifiableClassException if a class that is loaded cannot be changed
   */
  void install(Instrumentation instrumentation) throws UnmodifiableClassException {
    instrumentation.addTransformer(this, true);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!numbers(loaded.getName().replace('.', '/')).isEmpty()
          && instrumentation.isModifiableClass(loaded)) {
        instrumentation.retransformClasses(loaded);
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classFile) {
    List<Integer> numbers = className == null ? List.of() : numbers(className);
    if (numbers.isEmpty()) {
      return null;
    }
    try {
      return instrument(classFile, numbers);
    } catch (Throwable e) {
      log.failed("instrumenting " + className, e);
      return null;
    }
  }

  private byte[] instrument(byte[] classFile, List<Integer> numbers) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    Visitor visitor = new Visitor(writer, numbers);
    reader.accept(visitor, ClassReader.EXPAND_FRAMES);
    if (visitor.woven.isEmpty()) {
      return null;
    }
    byte[] changed = writer.toByteArray();
    visitor.woven.forEach((weaver, method) -> tell(weaver, method, reader.getClassName()));
    return changed;
  }

  private void tell(MethodWeaver weaver, WatchedMethod method, String className) {
    method.found();
    String name = className.replace('/', '.') + '#' + weaver.name + weaver.desc;
    log.say(method.calls + " of " + name);
    if (weaver.codeBytes() > LONGEST_COMPILED_BYTES) {
      log.say(
          name
              + " now has some "
              + weaver.codeBytes()
              + " bytes of bytecode: HotSpot interprets what is longer than "
              + LONGEST_COMPILED_BYTES
              + ", unless told -XX:-DontCompileHugeMethods");
    }
  }

  /** Instruments the methods meant, and says what it missed. */
  private final class Visitor extends ClassVisitor {
    private final List<Integer> numbers;
    private final Map<MethodWeaver, WatchedMethod> woven = new HashMap<>();
    private final TreeSet<String> withoutCode = new TreeSet<>();
    private int version;
    private String className;
    private String superName;

    Visitor(ClassVisitor next, List<Integer> numbers) {
      super(Opcodes.ASM9, next);
      this.numbers = numbers;
    }

    @Override
    public void visit(
        int itsVersion,
        int access,
        String name,
        String signature,
        String itsSuper,
        String[] interfaces) {
      version = itsVersion & 0xffff; // without the flag of preview features
      className = name.replace('/', '.');
      superName = itsSuper == null ? "java.lang.Object" : itsSuper.replace('/', '.');
      super.visit(itsVersion, access, name, signature, itsSuper, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      for (int number : numbers) {
        if (methods.get(number).name.matches(name, descriptor)) {
          if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            withoutCode.add(name + descriptor);
            return next;
          }
          MethodWeaver weaver = new MethodWeaver(access, name, descriptor, version, number, next);
          woven.put(weaver, methods.get(number));
          return weaver;
        }
      }
      return next;
    }

    @Override
    public void visitEnd() {
      super.visitEnd();
      for (int number : numbers) {
        WatchedMethod method = methods.get(number);
        if (!method.name.isOfManyClasses() && !woven.containsValue(method)) {
          log.say(
              className
                  + " was loaded, but has no code of "
                  + method.name
                  + (withoutCode.isEmpty() ? "" : "; abstract or native are " + withoutCode)
                  + "; name the class that declares it: this one inherits from "
                  + superName);
        }
      }
    }
  }
}
