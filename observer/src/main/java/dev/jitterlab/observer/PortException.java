package dev.jitterlab.observer;

import java.io.IOException;

/**
 * A port cannot be opened. The message names it and the remedy; the cause is the system's error.
 */
public final class PortException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Says which port.
   *
   * @param protocol {@code TCP} or {@code UDP}
   */
  public PortException(String protocol, String host, int port, Throwable cause) {
    super(
        String.format(
            "cannot open %s port %d on %s (%s); is it in use? Port 0 takes any free one",
            protocol, port, host, cause.getMessage()),
        cause);
  }
}
