package dev.jitterlab.chat.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HeardMessagesTest {
  private final DeliveryFaults faults = new DeliveryFaults();
  private final ReaderFaults reader = new ReaderFaults(faults);
  private final HeardMessages heard = new HeardMessages(reader, null, 10);

  private void hear(long... numbers) {
    for (long number : numbers) {
      heard.take(number);
    }
  }

  private void assertFaults(long lost, long doubled, long reordered) {
    assertEquals(lost, faults.lost.sum(), "lost");
    assertEquals(doubled, faults.doubled.sum(), "doubled");
    assertEquals(reordered, faults.reordered.sum(), "reordered");
  }

  @Test
  void inOrderNothingIsWrong() {
    for (int i = 11; i < 500; i++) {
      assertTrue(heard.take(i));
    }
    heard.end(499);
    assertFaults(0, 0, 0);
  }

  @Test
  void whatWasSaidBeforeIsDoubled() {
    assertFalse(heard.take(10));
    assertFaults(0, 1, 0);
  }

  @Test
  void aGapIsLostWhenEnoughOthersCame() {
    hear(11, 13);
    for (int i = 14; i < 13 + HeardMessages.WINDOW - 1; i++) {
      hear(i);
    }
    assertFaults(0, 0, 0);
    hear(13 + HeardMessages.WINDOW - 1);
    assertFaults(1, 0, 0);
  }

  @Test
  void aGapThatIsFilledIsReordered() {
    hear(11, 13, 12, 14);
    heard.end(14);
    assertFaults(0, 0, 1);
  }

  @Test
  void theSameTwiceIsDoubled() {
    hear(11, 12, 12, 11);
    assertFaults(0, 2, 0);
  }

  @Test
  void aHugeGapIsCountedToTheLastMessage() {
    hear(1_011);
    heard.end(1_011);
    assertFaults(1_000, 0, 0);
  }

  @Test
  void whoLeavesHasSaidMoreThanWasHeard() {
    hear(11, 12);
    heard.end(15);
    assertFaults(3, 0, 0);
  }

  @Test
  void whoStopsListeningLosesOnlyWhatOthersOvertook() {
    hear(11, 13);
    heard.end();
    assertFaults(1, 0, 0);
  }

  @Test
  void whatTheServerSaysItDroppedIsNotLost() {
    reader.announced(3);
    hear(14, 16);
    heard.end(16);
    assertFaults(1, 0, 0);
    assertEquals(3, faults.dropped.sum());
  }
}
