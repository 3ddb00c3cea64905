package dev.jitterlab.play;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A form of the battle server that plays beside others in one cluster.
 *
 * @param label how the cluster names it
 * @param java the launcher of its JDK
 * @param jvmArguments its flags
 */
record Version(String label, Path java, List<String> jvmArguments) {
  /** The label of the only version. */
  static final String ONLY = "default";

  private static final String REMEDY =
      "Write label=JDK, label=JVM-FLAGS or both, such as --versions old=17,new=25,zgc='25"
          + " -XX:+UseZGC'.";

  /** The server loads Netty's native library, and its scheduler may ask for native settings. */
  private static Version of(String label, Jdk jdk, List<String> flags) {
    List<String> all = new ArrayList<>(jdk.nativeAccess(flags));
    all.addAll(flags);
    return new Version(label, jdk.java(), all);
  }

  /**
   * Reads {@code label=jdk}, {@code label=flags} or {@code label=jdk flags} each.
   *
   * @param running the JDK of versions that name none
   * @return at least one
   * @throws LabException if one is malformed or its JDK is not there
   */
  static List<Version> parse(List<String> texts, JdkCatalog jdks, Jdk running) {
    if (texts.isEmpty()) {
      return List.of(of(ONLY, running, List.of()));
    }
    List<Version> versions = new ArrayList<>();
    Set<String> labels = new HashSet<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String label = text.substring(0, Math.max(0, equals));
      if (!label.matches("[a-z0-9][a-z0-9._-]*") || text.substring(equals + 1).isBlank()) {
        throw wrong(
            "expected label=value with a label of small letters and digits, found `%s`", text);
      }
      if (!labels.add(label)) {
        throw wrong("the label `%s` is used twice", label);
      }
      List<String> words = List.of(text.substring(equals + 1).strip().split("\\s+"));
      boolean namesJdk = !words.getFirst().startsWith("-");
      Jdk jdk = namesJdk ? jdk(words.getFirst(), jdks) : running;
      versions.add(of(label, jdk, words.subList(namesJdk ? 1 : 0, words.size())));
    }
    return versions;
  }

  private static Jdk jdk(String name, JdkCatalog jdks) {
    Optional<Jdk> found =
        name.matches("\\d{1,3}")
            ? jdks.ofFeature(Integer.parseInt(name))
            : name.contains("/") ? jdks.at(Path.of(name)) : Optional.empty();
    return found.orElseThrow(
        () -> wrong("there is no JDK `%s`; `./jitterlab jdks` lists those that are found", name));
  }

  private static LabException wrong(String what, String found) {
    return LabException.wrong("--versions", what.formatted(found), REMEDY);
  }
}
