package dev.jitterlab.load.port;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LastAnswerTest {
  private static final int SO_TIMEOUT_MS = 20_000;

  /** Answers what comes first, and counts what comes. */
  private static final class OneAnswer extends ChannelInboundHandlerAdapter {
    private final AtomicInteger reads;

    OneAnswer(AtomicInteger reads) {
      this.reads = reads;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      reads.incrementAndGet();
      LastAnswer.after(context.writeAndFlush(Unpooled.copiedBuffer("why", US_ASCII)));
    }
  }

  /** The kernel takes a part of 8 MB: the server has to read the rest. */
  @Test
  void whoGoesOnSendingReadsTheAnswerAndIsHeardNoMore() throws Exception {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    AtomicInteger reads = new AtomicInteger();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Channel listening =
        ListeningPort.open(
            loops, any, 8, channel -> channel.pipeline().addLast(new OneAnswer(reads)));
    int port = ((InetSocketAddress) listening.localAddress()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(SO_TIMEOUT_MS);
      socket.getOutputStream().write(new byte[8 << 20]);
      assertEquals("why", new String(socket.getInputStream().readAllBytes(), US_ASCII));
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
    assertEquals(1, reads.get());
  }

  /** A channel with two directions, and a clock that stands still. */
  private static final class TwoWays extends EmbeddedChannel implements DuplexChannel {
    private boolean isOutputShutdown;

    static TwoWays open() {
      TwoWays channel = new TwoWays();
      channel.freezeTime();
      return channel;
    }

    void hears() {
      assertFalse(writeInbound(Unpooled.copiedBuffer("more", US_ASCII)), "it is dropped");
    }

    void later(int seconds) {
      advanceTimeBy(seconds, TimeUnit.SECONDS);
      runScheduledPendingTasks();
    }

    @Override
    public boolean isInputShutdown() {
      return false;
    }

    @Override
    public ChannelFuture shutdownInput() {
      throw new AssertionError("the input goes on");
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
      return shutdownInput();
    }

    @Override
    public boolean isOutputShutdown() {
      return isOutputShutdown;
    }

    @Override
    public ChannelFuture shutdownOutput() {
      isOutputShutdown = true;
      return newSucceededFuture();
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
      return shutdownOutput();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public ChannelFuture shutdown() {
      throw new AssertionError("the input goes on");
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
      return shutdown();
    }
  }

  @Test
  void whoGoesOnSendingHasTenSeconds() {
    TwoWays channel = TwoWays.open();
    assertFalse(LastAnswer.isGiven(channel));
    LastAnswer.after(channel.writeAndFlush("why"));
    assertTrue(LastAnswer.isGiven(channel));
    assertTrue(channel.isOutputShutdown());
    for (int second = 1; second < 10; second++) {
      channel.hears();
      channel.later(1);
      assertTrue(channel.isOpen(), "after " + second + " s");
    }
    channel.hears();
    channel.later(1);
    assertFalse(channel.isOpen());
  }

  /** The time begins with the last bytes, and not with the answer. */
  @Test
  void whoIsSilentIsDisconnectedSooner() {
    TwoWays channel = TwoWays.open();
    LastAnswer.after(channel.writeAndFlush("why"));
    for (int second = 1; second <= 5; second++) {
      channel.hears();
      channel.later(1);
    }
    channel.later(1);
    assertTrue(channel.isOpen());
    channel.later(2);
    assertFalse(channel.isOpen());
  }

  @Test
  void withoutAnAnswerThereIsNothingToWaitFor() {
    TwoWays channel = TwoWays.open();
    LastAnswer.after(channel.newFailedFuture(new IllegalStateException("not written")));
    assertFalse(channel.isOpen());
    assertFalse(channel.isOutputShutdown());
  }
}
