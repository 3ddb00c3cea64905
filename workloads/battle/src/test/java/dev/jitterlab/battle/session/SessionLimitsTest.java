package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class SessionLimitsTest {
  private static final long TEN_SECONDS_NS = Penalties.WINDOW.toNanos();

  @Test
  void warnsOnceThenKicks() {
    Penalties penalties = new Penalties();
    for (int i = 1; i <= Offence.FUTURE_TICK.kickAt; i++) {
      Penalty expected = i == 5 ? Penalty.WARN : i == 50 ? Penalty.KICK : Penalty.DROP;
      assertEquals(expected, penalties.on(Offence.FUTURE_TICK, i));
    }
  }

  @Test
  void forgetsOffencesAfterTenSecondsAndAddsNoneOfAnotherKind() {
    Penalties penalties = new Penalties();
    for (int i = 0; i < 1_000; i++) {
      long nowNs = i / 9 * TEN_SECONDS_NS;
      assertTrue(penalties.on(Offence.MALFORMED, nowNs) != Penalty.KICK);
      penalties.on(Offence.FOREIGN_BATTLE, nowNs);
    }
  }

  @Test
  void refusesTheKickedForAMinute() {
    Bans bans = new Bans();
    bans.ban(1, 100);
    long endNs = 100 + Bans.DURATION.toNanos();
    assertTrue(bans.isBanned(1, endNs - 1));
    assertFalse(bans.isBanned(1, endNs));
    assertFalse(bans.isBanned(2, 100));
    for (int i = 0; i < Bans.CAPACITY; i++) {
      bans.ban(10 + i, 200);
    }
    assertFalse(bans.isBanned(1, 201), "the oldest made room");
    assertTrue(bans.isBanned(10, 201));
  }

  @Test
  void limitsAnAddressWhateverItsPortAndLeavesOthersAlone() throws Exception {
    AddressLimits limits = new AddressLimits(10, 42, 0);
    InetAddress flooder = address("10.0.0.1");
    for (int i = 0; i < 10; i++) {
      assertTrue(limits.of(flooder).tryTake(0));
    }
    assertFalse(limits.of(flooder).tryTake(0));
    int others = 0;
    for (int i = 2; i < 250; i++) {
      others += limits.of(address("10.0.0." + i)).tryTake(0) ? 1 : 0;
    }
    assertTrue(others >= 246, others + " of 248 are not limited");
    assertTrue(limits.of(flooder).tryTake(100_000_000));
  }

  @Test
  void countsTheNetworkOfAnIpv6Address() throws Exception {
    AddressLimits limits = new AddressLimits(1, 42, 0);
    assertTrue(limits.of(address("2001:db8:1:2::1")).tryTake(0));
    assertFalse(limits.of(address("2001:db8:1:2:3:4:5:6")).tryTake(0));
    assertTrue(limits.of(address("2001:db8:1:3::1")).tryTake(0));
  }

  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.getByName(literal);
  }
}
