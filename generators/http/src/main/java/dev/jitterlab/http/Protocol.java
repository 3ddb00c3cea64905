package dev.jitterlab.http;

import java.util.Locale;

/** How requests are sent. */
enum Protocol {
  /** HTTP/1.1. */
  HTTP(false, false),
  /** HTTP/1.1 over TLS. */
  HTTPS(true, false),
  /** HTTP/2 without TLS, known beforehand. */
  H2C(false, true),
  /** HTTP/2 over TLS. */
  H2(true, true);

  private final boolean isEncrypted;
  private final boolean isSecondVersion;

  Protocol(boolean isEncrypted, boolean isSecondVersion) {
    this.isEncrypted = isEncrypted;
    this.isSecondVersion = isSecondVersion;
  }

  boolean isEncrypted() {
    return isEncrypted;
  }

  boolean isSecondVersion() {
    return isSecondVersion;
  }

  /** Returns the scheme of URIs. */
  String scheme() {
    return isEncrypted ? "https" : "http";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
