package dev.jitterlab.aggregator.door;

import dev.jitterlab.load.port.LastAnswer;
import dev.jitterlab.load.port.WholeRequests;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One connection: checks each request, has it answered, and writes the answer before it looks at
 * the next. A request and an answer must each be through in time. Confined to its event loop.
 */
final class ClientConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Pattern HOST =
      Pattern.compile("(?:[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::[0-9]{1,5})?");

  /** What some servers believe and no cache key contains. None of them changes an answer here. */
  private static final List<String> UNKEYED =
      List.of(
          "X-Forwarded-Host",
          "X-Forwarded-Scheme",
          "X-Forwarded-Proto",
          "X-Forwarded-Port",
          "X-Forwarded-Prefix",
          "Forwarded",
          "X-Host",
          "X-Original-URL",
          "X-Rewrite-URL",
          "X-HTTP-Method-Override");

  private static final String RETRY_AFTER_SECONDS = "1";
  private static final long LONGEST_BUDGET_MS = 60_000;
  private static final int STATUS_TIMEOUT = 408;

  /** A request that has come whole before the answer to an earlier one. */
  private static final class SentAhead {
    final FullHttpRequest request;
    final long arrivedNs;

    SentAhead(FullHttpRequest request, long arrivedNs) {
      this.request = request;
      this.arrivedNs = arrivedNs;
    }
  }

  private final FrontDoor door;
  private final DoorSettings settings;
  private final RequestRefusals refusals;
  private final LoopLag lag;
  private final StrictRequestDecoder decoder;
  private final Whole whole;
  private final ArrayDeque<SentAhead> ahead = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private boolean decoding; // what the decoder still has may be whole requests
  private boolean reading;
  private boolean answering;
  private boolean writing;
  private boolean closing;
  private Answer refused; // the last answer, which waits until the one before it is written
  private int heldBytes; // of bodies
  private long deadlineNs;

  /** The last header Host that names a host: a client sends the same again and again. */
  private String knownHost;

  ClientConnection(FrontDoor door, DoorSettings settings, RequestRefusals refusals, LoopLag lag) {
    this.door = door;
    this.settings = settings;
    this.refusals = refusals;
    this.lag = lag;
    this.decoder = new StrictRequestDecoder(settings);
    this.whole = new Whole(settings.bodyBytes);
    this.deadlineNs = System.nanoTime() + settings.idleNs;
  }

  /** Stands before the decoder and sees when a request begins. */
  ChannelInboundHandlerAdapter bytes() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext itsContext, Object bytes) {
        if (!reading && !answering) {
          reading = true;
          deadlineNs = System.nanoTime() + settings.requestNs;
        }
        decoding = true;
        itsContext.fireChannelRead(bytes);
        decoding = false;
        lookForBegin();
      }
    };
  }

  /** Stands behind {@link #bytes}. */
  StrictRequestDecoder decoder() {
    return decoder;
  }

  /**
   * Stands behind the decoder and counts what bodies hold. After the last answer it drops whatever
   * the decoder had taken in before.
   */
  ChannelInboundHandlerAdapter bodies() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext itsContext, Object message) {
        if (!isEnding() && message instanceof HttpContent) {
          hold(((HttpContent) message).content().readableBytes());
        }
        if (message instanceof LastHttpContent) {
          decoder.ended();
        }
        if (isEnding()) {
          ReferenceCountUtil.release(message);
        } else {
          itsContext.fireChannelRead(message);
        }
      }
    };
  }

  private void hold(int bytes) {
    if (bytes == 0) {
      return;
    }
    if (door.hold(bytes)) {
      heldBytes += bytes;
    } else {
      refuse(RequestRefusal.BODIES, "Too many bodies at a time. Try again in a second.");
    }
  }

  private void letGo(int bytes) {
    if (bytes > 0) {
      heldBytes -= bytes;
      door.letGo(bytes);
    }
  }

  /** Stands behind the counting of bodies. */
  WholeRequests whole() {
    return whole;
  }

  /** Puts requests together; what is too large ends here. */
  private final class Whole extends WholeRequests {
    Whole(int mostBodyBytes) {
      super(mostBodyBytes);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext itsContext, HttpMessage message) {
      refuse(RequestRefusal.BODY_SIZE, "The body is larger than " + maxContentLength() + " bytes.");
    }

    /** Lets go of a request that is not whole. */
    void drop() {
      releaseCurrentMessage();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext itsContext) {
    context = itsContext;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext itsContext, FullHttpRequest request) {
    if (isEnding()) {
      return;
    }
    reading = false;
    long nowNs = System.nanoTime();
    if (!answering) {
      begin(request, nowNs, nowNs);
    } else if (ahead.size() < settings.pipeline) {
      ahead.add(new SentAhead(request.retain(), nowNs));
    } else {
      refuse(RequestRefusal.PIPELINE, "More than " + settings.pipeline + " requests sent ahead.");
    }
  }

  /** The client waits for the answer since the arrival, also while an earlier one is made. */
  private void begin(FullHttpRequest request, long arrivedNs, long nowNs) {
    letGo(request.content().readableBytes()); // it goes when this returns
    answering = true;
    deadlineNs = Long.MAX_VALUE;
    context.channel().config().setAutoRead(false);
    boolean head = request.method().equals(HttpMethod.HEAD);
    // No header of ours tells a client of HTTP/1.0 that its connection is kept: it would wait.
    boolean keepAlive =
        request.protocolVersion().isKeepAliveDefault() && HttpUtil.isKeepAlive(request);
    try {
      ClientRequest asked = checked(request, arrivedNs, nowNs);
      if (settings.lagNs > 0 && lag.lagNs() > settings.lagNs) {
        door.handler().shed(asked);
        throw new RefusedException(RequestRefusal.LAG, "Too busy. Try again in a second.");
      }
      EventLoop loop = asked.loop();
      door.handler()
          .handle(
              asked,
              answer -> {
                if (loop.inEventLoop()) {
                  write(answer, head, keepAlive);
                } else {
                  loop.execute(() -> write(answer, head, keepAlive));
                }
              });
    } catch (RefusedException e) {
      RequestRefusal refusal = e.refusal();
      refusals.count(refusal);
      boolean isOurs = refusal == RequestRefusal.PARAMETER || refusal.status() == 503;
      write(e.answer(), head, keepAlive && isOurs);
    } catch (RuntimeException e) {
      door.failed(e);
      write(Answer.words(500, "Something went wrong here."), head, false);
    }
  }

  private ClientRequest checked(FullHttpRequest request, long arrivedNs, long nowNs)
      throws RefusedException {
    checkDecoded(request);
    HttpHeaders headers = request.headers();
    HttpVersion version = request.protocolVersion();
    boolean is11 = version.equals(HttpVersion.HTTP_1_1);
    if (!is11 && !version.equals(HttpVersion.HTTP_1_0)) {
      throw new RefusedException(RequestRefusal.VERSION, "This server speaks HTTP/1.1.");
    }
    checkLength(headers);
    boolean post = request.method().equals(HttpMethod.POST);
    boolean get =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    if (!post && !get) {
      throw RefusedException.ofMethod("Use GET, HEAD or POST.", "GET, HEAD, POST");
    }
    if (get && request.content().isReadable()) {
      throw new RefusedException(RequestRefusal.FRAMING, "A GET request has no body.");
    }
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() > 1 || (is11 && hosts.isEmpty())) {
      throw new RefusedException(RequestRefusal.HOST, "Send exactly one header Host.");
    }
    if (!hosts.isEmpty() && !hosts.get(0).equals(knownHost)) {
      if (!HOST.matcher(hosts.get(0)).matches()) {
        throw new RefusedException(RequestRefusal.HOST, "The header Host names no host.");
      }
      knownHost = hosts.get(0);
    }
    for (String name : UNKEYED) {
      if (headers.contains(name)) {
        refusals.countIgnoredHeader();
        break;
      }
    }
    String target = request.uri();
    if (target.isEmpty() || target.charAt(0) != '/') {
      throw new RefusedException(
          RequestRefusal.TARGET, "This server is no proxy: begin with a slash.");
    }
    int question = target.indexOf('?');
    String path = question < 0 ? target : target.substring(0, question);
    if (!RequestPath.isPossible(path)) {
      throw new RefusedException(RequestRefusal.PATH, "No page has such a path.");
    }
    String cookie = headers.get(HttpHeaderNames.COOKIE, "");
    long budgetNs = budgetNs(headers);
    long untilNs = arrivedNs + budgetNs;
    boolean isHurried = budgetNs < settings.budgetNs || untilNs - nowNs < budgetNs / 2;
    return new ClientRequest(
        post,
        path,
        question < 0 ? "" : target.substring(question + 1),
        cookie,
        ByteBufUtil.getBytes(request.content()),
        context.channel().eventLoop(),
        arrivedNs,
        untilNs,
        isHurried);
  }

  private static void checkDecoded(FullHttpRequest request) throws RefusedException {
    if (request.decoderResult().isSuccess()) {
      return;
    }
    Throwable cause = request.decoderResult().cause();
    if (cause instanceof TooLongHttpLineException) {
      throw new RefusedException(RequestRefusal.LINE_SIZE, "The request line is too long.");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      throw new RefusedException(RequestRefusal.HEADER_SIZE, "The headers are too large.");
    }
    if (isAboutLength(cause)) {
      throw new RefusedException(
          RequestRefusal.FRAMING, "Send one Content-Length, or Transfer-Encoding: chunked, once.");
    }
    if (cause instanceof WholeRequests.UnknownExpectationException) {
      throw new RefusedException(RequestRefusal.MALFORMED, cause.getMessage());
    }
    throw new RefusedException(RequestRefusal.MALFORMED, "This is no HTTP/1.1.");
  }

  private static boolean isAboutLength(Throwable cause) {
    String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    return cause instanceof StrictRequestDecoder.FramingException
        || words.contains("content-length")
        || words.contains("transfer-encoding");
  }

  private static void checkLength(HttpHeaders headers) throws RefusedException {
    for (String length : headers.getAll(HttpHeaderNames.CONTENT_LENGTH)) {
      if (length.isEmpty() || !length.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw new RefusedException(RequestRefusal.FRAMING, "Content-Length is a number.");
      }
    }
  }

  /** A client may be in more of a hurry than we are, not in less. */
  private long budgetNs(HttpHeaders headers) {
    String text = headers.get("X-Budget-Ms");
    if (text == null || text.isEmpty() || text.length() > 5) {
      return settings.budgetNs;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return settings.budgetNs;
      }
    }
    long ms = Math.min(Long.parseLong(text), LONGEST_BUDGET_MS);
    return Math.min(settings.budgetNs, TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /** Returns whether nothing that comes is answered any more. */
  private boolean isEnding() {
    return closing || refused != null;
  }

  private void refuse(RequestRefusal refusal, String words) {
    if (isEnding()) {
      return;
    }
    refusals.count(refusal);
    Answer last = Answer.words(refusal.status(), words);
    if (answering) {
      refused = last; // in its place an earlier request would seem refused, perhaps an order
      drop();
    } else {
      write(last, false, false);
    }
  }

  private void write(Answer answer, boolean head, boolean keepAlive) {
    if (closing) {
      return; // it has gone, or got its last answer, which it may still be reading
    }
    if (!context.channel().isActive()) {
      end();
      return;
    }
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status),
            head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(answer.body));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, answer.type);
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body.length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, "private, no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    if (answer.partial != null) {
      headers.set("X-Partial", answer.partial);
    }
    if (answer.location != null) {
      headers.set(HttpHeaderNames.LOCATION, answer.location);
    }
    if (answer.cookie != null) {
      headers.set(HttpHeaderNames.SET_COOKIE, answer.cookie);
    }
    if (answer.allowed != null) {
      headers.set(HttpHeaderNames.ALLOW, answer.allowed);
    }
    if (answer.status == 503) {
      headers.set(HttpHeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    if (!keepAlive) {
      headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      closing = true;
      drop();
    }
    writing = true;
    deadlineNs = System.nanoTime() + settings.readerNs;
    send(response, keepAlive);
  }

  private void send(HttpResponse response, boolean keepAlive) {
    ChannelFuture written = context.writeAndFlush(response);
    if (!keepAlive) {
      LastAnswer.after(written);
      var unused = written.addListener(done -> deadlineNs = Long.MAX_VALUE); // it has its own
    } else if (written.isDone()) {
      written(written);
    } else {
      var unused = written.addListener((ChannelFuture future) -> written(future));
    }
  }

  private void written(ChannelFuture future) {
    if (closing) {
      return; // the last answer follows, and nothing after it
    }
    writing = false;
    answering = false;
    if (!future.isSuccess()) {
      end();
      return;
    }
    if (refused != null) {
      write(refused, false, false);
      return;
    }
    deadlineNs = System.nanoTime() + settings.idleNs;
    SentAhead next = ahead.poll();
    if (next != null) {
      try {
        begin(next.request, next.arrivedNs, System.nanoTime());
      } finally {
        next.request.release();
      }
    } else {
      lookForBegin();
      context.channel().config().setAutoRead(true);
    }
  }

  /** The next request may have begun with the bytes of the one that was answered. */
  private void lookForBegin() {
    if (!decoding && !reading && !answering && !closing && decoder.isAmidRequest()) {
      reading = true;
      deadlineNs = System.nanoTime() + settings.requestNs;
    }
  }

  private void end() {
    closing = true;
    var unused = context.close();
  }

  /** Ends what takes too long; called four times a second. */
  void look(long nowNs) {
    if (nowNs - deadlineNs < 0 || deadlineNs == Long.MAX_VALUE) {
      return;
    }
    deadlineNs = Long.MAX_VALUE;
    if (writing) {
      refusals.count(RequestRefusal.SLOW_READER);
      end();
    } else if (reading) {
      refusals.count(RequestRefusal.SLOW_REQUEST);
      write(Answer.words(STATUS_TIMEOUT, "The request did not come in time."), false, false);
    } else {
      end();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext itsContext) {
    closing = true;
    drop();
  }

  /** Lets go of what has come and is never answered. */
  private void drop() {
    while (!ahead.isEmpty()) {
      ahead.poll().request.release();
    }
    whole.drop();
    letGo(heldBytes);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext itsContext, Throwable cause) {
    end();
    if (cause instanceof Error) {
      throw (Error) cause;
    }
  }
}
