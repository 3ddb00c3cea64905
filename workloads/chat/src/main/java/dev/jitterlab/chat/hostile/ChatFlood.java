package dev.jitterlab.chat.hostile;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Hostile clients of one server, on a thread of their own. An open loop: connections, or messages
 * of {@link ChatHostility#CHATTER}, that could not be made in time are left out. Connections end
 * with a reset, so that their ports are free at once. Thread-safe.
 */
public final class ChatFlood implements AutoCloseable {
  /** The most connections or messages a second. */
  public static final int MOST_PER_SECOND = 100_000;

  private static final int MOST_OPEN = 2_000;
  private static final int CHATTERERS = 10;
  private static final long TURN_MS = 10;
  private static final long TRICKLE_MS = 100;
  private static final int FRAME_BYTES = 64;
  private static final int OVERSIZED_BYTES = 64 * 1024;

  private final ChatHostility kind;
  private final InetSocketAddress target;
  private final double eachTurn;
  private final Random random;
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("chat-flood", true), NioIoHandler.newFactory());
  private final LongAdder made = new LongAdder();
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private final Bootstrap bootstrap;
  private final byte[] enter;
  private final byte[] say;
  private double owed; // for the loop's thread, as the next one
  private int opened;

  private ChatFlood(InetSocketAddress target, ChatHostility kind, int perSecond, long seed) {
    this.target = target;
    this.kind = kind;
    this.eachTurn = perSecond * TURN_MS / 1e3;
    this.random = new Random(seed);
    this.enter = enter("hostile", "h".repeat(20));
    this.say = new FrameWriter(ChatWire.SAY, FRAME_BYTES).putText("x".repeat(FRAME_BYTES)).frame();
    bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.SO_LINGER, 0)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 5_000)
            .handler(new Client());
  }

  /**
   * Begins.
   *
   * @param perSecond connections, or messages of {@link ChatHostility#CHATTER}
   * @throws IllegalArgumentException if the target is not a loopback address, or the rate is none
   */
  public static ChatFlood start(
      InetSocketAddress target, ChatHostility kind, int perSecond, long seed) {
    if (target.getAddress() == null || !target.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "--flood: " + target + " is not a loopback address; hostile traffic leaves no machine");
    }
    if (perSecond < 1 || perSecond > MOST_PER_SECOND) {
      throw new IllegalArgumentException(
          "--flood: the rate is 1 to " + MOST_PER_SECOND + " a second, not " + perSecond);
    }
    ChatFlood flood = new ChatFlood(target, kind, perSecond, seed);
    var unused =
        flood.loop.scheduleAtFixedRate(flood::turn, TURN_MS, TURN_MS, TimeUnit.MILLISECONDS);
    return flood;
  }

  /** Returns how many connections, or messages of {@link ChatHostility#CHATTER}, there were. */
  public long made() {
    return made.sum();
  }

  private void turn() {
    owed = Math.min(owed + eachTurn, 2 * eachTurn + 1);
    if (kind == ChatHostility.CHATTER) {
      while (open.size() < CHATTERERS) {
        connect();
      }
      chatter();
      return;
    }
    while (owed >= 1) {
      owed--;
      if (open.size() < MOST_OPEN) {
        connect();
        made.increment();
      }
    }
  }

  private void chatter() {
    int each = (int) (owed / CHATTERERS);
    owed -= each * CHATTERERS;
    for (Channel channel : open) {
      for (int i = 0; i < each && channel.isActive() && channel.isWritable(); i++) {
        write(channel, say);
        made.increment();
      }
      channel.flush();
    }
  }

  private void connect() {
    ChannelFuture connecting = bootstrap.connect(target);
    Channel channel = connecting.channel();
    open.add(channel);
    ChannelFuture unused = channel.closeFuture().addListener(closed -> open.remove(channel));
    unused =
        connecting.addListener(
            done -> {
              if (!done.isSuccess()) {
                open.remove(channel); // one without a descriptor is never closed
              }
            });
  }

  private static void write(Channel channel, byte[] bytes) {
    ChannelFuture unused = channel.write(Unpooled.wrappedBuffer(bytes));
  }

  private static byte[] enter(String room, String nickname) {
    return new FrameWriter(ChatWire.ENTER, 128)
        .put(ChatWire.VERSION)
        .putName(room)
        .putName(nickname)
        .frame();
  }

  /** What one client does once it is connected; what the server says is not read by anybody. */
  @ChannelHandler.Sharable
  private final class Client extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      Channel channel = context.channel();
      switch (kind) {
        case CONNECTS:
          end(channel);
          break;
        case SILENT:
          break;
        case MALFORMED:
          byte[] frame = new byte[ChatWire.LENGTH_BYTES + FRAME_BYTES];
          random.nextBytes(frame);
          frame[0] = 0;
          frame[1] = 0;
          frame[2] = 0;
          frame[3] = FRAME_BYTES;
          write(channel, frame);
          break;
        case OVERSIZED:
          byte[] begun = new byte[OVERSIZED_BYTES]; // zeros behind the length
          Arrays.fill(begun, 0, ChatWire.LENGTH_BYTES, (byte) 0x7F);
          write(channel, begun);
          break;
        case TRICKLE:
          trickle(channel, 0);
          break;
        case CHATTER:
          opened++;
          write(channel, enter("hostile-" + opened, "h" + opened));
          break;
      }
      context.flush();
    }

    private void trickle(Channel channel, int at) {
      if (at < enter.length && channel.isActive()) {
        write(channel, new byte[] {enter[at]});
        channel.flush();
        var unused =
            channel
                .eventLoop()
                .schedule(() -> trickle(channel, at + 1), TRICKLE_MS, TimeUnit.MILLISECONDS);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      end(context.channel()); // the server ended it: its counters say why
    }

    private void end(Channel channel) {
      ChannelFuture unused = channel.close();
    }
  }

  /** Ends all connections, and the thread. */
  @Override
  public void close() {
    var unused = loop.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
