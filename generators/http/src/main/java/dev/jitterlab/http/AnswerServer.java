package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jitterlab.load.port.ListeningPort;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A server on the loopback interface, on one thread, that answers whatever comes and reads nothing
 * of it: so fast that what a client measures is the client and the machine. For small requests that
 * come one at a time on each connection.
 */
final class AnswerServer implements AutoCloseable {
  /** All that it ever says. */
  static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

  private static final int BACKLOG = 1_024;

  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;

  /** Answers on the port that is its only argument, until it is ended; for {@code bench http}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (AnswerServer server = new AnswerServer(Integer.parseInt(arguments[0]))) {
      server.listening.closeFuture().await();
    }
  }

  /**
   * Opens one on any free port.
   *
   * @throws IOException if there is none
   */
  AnswerServer() throws IOException {
    this(0);
  }

  private AnswerServer(int port) throws IOException {
    InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    listening =
        ListeningPort.open(loop, at, BACKLOG, each -> each.pipeline().addLast(new Answers()));
  }

  /** Returns where it is, as host and port. */
  String address() {
    return "127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly(500);
    loop.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(500);
  }

  private static final class Answers extends ChannelInboundHandlerAdapter {
    private final ByteBuf answer =
        Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(ANSWER, US_ASCII));

    @Override
    public void channelRead(ChannelHandlerContext context, Object request) {
      ReferenceCountUtil.release(request);
      ChannelFuture unused = context.writeAndFlush(answer.duplicate(), context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture unused = context.close();
    }
  }
}
