package dev.jitterlab.chat.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.room.ChatSession.Taken;
import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Two who speak wait for one who reads slowly. Without a network. */
class SpeakersInTurnTest {
  private static final int QUEUE = 2;

  private static final ChatLink LINK =
      new ChatLink() {
        @Override
        public void wake() {}

        @Override
        public void end(Parting why) {
          throw new AssertionError(why);
        }
      };

  private final ChatRooms rooms = new ChatRooms(limits(), new ChatCounters(), ChatHistory.NONE);
  private long nowNs;

  private static RoomLimits limits() {
    RoomLimits limits = new RoomLimits();
    limits.overflow = Overflow.BACK_PRESSURE;
    limits.queue = QUEUE;
    return limits;
  }

  private ChatSession entered(String nickname) throws BadFrameException {
    ChatSession session = new ChatSession(rooms, LINK, 0, () -> nowNs);
    byte[] frame =
        new FrameWriter(ChatWire.ENTER, 64)
            .put(ChatWire.VERSION)
            .putName("hall")
            .putName(nickname)
            .frame();
    assertEquals(Taken.MORE, session.take(ByteBuffer.wrap(frame), 0));
    return session;
  }

  /** Messages that were read together: a0, a1 and so on. */
  private static ByteBuffer messages(String name, int count) {
    ByteBuffer read = ByteBuffer.allocate(1_024);
    for (int i = 0; i < count; i++) {
      read.put(new FrameWriter(ChatWire.SAY, 8).putText(name + i).frame());
    }
    return read.flip();
  }

  /** Takes all that waits for a user, and returns the messages of it. */
  private static List<String> heard(ChatSession user) {
    ByteBuffer written = ByteBuffer.allocate(8_192);
    List<String> texts = new ArrayList<>();
    if (user.queue().fill(written)) {
      written.flip();
      while (written.hasRemaining()) {
        byte[] frame = new byte[written.getInt()];
        written.get(frame);
        if (frame[0] == ChatWire.SAID) {
          int head = ChatWire.SAID_HEAD_BYTES - ChatWire.LENGTH_BYTES;
          texts.add(new String(frame, head, frame.length - head, StandardCharsets.UTF_8));
        }
      }
    }
    return texts;
  }

  @Test
  void theTimeOfAMessageThatHadToWaitCountsFromTheFirstAttempt() throws BadFrameException {
    ChatSession anna = entered("anna");
    ChatSession slow = entered("slow");
    ByteBuffer annas = messages("a", QUEUE + 1);
    assertEquals(Taken.BLOCKED, anna.take(annas, 0));
    nowNs = 5_000_000;
    assertEquals(Taken.BLOCKED, anna.take(annas, 0), "there is still no place");
    nowNs = 9_000_000;
    assertEquals(List.of("a0", "a1"), heard(slow));
    assertEquals(Taken.MORE, anna.take(annas, 0));

    Histogram times = rooms.counters().sayTimes.getIntervalHistogram();
    assertEquals(QUEUE + 1, times.getTotalCount());
    assertTrue(
        times.valuesAreEquivalent(9_000_000, times.getMaxValue()),
        () -> times.getMaxValue() + " ns");
  }

  @Test
  void whoHasWaitedSaysOneMessageAndThenItIsTheOthersTurn() throws BadFrameException {
    ChatSession anna = entered("anna");
    ChatSession bert = entered("bert");
    ChatSession slow = entered("slow");
    ByteBuffer annas = messages("a", 5);
    ByteBuffer berts = messages("b", 4);
    assertEquals(Taken.BLOCKED, anna.take(annas, 0));
    assertEquals(List.of("a0", "a1"), heard(bert));
    assertEquals(Taken.BLOCKED, bert.take(berts, 0));
    assertEquals(List.of("a0", "a1"), heard(slow));

    assertEquals(Taken.TURN_OVER, anna.take(annas, 0));
    assertEquals(Taken.TURN_OVER, bert.take(berts, 0));
    assertEquals(List.of("a2", "b0"), heard(slow));
    assertEquals(Taken.TURN_OVER, anna.take(annas, 0));
    assertEquals(Taken.TURN_OVER, bert.take(berts, 0));
    assertEquals(List.of("a3", "b1"), heard(slow));
    assertEquals(List.of("a2", "a3"), heard(bert));
    assertEquals(List.of("b0", "b1"), heard(anna));

    assertEquals(Taken.MORE, anna.take(annas, 0), "all is said");
    assertEquals(Taken.TURN_OVER, bert.take(berts, 0));
    assertEquals(List.of("a4", "b2"), heard(slow));
    assertEquals(Taken.MORE, bert.take(berts, 0));
    assertEquals(List.of("b3"), heard(slow));
  }
}
