package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HeapSizesTest {
  private static final long GIBI = 1L << 30;
  private final Plan twoGibibytes = ScriptedPlans.withFlag("-Xmx2g");

  @Test
  void readsTheLastSizeInAnyUnit() {
    assertEquals(0, HeapSizes.maxHeapBytes(List.of("-Xms1g", "-XX:+UseZGC")));
    assertEquals(4096, HeapSizes.maxHeapBytes(List.of("-Xmx4096")));
    assertEquals(3 << 10, HeapSizes.maxHeapBytes(List.of("-Xmx9g", "-Xmx3K")));
    assertEquals(3 << 20, HeapSizes.maxHeapBytes(List.of("-Xmx3m")));
    assertEquals(3 * GIBI, HeapSizes.maxHeapBytes(List.of("-Xmx3G")));
    assertEquals(3 * GIBI * 1024, HeapSizes.maxHeapBytes(List.of("-Xmx3t")));
  }

  @Test
  void refusesMoreThanTheMachineHas() {
    LabException refused =
        assertThrows(
            LabException.class,
            () -> HeapSizes.check(twoGibibytes, OptionalLong.of(GIBI), OptionalLong.of(GIBI)));

    assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode());
    assertTrue(refused.getMessage().contains("2 GiB"), refused.getMessage());
    assertTrue(refused.getMessage().contains("1 GiB"), refused.getMessage());
  }

  /** It is a mistake of the user's, such as a unit too many. */
  @Test
  void refusesASizeThatNoNumberHolds() {
    assertEquals(Long.MAX_VALUE, HeapSizes.maxHeapBytes(List.of("-Xmx99999999999999999999")));
    assertEquals(Long.MAX_VALUE, HeapSizes.maxHeapBytes(List.of("-Xmx99999999999t")));
    for (String flag : List.of("-Xmx99999999999999999999", "-Xmx8388608t", "-Xmx16777216t")) {
      LabException refused =
          assertThrows(
              LabException.class,
              () ->
                  HeapSizes.check(
                      ScriptedPlans.withFlag(flag), OptionalLong.of(GIBI), OptionalLong.of(GIBI)));

      assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode());
      assertTrue(refused.getMessage().contains("the heaps of the servers"), refused.getMessage());
    }
  }

  @Test
  void warnsOfMoreThanIsFree() {
    Optional<String> warning =
        HeapSizes.check(twoGibibytes, OptionalLong.of(4 * GIBI), OptionalLong.of(GIBI));

    assertTrue(warning.orElseThrow().startsWith("Warning"), warning.get());
  }

  @Test
  void saysNothingWhereItFitsOrNothingIsKnown() {
    assertEquals(
        Optional.empty(),
        HeapSizes.check(twoGibibytes, OptionalLong.of(4 * GIBI), OptionalLong.of(3 * GIBI)));
    assertEquals(
        Optional.empty(),
        HeapSizes.check(twoGibibytes, OptionalLong.empty(), OptionalLong.empty()));
  }
}
