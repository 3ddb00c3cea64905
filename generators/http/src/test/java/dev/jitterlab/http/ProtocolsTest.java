package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.TargetLoad;
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
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.ReferenceCountUtil;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** TLS and HTTP/2 against real servers, with a certificate of the JDK's keytool. */
class ProtocolsTest {
  private static final String PASSWORD = "changeit";
  private static final String SCENARIO =
      "--scenario={journeys: [{steps: [{post: '/a?u=${user}', body: '{}', extract: {t: {json:"
          + " /t}}}, {get: '/b/${t}', check: {contains: t7}}]}]}";

  @TempDir private static Path folder;
  private static KeyManagerFactory keys;

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
  private HttpGenerator generator;
  private MultiThreadIoEventLoopGroup loops;

  @BeforeAll
  static void makeCertificate() throws Exception {
    Path store = folder.resolve("keys.p12");
    List<String> keytool = new ArrayList<>();
    keytool.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    keytool.addAll(
        List.of(
            "-genkeypair",
            "-alias",
            "a",
            "-keyalg",
            "EC",
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            store.toString(),
            "-dname",
            "CN=localhost",
            "-ext",
            "SAN=IP:127.0.0.1"));
    assertEquals(
        0,
        new ProcessBuilder(keytool)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor());
    KeyStore stored = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      stored.load(in, PASSWORD.toCharArray());
    }
    keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(stored, PASSWORD.toCharArray());
    String pem =
        "-----BEGIN CERTIFICATE-----\n"
            + java.util.Base64.getMimeEncoder()
                .encodeToString(stored.getCertificate("a").getEncoded())
            + "\n-----END CERTIFICATE-----\n";
    Files.writeString(folder.resolve("cert.pem"), pem);
  }

  @AfterEach
  void end() {
    if (generator != null) {
      generator.close();
    }
    if (loops != null) {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  private TargetLoad start(String address, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--target=server/1=" + address);
    CommandLine command = HttpLoad.commandLine();
    command.parseArgs(arguments.toArray(new String[0]));
    HttpLoad load = command.getCommand();
    generator = load.start();
    return generator.load().targets().get(0);
  }

  @Test
  void sendsOverTls() throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    try (ShopServer server = new ShopServer(tls)) {
      TargetLoad load =
          start(
              server.address(),
              "--model=closed",
              "--connections=2",
              "--protocol=https",
              "--trust=" + folder.resolve("cert.pem"));
      assertTrue(Eventually.holds(() -> load.answered() >= 10));
      generator.close();
      TargetLoad unchecked =
          start(server.address(), "--rate=100", "--protocol=https", "--trust=any");
      assertTrue(Eventually.holds(() -> unchecked.answered() >= 5));
      generator.close();
      TargetLoad unknown = start(server.address(), "--rate=100", "--protocol=https");
      assertTrue(Eventually.holds(() -> unknown.ended(RequestOutcome.FAILED) >= 3));
      assertEquals(0, unknown.answered());
    }
  }

  private String start(SslContext tls) {
    loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Channel listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    if (tls != null) {
                      channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                    }
                    channel
                        .pipeline()
                        .addLast(
                            Http2FrameCodecBuilder.forServer()
                                .initialSettings(
                                    Http2Settings.defaultSettings().maxConcurrentStreams(2))
                                .build(),
                            new Http2MultiplexHandler(
                                new ChannelInitializer<Channel>() {
                                  @Override
                                  protected void initChannel(Channel stream) {
                                    stream.pipeline().addLast(new Answers());
                                  }
                                }));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .awaitUninterruptibly()
            .channel();
    return "127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Of one stream. */
  private final class Answers extends ChannelInboundHandlerAdapter {
    private String request = "";

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      boolean isLast = false;
      if (message instanceof Http2HeadersFrame) {
        Http2HeadersFrame frame = (Http2HeadersFrame) message;
        request = frame.headers().method() + " " + frame.headers().path();
        isLast = frame.isEndStream();
      } else if (message instanceof Http2DataFrame) {
        isLast = ((Http2DataFrame) message).isEndStream();
        request += " " + ((Http2DataFrame) message).content().readableBytes();
      }
      ReferenceCountUtil.release(message);
      if (isLast) {
        requests.add(request);
        ChannelFuture early =
            context.write(
                new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("103"), false));
        ChannelFuture head =
            context.write(
                new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200"), false));
        assertFalse(early.isCancelled() || head.isCancelled());
        ChannelFuture unused =
            context.writeAndFlush(
                new DefaultHttp2DataFrame(
                    Unpooled.copiedBuffer(
                        "{\"t\":\"t7\"}", java.nio.charset.StandardCharsets.UTF_8),
                    true));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsOverTheSecondVersion(boolean isEncrypted) throws Exception {
    String address =
        start(
            isEncrypted
                ? SslContextBuilder.forServer(keys)
                    .applicationProtocolConfig(
                        new ApplicationProtocolConfig(
                            ApplicationProtocolConfig.Protocol.ALPN,
                            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                            "h2"))
                    .build()
                : null);
    TargetLoad load =
        start(
            address,
            "--model=closed",
            "--users=4",
            isEncrypted ? "--protocol=h2" : "--protocol=h2c",
            "--trust=any",
            SCENARIO);
    assertTrue(Eventually.holds(() -> load.answered() >= 40), () -> "answers " + load.answered());
    assertTrue(Eventually.holds(() -> requests.contains("POST /a?u=3 2")), requests::toString);
    assertTrue(requests.contains("GET /b/t7"), requests::toString);
    assertEquals(0, load.ended(RequestOutcome.WRONG));
    assertEquals(0, load.ended(RequestOutcome.FAILED));
    assertTrue(connections.size() <= 4, "streams share connections: " + connections.size());
  }

  @Test
  void aServerThatIsGoneIsAFailure() throws Exception {
    String address = start((SslContext) null);
    TargetLoad load = start(address, "--rate=100", "--protocol=h2c");
    assertTrue(Eventually.holds(() -> load.answered() >= 5));
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.FAILED) >= 5));
  }
}
