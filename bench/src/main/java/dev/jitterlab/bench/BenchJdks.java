package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.report.table.Table;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Which JDKs a bench runs on that compares several. Stateless. */
public final class BenchJdks {
  private static final List<Integer> DEFAULT = List.of(11, 17, 21, 25);

  private BenchJdks() {}

  /**
   * Those of the named feature releases, oldest first; where none is named, those of 11, 17, 21 and
   * 25 that are here.
   *
   * @throws LabException if one that is named is not here
   */
  public static List<Jdk> of(List<Integer> named, JdkCatalog catalog) {
    return named.isEmpty()
        ? DEFAULT.stream().flatMap(feature -> catalog.ofFeature(feature).stream()).toList()
        : named.stream().distinct().sorted().map(feature -> named(feature, catalog)).toList();
  }

  private static Jdk named(int feature, JdkCatalog catalog) {
    return catalog
        .ofFeature(feature)
        .orElseThrow(
            () ->
                LabException.wrong(
                    "--jdks",
                    "there is no JDK %d here; there are %s"
                        .formatted(
                            feature,
                            catalog.features().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", "))),
                    "Type: ./jitterlab jdks install " + feature));
  }

  /** A table without rows: a label, and a column for each of those releases. */
  public static Table table(Collection<Integer> features) {
    Table table = Table.of("").text("");
    int rank = features.size();
    for (int jdk : features) {
      table.number("JDK " + jdk);
      rank--;
      if (rank > 0) {
        table.rank(rank);
      }
    }
    return table;
  }
}
