package dev.jitterlab.agent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes a method tell the {@link TickHook} of its beginning and of its end, by return or by
 * exception:
 *
 * <pre>
 *   Consumer tick = JitterlabTicks.begin(this, number);
 *   try { ...; JitterlabTicks.end(tick, null); return ...; }
 *   catch (Throwable t) { JitterlabTicks.end(tick, t); throw t; }
 * </pre>
 *
 * <p>The new local variable lies behind all of the method's own, and the handler assumes nothing of
 * those: so the method's frames need but that one variable more, and no class of the server must be
 * loaded to compute them.
 */
final class MethodWeaver extends MethodNode {
  private static final String TICK = "java/util/function/Consumer";
  private static final String BEGIN = "(Ljava/lang/Object;I)L" + TICK + ";";
  private static final String END = "(L" + TICK + ";Ljava/lang/Throwable;)V";

  /** What {@link #handler} and {@link #end} take of the operand stack. */
  private static final int MORE_STACK = 3;

  private final boolean hasFrames;
  private final int number;
  private final MethodVisitor next;
  private final LabelNode handlerLabel = new LabelNode();

  /**
   * Creates one for a method with code.
   *
   * @param classFileVersion the major one
   * @param number by which the hook knows the method
   * @param next is given the method in its new form
   */
  MethodWeaver(
      int access,
      String name,
      String descriptor,
      int classFileVersion,
      int number,
      MethodVisitor next) {
    super(Opcodes.ASM9, access, name, descriptor, null, null);
    this.hasFrames = classFileVersion >= Opcodes.V1_6;
    this.number = number;
    this.next = next;
  }

  @Override
  public void visitEnd() {
    int tick = maxLocals;
    for (AbstractInsnNode one : instructions.toArray()) {
      if (one instanceof FrameNode) {
        addLocal((FrameNode) one, tick);
      } else if (one.getOpcode() >= Opcodes.IRETURN && one.getOpcode() <= Opcodes.RETURN) {
        instructions.insertBefore(one, end(tick));
      }
    }
    LabelNode body = new LabelNode();
    InsnList begin = begin(tick);
    begin.add(body);
    instructions.insert(begin);
    instructions.add(handler(tick));
    tryCatchBlocks.add(new TryCatchBlockNode(body, handlerLabel, handlerLabel, null));
    maxLocals++;
    maxStack += MORE_STACK;
    accept(next);
  }

  private InsnList begin(int tick) {
    InsnList code = new InsnList();
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    code.add(isStatic ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new IntInsnNode(Opcodes.BIPUSH, number));
    code.add(call("begin", BEGIN));
    code.add(new VarInsnNode(Opcodes.ASTORE, tick));
    return code;
  }

  private static InsnList end(int tick) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ALOAD, tick));
    code.add(new InsnNode(Opcodes.ACONST_NULL));
    code.add(call("end", END));
    return code;
  }

  private InsnList handler(int tick) {
    InsnList code = new InsnList();
    code.add(handlerLabel);
    if (hasFrames) {
      FrameNode frame =
          new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
      addLocal(frame, tick);
      code.add(frame);
    }
    code.add(new InsnNode(Opcodes.DUP));
    code.add(new VarInsnNode(Opcodes.ALOAD, tick));
    code.add(new InsnNode(Opcodes.SWAP));
    code.add(call("end", END));
    code.add(new InsnNode(Opcodes.ATHROW));
    return code;
  }

  private static MethodInsnNode call(String method, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HookInjection.HOOK, method, descriptor, false);
  }

  /** Adds the variable {@code tick} to a frame, behind those that the frame leaves out. */
  private static void addLocal(FrameNode frame, int tick) {
    List<Object> locals = new ArrayList<>(frame.local);
    int slots = 0;
    for (Object local : locals) {
      slots += Opcodes.LONG.equals(local) || Opcodes.DOUBLE.equals(local) ? 2 : 1;
    }
    locals.addAll(Collections.nCopies(tick - slots, Opcodes.TOP));
    locals.add(TICK);
    frame.local = locals;
  }

  /** Returns how many bytes of bytecode the method has now, up to its new handler. */
  int codeBytes() {
    return handlerLabel.getLabel().getOffset();
  }
}
