package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.observer.UnavailableException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class AllowedCpusTest {
  @Test
  void readsSinglesAndRanges() throws UnavailableException {
    assertArrayEquals(
        new int[] {0, 1, 2, 7, 12, 13},
        AllowedCpus.parse(List.of("Name: java", "Cpus_allowed_list:\t0-2,7,12-13")));
  }

  @Test
  void saysThatTheSystemDoesNotTell() {
    assertThrows(UnavailableException.class, () -> AllowedCpus.parse(List.of("Name: java")));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void findsAsManyAsTheJvm() throws UnavailableException {
    assertTrue(AllowedCpus.find().length >= Runtime.getRuntime().availableProcessors());
  }
}
