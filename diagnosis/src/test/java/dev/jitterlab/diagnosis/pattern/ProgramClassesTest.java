package dev.jitterlab.diagnosis.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramClassesTest {
  private static final String TYPE = Modes.class.getName();
  private static final FileTime BUILT = FileTime.fromMillis(1_000);
  private static final long RAN_NS = 2_000_000_000L;

  @TempDir Path folder;
  private Path file;

  /** A program with branches of all kinds; the tests read its class file. */
  @SuppressWarnings("UnusedVariable")
  static final class Modes {
    enum Mode {
      FIGHT,
      ESCORT
    }

    Mode mode = Mode.FIGHT;
    boolean over;
    Modes next;
    static int rounds;

    boolean comparesAnEnum() {
      return mode == Mode.ESCORT;
    }

    int ofAnother() {
      return next.over ? 1 : 2;
    }

    int ofAStatic() {
      return rounds > 3 ? 1 : 2;
    }

    int byALocal() {
      Mode now = mode;
      int sum = now.hashCode();
      return now == Mode.ESCORT ? sum : 2;
    }

    int byALocalSetTwice(boolean other) {
      boolean is = other;
      rounds++;
      is = over;
      return is ? 1 : 2;
    }

    int byAParameter(Mode now) {
      return now == Mode.ESCORT ? 1 : 2;
    }

    int byAParameterSetAtTimes(boolean is, boolean set) {
      if (set) {
        is = over;
      }
      return is ? 1 : 2;
    }

    int ofEither() {
      return (rounds > 3 ? mode : next.mode) == Mode.ESCORT ? 1 : 2;
    }

    int byALocalOfEither() {
      Mode now = rounds > 3 ? mode : next.mode;
      return now == Mode.ESCORT ? now.hashCode() : 2;
    }

    int byACall() {
      return hashCode() > 3 ? 1 : 2;
    }
  }

  @BeforeEach
  void writeTheClassFile() throws IOException {
    file = folder.resolve(TYPE.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream in = Modes.class.getResourceAsStream("ProgramClassesTest$Modes.class")) {
      Files.write(file, in.readAllBytes());
    }
    Files.setLastModifiedTime(file, BUILT);
  }

  @Test
  void namesTheFieldThatABranchReads() throws IOException {
    assertEquals(Optional.of("ProgramClassesTest.Modes.mode"), field("comparesAnEnum"));
    assertEquals(Optional.of("ProgramClassesTest.Modes.over"), field("ofAnother"));
    assertEquals(Optional.of("ProgramClassesTest.Modes.rounds"), field("ofAStatic"));
    assertEquals(Optional.of("ProgramClassesTest.Modes.mode"), field("byALocal"));
  }

  @Test
  void saysNothingWhereTheBytecodeIsNotPlain() throws IOException {
    assertEquals(Optional.empty(), field("byALocalSetTwice"));
    assertEquals(Optional.empty(), field("byAParameter"));
    assertEquals(Optional.empty(), field("byAParameterSetAtTimes"));
    assertEquals(Optional.empty(), field("byACall"));
  }

  /** Two ways lead to the branch with a value each; the bytecode before it shows one of them. */
  @Test
  void saysNothingWhereTheValueComesFromOneOfTwoFields() throws IOException {
    assertEquals(Optional.empty(), field("ofEither"));
    assertEquals(Optional.empty(), field("byALocalOfEither"));
  }

  @Test
  void saysNothingOfAnotherVersionOfTheClass() throws IOException {
    CodeThrownAway real = thrownAway("comparesAnEnum");
    ProgramClasses classes = new ProgramClasses(folder.toString());
    assertEquals(
        Optional.empty(),
        classes.fieldOfBranch(with(real, real.line() + 1, real.bytecode()), RAN_NS));
    assertEquals(
        Optional.empty(),
        classes.fieldOfBranch(with(real, real.line(), real.bytecode() + 1), RAN_NS));
    Files.setLastModifiedTime(file, FileTime.fromMillis(3_000));
    assertEquals(
        Optional.empty(), new ProgramClasses(folder.toString()).fieldOfBranch(real, RAN_NS));
  }

  @Test
  void saysNothingWithoutTheClassFile() throws IOException {
    CodeThrownAway real = thrownAway("comparesAnEnum");
    assertEquals(Optional.empty(), new ProgramClasses("").fieldOfBranch(real, RAN_NS));
    assertEquals(
        Optional.empty(),
        new ProgramClasses("relative:/nowhere/at/all.jar").fieldOfBranch(real, RAN_NS));
    Files.write(file, new byte[] {1, 2, 3});
    Files.setLastModifiedTime(file, BUILT);
    assertEquals(
        Optional.empty(), new ProgramClasses(folder.toString()).fieldOfBranch(real, RAN_NS));
  }

  private Optional<String> field(String method) throws IOException {
    return new ProgramClasses(folder.toString()).fieldOfBranch(thrownAway(method), RAN_NS);
  }

  private static CodeThrownAway with(CodeThrownAway one, int line, int bytecode) {
    return new CodeThrownAway(
        one.atNs(),
        one.thread(),
        one.method(),
        line,
        one.reason(),
        one.action(),
        one.event(),
        one.compilation(),
        bytecode,
        one.instruction());
  }

  /** As a recording says that the last branch of a method failed. */
  private CodeThrownAway thrownAway(String name) throws IOException {
    MethodModel method =
        ClassFile.of().parse(file).methods().stream()
            .filter(one -> one.methodName().equalsString(name))
            .findFirst()
            .orElseThrow();
    int at = 0;
    int line = 0;
    CodeThrownAway last = null;
    for (CodeElement element : method.findAttribute(Attributes.code()).orElseThrow()) {
      if (element instanceof LineNumber number) {
        line = number.line();
      } else if (element instanceof Instruction one) {
        if (one instanceof BranchInstruction && one.opcode() != Opcode.GOTO) {
          last =
              new CodeThrownAway(
                  RAN_NS,
                  1,
                  TYPE + "::" + name,
                  line,
                  "unstable_if",
                  "reinterpret",
                  "jdk.Deoptimization",
                  7,
                  at,
                  one.opcode().name().toLowerCase(Locale.ROOT));
        }
        at += one.sizeInBytes();
      }
    }
    return Objects.requireNonNull(last, name);
  }
}
