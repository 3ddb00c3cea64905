package dev.jitterlab.bench.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** On what JDKs 11 (with hsdis), 17 and 25 printed of a fill and of a copy by call. */
class JitPrintTest {
  private static final String FILL = "ByteFillIdiom.loop";
  private static final String COPY = "CharCopyIdiom.arraycopy";
  private static final Idiom IDIOM = Idiom.named(List.of("fill")).getFirst();
  private static final Idiom.Way WAY = IDIOM.contenders().getLast();

  private static List<String> lines(String resource) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                JitPrintTest.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  private static JitPrint print(int jdk) throws IOException {
    return JitPrint.parse(lines("jit-" + jdk + ".txt").stream());
  }

  private static CodeShape shape(JitPrint print, List<String> instructions) {
    return print.shape(
        25, IDIOM, WAY, new JitPrint.Method(instructions, 0, List.of(), Set.of()), instructions);
  }

  private static CodeShape shape(String... instructions) {
    return shape(JitPrint.parse(Stream.of()), List.of(instructions));
  }

  @Test
  void findsTheFillRoutineInAListingOfHsdis() throws IOException {
    JitPrint print = print(11);
    JitPrint.Method fill = print.methods().get(FILL);

    assertTrue(fill.machineCode().isEmpty());
    CodeShape shape = print.shape(11, IDIOM, WAY, fill, fill.instructions());
    assertEquals(List.of("arrayof_jbyte_fill"), shape.stubs());
    assertEquals(List.of(), shape.calls());
    assertEquals(0, shape.vectorBits());
  }

  @Test
  void findsTheFillRoutineInBytes() throws IOException {
    JitPrint print = print(25);
    JitPrint.Method fill = print.methods().get(FILL);
    List<String> instructions = ShapeTools.instructions(lines("objdump.txt").stream());

    assertTrue(fill.instructions().isEmpty());
    assertEquals(0x7fe3e0eb0890L, fill.start(), "the verified entry, not what stands before it");
    assertEquals(List.of((byte) 0x89, (byte) 0x84), fill.machineCode().subList(0, 2));
    assertEquals("mov %eax,-0x14000(%rsp)", instructions.getFirst());
    CodeShape shape = print.shape(25, IDIOM, WAY, fill, instructions);
    assertEquals(List.of("arrayof_jbyte_fill"), shape.stubs());
    assertEquals(instructions.size(), shape.instructions());
    assertEquals(
        "calls the JVM's routine arrayof_jbyte_fill; %d instructions"
            .formatted(instructions.size()),
        shape.text());
  }

  @Test
  void namesTheJavaMethodThatIsCalled() throws IOException {
    for (int jdk : List.of(11, 17, 25)) {
      JitPrint print = print(jdk);
      assertEquals(Set.of("arraycopy"), print.methods().get(COPY).calls(), "JDK " + jdk);
      assertEquals(Set.of(), print.methods().get(FILL).calls(), "JDK " + jdk);
    }
  }

  @Test
  void passesOverTheReplacementOfARunningLoop() {
    JitPrint print =
        JitPrint.parse(
            Stream.of(
                "Compiled method (c2) 622  137 %           dev.T::loop @ 12 (30 bytes)",
                "[Verified Entry Point]",
                "  0x00007fe3e0eb0b80: e8cb c19c | 0d66",
                "[Exception Handler]"));
    assertEquals(Set.of(), print.methods().keySet());
  }

  @Test
  void knowsRoutinesByTheRangeOfTheirAddresses() throws IOException {
    JitPrint print = print(25);
    assertEquals(List.of("jbyte_fill"), shape(print, List.of("call 0x7fe3e0e3ddc0")).stubs());
    assertEquals(List.of(), shape(print, List.of("call 0x7fe3e0e3e03b")).stubs(), "its end");
    assertEquals(
        List.of(), shape(print, List.of("movabs $0x7fe3e0e3ddc0,%r10", "ret")).stubs(), "no call");
  }

  @Test
  void takesTheWidestVectorInstruction() {
    assertEquals(512, shape("vmovdqu %xmm1,(%rax)", "vmovdqu64 %zmm1,0x10(%rax)").vectorBits());
    assertEquals(256, shape("vpaddd %ymm2,%ymm1,%ymm1").vectorBits());
    assertEquals(128, shape("movdqu %xmm0,(%rax)").vectorBits());
    assertEquals(0, shape("mov %eax,(%rax)", "vzeroupper").vectorBits());
    assertEquals(0, shape("vmovq %rax,%xmm0", "vmovd %xmm0,%eax").vectorBits(), "moves of a word");
  }

  @Test
  void countsWhatLocksMemory() {
    assertEquals(
        2, shape("lock cmpxchg %r10,(%rbx)", "xchg %eax,(%rdx)", "xchg %ax,%ax").atomics());
  }
}
