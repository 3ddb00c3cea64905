package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The archive of a release, on a machine that has a JDK and no Maven, git or sources. */
class ReleaseTest {
  /** What is on the PATH beside the JDK: what any Linux has, and no Maven, git or compiler. */
  private static final List<String> PROGRAMS =
      List.of(
          "sh", "env", "dirname", "readlink", "sed", "find", "head", "grep", "cat", "uname", "id");

  /** A library's artifact and version. */
  private static final Pattern LIBRARY =
      Pattern.compile("\\([^():]+:([^():]+):([^(): ]+) - [^()]*\\)\\s*$");

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

  @TempDir private static Path folder;
  private static Path release;

  /** The folder for the archive is missing, and named from where its user stands. */
  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    List<String> packed =
        run(folder, List.of(Jitterlab.HOME.resolve("scripts/release").toString(), "packed"));
    Path archive = Path.of(packed.getLast());
    assertEquals(folder.resolve("packed").toRealPath(), archive.getParent());
    try (Stream<Path> files = Files.list(archive.getParent())) {
      assertEquals(List.of(archive), files.toList());
    }
    assertTrue(
        archive.getFileName().toString().matches("jitterlab-\\d.*\\.tar\\.gz"), packed::toString);
    run(folder, List.of("tar", "-xzf", archive.toString()));
    release = folder.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
  }

  @Test
  void hasWhatAUserNeedsAndNoSources() throws IOException {
    for (String file :
        List.of(
            "jitterlab",
            "README.md",
            "LICENSE",
            "CHANGELOG.md",
            "SECURITY.md",
            "THIRD-PARTY.txt",
            "experiments/scheduler.yaml",
            "docs/experiments.md",
            "workloads/battle/workload.yaml",
            "agent/target/jitterlab-agent.jar")) {
      assertTrue(Files.exists(release.resolve(file)), file);
    }
    try (Stream<Path> all = Files.walk(release)) {
      assertEquals(
          List.of(),
          all.filter(
                  file -> file.toString().matches(".*(/src/main/|pom\\.xml|/surefire-reports).*"))
              .toList());
    }
  }

  /** Who passes the archive on has to name what it contains, and under which licence. */
  @Test
  void namesEveryLibraryOfOthersAndItsLicence() throws IOException {
    List<String> named = Files.readAllLines(release.resolve("THIRD-PARTY.txt"));
    Set<String> libraries = libraries(named);
    List<String> jars;
    try (Stream<Path> all = Files.walk(release)) {
      jars =
          all.filter(file -> file.getParent().endsWith("lib"))
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".jar") && !file.startsWith("jitterlab-"))
              .distinct()
              .toList();
    }
    assertTrue(jars.size() > 20, jars::toString);
    assertEquals(
        List.of(),
        jars.stream().filter(jar -> libraries.stream().noneMatch(one -> isOf(jar, one))).toList());
    named.forEach(line -> assertFalse(line.matches("(?i).*(unknown|no) license.*"), line));
  }

  /** What is inside of a whole jar has left its own jar, and its notices with it. */
  @ParameterizedTest
  @CsvSource({
    "agent/target/jitterlab-agent.jar,"
        + " dev/jitterlab/agent/shaded/(?!arrivals|observer|tick)([^/]+)/.*, 'asm, hdrhistogram,"
        + " prometheus'",
    "faults/target/jitterlab-faults.jar, app/(?!background)([^/]+)/.*, asm"
  })
  void aWholeJarNamesWhatIsInItAndHasItsLicences(String jar, String foreign, String expected)
      throws IOException {
    try (JarFile whole = new JarFile(release.resolve(jar).toFile())) {
      Set<String> inside = new TreeSet<>();
      Pattern name = Pattern.compile(foreign + "[.]class");
      for (JarEntry entry : Collections.list(whole.entries())) {
        Matcher found = name.matcher(entry.getName());
        if (found.matches()) {
          inside.add(found.group(1));
        }
      }
      assertEquals(expected, String.join(", ", inside));
      List<String> named = lines(whole, "META-INF/THIRD-PARTY.txt");
      for (String one : inside) {
        assertTrue(
            libraries(named).stream()
                .anyMatch(library -> library.toLowerCase(Locale.ROOT).startsWith(one)),
            one);
      }
      String asm =
          libraries(named).stream()
              .filter(one -> one.matches("asm-\\d.*"))
              .findFirst()
              .orElseThrow();
      String licence =
          String.join("\n", lines(whole, "META-INF/third-party/" + asm + "-jar/LICENSE.txt"));
      assertTrue(licence.contains("Copyright") && licence.contains("DISCLAIMED"), licence);
      assertFalse(licence.contains("package "), licence);
    }
  }

  private static List<String> lines(JarFile jar, String entry) throws IOException {
    JarEntry found = jar.getJarEntry(entry);
    assertTrue(found != null, entry);
    try (InputStream in = jar.getInputStream(found)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** Names and versions, as files of theirs are called. */
  private static Set<String> libraries(List<String> named) {
    return named.stream()
        .map(LIBRARY::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1) + "-" + found.group(2))
        .collect(Collectors.toSet());
  }

  /** Native ones have a word more in their names. */
  private static boolean isOf(String jar, String library) {
    return jar.equals(library + ".jar") || jar.startsWith(library + "-linux");
  }

  /**
   * The Apache License is the archive's own. A library with another licence needs that licence's
   * text in the archive, or a word on where its sources are.
   */
  @Test
  void hasTheTextOfEveryLicenceThatIsNotApaches() throws IOException {
    List<String> named = Files.readAllLines(release.resolve("THIRD-PARTY.txt"));
    assertTrue(Files.readString(release.resolve("LICENSE")).contains("Apache License"));
    List<String> lacking = new ArrayList<>();
    int others = 0;
    for (String line : named) {
      Matcher library = LIBRARY.matcher(line);
      if (line.contains("Apache") || !library.find()) {
        continue;
      }
      others++;
      String name = library.group(1);
      Path text = release.resolve("licences/" + name + ".txt");
      boolean isThere =
          Files.exists(text)
              ? Files.readString(text).contains("Copyright")
              : hasLicence(name + "-" + library.group(2) + ".jar")
                  || named.stream().anyMatch(said -> said.matches("- (?i)" + name + " is used .*"));
      if (!isThere) {
        lacking.add(line);
      }
    }
    assertTrue(others > 8, named::toString);
    assertEquals(List.of(), lacking);
  }

  /** A library that is shaded has its text in the jar that contains it (another test). */
  private static boolean hasLicence(String jar) throws IOException {
    Optional<Path> found;
    try (Stream<Path> all = Files.walk(release)) {
      found = all.filter(file -> file.endsWith(jar)).findFirst();
    }
    if (found.isEmpty()) {
      return jar.startsWith("asm-");
    }
    try (JarFile whole = new JarFile(found.get().toFile())) {
      return whole.stream().anyMatch(entry -> entry.getName().matches("(.*/)?LICENSE[^/]*"));
    }
  }

  /** Who added a text for a library that has gone would not notice. */
  @Test
  void hasNoTextOfALibraryThatIsNotThere() throws IOException {
    Set<String> libraries =
        Files.readAllLines(release.resolve("THIRD-PARTY.txt")).stream()
            .map(LIBRARY::matcher)
            .filter(Matcher::find)
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    try (Stream<Path> texts = Files.list(release.resolve("licences"))) {
      assertEquals(
          List.of(),
          texts
              .map(text -> text.getFileName().toString().replace(".txt", ""))
              .filter(name -> !libraries.contains(name))
              .toList());
    }
  }

  /** The GPL asks for the source code too; the archive is not under the GPL. */
  @Test
  void saysWhatJmhIsUnderAndWhereItsSourcesAre() throws IOException {
    List<String> named = Files.readAllLines(release.resolve("THIRD-PARTY.txt"));
    assertTrue(
        named.stream()
            .anyMatch(
                line ->
                    line.matches(
                        "\\(GNU .* version 2, with the Classpath exception\\).*jmh-core:.*")),
        named::toString);
    assertTrue(
        named.contains(
            "  org.openjdk.jmh:jmh-core, the jar of its version with the classifier sources."));
    List<String> programs;
    try (Stream<Path> all = Files.walk(release)) {
      programs =
          all.filter(file -> file.getFileName().toString().startsWith("jmh-core-"))
              .map(file -> release.relativize(file.getParent()).toString())
              .toList();
    }
    assertEquals(List.of("workloads/idioms/target/lib"), programs);
  }

  /** A reader of the archive has no clone. */
  @Test
  void noDocumentLinksToWhatTheArchiveLacks() throws IOException {
    List<Path> documents;
    try (Stream<Path> all = Files.walk(release)) {
      documents = all.filter(file -> file.toString().endsWith(".md")).toList();
    }
    assertTrue(documents.size() > 80, documents::toString);
    List<String> missing = new ArrayList<>();
    for (Path document : documents) {
      Pattern.compile("\\]\\((?!https?:|#)([^)#\\s]+)[^)]*\\)")
          .matcher(CODE_BLOCK.matcher(Files.readString(document)).replaceAll(""))
          .results()
          .map(link -> link.group(1))
          .filter(link -> !Files.exists(document.resolveSibling(link)))
          .forEach(link -> missing.add(release.relativize(document) + " -> " + link));
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void checkSaysWhereTheTestsAre() throws IOException, InterruptedException {
    Path output = folder.resolve("check.txt");
    assertEquals(
        3, status(folder, List.of(release.resolve("jitterlab").toString(), "check"), output));
    assertTrue(
        Files.readString(output).contains("a release has no tests"), Files.readString(output));
  }

  /** A system whose {@code uname} says Darwin, before anything is looked for or started. */
  @Test
  void refusesToMeasureWhereThereIsNoProc() throws IOException, InterruptedException {
    Path mac = Files.createDirectory(folder.resolve("mac"));
    Path uname = Files.writeString(mac.resolve("uname"), "#!/bin/sh\necho Darwin\n");
    Files.setPosixFilePermissions(uname, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path output = folder.resolve("mac.txt");
    String path = mac + ":" + poorPath();
    String command = release.resolve("jitterlab").toString();

    assertEquals(3, status(folder, List.of(command, "run", "scheduler.yaml"), output, path));

    String said = Files.readString(output);
    assertTrue(said.startsWith("error: run needs Linux"), said);
    assertTrue(
        said.contains("this is Darwin") && said.contains("use a Linux virtual machine"), said);
    assertEquals(0, status(folder, List.of(command, "--version"), output, path));
  }

  /** The README's first experiment, made short. */
  @Test
  void runsTheFirstExperimentInAnEmptyFolder() throws IOException, InterruptedException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    String experiment = Files.readString(release.resolve("experiments/scheduler.yaml"));
    String shortened =
        experiment
            .replaceFirst("(?m)^warmup: .*", "warmup: 1s")
            .replaceFirst("(?m)^duration: .*", "duration: 1s")
            .replaceFirst("(?m)^instances: .*", "instances: 1")
            .replaceFirst("collector: .*", "collector: -XX:+UseSerialGC")
            .replaceFirst("compilers: .*", "compilers: -XX:TieredStopAtLevel=1")
            .replaceFirst("players: .*", "players: 8");
    assertFalse(shortened.equals(experiment));
    assertTrue(shortened.contains("TieredStopAtLevel=1") && shortened.contains("players: 8"));
    Files.writeString(empty.resolve("scheduler.yaml"), shortened);
    Path output = folder.resolve("run.txt");

    int status =
        status(
            empty,
            List.of(
                release.resolve("jitterlab").toString(), "run", "scheduler.yaml", "--out", "run"),
            output);

    assertTrue(status == 0 || status == 4, () -> read(output)); // so short a trial may be invalid
    assertTrue(Files.isRegularFile(empty.resolve("run/report.html")), () -> read(output));
    assertTrue(Files.readString(empty.resolve("run/summary.json")).contains("partitioned"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static List<String> run(Path where, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "run", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> read(output));
    return Files.readAllLines(output);
  }

  /** Runs a command with a PATH that lacks what a release must do without. */
  private static int status(Path where, List<String> command, Path output)
      throws IOException, InterruptedException {
    return status(where, command, output, poorPath().toString());
  }

  private static int status(Path where, List<String> command, Path output, String path)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("LC_ALL", "C.UTF-8");
    return builder.start().waitFor();
  }

  private static Path poorPath() throws IOException {
    Path bin = folder.resolve("bin");
    if (!Files.isDirectory(bin)) {
      Files.createDirectory(bin);
      for (String program : PROGRAMS) {
        Path real =
            Stream.of("/usr/bin", "/bin")
                .map(place -> Path.of(place, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
        Files.createSymbolicLink(bin.resolve(program), real);
      }
    }
    return bin;
  }
}
