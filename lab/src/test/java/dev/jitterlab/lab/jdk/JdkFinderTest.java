package dev.jitterlab.lab.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFinderTest {
  @TempDir private Path temporary;

  private Path folder;
  private Path running;

  @BeforeEach
  void createRunningJdk() throws IOException {
    folder = temporary.toRealPath();
    running = FakeJdk.create(folder.resolve("running"), "25.0.1");
  }

  private JdkFinder finder(Map<String, String> environment) {
    return new JdkFinder(
        environment, folder.resolve("me"), running, List.of(folder.resolve("jvm")));
  }

  private List<String> versions(Map<String, String> environment) {
    return finder(environment).find().jdks().stream().map(Jdk::version).toList();
  }

  @Test
  void looksInAllTheUsualPlaces() throws IOException {
    FakeJdk.create(folder.resolve("jvm/one"), "11.0.1");
    FakeJdk.create(folder.resolve("me/.sdkman/candidates/java/two"), "12.0.1");
    FakeJdk.create(folder.resolve("me/.jdks/three"), "13.0.1");
    FakeJdk.create(folder.resolve("me/.cache/jitterlab/jdks/14"), "14.0.1");
    FakeJdk.create(folder.resolve("home"), "15.0.1");
    FakeJdk.create(folder.resolve("path"), "16.0.1");
    assertEquals(
        List.of("11.0.1", "12.0.1", "13.0.1", "14.0.1", "15.0.1", "16.0.1", "25.0.1"),
        versions(
            Map.of(
                "JAVA_HOME",
                folder.resolve("home").toString(),
                "PATH",
                "/nowhere:" + folder.resolve("path/bin"))));
  }

  @Test
  void honoursTheCacheFolderOfTheEnvironment() throws IOException {
    FakeJdk.create(folder.resolve("cache/jitterlab/jdks/21"), "21.0.8");
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    assertEquals(List.of("21.0.8", "25.0.1"), versions(environment));
    assertEquals(folder.resolve("cache/jitterlab/jdks"), finder(environment).cache());
  }

  @Test
  void countsLinksToTheSameJdkOnce() throws IOException {
    Files.createDirectories(folder.resolve("jvm"));
    Files.createSymbolicLink(folder.resolve("jvm/default"), running);
    Files.createSymbolicLink(folder.resolve("jvm/dangling"), folder.resolve("nowhere"));
    assertEquals(List.of("25.0.1"), versions(Map.of("JAVA_HOME", running.toString())));
  }

  @Test
  void asksTheLauncherWhereTheReleaseFileSaysTooLittle() throws IOException {
    Path home = folder.resolve("jvm/asked");
    FakeJdk.launcher(
        home, "echo '    java.version = 1.8.0_392' >&2; echo '    java.vendor = Somebody' >&2");
    Jdk asked = finder(Map.of()).find().jdks().getFirst();
    assertEquals(new Jdk(8, "1.8.0_392", "Somebody", home, false), asked);
  }

  @Test
  void startsNoJvmToFindAJdkWhoseReleaseFileHasItsVersion() throws IOException {
    Path home = FakeJdk.create(folder.resolve("jvm/of-pip"), "21.0.8");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"21.0.8\"\n");
    Path asked = folder.resolve("asked");
    FakeJdk.launcher(home, "touch " + asked + "; echo '    java.vendor = Somebody' >&2");
    JdkCatalog found = finder(Map.of()).find();

    assertEquals("unknown", found.ofFeature(21).orElseThrow().vendor());
    assertFalse(Files.exists(asked));
    assertEquals("Somebody", found.withVendors().ofFeature(21).orElseThrow().vendor());
  }

  @Test
  void leavesOutWhatDoesNotRun() throws IOException {
    FakeJdk.launcher(folder.resolve("jvm/broken"), "echo 'java.version = 21.0.1'; exit 1");
    Files.createDirectories(folder.resolve("jvm/empty/bin"));
    assertEquals(List.of("25.0.1"), versions(Map.of()));
  }

  @Test
  void aFeatureReleaseMeansItsNewestBuildWithFlightRecorder() throws IOException {
    FakeJdk.create(folder.resolve("jvm/b"), "21.0.10");
    FakeJdk.create(folder.resolve("jvm/a"), "21.0.10");
    FakeJdk.create(folder.resolve("jvm/old"), "21.0.9");
    Files.delete(
        FakeJdk.create(folder.resolve("jvm/unfit"), "21.0.11").resolve("lib/jfr/default.jfc"));
    JdkCatalog catalog = finder(Map.of()).find();
    assertEquals(folder.resolve("jvm/a"), catalog.ofFeature(21).orElseThrow().home());
    assertEquals(Optional.empty(), catalog.ofFeature(17));
    assertEquals(List.of(21, 25), catalog.features());
  }

  @Test
  void findsAJdkByItsPathWhereverItIs() throws IOException {
    JdkCatalog catalog = finder(Map.of()).find();
    Path hidden = FakeJdk.create(folder.resolve("hidden"), "17.0.2");
    assertEquals("17.0.2", catalog.at(hidden).orElseThrow().version());
    assertEquals(Optional.empty(), catalog.at(folder.resolve("nowhere")));
  }

  @Test
  void readsTheJdkThatRunsThisTest() {
    Jdk jdk = JdkFinder.ofThisMachine().running();
    assertEquals(Runtime.version().feature(), jdk.feature());
    assertTrue(jdk.hasJfr());
  }
}
