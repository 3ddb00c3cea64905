package dev.jitterlab.chat.server.web;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.load.port.BrowserPage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;

/** The first request of a browser: it gets the page, or becomes a user. For the loop's thread. */
final class ChatPage extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final OpenConnections open;
  private final BrowserPage page;
  private final int bufferBytes;

  ChatPage(OpenConnections open, BrowserPage page, int bufferBytes) {
    this.open = open;
    this.page = page;
    this.bufferBytes = bufferBytes;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    page.answer(context, request)
        .ifPresent(handshaker -> become(context.channel(), handshaker, request));
  }

  private void become(
      Channel channel, WebSocketServerHandshaker handshaker, FullHttpRequest request) {
    WebUser user = new WebUser(open, channel, handshaker, bufferBytes);
    channel.pipeline().addLast(user.start());
    channel.pipeline().remove(FirstRequest.class);
    ChannelFuture unused = handshaker.handshake(channel, request);
    channel.pipeline().remove(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close(); // such as a request that never came
  }
}
