package dev.jitterlab.load.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.NettyTransport;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ListeningPortTest {
  private EventLoopGroup loops;

  private void begin(NettyTransport transport) throws IOException {
    loops = transport.loops(1, "loop");
    assertEquals(transport, NettyTransport.of(loops));
    assertEquals(transport, NettyTransport.of(loops.next()));
  }

  @AfterEach
  void end() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void handsOverEachConnectionInItsEventLoop(NettyTransport transport) throws Exception {
    begin(transport);
    CompletableFuture<Boolean> isInLoop = new CompletableFuture<>();
    Channel listening =
        ListeningPort.open(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            8,
            channel -> isInLoop.complete(channel.eventLoop().inEventLoop()));
    int port = ((InetSocketAddress) listening.localAddress()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      assertTrue(isInLoop.get(60, TimeUnit.SECONDS));
      assertEquals(port, socket.getPort());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void saysWhichPortIsInUseAndWhatToDo(NettyTransport transport) throws Exception {
    begin(transport);
    Channel first =
        ListeningPort.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8, channel -> {});
    InetSocketAddress taken = (InetSocketAddress) first.localAddress();
    IOException e =
        assertThrows(IOException.class, () -> ListeningPort.open(loops, taken, 8, channel -> {}));
    String message = e.getMessage();
    String begin = "cannot open TCP port " + taken.getPort() + " on " + taken.getHostString();
    assertTrue(message.startsWith(begin), message);
    assertTrue(message.endsWith("is it in use? Port 0 takes any free one"), message);
  }
}
