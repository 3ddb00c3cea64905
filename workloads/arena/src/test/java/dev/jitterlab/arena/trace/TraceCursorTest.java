package dev.jitterlab.arena.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceCursorTest {
  @TempDir Path folder;

  private static Trace trace(String lines) throws IOException {
    String text = TraceFile.FIRST_LINE + "\n# a test\n" + lines;
    return TraceFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test");
  }

  @Test
  void saysWhatIsHeldAndWhatWasPressedInBetweenAndBeginsAgainAtTheEnd() throws IOException {
    Trace trace = trace("0 0 8 100\n1000 0 24 200\n1500 0 8 300\n1999 0 0 400\n");
    TraceCursor cursor = trace.cursor(0, 0);

    assertFalse(cursor.advance(900));
    assertEquals(8, cursor.keys());
    assertTrue(cursor.advance(1_600));
    assertEquals(24, cursor.keys(), "the shot between two packets counts");
    assertFalse(cursor.advance(1_700));
    assertEquals(8, cursor.keys());
    assertTrue(cursor.advance(2_000 + 1_100));
    assertEquals(24, cursor.keys() & 24);
    assertEquals(200, cursor.heading());
  }

  @Test
  void playersBeyondTheLastTakeTheSameAtOtherPlaces() throws IOException {
    Trace trace = trace("0 0 1 0\n0 7 2 0\n500 0 4 0\n999 7 8 0\n");

    assertEquals(2, trace.players());
    TraceCursor third = trace.cursor(2, 600);
    assertEquals(4, third.keys() & 4, "it begins in the middle");
  }

  @Test
  void playersComeAndGo() throws IOException {
    Trace trace = trace("0 0 8 0\n100 1 join\n150 1 4 9\n300 0 leave\n400 1 1 9\n999 1 2 9\n");
    assertEquals(1, trace.messages(0));
    assertEquals(3, trace.messages(1));
    assertFalse(trace.isEverybodyAlwaysHere());

    TraceCursor goes = trace.cursor(0, 0);
    goes.advance(299);
    assertTrue(goes.isHere());
    goes.advance(300);
    assertFalse(goes.isHere());
    goes.advance(900);
    assertEquals(0, goes.keys(), "who has gone holds no key");
    goes.advance(1_000);
    assertTrue(goes.isHere(), "the record begins again");

    TraceCursor comes = trace.cursor(1, 0);
    assertFalse(comes.isHere());
    comes.advance(100);
    assertTrue(comes.isHere());
    comes.advance(1_050);
    assertFalse(comes.isHere());
    assertTrue(trace.cursor(1, 500).isHere(), "it begins in the middle");
  }

  @Test
  void filesOfTheFirstVersionAreRead() throws IOException {
    String old = "jitterlab-arena-trace 1\n0 0 8 100\n10 1 1 1\n";
    Trace trace =
        TraceFile.read(new ByteArrayInputStream(old.getBytes(StandardCharsets.UTF_8)), "old");
    assertEquals(2, trace.players());
    assertTrue(trace.isEverybodyAlwaysHere());

    String wrong = old + "20 0 leave\n";
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                TraceFile.read(
                    new ByteArrayInputStream(wrong.getBytes(StandardCharsets.UTF_8)), "old"));
    assertTrue(refused.getMessage().startsWith("old:4: expected"), refused.getMessage());
  }

  @Test
  void whatIsRecordedIsReadAgain() throws IOException {
    Path file = folder.resolve("recorded.trace.gz");
    long[] nowNs = {0};
    try (TraceRecorder recorder = new TraceRecorder(file, "a test", () -> nowNs[0])) {
      recorder.joined(3);
      recorder.record(3, 17, 1_000);
      nowNs[0] = 2_500_000;
      recorder.joined(9);
      recorder.record(9, 2, 65_535);
      recorder.left(3);
      assertEquals(0, recorder.leftOut());
    }

    Trace trace = TraceFile.read(file);
    assertEquals(2, trace.players());
    assertEquals(2_501, trace.durationUs());
    TraceCursor three = trace.cursor(0, 0);
    assertEquals(17, three.keys());
    assertTrue(three.isHere());
    three.advance(2_500);
    assertFalse(three.isHere());
    assertEquals("a test", trace.source());
  }

  /** The reader takes 10,000 players, and each time that somebody joins is another fighter. */
  @Test
  void whoComesTakesTheNumberOfOneWhoHasLeft() throws IOException {
    Path file = folder.resolve("coming-and-going.trace");
    TraceRecorder recorder = new TraceRecorder(file, "a test", () -> 0);
    recorder.joined(1);
    for (int fighter = 2; fighter <= 11_000; fighter++) {
      recorder.joined(fighter);
      recorder.record(fighter, 1, 0);
      recorder.left(fighter);
    }
    recorder.record(1, 2, 0);
    recorder.close();

    assertEquals(0, recorder.leftOut());
    Trace trace = TraceFile.read(file);
    assertEquals(2, trace.players());
    assertEquals(1, trace.messages(0));
    assertEquals(10_999, trace.messages(1));
    assertTrue(trace.cursor(0, 0).isHere());
    assertFalse(trace.cursor(1, 0).isHere());
  }

  @Test
  void whatTheReaderWouldRefuseIsLeftOutAndCounted() throws IOException {
    Path file = folder.resolve("full.trace");
    long[] nowNs = {0};
    TraceRecorder recorder = new TraceRecorder(file, "a test", () -> nowNs[0]);
    for (int fighter = 1; fighter <= 10_002; fighter++) {
      recorder.joined(fighter);
    }
    recorder.record(10_002, 1, 0);
    recorder.left(5);
    recorder.joined(20_000); // there is a place again
    recorder.record(20_000, 1, 0);
    nowNs[0] = 8L * 24 * 3_600 * 1_000_000_000;
    recorder.record(20_000, 2, 0);
    recorder.close();

    assertEquals(4, recorder.leftOut(), "two players, a message of one of them, the eighth day");
    Trace trace = TraceFile.read(file);
    assertEquals(10_000, trace.players());
    assertEquals(1, trace.messages(4));
    assertEquals(0, trace.messages(9_999));
  }
}
