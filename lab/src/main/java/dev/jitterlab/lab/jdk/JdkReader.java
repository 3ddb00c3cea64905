package dev.jitterlab.lab.jdk;

import dev.jitterlab.lab.Tool;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Says what is in a folder that may be a JDK's. */
final class JdkReader {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final String UNKNOWN = "unknown";

  private JdkReader() {}

  /** The JDK in that folder; empty if there is none, or none that runs here. */
  static Optional<Jdk> read(Path folder) {
    if (!Files.isExecutable(folder.resolve("bin").resolve("java"))) {
      return Optional.empty();
    }
    try {
      Path home = folder.toRealPath();
      Map<String, String> release = release(home);
      Map<String, String> facts = release.containsKey("version") ? release : ask(home, release);
      return Optional.ofNullable(facts.get("version"))
          .flatMap(JdkVersion::parse)
          .map(version -> jdk(home, version, facts.getOrDefault("vendor", UNKNOWN)));
    } catch (IOException _) {
      // A folder that cannot be read, or whose java does not run: no JDK for this user.
      return Optional.empty();
    }
  }

  /** The same JDK; of an unknown vendor its launcher is asked. */
  static Jdk withVendor(Jdk jdk) {
    if (!jdk.vendor().equals(UNKNOWN)) {
      return jdk;
    }
    try {
      String vendor = ask(jdk.home(), Map.of()).getOrDefault("vendor", UNKNOWN);
      return new Jdk(jdk.feature(), jdk.version(), vendor, jdk.home(), jdk.hasJfr());
    } catch (IOException _) {
      return jdk; // its java does not run, which a plan that wants it will say
    }
  }

  private static Jdk jdk(Path home, JdkVersion version, String vendor) {
    boolean hasJfr = Files.exists(home.resolve("lib").resolve("jfr").resolve("default.jfc"));
    return new Jdk(version.feature(), version.text(), vendor, home, hasJfr);
  }

  private static Map<String, String> release(Path home) throws IOException {
    Path file = home.resolve("release");
    if (!Files.isReadable(file)) {
      return Map.of();
    }
    Properties lines = new Properties();
    lines.load(new StringReader(Files.readString(file)));
    Map<String, String> facts = new LinkedHashMap<>();
    put(facts, "version", lines.getProperty("JAVA_VERSION"));
    put(facts, "vendor", lines.getProperty("IMPLEMENTOR"));
    return facts;
  }

  private static void put(Map<String, String> facts, String key, String quoted) {
    if (quoted != null) {
      facts.put(key, quoted.replace("\"", "").strip());
    }
  }

  /** Asks the launcher itself, which takes a while; what the release file says goes first. */
  private static Map<String, String> ask(Path home, Map<String, String> release)
      throws IOException {
    List<String> command =
        List.of(home.resolve("bin/java").toString(), "-XshowSettings:properties", "-version");
    Tool.Result answer = Tool.run(command, System.getenv(), ANSWER_LIMIT);
    Map<String, String> facts = new LinkedHashMap<>();
    for (String line : answer.output().lines().toList()) {
      String[] parts = line.strip().split(" = ", 2);
      switch (parts[0]) {
        case "java.version" -> facts.put("version", parts[1].strip());
        case "java.vendor" -> facts.put("vendor", parts[1].strip());
        case String _ -> {}
      }
    }
    facts.putAll(release);
    return answer.succeeded() ? facts : Map.of();
  }
}
