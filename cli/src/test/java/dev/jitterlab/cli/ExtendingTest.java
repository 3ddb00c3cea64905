package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/extending.md: they compile, and a lab of its own uses their jar. */
class ExtendingTest {
  private static final Pattern FILE =
      Pattern.compile("(?m)^`([\\w./-]+)`:\\n\\n((?: {4}.*\\n|\\n)+)");

  @TempDir private Path folder;
  private Path jar;

  @BeforeEach
  void buildTheJar() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    List<String> sources = new ArrayList<>();
    for (Map.Entry<String, String> file : files().entrySet()) {
      Path path = file.getKey().endsWith(".java") ? folder : tree;
      path = path.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
      if (file.getKey().endsWith(".java")) {
        sources.add(path.toString());
      }
    }
    List<String> arguments =
        new ArrayList<>(
            List.of("-Xlint:all,-classfile,-path", "-Werror", "-proc:none", "-d", tree.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(sources);
    assertEquals(4, sources.size());
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, status);
    jar = Files.createDirectories(folder.resolve("extensions")).resolve("my-lab.jar");
    try (FileSystem out = FileSystems.newFileSystem(jar, Map.of("create", "true"));
        Stream<Path> built = Files.walk(tree)) {
      for (Path file : built.filter(Files::isRegularFile).toList()) {
        Path entry = out.getPath(tree.relativize(file).toString());
        Files.createDirectories(entry.toAbsolutePath().getParent());
        Files.copy(file, entry);
      }
    }
  }

  private static Map<String, String> files() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    Matcher file = FILE.matcher(Files.readString(Path.of("../docs/extending.md")));
    while (file.find()) {
      files.put(file.group(1), file.group(2).replaceAll("(?m)^ {4}", "").strip() + "\n");
    }
    return files;
  }

  @Test
  void theWorkloadIsPlannedWithTheCollectorsFlag() throws Exception {
    Path experiment =
        Files.writeString(
            folder.resolve("clock.yaml"), "workload: clock\ndefaults: {server: {rate: 30}}\n");
    String plan = lab("", "plan", experiment.toString(), "--format", "json");

    assertTrue(plan.contains("my.lab.ClockServer"), plan);
    assertTrue(plan.contains("--rate=30"), plan);
    assertTrue(plan.contains("-Xlog:class+load:file=class.log"), plan);
    assertTrue(plan.contains(jar.toString()), plan);
  }

  /** The jar lies in the home's folder; here it is named as well, from another place. */
  @Test
  void theMetricAndTheCheckAreInTheSummary() throws Exception {
    Path run = folder.resolve("run");
    try (InputStream kept =
            ExtendingTest.class.getResourceAsStream("/kept-runs/scheduler-2026-11.zip");
        ZipInputStream zip = new ZipInputStream(kept)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = run.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
    Path elsewhere = Files.move(jar, folder.resolve("named.jar"));
    lab(elsewhere.toString(), "report", run.toString());

    String summary = Files.readString(run.resolve("summary.json"));
    assertTrue(summary.contains("resident_at_end_bytes"), "the metric");
    assertTrue(
        Files.readString(run.resolve("validity.json")).contains("longest_block_seconds"),
        "the check");
  }

  private String lab(String named, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djitterlab.home=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
    builder.environment().put("JITTERLAB_EXTENSIONS", named);
    assertEquals(0, builder.start().waitFor(), Files.readString(out));
    return Files.readString(out);
  }
}
