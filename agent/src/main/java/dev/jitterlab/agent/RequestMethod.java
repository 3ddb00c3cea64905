package dev.jitterlab.agent;

import java.util.List;
import java.util.function.Consumer;

/** A method of the server that serves a request in each call. Thread-safe. */
final class RequestMethod extends WatchedMethod {
  /**
   * Where the common servers serve a request, on the thread that does it: servlet containers,
   * Netty's decoders and handlers, and the JDK's own server. Copies under other names count too.
   */
  static final List<String> KNOWN =
      List.of(
          "*javax.servlet.http.HttpServlet#service",
          "*jakarta.servlet.http.HttpServlet#service",
          "*io.netty.handler.codec.ByteToMessageDecoder#channelRead",
          "*io.netty.channel.SimpleChannelInboundHandler#channelRead",
          "com.sun.net.httpserver.Filter$Chain#doFilter");

  private final RequestCalls watch;

  RequestMethod(MethodName name, RequestCalls calls) {
    super(name, "requests");
    this.watch = calls;
  }

  @Override
  public Consumer<Throwable> apply(Object receiver) {
    try {
      return watch.begin(this, receiver);
    } catch (Throwable e) {
      watch.broken(e);
      return null;
    }
  }

  /** Returns what an event calls a request: the receiver's class, without packages, and method. */
  String nameOf(Object receiver) {
    if (receiver == null) {
      return name.shortName();
    }
    String className = receiver.getClass().getName();
    return className.substring(className.lastIndexOf('.') + 1) + '#' + name.methodName();
  }
}
