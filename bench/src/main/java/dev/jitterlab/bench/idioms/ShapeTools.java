package dev.jitterlab.bench.idioms;

import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.jdk.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out what C2 made of idioms: runs them with a JVM's own printing, and disassembles what came
 * as bytes. JDK 11 prints nothing without a disassembler of its kind (hsdis); of later JDKs
 * binutils' objdump reads the bytes. Only for x86-64.
 *
 * @param jar the idioms'
 * @param objdump of binutils, where it is installed
 * @param hsdis the library that JDK 11 can load, where it is installed
 * @param folder for files of its own; made when needed
 */
record ShapeTools(Path jar, Optional<Path> objdump, Optional<Path> hsdis, Path folder) {
  private static final String PACKAGE = "dev.jitterlab.idioms";
  private static final String MAIN = PACKAGE + ".IdiomShapes";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Where Debian's libhsdis0-fcml puts it. */
  private static final Path DEBIAN = Path.of("/usr/lib/x86_64-linux-gnu/libhsdis.so.0");

  private static final Pattern DISASSEMBLED =
      Pattern.compile("^ +[0-9a-f]+:\\t(?:[0-9a-f]{2} )+ *\\t(.+)$");

  /** What this machine has. */
  static ShapeTools find(Path jar, Path folder) {
    return new ShapeTools(
        jar,
        SearchPath.find("objdump", System.getenv()),
        Optional.of(DEBIAN).filter(Files::isRegularFile),
        folder);
  }

  /** What is missing to read the shapes on these JDKs, with the remedy; empty if nothing is. */
  List<String> missing(List<Jdk> jdks) {
    List<String> missing = new ArrayList<>();
    if (!System.getProperty("os.arch").equals("amd64")) {
      missing.add("what the JIT made of the idioms is read on x86-64 only");
      return missing;
    }
    if (objdump.isEmpty() && jdks.stream().anyMatch(jdk -> jdk.feature() > 11)) {
      missing.add(
          "objdump is not on the PATH: what the JIT made is not shown. Type: sudo apt-get install"
              + " binutils");
    }
    if (hsdis.isEmpty() && jdks.stream().anyMatch(jdk -> jdk.feature() == 11)) {
      missing.add(
          "hsdis is not installed: what JDK 11 made is not shown. Type: sudo apt-get install"
              + " libhsdis0-fcml");
    }
    return missing;
  }

  /**
   * Reads the shapes of all ways of these idioms on a JDK.
   *
   * @param notes is told what could not be read
   */
  List<CodeShape> read(Jdk jdk, List<Idiom> idioms, List<String> notes) {
    Map<List<String>, Set<String>> byFlags = new LinkedHashMap<>();
    for (Idiom idiom : idioms) {
      for (Idiom.Way way : idiom.contenders()) {
        if (way.isCompiled() && !way.flags().contains("-XX:TieredStopAtLevel=1")) {
          byFlags.computeIfAbsent(way.flags(), _ -> new LinkedHashSet<>()).add(way.benchmark());
        }
      }
    }
    Map<List<String>, JitPrint> prints = new HashMap<>();
    byFlags.forEach(
        (flags, benchmarks) -> {
          try {
            Tool.Result run = Tool.run(command(jdk, flags, benchmarks), environment(), LIMIT);
            if (run.succeeded()) {
              prints.put(flags, JitPrint.parse(run.output().lines()));
            } else {
              notes.add("JDK " + jdk.feature() + " does not print its code: " + lastLine(run));
            }
          } catch (IOException e) {
            notes.add("JDK " + jdk.feature() + " does not print its code: " + e.getMessage());
          }
        });
    List<CodeShape> shapes = new ArrayList<>();
    for (Idiom idiom : idioms) {
      for (Idiom.Way way : idiom.contenders()) {
        Optional.ofNullable(prints.get(way.flags()))
            .flatMap(print -> shape(jdk.feature(), idiom, way, print))
            .ifPresent(shapes::add);
      }
    }
    return shapes;
  }

  private Optional<CodeShape> shape(int jdk, Idiom idiom, Idiom.Way way, JitPrint print) {
    JitPrint.Method method = print.methods().get(way.benchmark());
    if (method == null) {
      return Optional.empty();
    }
    List<String> instructions =
        method.instructions().isEmpty() ? disassembled(method) : method.instructions();
    return instructions.isEmpty()
        ? Optional.empty()
        : Optional.of(print.shape(jdk, idiom, way, method, instructions));
  }

  private List<String> command(Jdk jdk, List<String> flags, Set<String> benchmarks) {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(
        List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-XX:-TieredCompilation",
            "-Xbatch",
            "-XX:+PrintStubCode",
            "-XX:CompileCommand=quiet"));
    command.addAll(flags);
    for (String benchmark : benchmarks) {
      String method = PACKAGE + "." + benchmark.replace(".", "::");
      command.add("-XX:CompileCommand=dontinline," + method);
      command.add("-XX:CompileCommand=print," + method);
    }
    command.addAll(List.of("-cp", jar.toString(), MAIN));
    command.addAll(benchmarks);
    return command;
  }

  /** A JVM looks for its disassembler by that name on the loader's path. */
  private Map<String, String> environment() throws IOException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (hsdis.isPresent()) {
      Files.createDirectories(folder);
      Path link = folder.resolve("hsdis-amd64.so");
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, hsdis.get());
      }
      environment.put("LD_LIBRARY_PATH", folder.toAbsolutePath().toString());
    }
    return environment;
  }

  /** Empty without objdump. */
  private List<String> disassembled(JitPrint.Method method) {
    if (objdump.isEmpty()) {
      return List.of();
    }
    byte[] code = new byte[method.machineCode().size()];
    for (int i = 0; i < code.length; i++) {
      code[i] = method.machineCode().get(i);
    }
    try {
      Files.createDirectories(folder);
      Path file = Files.write(folder.resolve("method.bin"), code);
      Tool.Result listing =
          Tool.run(
              List.of(
                  objdump.get().toString(),
                  "-D",
                  "-w",
                  "-b",
                  "binary",
                  "-m",
                  "i386:x86-64",
                  "--adjust-vma=0x" + Long.toHexString(method.start()),
                  file.toString()),
              System.getenv(),
              LIMIT);
      return instructions(listing.output().lines());
    } catch (IOException _) {
      return List.of(); // what objdump cannot read has no shape
    }
  }

  /** The instructions of objdump's listing, without addresses and bytes. */
  static List<String> instructions(Stream<String> listing) {
    return listing
        .map(DISASSEMBLED::matcher)
        .filter(Matcher::find)
        .map(line -> line.group(1).strip().replaceAll("\\s+", " "))
        .toList();
  }

  private static String lastLine(Tool.Result run) {
    return run.output().lines().reduce((_, last) -> last).orElse("exit status " + run.exitCode());
  }
}
