package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.TestedJdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code scripts/stage} publishes, used by strangers: two programs built by Maven and run on
 * other JDKs.
 *
 * <p>It stages a copy of the checkout as the README says ({@code --local}), without compiling
 * again, and without Javadoc, which takes as long as everything else here: the compiler checks the
 * comments, and {@code scripts/stage} makes the Javadoc of a release. The local repository of these
 * builds is a folder of links to the one of this machine, so nothing of what is tried here stays in
 * that one.
 */
@Tag("long") // builds every published module once more, and three projects of strangers
class StagedLibraryTest {
  private static final String VERSION = "0.0.1-staged";
  private static final String PUBLISHED = "<maven.deploy.skip>false<";
  private static final Pattern OWN_DEPENDENCY =
      Pattern.compile("<artifactId>jitterlab-([a-z]+)</artifactId>");

  @TempDir private static Path folder;
  private static Path source;
  private static Path staged;
  private static Path repository;

  @BeforeAll
  static void stage() throws IOException, InterruptedException {
    source = folder.resolve("source");
    staged = folder.resolve("staged");
    repository = linkedRepository("of-the-publisher");
    copyOfTheCheckout();
    String root = Files.readString(source.resolve("pom.xml"));
    if (root.contains("FILL-IN")) { // nobody has published it yet
      refusesPlaceholders();
    }
    Matcher version = Pattern.compile("(?m)^  (<version>[^<]+<)").matcher(root);
    assertTrue(version.find());
    for (Path pom : poms(source)) {
      Files.writeString(
          pom, Files.readString(pom).replace(version.group(1), "<version>" + VERSION + "<"));
    }
    Ended stage = runStage("--local", staged.toString(), "-Dmaven.javadoc.skip");
    assertEquals(0, stage.status, stage.said);
    // The staged folder has the layout of a local repository: a stranger's build takes nothing else
    // for what is staged.
    repository = linkedRepository("of-strangers");
    Files.createSymbolicLink(repository.resolve("dev/jitterlab"), staged.resolve("dev/jitterlab"));
  }

  /** A publisher learns of all that is missing at once, before anything is built. */
  private static void refusesPlaceholders() throws IOException, InterruptedException {
    Ended refused = runStage(staged.toString());
    assertNotEquals(0, refused.status, refused.said);
    for (String field :
        List.of(
            "the address of the project, <url>",
            "<scm><url>",
            "<scm><connection>",
            "<scm><developerConnection>",
            "<developer><name>",
            "<developer><url>")) {
      assertTrue(refused.said.contains(field + " is still a placeholder"), refused.said);
    }
    assertFalse(Files.exists(staged.resolve("dev")), refused.said);
  }

  @Test
  void whatIsPublishedIsInTheBom() throws IOException {
    Set<String> listed = new TreeSet<>();
    Matcher found =
        OWN_DEPENDENCY.matcher(
            Files.readString(source.resolve("bom/pom.xml")).split("<dependencyManagement>", 2)[1]);
    while (found.find()) {
      listed.add(found.group(1));
    }
    Set<String> jars = new TreeSet<>(published());
    jars.remove("bom");
    assertEquals(jars, listed);
  }

  /**
   * Jar with a module name, sources and POM of each module; nothing of a module that is not
   * published.
   */
  @Test
  void eachModuleHasItsFiles() throws IOException {
    Set<String> expected =
        published().stream().map(module -> "jitterlab-" + module).collect(Collectors.toSet());
    try (Stream<Path> modules = Files.list(staged.resolve("dev/jitterlab"))) {
      assertEquals(
          expected, modules.map(each -> each.getFileName().toString()).collect(Collectors.toSet()));
    }
    for (String module : published()) {
      assertTrue(Files.exists(file(module, ".pom")), module);
      if (!module.equals("bom")) {
        assertTrue(Files.exists(file(module, "-sources.jar")), module);
        try (JarFile jar = new JarFile(file(module, ".jar").toFile())) {
          assertEquals(
              "dev.jitterlab." + module,
              jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"));
        }
      }
    }
  }

  /** What a repository such as Maven Central asks for, and nothing of this build. */
  @Test
  void eachPomSaysWhatItIsAndNeedsNoParent() throws IOException {
    for (String module : published()) {
      String pom = Files.readString(file(module, ".pom"));
      for (String element :
          List.of("name", "description", "url", "licenses", "developers", "scm", "connection")) {
        assertTrue(pom.contains("<" + element), element + " is not in " + pom);
      }
      assertFalse(pom.matches("(?s).*(<parent>|SNAPSHOT|<properties>|<build>|>test<).*"), pom);
      assertFalse(pom.contains(folder.toString()), pom);
      String own = Files.readString(source.resolve(module).resolve("pom.xml"));
      assertTrue(own.matches("(?s).*</parent>.*<name>.*<description>.*"), module);
    }
    assertFalse(Files.readString(file("agent", ".pom")).contains("<dependenc"));
  }

  /** The first example of the documentation, and a server that is watched by observer and agent. */
  static IntStream jdksOfStrangers() {
    return TestedJdks.IS_LONG ? IntStream.of(17, 25) : IntStream.of(17);
  }

  @ParameterizedTest
  @MethodSource("jdksOfStrangers")
  void strangersBuildAndRunAgainstThem(int feature) throws IOException, InterruptedException {
    Path jdk = TestedJdks.ofFeature(feature).home();
    Path project = Files.createDirectories(folder.resolve("stranger-" + feature));
    write(project, "pom.xml", parent(feature));
    write(project, "ticks/pom.xml", MODULE.formatted("ticks", dependency("tick")));
    write(project, "ticks/src/main/java/FirstExample.java", firstExample());
    write(
        project,
        "watched/pom.xml",
        MODULE.formatted("watched", dependency("observer") + dependency("agent")));
    write(project, "watched/src/main/java/Watched.java", WATCHED);

    Ended built = maven(jdk, project);
    assertEquals(0, built.status, built.said);

    Ended ticks = java(jdk, project.resolve("ticks"), List.of("FirstExample"));
    assertEquals(0, ticks.status, ticks.said);
    assertTrue(
        ticks.said.lines().anyMatch(line -> line.matches("\\d+ ticks, \\d+ late .*")), ticks.said);

    String agent = "target/lib/jitterlab-agent-" + VERSION + ".jar";
    Ended watched =
        java(
            jdk,
            project.resolve("watched"),
            List.of(
                "-javaagent:" + agent + "=metrics-port=0,tick-method=Watched#turn,tick-rate=100",
                "Watched"));
    assertEquals(0, watched.status, watched.said);
    assertTrue(watched.said.contains("jitterlab-agent: metrics=http://127.0.0.1:"), watched.said);
    assertTrue(
        watched.said.lines().anyMatch(line -> line.matches("jitterlab_ticks_total [1-9].*")),
        watched.said);
  }

  /**
   * What docs/tick-runtime.md says of the warning about native access: by default it comes, and
   * none of the three documented ways out prints any.
   */
  @Test
  void theDocumentedSettingsPrintNoWarningOfNativeAccess()
      throws IOException, InterruptedException {
    Path jdk = TestedJdks.ofFeature(25).home();
    Path project = Files.createDirectories(folder.resolve("quiet"));
    write(project, "pom.xml", parent(25).replace("<module>watched</module>", ""));
    write(project, "ticks/pom.xml", MODULE.formatted("ticks", dependency("tick")));
    write(project, "ticks/src/main/java/quiet/Quiet.java", QUIET);
    Ended built = maven(jdk, project);
    assertEquals(0, built.status, built.said);
    Path ticks = project.resolve("ticks");

    Ended asItIs = java(jdk, ticks, List.of("quiet.Quiet"));
    assertEquals(
        List.of("WARNING", "WARNING", "WARNING", "WARNING", "ticked"),
        firstWords(asItIs),
        asItIs.said);
    for (List<String> arguments :
        List.of(
            List.of("quiet.Quiet", "none"),
            List.of("--enable-native-access=ALL-UNNAMED", "quiet.Quiet"),
            List.of(
                "--module-path",
                "target/lib",
                "--add-modules=dev.jitterlab.tick",
                "--enable-native-access=dev.jitterlab.tick",
                "quiet.Quiet"))) {
      Ended quiet =
          java(
              jdk,
              ticks,
              arguments.getFirst().equals("--module-path") ? "target/classes" : CLASS_PATH,
              arguments);
      assertEquals(List.of("ticked"), firstWords(quiet), arguments + ": " + quiet.said);
    }
  }

  private static List<String> firstWords(Ended ended) {
    assertEquals(0, ended.status, ended.said);
    return ended
        .said
        .lines()
        .map(line -> line.split("[: ]", 2)[0])
        .filter(word -> !word.isEmpty())
        .toList();
  }

  private static final String QUIET =
      """
      package quiet;

      import dev.jitterlab.tick.*;
      import java.util.concurrent.CountDownLatch;

      public class Quiet {
        public static void main(String[] arguments) throws InterruptedException {
          ThreadSettings settings =
              arguments.length == 0 ? ThreadSettings.defaults() : ThreadSettings.none();
          CountDownLatch ticks = new CountDownLatch(2);
          try (TickScheduler scheduler = TickScheduler.partitioned().threadSettings(settings).build()) {
            scheduler.start("room", Rate.hz(100), tick -> ticks.countDown());
            ticks.await();
          }
          System.out.println("ticked");
        }
      }
      """;

  /** Its own scheduler is shown by the observer; its method {@code turn} is the agent's. */
  private static final String WATCHED =
      """
      import dev.jitterlab.observer.*;
      import dev.jitterlab.tick.*;
      import dev.jitterlab.tick.recording.*;
      import io.prometheus.metrics.model.registry.PrometheusRegistry;
      import java.util.concurrent.CountDownLatch;

      public class Watched {
        public static void main(String[] arguments) throws Exception {
          PrometheusRegistry registry = new PrometheusRegistry();
          TickRecorder recorder = new TickRecorder();
          Watched room = new Watched();
          CountDownLatch ticks = new CountDownLatch(3);
          try (TickScheduler scheduler = TickScheduler.partitioned().listener(recorder).build();
              MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
            TickMetrics.register(registry, recorder, scheduler);
            scheduler.start("room", Rate.hz(100), tick -> { room.turn(); ticks.countDown(); });
            ticks.await();
            try (java.io.InputStream page = endpoint.uri().toURL().openStream()) {
              page.transferTo(System.out);
            }
          }
        }

        void turn() {}
      }
      """;

  /** All versions of plugins are those of our own build, which are on this machine. */
  private static final String PARENT =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.example</groupId>
        <artifactId>stranger</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <modules>
          <module>ticks</module>
          <module>watched</module>
        </modules>
        <properties>
          <maven.compiler.release>@release@</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>dev.jitterlab</groupId>
              <artifactId>jitterlab-bom</artifactId>
              <version>@version@</version>
              <type>pom</type>
              <scope>import</scope>
            </dependency>
          </dependencies>
        </dependencyManagement>
        <build>
          <plugins>
            <plugin>
              <artifactId>maven-resources-plugin</artifactId>
              <version>@maven-resources-plugin@</version>
            </plugin>
            <plugin>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>@maven-compiler-plugin@</version>
            </plugin>
            <plugin>
              <artifactId>maven-dependency-plugin</artifactId>
              <version>@maven-dependency-plugin@</version>
              <executions>
                <execution>
                  <phase>compile</phase>
                  <goals>
                    <goal>copy-dependencies</goal>
                  </goals>
                  <configuration>
                    <outputDirectory>${project.build.directory}/lib</outputDirectory>
                  </configuration>
                </execution>
              </executions>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String MODULE =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>com.example</groupId>
          <artifactId>stranger</artifactId>
          <version>1</version>
        </parent>
        <artifactId>%s</artifactId>
        <dependencies>%s</dependencies>
      </project>
      """;

  private static String dependency(String module) {
    return "<dependency><groupId>dev.jitterlab</groupId><artifactId>jitterlab-"
        + module
        + "</artifactId></dependency>";
  }

  private static String parent(int feature) throws IOException {
    String pom =
        PARENT.replace("@release@", Integer.toString(feature)).replace("@version@", VERSION);
    String own = Files.readString(Jitterlab.HOME.resolve("pom.xml"));
    return Pattern.compile("@([a-z-]+)@")
        .matcher(pom)
        .replaceAll(
            plugin -> {
              Matcher pinned =
                  Pattern.compile(
                          "<artifactId>" + plugin.group(1) + "</artifactId>\\s*<version>([^<]+)<")
                      .matcher(own);
              assertTrue(pinned.find(), plugin.group(1));
              return pinned.group(1);
            });
  }

  private static String firstExample() throws IOException {
    Matcher block =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(Files.readString(Jitterlab.HOME.resolve("docs/tick-runtime.md")));
    assertTrue(block.find());
    assertTrue(block.group(1).lines().count() <= 15, block.group(1));
    return block.group(1);
  }

  private static void write(Path project, String name, String text) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** The modules that are published, by their folders. */
  private static Set<String> published() throws IOException {
    Set<String> modules = new TreeSet<>();
    for (Path pom : poms(source)) {
      if (Files.readString(pom).contains(PUBLISHED)) {
        modules.add(pom.getParent().getFileName().toString());
      }
    }
    return modules;
  }

  private static Path file(String module, String end) {
    String name = "jitterlab-" + module;
    return staged.resolve(
        "dev/jitterlab/%s/%s/%s-%s%s".formatted(name, VERSION, name, VERSION, end));
  }

  /** All POMs, and what was compiled of the published modules and of those that they need. */
  private static void copyOfTheCheckout() throws IOException {
    for (Path pom : poms(Jitterlab.HOME)) {
      copy(Jitterlab.HOME.relativize(pom));
    }
    for (String file : List.of("LICENSE", "scripts/stage", ".mvn/jvm.config")) {
      copy(Path.of(file));
    }
    Set<String> modules = new TreeSet<>(published());
    List<String> open = new ArrayList<>(modules);
    while (!open.isEmpty()) {
      String module = open.removeLast();
      String pom = Files.readString(source.resolve(module).resolve("pom.xml"));
      Matcher needed = OWN_DEPENDENCY.matcher(pom.split("</parent>", 2)[1]);
      while (needed.find()) {
        if (modules.add(needed.group(1))) {
          open.add(needed.group(1));
        }
      }
    }
    for (String module : modules) {
      for (String part : List.of("src/main", "target/classes")) {
        Path root = Jitterlab.HOME.resolve(module).resolve(part);
        if (Files.isDirectory(root)) {
          try (Stream<Path> files = Files.walk(root)) {
            files
                .filter(Files::isRegularFile)
                .map(Jitterlab.HOME::relativize)
                .forEach(StagedLibraryTest::copy);
          }
        }
      }
    }
  }

  private static void copy(Path file) {
    try {
      Files.createDirectories(source.resolve(file).getParent());
      Files.copy(
          Jitterlab.HOME.resolve(file), source.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> poms(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root, 3)) {
      return files
          .filter(file -> file.endsWith("pom.xml"))
          .filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|\\..*)/.*"))
          .toList();
    }
  }

  /** What was downloaded, by links, in a folder that may be written to. */
  private static Path linkedRepository(String name) throws IOException {
    Path real =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    Path linked = Files.createDirectories(folder.resolve(name));
    link(real, linked);
    Path dev = linked.resolve("dev");
    if (Files.deleteIfExists(dev)) {
      link(real.resolve("dev"), Files.createDirectory(dev));
      Files.deleteIfExists(dev.resolve("jitterlab"));
    } else {
      Files.createDirectory(dev);
    }
    return linked;
  }

  /** Else each of them is a warning when the folder is deleted. */
  @AfterAll
  static void deleteLinks() throws IOException {
    for (String links : List.of("of-the-publisher", "of-strangers")) {
      try (Stream<Path> all = Files.walk(folder.resolve(links), 2)) {
        for (Path link : all.filter(Files::isSymbolicLink).toList()) {
          Files.delete(link);
        }
      }
    }
  }

  private static void link(Path real, Path links) throws IOException {
    try (Stream<Path> children = Files.list(real)) {
      for (Path child : children.toList()) {
        Files.createSymbolicLink(links.resolve(child.getFileName()), child);
      }
    }
  }

  private static Ended runStage(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(source.resolve("scripts/stage").toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("-Dmaven.main.skip", "-Dmaven.repo.local=" + repository));
    return run(Path.of(System.getProperty("java.home")), source, command);
  }

  /** A user's build, without network. */
  private static Ended maven(Path jdk, Path project) throws IOException, InterruptedException {
    return run(
        jdk,
        project,
        List.of("mvn", "-B", "-q", "-o", "-Dmaven.repo.local=" + repository, "compile"));
  }

  private static final String CLASS_PATH = "target/classes:target/lib/*";

  private static Ended java(Path jdk, Path module, List<String> arguments)
      throws IOException, InterruptedException {
    return java(jdk, module, CLASS_PATH, arguments);
  }

  private static Ended java(Path jdk, Path module, String classPath, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-cp", classPath));
    command.addAll(arguments);
    return run(jdk, module, command);
  }

  private record Ended(int status, String said) {}

  private static Ended run(Path jdk, Path where, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "run", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    int status = builder.start().waitFor();
    return new Ended(status, Files.readString(output));
  }
}
