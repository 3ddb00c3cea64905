package dev.jitterlab.lab.jdk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The JDKs of a machine, oldest first; an order that does not depend on how they were found.
 *
 * @param jdks all of them, whether usable for an experiment or not
 */
public record JdkCatalog(List<Jdk> jdks) {
  private static final Comparator<Jdk> OLDEST_FIRST =
      Comparator.comparing((Jdk jdk) -> JdkVersion.parse(jdk.version()).orElseThrow())
          .thenComparing(Jdk::home, Comparator.reverseOrder());

  /** Sorts a copy of the list. */
  public JdkCatalog {
    jdks = jdks.stream().sorted(OLDEST_FIRST).toList();
  }

  /**
   * What an experiment's {@code jdk: 21} means: of that feature release the newest one that is fit;
   * of equal ones the first by path.
   */
  public Optional<Jdk> ofFeature(int feature) {
    return jdks.stream().filter(jdk -> jdk.feature() == feature && jdk.fit()).reduce((a, b) -> b);
  }

  /** What an experiment's {@code jdk: /some/path} means; reads the folder if it is not known. */
  public Optional<Jdk> at(Path home) {
    try {
      Path real = home.toRealPath();
      return jdks.stream()
          .filter(jdk -> jdk.home().equals(real))
          .findFirst()
          .or(() -> JdkReader.read(real));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /**
   * The same JDKs, each asked for its vendor where that is unknown. That starts a JVM for each of
   * them, so it is for those who show the vendor.
   */
  public JdkCatalog withVendors() {
    return new JdkCatalog(jdks.stream().map(JdkReader::withVendor).toList());
  }

  /** The feature releases that an experiment can name, without repetition, oldest first. */
  public List<Integer> features() {
    return jdks.stream().filter(Jdk::fit).map(Jdk::feature).distinct().toList();
  }
}
