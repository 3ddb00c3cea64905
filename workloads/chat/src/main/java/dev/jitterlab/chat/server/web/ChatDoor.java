package dev.jitterlab.chat.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatSession;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/** Serves the page and its WebSockets. Thread-safe. */
public final class ChatDoor implements AutoCloseable {
  private static final String PAGE = "chat.html";
  private static final String TEXT_BYTES = "${text_bytes}";
  private static final int MOST_REQUEST_BYTES = 16 << 10;

  private final MultiThreadIoEventLoopGroup loops;
  private final ChannelGroup channels;
  private final InetSocketAddress address;
  private final URI uri;

  private ChatDoor(
      MultiThreadIoEventLoopGroup loops,
      ChannelGroup channels,
      InetSocketAddress address,
      URI uri) {
    this.loops = loops;
    this.channels = channels;
    this.address = address;
    this.uri = uri;
  }

  /**
   * Opens the door.
   *
   * @param host the loopback address, unless others are to talk too
   * @param port 0 for any free one
   * @param threads of the event loop
   * @param bufferBytes that one write moves at most
   * @param requestSeconds how long a connection may be none of a user
   * @throws IOException if the port is in use
   */
  public static ChatDoor start(
      OpenConnections open, String host, int port, int threads, int bufferBytes, int requestSeconds)
      throws IOException {
    byte[] page = page(open.rooms().limits().textBytes);
    InetAddress listened = InetAddress.getByName(host);
    boolean isLocal = listened.isLoopbackAddress();
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("chat-web", true), NioIoHandler.newFactory());
    ChannelGroup channels = new DefaultChannelGroup(loops.next());
    int longest = ChatSession.longestFrameBytes(open.rooms().limits());
    WriteBufferWaterMark waiting = new WriteBufferWaterMark(bufferBytes, 2 * bufferBytes);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1_024)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waiting)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    FirstRequest first = new FirstRequest(open, channel, requestSeconds);
                    if (!open.asks(first)) {
                      ChannelFuture unused = channel.close();
                      return;
                    }
                    channels.add(channel);
                    channel
                        .pipeline()
                        .addLast(first)
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(MOST_REQUEST_BYTES, true))
                        .addLast(new ChatPage(open, page, isLocal, longest, bufferBytes));
                  }
                })
            .bind(new InetSocketAddress(listened, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var unused = loops.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
      throw new IOException(
          "cannot open TCP port "
              + port
              + " on "
              + host
              + " ("
              + bound.cause().getMessage()
              + "); is it in use? Port 0 takes any free one",
          bound.cause());
    }
    Channel listening = bound.channel();
    channels.add(listening);
    InetSocketAddress address = (InetSocketAddress) listening.localAddress();
    String shown = host.contains(":") ? "[" + host + "]" : host;
    URI uri = URI.create("http://" + shown + ":" + address.getPort() + "/");
    return new ChatDoor(loops, channels, address, uri);
  }

  private static byte[] page(int textBytes) throws IOException {
    try (InputStream in = ChatDoor.class.getResourceAsStream(PAGE)) {
      if (in == null) {
        throw new IOException(PAGE + " is not in the jar");
      }
      return new String(in.readAllBytes(), UTF_8)
          .replace(TEXT_BYTES, Integer.toString(textBytes))
          .getBytes(UTF_8);
    }
  }

  /** Returns where the page is. */
  public URI uri() {
    return uri;
  }

  /** Returns the address that it listens on. */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    channels.close().awaitUninterruptibly(500);
    loops.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(500);
  }
}
