package dev.jitterlab.chat.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What somebody who enters is shown of what was said before. Without a network. */
class PastMessagesTest {
  private static final ChatLink LINK =
      new ChatLink() {
        @Override
        public void wake() {}

        @Override
        public void end(Parting why) {
          throw new AssertionError(why);
        }
      };

  private static PastMessage past(String text) {
    return new PastMessage(1, "hall", "bert", text);
  }

  private static RoomLimits limits(int textBytes) {
    RoomLimits limits = new RoomLimits();
    limits.textBytes = textBytes;
    return limits;
  }

  /** No write has place for it, so nothing behind it would ever be written either. */
  @Test
  void aMessageOfAServerWithLongerTextsIsLeftOut() throws BadFrameException {
    RoomLimits limits = limits(1_024);
    ChatHistory history =
        new ChatHistory() {
          @Override
          public List<PastMessage> latest(String room) {
            return List.of(past("first"), past("x".repeat(20_000)), past("y".repeat(1_024)));
          }
        };
    ChatSession session =
        new ChatSession(new ChatRooms(limits, new ChatCounters(), history), LINK, 0);
    byte[] enter =
        new FrameWriter(ChatWire.ENTER, 64)
            .put(ChatWire.VERSION)
            .putName("hall")
            .putName("anna")
            .frame();
    assertEquals(ChatSession.Taken.MORE, session.take(ByteBuffer.wrap(enter), 0));

    assertEquals(List.of("first", "y".repeat(1_024)), shown(session, limits));
    assertTrue(session.queue().isEmpty(), "nothing is stuck");
  }

  /** The texts of the past, written with the smallest buffer that a server may have. */
  private static List<String> shown(ChatSession session, RoomLimits limits) {
    ByteBuffer written = ByteBuffer.allocate(ChatSession.longestReplyBytes(limits));
    List<String> texts = new ArrayList<>();
    while (session.queue().fill(written)) {
      written.flip();
      while (written.hasRemaining()) {
        byte[] frame = new byte[written.getInt()];
        written.get(frame);
        if (frame[0] == ChatWire.PAST) {
          int text = 1 + Long.BYTES + 1 + frame[1 + Long.BYTES];
          texts.add(new String(frame, text, frame.length - text, StandardCharsets.UTF_8));
        }
      }
      written.clear();
    }
    return texts;
  }
}
