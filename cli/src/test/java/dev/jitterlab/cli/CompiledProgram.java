package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/**
 * Programs of the tests, compiled once: a JVM that is given a source compiles it at each start,
 * which takes more than all else that it does here.
 */
final class CompiledProgram {
  private CompiledProgram() {}

  /** Compiles the class into the folder; returns what stands in a command between Java and it. */
  static String classPath(Path folder, String name, String source) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, file.toString()));
    return "-cp " + folder;
  }
}
