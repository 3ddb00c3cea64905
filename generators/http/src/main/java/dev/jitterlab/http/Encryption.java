package dev.jitterlab.http;

import dev.jitterlab.load.Target;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.File;
import javax.net.ssl.SSLException;

/** TLS of connections, by the JDK's own implementation; or none. Immutable and thread-safe. */
final class Encryption {
  /** No TLS. */
  static final Encryption NONE = new Encryption(null, false);

  /** The word for certificates that nobody vouches for. */
  static final String ANY = "any";

  /** The word for those that the JDK trusts. */
  static final String SYSTEM = "system";

  private final SslContext context; // null: none
  private final boolean checksName;

  private Encryption(SslContext context, boolean checksName) {
    this.context = context;
    this.checksName = checksName;
  }

  /**
   * Prepares the encryption of a protocol.
   *
   * @param trust {@code system}, {@code any}, or the name of a PEM file of certificates
   * @throws IllegalArgumentException if there is no such file, or no TLS of that kind
   */
  static Encryption of(Protocol protocol, String trust) {
    if (!protocol.isEncrypted()) {
      return NONE;
    }
    try {
      SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
      if (trust.equals(ANY)) {
        builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        builder.endpointIdentificationAlgorithm(null);
      } else if (!trust.equals(SYSTEM)) {
        builder.trustManager(new File(trust));
      }
      if (protocol.isSecondVersion()) {
        builder
            .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
            .applicationProtocolConfig(
                new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2));
      }
      return new Encryption(builder.build(), !trust.equals(ANY));
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--trust="
              + trust
              + " cannot be used ("
              + e.getMessage()
              + "); write system, any, or the name of a PEM file of certificates",
          e);
    }
  }

  boolean isUsed() {
    return context != null;
  }

  /** Adds it to a connection, before everything that reads what is not encrypted. */
  void addTo(SocketChannel channel, Target target) {
    if (context != null) {
      SslHandler handler =
          context.newHandler(
              channel.alloc(), target.address().getHostString(), target.address().getPort());
      handler.setHandshakeTimeoutMillis(0); // the request has a timeout
      if (!checksName) {
        var parameters = handler.engine().getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(null);
        handler.engine().setSSLParameters(parameters);
      }
      channel.pipeline().addLast(handler);
    }
  }
}
