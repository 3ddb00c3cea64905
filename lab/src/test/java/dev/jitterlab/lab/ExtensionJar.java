package dev.jitterlab.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Makes a jar such as a user would give the lab: one class, and the service that it provides. */
public final class ExtensionJar {
  private ExtensionJar() {}

  /**
   * Compiles it with the JDK's compiler.
   *
   * @param name the class, without a package
   * @param source its text
   */
  public static Path of(Path folder, Class<?> service, String name, String source)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                file.toString());
    if (status != 0) {
      throw new IOException(name + " does not compile");
    }
    Path jar = folder.resolve("extension.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(name + ".class"));
      out.write(Files.readAllBytes(folder.resolve(name + ".class")));
      out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
      out.write(name.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }
}
