package dev.jitterlab.battle.cluster.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class LoginLimitsTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private final LoginLimits limits = new LoginLimits(1, 2, 0);

  private int looksAt(InetAddress source, int tries) {
    int looksAt = 0;
    for (int i = 0; i < tries; i++) {
      looksAt += limits.maySourceTry(source, 0) ? 1 : 0;
    }
    return looksAt;
  }

  @Test
  void anAddressThatSendsFalseIdentitiesIsSlowedDownAndOthersAreNot() throws Exception {
    InetAddress attacker = InetAddress.getByName("10.0.0.1");
    for (int i = 0; i < LoginLimits.FAILURES_PER_SECOND; i++) {
      assertTrue(limits.maySourceTry(attacker, 0));
      limits.failed(attacker, 0);
    }
    int sample = looksAt(attacker, 100 * LoginLimits.SAMPLE);
    assertTrue(sample > 50 && sample < 200, sample + " instead of about 100");
    assertEquals(100, looksAt(InetAddress.getByName("10.0.0.2"), 100));
    assertTrue(limits.maySourceTry(attacker, SECOND_NS));
  }

  @Test
  void anAccountHasAFewTicketsAtOnceAndThenOneInTenSeconds() {
    for (int i = 0; i < LoginLimits.LOGINS_AT_ONCE; i++) {
      assertTrue(limits.tryAccount("ann", 0));
    }
    assertFalse(limits.tryAccount("ann", 0));
    assertTrue(limits.tryAccount("bob", 0));
    assertFalse(limits.tryAccount("ann", LoginLimits.LOGIN_PERIOD_NS - 1));
    assertTrue(limits.tryAccount("ann", LoginLimits.LOGIN_PERIOD_NS));
  }
}
