package dev.jitterlab.chat.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatSession;
import dev.jitterlab.chat.room.RoomLimits;
import dev.jitterlab.load.port.BrowserPage;
import dev.jitterlab.load.port.BrowserPort;
import io.netty.channel.ChannelHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;

/** Serves the page and its WebSockets. Thread-safe. */
public final class ChatDoor extends BrowserPort {
  private static final String TEXT_BYTES = "${text_bytes}";

  private final OpenConnections open;
  private final int requestSeconds;
  private final int bufferBytes;
  private final BrowserPage page;
  private final URI uri;

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
  public ChatDoor(
      OpenConnections open, String host, int port, int threads, int bufferBytes, int requestSeconds)
      throws IOException {
    super("chat-web", threads, new WriteBufferWaterMark(bufferBytes, 2 * bufferBytes));
    this.open = open;
    this.requestSeconds = requestSeconds;
    this.bufferBytes = bufferBytes;
    RoomLimits limits = open.rooms().limits();
    String html =
        new String(page(ChatDoor.class, "chat.html"), UTF_8)
            .replace(TEXT_BYTES, Integer.toString(limits.textBytes));
    InetAddress listened = InetAddress.getByName(host);
    page =
        new BrowserPage(
            html.getBytes(UTF_8),
            listened.isLoopbackAddress(),
            ChatSession.longestFrameBytes(limits));
    open(listened, port);
    String shown = host.contains(":") ? "[" + host + "]" : host;
    uri = URI.create("http://" + shown + ":" + address().getPort() + "/");
  }

  @Override
  protected boolean accept(SocketChannel channel) {
    FirstRequest first = new FirstRequest(open, channel, requestSeconds);
    if (!open.asks(first)) {
      return false;
    }
    channel.pipeline().addLast(first);
    return true;
  }

  @Override
  protected ChannelHandler requests() {
    return new ChatPage(open, page, bufferBytes);
  }

  /** Returns where the page is. */
  public URI uri() {
    return uri;
  }
}
