package dev.jitterlab.chat.server.web;

import dev.jitterlab.chat.connection.ChatConnection;
import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatSession.Taken;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.Denial;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * A user over a WebSocket: the frames are those of TCP, one or more in each binary message. All but
 * {@link #wake} and {@link #end} is for the thread of its event loop.
 */
final class WebUser extends ChatConnection {
  private static final int MOST_PENDING = 1_024;

  private final Channel channel;
  private final WebSocketServerHandshaker handshaker;
  private final int bufferBytes;
  private final ArrayDeque<ByteBuffer> pending = new ArrayDeque<>(1); // while somebody has no place
  private final Runnable flush = this::flush;
  private final Runnable readOnInLoop;
  private boolean isBlocked;
  private boolean isRefused;
  private byte[] owedPong; // the answer to the newest ping; null without one
  private volatile int underWay; // writes that the system has not taken yet

  WebUser(
      OpenConnections open,
      Channel channel,
      WebSocketServerHandshaker handshaker,
      int bufferBytes) {
    super(open);
    this.channel = channel;
    this.handshaker = handshaker;
    this.bufferBytes = bufferBytes;
    this.readOnInLoop = () -> channel.eventLoop().execute(this::readOn);
  }

  /** Begins to be looked after; returns what takes in the messages. */
  ChannelInboundHandler start() {
    begin();
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        try {
          if (message instanceof WebSocketFrame) {
            frame((WebSocketFrame) message);
          }
        } finally {
          ReferenceCountUtil.release(message);
        }
      }

      @Override
      public void channelWritabilityChanged(ChannelHandlerContext context) {
        flush();
      }

      @Override
      public void channelInactive(ChannelHandlerContext context) {
        boolean unused = ending(Parting.LEFT);
        closed();
      }

      @Override
      public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // Such as a message that is too long: the decoder closes the connection by itself.
        boolean unused = ending(Parting.REFUSED);
        refuse(new BadFrameException(Denial.OVERSIZE, "a message is too long, or malformed"));
      }
    };
  }

  private void frame(WebSocketFrame frame) {
    heard(nowNs());
    if (frame instanceof BinaryWebSocketFrame && frame.isFinalFragment()) {
      take(frame.content());
    } else if (frame instanceof PingWebSocketFrame) {
      owedPong = ByteBufUtil.getBytes(frame.content());
      flush();
    } else if (frame instanceof CloseWebSocketFrame) {
      boolean isFirst = ending(Parting.LEFT);
      if (isFirst) {
        ChannelFuture unused = handshaker.close(channel, (CloseWebSocketFrame) frame.retain());
      }
    } else if (!(frame instanceof PongWebSocketFrame)) {
      refuse(
          new BadFrameException(
              Denial.MALFORMED, "each binary message has whole frames, and there are no others"));
    }
  }

  private void take(ByteBuf content) {
    if (isBlocked) {
      pending.add(ByteBuffer.wrap(ByteBufUtil.getBytes(content)));
      if (pending.size() > MOST_PENDING) {
        end(Parting.QUEUE_FULL);
      }
      return;
    }
    ByteBuffer bytes = content.nioBuffer();
    if (!take(bytes) && bytes.hasRemaining()) {
      byte[] rest = new byte[bytes.remaining()];
      bytes.get(rest);
      pending.addFirst(ByteBuffer.wrap(rest));
    }
  }

  /** Returns false if the user must wait for somebody who reads slowly, or speaks in turn. */
  private boolean take(ByteBuffer bytes) {
    if (isRefused) {
      return true;
    }
    try {
      Taken taken = session().take(bytes, nowNs());
      if (taken != Taken.MORE) {
        isBlocked = true;
        channel.config().setAutoRead(false);
        awaitTurn(taken);
        return false;
      }
      if (bytes.hasRemaining()) {
        throw new BadFrameException(Denial.MALFORMED, "a message ends within a frame");
      }
    } catch (BadFrameException e) {
      refuse(e);
    }
    return true;
  }

  private void awaitTurn(Taken taken) {
    if (taken == Taken.BLOCKED) {
      heldBack();
      if (session().blockedOn().awaitPlace(readOnInLoop)) {
        return;
      }
    }
    readOnInLoop.run(); // behind those who were woken with this one
  }

  /** Takes what was held when there was no place, and at most one message behind it. */
  private void readOn() {
    readAgain();
    if (!take(pending.isEmpty() ? ByteBuffer.allocate(0) : pending.peek())) {
      return;
    }
    pending.poll();
    if (pending.isEmpty()) {
      isBlocked = false;
      channel.config().setAutoRead(true);
    } else {
      readOnInLoop.run();
    }
  }

  private void refuse(BadFrameException why) {
    if (!isRefused) {
      isRefused = true;
      session().refuseLast(why);
    }
  }

  private void flush() {
    boolean isAny = false;
    if (owedPong != null && channel.isActive() && channel.isWritable()) {
      write(new PongWebSocketFrame(Unpooled.wrappedBuffer(owedPong)), owedPong.length);
      owedPong = null;
      isAny = true;
    }
    while (channel.isActive() && channel.isWritable()) {
      ByteBuffer bytes = ByteBuffer.allocate(bufferBytes);
      if (!session().queue().fill(bytes)) {
        break;
      }
      isAny = true;
      int count = bytes.flip().remaining();
      write(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(bytes)), count);
    }
    if (isAny) {
      channel.flush();
    }
    if (session().queue().isDone()) {
      closeAfterRefusal();
    }
  }

  private void closeAfterRefusal() {
    if (ending(Parting.REFUSED)) {
      ChannelFuture unused =
          channel.writeAndFlush(new CloseWebSocketFrame()).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // the loop's thread alone writes it
  private void write(WebSocketFrame frame, int count) {
    underWay++;
    ChannelFuture unused =
        channel
            .write(frame)
            .addListener(
                done -> {
                  underWay--;
                  if (done.isSuccess()) {
                    wrote(count);
                  }
                });
  }

  @Override
  protected boolean hasUnwritten() {
    return underWay > 0 || !session().queue().isEmpty();
  }

  @Override
  public void wake() {
    channel.eventLoop().execute(flush);
  }

  /** Closes it also if it says goodbye already: a client that reads nothing never gets that. */
  @Override
  public void end(Parting why) {
    boolean unused = ending(why); // the first reason stays
    ChannelFuture unusedFuture = channel.close();
  }
}
