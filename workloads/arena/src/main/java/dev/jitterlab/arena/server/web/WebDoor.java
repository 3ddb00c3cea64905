package dev.jitterlab.arena.server.web;

import dev.jitterlab.load.port.BrowserPage;
import dev.jitterlab.load.port.BrowserPort;
import io.netty.channel.ChannelHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page and its WebSockets, all on one event loop. What a client can cause is bounded:
 * connections, the size of a message, messages a second, and what waits to be read by it.
 * Thread-safe.
 */
public final class WebDoor extends BrowserPort {
  private static final int MOST_CONNECTIONS = 1_000;
  private static final int IDLE_SECONDS = 90;
  private static final int NEWS_MS = 500;

  /** A browser that has this much to read gets no more pictures until it has read. */
  private static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final BrowserGame game;
  private final BrowserPage page;
  private final ChannelGroup pages = new DefaultChannelGroup(loop());
  private final List<URI> uris;

  /**
   * Opens the door.
   *
   * @param host the loopback address, unless others are to play
   * @param port 0 for any free one
   * @throws IOException if the port is in use
   */
  public WebDoor(BrowserGame game, String host, int port) throws IOException {
    super("arena-web", 1, WAITING);
    InetAddress address = InetAddress.getByName(host);
    this.game = game;
    this.page =
        new BrowserPage(
            page(WebDoor.class, "arena.html"),
            address.isLoopbackAddress(),
            PageHandler.MOST_MESSAGE_BYTES);
    open(address, port);
    this.uris = OwnAddresses.of(host, address, address().getPort(), OwnAddresses.ofThisMachine());
    var unused =
        loop()
            .scheduleWithFixedDelay(
                () -> PageHandler.tellAll(pages, game), NEWS_MS, NEWS_MS, TimeUnit.MILLISECONDS);
  }

  @Override
  protected boolean accept(SocketChannel channel) {
    if (connections() > MOST_CONNECTIONS) {
      return false;
    }
    channel.pipeline().addLast(new IdleStateHandler(IDLE_SECONDS, 0, 0));
    return true;
  }

  @Override
  protected ChannelHandler requests() {
    return new PageHandler(game, page, pages, System::nanoTime);
  }

  /** Returns where the page is, for a person at this machine. */
  public URI uri() {
    return uris.get(0);
  }

  /** Returns where others in the network can open it too; empty unless every address is bound. */
  public List<URI> urisForOthers() {
    return uris.subList(1, uris.size());
  }
}
