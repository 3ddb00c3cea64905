package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.List;
import java.util.function.Function;

/** What a user chooses by name, such as the tests of a bench. Stateless. */
public final class KnownNames {
  private KnownNames() {}

  /**
   * The chosen ones of the items, in the items' order.
   *
   * @throws LabException if a name is that of none
   */
  public static <T> List<T> chosen(
      List<String> names, List<T> items, Function<T, String> name, String flag) {
    require(names, items.stream().map(name).toList(), flag);
    return items.stream().filter(item -> names.contains(name.apply(item))).toList();
  }

  static void require(List<String> names, List<String> known, String flag) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw LabException.wrong(
            flag,
            "there is no `%s`; %s".formatted(name, Spelling.expected(name, known)),
            "Correct the name, or leave the flag out.");
      }
    }
  }
}
