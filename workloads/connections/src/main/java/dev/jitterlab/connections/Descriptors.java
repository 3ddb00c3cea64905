package dev.jitterlab.connections;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.jitterlab.observer.UnavailableException;
import java.lang.management.ManagementFactory;

/** How many files and sockets this process may have open. */
final class Descriptors {
  /** For the JVM's own files, selectors and ports. */
  static final int SPARE = 200;

  private Descriptors() {}

  /** The limit; the JVM has raised it as far as it may. */
  static long limit() {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getMaxFileDescriptorCount();
  }

  /**
   * Checks that so many connections can be had.
   *
   * @throws UnavailableException if not; its message names the limit and the remedy
   */
  static void require(long limit, long connections, String option) throws UnavailableException {
    if (limit < connections + SPARE) {
      throw new UnavailableException(
          connections
              + " connections need "
              + (connections + SPARE)
              + " descriptors, and this process may have "
              + limit
              + " (`ulimit -n`): raise it (`ulimit -n "
              + (connections + SPARE)
              + "` as root, or nofile in /etc/security/limits.conf), lower "
              + option
              + ", or share the connections among more processes");
    }
  }
}
