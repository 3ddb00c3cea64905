package dev.jitterlab.bench.idioms;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM printed of the code that C2 made ({@code -XX:CompileCommand=print}) and of its own
 * routines ({@code -XX:+PrintStubCode}). With a disassembler that it can use, a JVM prints
 * instructions; without one, JDK 17 and later print bytes, which {@link Method#machineCode} has for
 * another disassembler. Immutable.
 *
 * @param methods by class and name with a dot between them, without the package; the last
 *     compilation of each
 * @param stubs where each routine begins, to its name and end
 */
record JitPrint(Map<String, Method> methods, NavigableMap<Long, Stub> stubs) {
  private static final Pattern COMPILED =
      Pattern.compile(
          "Compiled method \\(c2\\)\\s+\\d+\\s+\\d+\\s+([%sb!n ]*?)\\s*(\\S+)::(\\S+) +(@ -?\\d+"
              + " )?\\(\\d+ bytes\\)");
  private static final Pattern STUB =
      Pattern.compile("^StubRoutines::(\\w+) \\[(0x[0-9a-f]+), (0x[0-9a-f]+)[\\[\\]]");
  private static final Pattern LINE = Pattern.compile("^ +(0x[0-9a-f]+): +(.*)$");
  private static final Pattern BYTES = Pattern.compile("^([0-9a-f]{2,4}[ |]*)+$");
  private static final Pattern INVOKED = Pattern.compile("\\*invoke\\w+ (\\S+)");
  private static final Pattern JAVA_CALL =
      Pattern.compile("\\{(static_call|optimized virtual_call|virtual_call)\\}");

  private static final Pattern FAR = Pattern.compile("movabs +\\$(0x[0-9a-f]+), *%r10");
  private static final Pattern FAR_CALL = Pattern.compile("callq? +\\*?%r10");
  private static final Pattern NEAR_CALL = Pattern.compile("callq? +(0x[0-9a-f]+)");
  private static final Pattern VECTOR =
      Pattern.compile("^v?(?:mov(?:nt)?dq[au]?\\d*|mov[ua]p[sd]|p[a-z]+|add[ps][sd]) .*%([xyz])mm");
  private static final Pattern ATOMIC = Pattern.compile("^lock |^xchg .*\\(");

  /** A routine of the JVM's own. */
  record Stub(String name, long end) {}

  /**
   * One compiled method.
   *
   * @param instructions as a disassembler shows them; empty where the JVM printed bytes
   * @param start the address of the first byte
   * @param machineCode empty where the JVM printed instructions
   * @param calls the Java methods called
   */
  record Method(List<String> instructions, long start, List<Byte> machineCode, Set<String> calls) {}

  /** Reads all that a JVM printed. */
  static JitPrint parse(Stream<String> output) {
    Map<String, Method> methods = new LinkedHashMap<>();
    NavigableMap<Long, Stub> stubs = new TreeMap<>();
    Reader reader = new Reader();
    for (String line : (Iterable<String>) output::iterator) {
      Matcher stub = STUB.matcher(line);
      if (stub.find()) {
        stubs.put(address(stub.group(2)), new Stub(stub.group(1), address(stub.group(3))));
      }
      Matcher compiled = COMPILED.matcher(line);
      if (compiled.find()) {
        reader.end(methods);
        boolean replacesLoop = compiled.group(1).contains("%") || compiled.group(4) != null;
        String type = compiled.group(2);
        reader =
            replacesLoop
                ? new Reader()
                : new Reader(type.substring(type.lastIndexOf('.') + 1) + "." + compiled.group(3));
      } else {
        reader.take(line);
      }
    }
    reader.end(methods);
    return new JitPrint(methods, stubs);
  }

  /** Takes the lines of one method. */
  private static final class Reader {
    private final String name;
    private final List<String> instructions = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Set<String> calls = new LinkedHashSet<>();
    private long start = -1;
    private boolean inCode;
    private boolean over;
    private boolean calling;
    private String invoked = "";

    Reader() {
      this(null);
    }

    Reader(String name) {
      this.name = name;
    }

    void take(String line) {
      if (name == null || over) {
        return;
      }
      if (line.startsWith("[Verified Entry Point]")) {
        inCode = true;
      } else if (line.startsWith("[Exception Handler]") || line.startsWith("[Stub Code]")) {
        over = true;
      } else if (inCode) {
        takeCalls(line);
        takeCode(line);
      }
    }

    private void takeCode(String line) {
      Matcher parts = LINE.matcher(line);
      if (!parts.find()) {
        return;
      }
      String code = parts.group(2);
      int comment = code.indexOf(';');
      code = (comment < 0 ? code : code.substring(0, comment)).strip();
      if (code.isEmpty()) {
        return;
      }
      if (start < 0) {
        start = address(parts.group(1));
      }
      if (BYTES.matcher(code).matches()) {
        takeBytes(code.replaceAll("[| ]", ""));
      } else {
        instructions.add(code.replaceAll("\\s+", " "));
      }
    }

    private void takeBytes(String hex) {
      for (int i = 0; i + 1 < hex.length(); i += 2) {
        bytes.write(Integer.parseInt(hex.substring(i, i + 2), 16));
      }
    }

    /** A disassembled call has the method's name before its kind, a call in bytes behind it. */
    private void takeCalls(String line) {
      Matcher method = INVOKED.matcher(line);
      if (method.find()) {
        invoked = method.group(1);
        if (calling) {
          calls.add(invoked);
          calling = false;
        }
      }
      if (JAVA_CALL.matcher(line).find()) {
        if (instructions.isEmpty()) {
          calling = true;
        } else if (!invoked.isEmpty()) {
          calls.add(invoked);
        }
      }
    }

    void end(Map<String, Method> methods) {
      if (name != null && start >= 0) {
        List<Byte> code = new ArrayList<>();
        for (byte one : bytes.toByteArray()) {
          code.add(one);
        }
        methods.put(name, new Method(List.copyOf(instructions), start, code, Set.copyOf(calls)));
      }
    }
  }

  private static long address(String hex) {
    return Long.parseUnsignedLong(hex.substring(2), 16);
  }

  /**
   * What a method is made of.
   *
   * @param instructions of the whole method, as a disassembler shows them, without addresses
   */
  CodeShape shape(int jdk, Idiom idiom, Idiom.Way way, Method method, List<String> instructions) {
    Set<String> called = new LinkedHashSet<>();
    int vectorBits = 0;
    int atomics = 0;
    OptionalLong far = OptionalLong.empty();
    for (String instruction : instructions) {
      Matcher vector = VECTOR.matcher(instruction);
      if (vector.find()) {
        vectorBits =
            Math.max(
                vectorBits,
                switch (vector.group(1)) {
                  case "z" -> 512;
                  case "y" -> 256;
                  default -> 128;
                });
      }
      if (ATOMIC.matcher(instruction).find()) {
        atomics++;
      }
      Matcher address = FAR.matcher(instruction);
      if (address.find()) {
        far = OptionalLong.of(address(address.group(1)));
      }
      Matcher near = NEAR_CALL.matcher(instruction);
      if (near.find()) {
        stub(address(near.group(1))).ifPresent(called::add);
      } else if (FAR_CALL.matcher(instruction).find() && far.isPresent()) {
        stub(far.getAsLong()).ifPresent(called::add);
      }
    }
    return new CodeShape(
        jdk,
        idiom.name(),
        way.name(),
        called.stream().sorted().toList(),
        method.calls().stream().sorted().toList(),
        vectorBits,
        atomics,
        instructions.size());
  }

  private Optional<String> stub(long address) {
    return Optional.ofNullable(stubs.floorEntry(address))
        .map(Map.Entry::getValue)
        .filter(stub -> address < stub.end())
        .map(Stub::name)
        .filter(name -> !name.contains("barrier"));
  }
}
