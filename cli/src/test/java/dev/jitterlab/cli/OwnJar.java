package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** A jar of a user's own with one class in it, and labs that are started with it. */
record OwnJar(Path folder, Path jar) {

  /**
   * Compiles a class of the package {@code own}.
   *
   * @param service what the jar names it as a provider of
   */
  static OwnJar compile(Path folder, String name, String service, String text) throws IOException {
    Path source = Files.createDirectories(folder.resolve("own")).resolve(name + ".java");
    Files.writeString(source, text);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
    assertEquals(0, status);
    Path jar = folder.resolve("own.jar");
    Map<String, byte[]> entries =
        Map.of(
            "own/" + name + ".class",
            Files.readAllBytes(folder.resolve("own/" + name + ".class")),
            "META-INF/services/" + service,
            ("own." + name + "\n").getBytes(StandardCharsets.UTF_8));
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return new OwnJar(folder, jar);
  }

  /** Runs a command of the lab with the jar, which must succeed; what it prints. */
  String lab(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djitterlab.home=" + Path.of("../lab/src/test/resources/reference").toRealPath(),
                "-Djitterlab.extensions=" + jar,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.jitterlab.cli.Main"));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertEquals(0, process.waitFor(), Files.readString(out));
    return Files.readString(out);
  }
}
