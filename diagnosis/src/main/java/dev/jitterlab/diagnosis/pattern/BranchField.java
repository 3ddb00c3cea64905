package dev.jitterlab.diagnosis.pattern;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which field a branch of a method reads: in its operands themselves, or in the local variable that
 * it compares, if the method sets that variable once. Where the bytecode is not as plain as that,
 * it says nothing. Immutable.
 */
final class BranchField {
  private static final int DEEPEST = 4;

  private final List<Instruction> instructions = new ArrayList<>();
  private final List<Integer> positions = new ArrayList<>();

  /** Instructions that code jumps to: what is on the stack there may come from elsewhere. */
  private final Set<Integer> targets = new HashSet<>();

  private final int parameterSlots;

  private BranchField(CodeAttribute code, int parameterSlots) {
    this.parameterSlots = parameterSlots;
    Set<Label> jumpedTo = new HashSet<>();
    code.exceptionHandlers().forEach(one -> jumpedTo.add(one.handler()));
    for (CodeElement element : code) {
      switch (element) {
        case BranchInstruction one -> jumpedTo.add(one.target());
        case TableSwitchInstruction one -> {
          jumpedTo.add(one.defaultTarget());
          one.cases().stream().map(SwitchCase::target).forEach(jumpedTo::add);
        }
        case LookupSwitchInstruction one -> {
          jumpedTo.add(one.defaultTarget());
          one.cases().stream().map(SwitchCase::target).forEach(jumpedTo::add);
        }
        default -> {}
      }
    }
    int at = 0;
    for (CodeElement element : code) {
      if (element instanceof LabelTarget target && jumpedTo.contains(target.label())) {
        targets.add(instructions.size());
      } else if (element instanceof Instruction one) {
        instructions.add(one);
        positions.add(at);
        at += one.sizeInBytes();
      }
    }
  }

  /**
   * Finds it.
   *
   * @param bytecode where the branch is
   * @param instruction what a recording says is there, such as {@code if_acmpne}
   * @return such as {@code BattleState.mode}; empty if it reads none, or that is not plain
   */
  static Optional<String> of(MethodModel method, int bytecode, String instruction) {
    return method
        .findAttribute(Attributes.code())
        .map(code -> new BranchField(code, parameterSlots(method)))
        .flatMap(of -> of.read(bytecode, instruction));
  }

  private static int parameterSlots(MethodModel method) {
    int slots = method.flags().has(AccessFlag.STATIC) ? 0 : 1;
    for (ClassDesc one : method.methodTypeSymbol().parameterList()) {
      slots += TypeKind.from(one).slotSize();
    }
    return slots;
  }

  private Optional<String> read(int bytecode, String instruction) {
    int at = positions.indexOf(bytecode);
    if (at < 0 || !name(instructions.get(at).opcode()).equals(instruction)) {
      return Optional.empty();
    }
    int operands = operands(instructions.get(at));
    int last = at - 1;
    for (int i = 0; i < operands; i++) {
      int first = first(last);
      if (first < 0 || isJumpedInto(first, at)) {
        return Optional.empty();
      }
      Optional<String> field = field(last, DEEPEST);
      if (field.isPresent()) {
        return field;
      }
      last = first - 1;
    }
    return Optional.empty();
  }

  private static String name(Opcode opcode) {
    return opcode.name().toLowerCase(Locale.ROOT);
  }

  private static int operands(Instruction branch) {
    return switch (branch) {
      case BranchInstruction one ->
          switch (one.opcode()) {
            case GOTO, GOTO_W -> 0;
            case IF_ACMPEQ,
                IF_ACMPNE,
                IF_ICMPEQ,
                IF_ICMPNE,
                IF_ICMPLT,
                IF_ICMPGE,
                IF_ICMPGT,
                IF_ICMPLE ->
                2;
            default -> 1;
          };
      case TableSwitchInstruction _, LookupSwitchInstruction _ -> 1;
      default -> 0;
    };
  }

  /** The first instruction of the value that one leaves; below 0 if that is not plain. */
  private int first(int last) {
    int at = last;
    while (at >= 0 && isGetField(instructions.get(at))) {
      at--;
    }
    return at >= 0 && isPlain(instructions.get(at)) ? at : -1;
  }

  private static boolean isGetField(Instruction one) {
    return one.opcode() == Opcode.GETFIELD;
  }

  private static boolean isPlain(Instruction one) {
    return one instanceof LoadInstruction
        || one instanceof ConstantInstruction
        || one.opcode() == Opcode.GETSTATIC;
  }

  private boolean isJumpedInto(int first, int last) {
    for (int i = first + 1; i <= last; i++) {
      if (targets.contains(i)) {
        return true;
      }
    }
    return false;
  }

  private Optional<String> field(int at, int deepest) {
    return switch (instructions.get(at)) {
      case FieldInstruction one when !isConstant(one) -> Optional.of(words(one));
      case LoadInstruction one when deepest > 0 -> local(one.slot(), deepest - 1);
      default -> Optional.empty();
    };
  }

  /** A constant of an enum is a field of its own class. */
  private static boolean isConstant(FieldInstruction one) {
    return one.opcode() == Opcode.GETSTATIC
        && one.typeSymbol().descriptorString().equals("L" + one.owner().asInternalName() + ";");
  }

  private static String words(FieldInstruction one) {
    String owner = one.owner().asInternalName();
    return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.')
        + "."
        + one.name().stringValue();
  }

  private static boolean sets(Instruction one, int slot) {
    return switch (one) {
      case StoreInstruction store -> store.slot() == slot;
      case IncrementInstruction increment -> increment.slot() == slot;
      default -> false;
    };
  }

  /** A local variable that is set once, from a field. */
  private Optional<String> local(int slot, int deepest) {
    int store = -1;
    for (int i = 0; i < instructions.size(); i++) {
      if (sets(instructions.get(i), slot)) {
        if (store >= 0 || !(instructions.get(i) instanceof StoreInstruction)) {
          return Optional.empty();
        }
        store = i;
      }
    }
    if (slot < parameterSlots) {
      return Optional.empty(); // it came from the caller
    }
    boolean isSet = store > 0 && first(store - 1) >= 0 && !isJumpedInto(first(store - 1), store);
    return isSet ? field(store - 1, deepest) : Optional.empty();
  }
}
