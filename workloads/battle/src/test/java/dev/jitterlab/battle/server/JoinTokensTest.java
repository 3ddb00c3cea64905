package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class JoinTokensTest {
  /** The example of SipHash's paper, appendix A. */
  @Test
  void computesSipHash() {
    JoinTokens tokens = new JoinTokens(0x0706050403020100L, 0x0F0E0D0C0B0A0908L);
    byte[] input = new byte[15];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) i;
    }
    assertEquals(0xA129CA6149BE45E5L, tokens.sipHash(input));
  }

  @Test
  void differsByAddressPortAndKey() throws UnknownHostException {
    JoinTokens tokens = new JoinTokens(1, 2);
    long token = tokens.tokenOf(address(1, 4_000));
    assertEquals(token, tokens.tokenOf(address(1, 4_000)));
    assertNotEquals(token, tokens.tokenOf(address(1, 4_001)));
    assertNotEquals(token, tokens.tokenOf(address(2, 4_000)));
    assertNotEquals(token, new JoinTokens(1, 3).tokenOf(address(1, 4_000)));
  }

  private static InetSocketAddress address(int host, int port) throws UnknownHostException {
    return new InetSocketAddress(
        InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), port);
  }
}
