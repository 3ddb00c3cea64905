package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The system's words are those of its user's language. */
class ResultStreamTest {
  private static final String READER_GONE = "Datenübergabe unterbrochen (broken pipe)";

  @Test
  void aReaderThatIsGoneIsNoFailureInAnyLanguage() {
    assertEquals(Optional.empty(), failureAfter(READER_GONE));
  }

  /** Only English words for a full disk are known. */
  @Test
  void allElseIsAFailureInAnyLanguage() {
    String full = "Auf dem Gerät ist kein Speicherplatz mehr verfügbar";
    assertEquals(Optional.of(full), failureAfter(full));
  }

  private static Optional<String> failureAfter(String why) {
    ResultStream results = new ResultStream(JitterlabCommandTest.failing(why), () -> READER_GONE);
    assertThrows(IOException.class, () -> results.write(1));
    return results.failure().map(IOException::getMessage);
  }
}
