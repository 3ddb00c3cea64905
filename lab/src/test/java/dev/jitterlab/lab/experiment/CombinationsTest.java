package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CombinationsTest {
  private static List<String> names(Variable... variables) {
    return Combinations.named(Combinations.product(List.of(variables))).orElseThrow().stream()
        .map(Combination::name)
        .toList();
  }

  @Test
  void theLastVariableChangesFastest() {
    assertEquals(
        List.of("java11-6GB", "java11-8GB", "java21-6GB", "java21-8GB"),
        names(
            new Variable("java_version", List.of("java11", "java21")),
            new Variable("memory", List.of("6GB", "8GB"))));
  }

  @Test
  void namesHaveTheVariablesWhereValuesAloneAreAmbiguous() {
    assertEquals(
        List.of("x_1-y_1", "x_1-y_1-1", "x_1-1-y_1", "x_1-1-y_1-1"),
        names(new Variable("x", List.of("1", "1-1")), new Variable("y", List.of("1", "1-1"))));
  }

  @Test
  void namesCanBeFolders() {
    assertEquals(
        List.of("_XX_UseG1GC_a", "_._b"),
        names(new Variable("v", List.of("-XX:UseG1GC/a", "../b"))));
  }

  @Test
  void refusesGroupsThatNoNameTellsApart() {
    assertEquals(
        Optional.empty(),
        Combinations.named(
            Combinations.product(List.of(new Variable("v", List.of("a/b", "a:b"))))));
  }

  @Property
  void thereIsOneGroupForEachCombination(
      @ForAll @Size(max = 4) List<@IntRange(min = 1, max = 5) Integer> sizes) {
    List<Variable> variables =
        IntStream.range(0, sizes.size())
            .mapToObj(
                i ->
                    new Variable(
                        "v" + i,
                        IntStream.range(0, sizes.get(i)).mapToObj(value -> "x" + value).toList()))
            .toList();
    List<Combination> combinations =
        Combinations.named(Combinations.product(variables)).orElseThrow();
    int product = sizes.stream().reduce(1, (a, b) -> a * b);
    assertEquals(product, combinations.size());
    assertEquals(product, Combinations.count(variables));
    assertEquals(product, new HashSet<>(combinations).size());
    Set<String> names = new HashSet<>(combinations.stream().map(Combination::name).toList());
    assertEquals(product, names.size());
    assertTrue(combinations.stream().allMatch(c -> c.values().size() == variables.size()));
  }
}
