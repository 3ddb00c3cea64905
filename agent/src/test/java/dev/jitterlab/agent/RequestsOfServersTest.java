package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real JVM with the agent, whose server knows nothing of it. */
class RequestsOfServersTest {
  @TempDir Path folder;

  @Test
  void slowRequestsOfTheJdksServerAndOfANamedMethodAreEvents() throws Exception {
    Path source = folder.resolve("Shop.java");
    try (InputStream in = getClass().getResourceAsStream("shop.java.txt")) {
      Files.copy(in, source);
    }
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1", // starts faster
                    "-XX:StartFlightRecording=filename=recording.jfr,dumponexit=true",
                    "-javaagent:" + jar() + "=requests=50ms,request-method=Shop$Till#pay",
                    "-cp",
                    System.getProperty("java.class.path"),
                    source.toString()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> text(folder.resolve("out")));

    TreeMap<String, Integer> byName = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(folder.resolve("recording.jfr"))) {
      if (event.getEventType().getName().equals("jitterlab.Request")) {
        assertTrue(event.getDuration().compareTo(Duration.ofMillis(50)) >= 0, event::toString);
        byName.merge(
            event.getThread().getJavaName() + ' ' + event.getString("name"), 1, (a, b) -> a + b);
      }
    }
    String said = text(folder.resolve("out"));
    assertEquals(
        Set.of("pays Shop$Till#pay", "serves Filter$Chain#doFilter"), byName.keySet(), said);
    assertEquals(1, byName.get("pays Shop$Till#pay"), said);
    int served = byName.get("serves Filter$Chain#doFilter");
    assertTrue(served >= 2 && served <= 4, said); // the first one may be slow for being first
  }

  /** Only a manifest: the classes are on the class path. */
  private Path jar() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Agent.class.getName());
    manifest.getMainAttributes().put(new Attributes.Name("Can-Retransform-Classes"), "true");
    Path jar = folder.resolve("agent.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
