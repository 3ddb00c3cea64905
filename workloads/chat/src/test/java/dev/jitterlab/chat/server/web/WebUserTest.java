package dev.jitterlab.chat.server.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatCounters;
import dev.jitterlab.chat.room.ChatHistory;
import dev.jitterlab.chat.room.ChatRooms;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.room.RoomLimits;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.Test;

/** A user over a WebSocket, without a network. */
class WebUserTest {
  /** As if the client read nothing: no write is ever done. */
  private static final class Stuck extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      ReferenceCountUtil.release(message);
    }
  }

  private final ChatCounters counters = new ChatCounters();
  private final OpenConnections open =
      new OpenConnections(
          new ChatRooms(new RoomLimits(), counters, ChatHistory.NONE), 10, 10, () -> 0);

  /** The answer to its goodbye is never written, so nothing else would close the connection. */
  @Test
  void whoSaysGoodbyeAndReadsNothingIsStillEnded() {
    EmbeddedChannel channel = new EmbeddedChannel(new Stuck());
    WebUser user =
        new WebUser(
            open,
            channel,
            new WebSocketServerHandshaker13("ws://localhost/socket", null, false, 1_024),
            8_192);
    channel.pipeline().addLast(user.start());
    boolean unused = channel.writeInbound(new CloseWebSocketFrame());
    assertTrue(channel.isOpen(), "it waits for its goodbye to be written");

    user.end(Parting.STUCK);
    channel.runPendingTasks();

    assertFalse(channel.isOpen());
    assertEquals(0, open.count());
    assertEquals(1, counters.of(Parting.LEFT), "the first reason counts");
    assertEquals(0, counters.of(Parting.STUCK));
  }
}
