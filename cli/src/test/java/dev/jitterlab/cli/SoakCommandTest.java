package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoakCommandTest {
  @Test
  void readsDurations() {
    assertEquals(90, SoakCommand.seconds("90s"));
    assertEquals(120, SoakCommand.seconds("2m"));
    assertEquals(604_800, SoakCommand.seconds("168h"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "m", "0m", "29s", "169h", "2 m", "-1m"})
  void refusesWhatIsNoneOrTooShortOrTooLong(String duration) {
    LabException wrong = assertThrows(LabException.class, () -> SoakCommand.seconds(duration));
    assertTrue(wrong.problems().getFirst().what().contains("30s to 168h"), duration);
  }

  @Test
  void takesNoDatabaseButPostgresqls() {
    assertEquals(Optional.empty(), PlayCommand.database(null));
    assertEquals(
        Optional.of("jdbc:postgresql://x/y"), PlayCommand.database("jdbc:postgresql://x/y"));
    assertThrows(LabException.class, () -> PlayCommand.database("jdbc:h2:mem:"));
  }
}
