package dev.jitterlab.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2SettingsFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server of HTTP/2 without TLS that does with each request what the test says. */
final class ScriptedStreams implements AutoCloseable {
  /** What is done with a request, which has no body. */
  @FunctionalInterface
  interface StreamScript {
    /** Does it; connections, and the requests of each, count from 1. */
    void serve(int connection, int request, ServedStream stream);
  }

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final StreamScript script;
  private final Channel listening;

  /** Opens it. */
  ScriptedStreams(Http2Settings settings, StreamScript script) {
    this.script = script;
    listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel, settings);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .awaitUninterruptibly()
            .channel();
  }

  private void accept(SocketChannel channel, Http2Settings settings) {
    int number = connections.incrementAndGet();
    AtomicInteger ofConnection = new AtomicInteger();
    Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().initialSettings(settings).build();
    channel
        .pipeline()
        .addLast(
            codec,
            new Http2MultiplexHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel stream) {
                    stream.pipeline().addLast(new StreamRequests(number, ofConnection, codec));
                  }
                }));
  }

  /** Of one stream. */
  private final class StreamRequests extends ChannelInboundHandlerAdapter {
    private final int connection;
    private final AtomicInteger ofConnection;
    private final Http2FrameCodec codec;

    StreamRequests(int connection, AtomicInteger ofConnection, Http2FrameCodec codec) {
      this.connection = connection;
      this.ofConnection = ofConnection;
      this.codec = codec;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      if (message instanceof Http2HeadersFrame) {
        int request = ofConnection.incrementAndGet();
        int unused = requests.incrementAndGet();
        ServedStream stream = new ServedStream(context, codec);
        // After the frame, so that nothing is written while the codec reads.
        context.executor().execute(() -> script.serve(connection, request, stream));
      }
    }
  }

  /** A stream whose request has come. */
  static final class ServedStream {
    private final ChannelHandlerContext stream;
    private final Http2FrameCodec codec;

    private ServedStream(ChannelHandlerContext stream, Http2FrameCodec codec) {
      this.stream = stream;
      this.codec = codec;
    }

    void answer() {
      answer(0);
    }

    /** The same, with a header of so many bytes. */
    void answer(int bytes) {
      ChannelFuture unused =
          stream.writeAndFlush(
              new DefaultHttp2HeadersFrame(
                  new DefaultHttp2Headers().status("200").set("x-long", "a".repeat(bytes)), true));
    }

    /** Ends the stream with nothing but a status. */
    void end(String status) {
      ChannelFuture unused =
          stream.writeAndFlush(
              new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status(status), true));
    }

    void reset(Http2Error error) {
      ChannelFuture unused = stream.writeAndFlush(new DefaultHttp2ResetFrame(error));
    }

    /** Says that the connection ends, and that no stream above {@code last} will be served. */
    void goAway(int last) {
      ChannelHandlerContext connection = stream.channel().parent().pipeline().context(codec);
      ChannelFuture unused =
          codec.goAway(
              connection,
              last,
              Http2Error.NO_ERROR.code(),
              Unpooled.EMPTY_BUFFER,
              connection.newPromise());
      connection.flush();
    }

    /** Changes what the server says of itself. */
    void say(Http2Settings settings) {
      ChannelFuture unused =
          stream.channel().parent().writeAndFlush(new DefaultHttp2SettingsFrame(settings));
    }
  }

  String address() {
    return "127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Returns how many connections there ever were. */
  int connections() {
    return connections.get();
  }

  /** Returns how many requests came, by all connections. */
  int requests() {
    return requests.get();
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
