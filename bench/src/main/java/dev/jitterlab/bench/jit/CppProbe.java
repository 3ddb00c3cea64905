package dev.jitterlab.bench.jit;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Tool;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The timed method in C++, compiled by this machine's compiler.
 *
 * @param program the executable
 */
record CppProbe(Path program) {
  /** The group of its times. */
  static final String GROUP = "c++";

  private static final String SOURCE = "tier-probe.cc";
  private static final String ENTRY = "dev/jitterlab/idioms/jit/" + SOURCE;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /**
   * Compiles it.
   *
   * @param jar the idioms', which has the source
   * @param folder for source and program; is there
   * @return empty where there is no compiler
   */
  static Optional<CppProbe> compile(Path jar, Path folder) throws IOException {
    Optional<Path> compiler = SearchPath.find("c++", System.getenv());
    if (compiler.isEmpty()) {
      return Optional.empty();
    }
    Path source = folder.resolve(SOURCE);
    Path program = folder.resolve("tier-probe").toAbsolutePath();
    try (FileSystem inJar = FileSystems.newFileSystem(jar)) {
      Files.copy(inJar.getPath(ENTRY), source, StandardCopyOption.REPLACE_EXISTING);
    }
    Tool.Result compiled =
        Tool.run(
            List.of(
                compiler.get().toString(),
                "-O2",
                "-fwrapv",
                "-o",
                program.toString(),
                source.toString()),
            System.getenv(),
            LIMIT);
    if (!compiled.succeeded()) {
      throw LabException.failed(SOURCE, "the C++ compiler fails", "Look at what it says.")
          .withDetails(compiled.output());
    }
    return Optional.of(new CppProbe(program));
  }

  /** Times it, in seconds a call. */
  double timed(double seconds) throws IOException {
    Tool.Result run =
        Tool.run(
            List.of(program.toString(), Long.toString(Math.round(seconds * 1e3))),
            System.getenv(),
            LIMIT);
    return JitPrograms.time(run.output().lines().toList(), 0)
        .orElseThrow(
            () ->
                LabException.failed(program.toString(), "it prints no time", "Run it by hand.")
                    .withDetails(run.output()));
  }
}
