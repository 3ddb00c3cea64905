package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.jdk.JdkInstaller;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.nio.file.Path;
import java.util.Optional;

/** Finds what an experiment's {@code jdk} property means on this machine. */
record JdkChoice(JdkCatalog catalog, Problems problems) {

  /** The JDK; where there is none it is reported at the property's place. */
  Optional<Jdk> resolve(Scalar jdk) {
    return jdk.text().contains("/") ? atPath(jdk) : ofFeature(jdk);
  }

  private Optional<Jdk> ofFeature(Scalar jdk) {
    int feature = Integer.parseInt(jdk.text());
    Optional<Jdk> found = catalog.ofFeature(feature);
    if (found.isEmpty()) {
      boolean offered = JdkInstaller.FEATURES.contains(feature);
      problems.add(
          jdk.place(),
          "no usable JDK " + feature + " was found, only: " + found(),
          offered
              ? "Run `./jitterlab jdks install " + feature + "`."
              : "Install it in one of the usual folders (`./jitterlab jdks` lists what is found),"
                  + " or name its path here.");
    }
    return found;
  }

  private Optional<Jdk> atPath(Scalar jdk) {
    Optional<Jdk> found = catalog.at(Path.of(jdk.text()));
    if (found.isEmpty()) {
      Path home = Path.of(jdk.text()).toAbsolutePath().normalize();
      String what = "no JDK in " + home + " (expected bin/java in it, and that it runs)";
      problems.add(jdk.place(), what, "Name a JDK's home; `./jitterlab jdks` lists those found.");
    } else if (!found.get().fit()) {
      String what =
          "the JDK in %s cannot be used: a run needs JDK %d or later with Flight Recorder"
              .formatted(jdk.text(), Jdk.OLDEST_FEATURE);
      problems.add(jdk.place(), what, "Name one that `./jitterlab jdks` lists as fit.");
      return Optional.empty();
    }
    return found;
  }

  private String found() {
    return String.join(", ", catalog.features().stream().map(String::valueOf).toList());
  }
}
