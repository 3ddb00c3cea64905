package dev.jitterlab.battle.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.load.port.LastAnswer;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;

/** The browser at the other end of a WebSocket. Thread-safe. */
public final class SocketPeer {
  private final Channel channel;

  SocketPeer(Channel channel) {
    this.channel = channel;
  }

  /**
   * Sends a message that can be left out, such as a state that is followed by others.
   *
   * @return false if it was left out, because the browser has not read what was sent before
   */
  public boolean trySend(JsonNode message) {
    if (!channel.isWritable()) {
      return false;
    }
    send(message);
    return true;
  }

  /** Sends a message that may not be left out; few of them are sent. */
  public void send(JsonNode message) {
    ChannelFuture unused = channel.writeAndFlush(frame(message));
  }

  /** Says why, and closes the connection. On its event loop. */
  void refuse(String why) {
    JsonNode message = StrictJson.object().put("type", "refused").put("error", why);
    ChannelFuture unused = channel.write(frame(message));
    LastAnswer.after(
        channel.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.POLICY_VIOLATION)));
  }

  private static TextWebSocketFrame frame(JsonNode message) {
    return new TextWebSocketFrame(Unpooled.wrappedBuffer(StrictJson.write(message)));
  }
}
