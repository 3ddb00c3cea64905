package dev.jitterlab.chat.load;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import java.net.InetSocketAddress;

/** Gives a user the frames in the binary messages of a WebSocket. */
final class WebSocketUser extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
  private static final int MOST_RESPONSE_BYTES = 8 << 10;
  private static final int MOST_MESSAGE_BYTES = 2 << 20;

  private final ChatUser user;

  private WebSocketUser(ChatUser user) {
    this.user = user;
  }

  /** Adds all that a WebSocket to that server needs. */
  static void addTo(ChannelPipeline pipeline, InetSocketAddress server, ChatUser user) {
    WebSocketClientProtocolConfig config =
        WebSocketClientProtocolConfig.newBuilder()
            .webSocketUri("ws://" + server.getHostString() + ":" + server.getPort() + "/socket")
            .maxFramePayloadLength(MOST_MESSAGE_BYTES)
            .build();
    pipeline
        .addLast(new HttpClientCodec())
        .addLast(new HttpObjectAggregator(MOST_RESPONSE_BYTES))
        .addLast(new WebSocketClientProtocolHandler(config))
        .addLast(new WebSocketUser(user));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
      user.connected(context.channel());
    }
    super.userEventTriggered(context, event);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, BinaryWebSocketFrame message) {
    FrameReader.takeAll(user, message.content(), System.nanoTime());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    super.channelInactive(context);
    user.disconnected(System.nanoTime());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var unused = context.close(); // the server's end of it: the counters show it
  }
}
