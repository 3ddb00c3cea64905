package dev.jitterlab.battle.session;

import static dev.jitterlab.battle.session.SessionFixture.ADDRESS;
import static dev.jitterlab.battle.session.SessionFixture.NOW_SECONDS;
import static dev.jitterlab.battle.session.SessionFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.PacketOpener.Opening;
import dev.jitterlab.battle.session.ServerHandshake.Outcome;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class HandshakeTest {
  private final SessionFixture both = new SessionFixture();

  @Test
  void opensASessionInWhichBothSidesUnderstandEachOther() {
    both.shakeHands();
    assertEquals(7, both.server.token().playerId());
    assertEquals(8, both.server.token().battle());
    assertEquals(255, both.server.token().seat());
    assertEquals(2, both.server.firstNumber());
    byte[] sealed = new byte[Datagram.MAX_BYTES];
    int size = both.server.sealer().seal(new byte[] {9, 8, 7}, 3, sealed);
    assertEquals(3 + Datagram.SEALED_OVERHEAD_BYTES, size);
    assertFalse(both.client.isOpen());
    assertEquals(Receipt.MESSAGE, both.client.receive(ByteBuffer.wrap(sealed, 0, size)));
    assertTrue(both.client.isOpen());
    assertArrayEquals(new byte[] {9, 8, 7}, bytes(both.client.message()));

    byte[] leave = bytes(both.client.leave(3));
    PacketOpener opener = both.server.opener();
    byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
    assertEquals(Opening.OK, opener.open(leave, leave.length, message));
    assertEquals(5, opener.messageBytes());
    assertEquals(Opening.REPLAYED, opener.open(leave, leave.length, message));
  }

  @Test
  void opensNoPacketThatWasChangedAnywhereOrGoesTheOtherWay() {
    both.shakeHands();
    byte[] sealed = new byte[Datagram.MAX_BYTES];
    int size = both.server.sealer().seal(new byte[40], 40, sealed);
    byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
    assertEquals(Opening.FORGED, both.server.opener().open(sealed, size, message));
    for (int i = 1; i < size; i++) {
      sealed[i] ^= 1;
      assertEquals(Receipt.IGNORED, both.client.receive(ByteBuffer.wrap(sealed, 0, size)));
      sealed[i] ^= 1;
    }
    for (int cut = 0; cut < size; cut++) {
      assertEquals(Receipt.IGNORED, both.client.receive(ByteBuffer.wrap(sealed, 0, cut)));
    }
    assertEquals(Receipt.MESSAGE, both.client.receive(ByteBuffer.wrap(sealed, 0, size)));
  }

  @Test
  void answersAreSmallerThanTheQuestion() {
    assertTrue(Datagram.CHALLENGE_BYTES < Datagram.RESPONSE_BYTES);
    assertTrue(Datagram.REFUSED_BYTES < Datagram.RESPONSE_BYTES);
    assertTrue(Datagram.RESPONSE_BYTES <= Datagram.REQUEST_BYTES);
  }

  @Test
  void aChallengeIsForOneAddressOnlyAndForTenSeconds() {
    assertEquals(Outcome.REQUESTED, both.verify(bytes(both.client.join(1)), ADDRESS));
    both.client.receive(ByteBuffer.wrap(both.challenge()));
    byte[] response = bytes(both.client.join(2));
    InetSocketAddress other = new InetSocketAddress(ADDRESS.getAddress(), 4_001);
    assertEquals(Outcome.BAD_RESPONSE, both.verify(response, other));
    both.nowNs += 10_000_000_000L;
    assertEquals(Outcome.RESPONDED, both.verify(response, ADDRESS));
    both.nowNs++;
    assertEquals(Outcome.BAD_RESPONSE, both.verify(response, ADDRESS));
  }

  @Test
  void aResponseThatWasChangedAnywhereOpensNothing() {
    both.shakeHands();
    byte[] response = bytes(both.client.join(2));
    for (int i = 1; i < response.length; i++) {
      response[i] ^= 1;
      if (both.server.decode(response, response.length)) {
        Outcome outcome = both.server.verify(ADDRESS, both.nowNs, NOW_SECONDS);
        assertTrue(outcome != Outcome.RESPONDED, i + " is not authenticated");
      }
      response[i] ^= 1;
    }
    assertEquals(Outcome.RESPONDED, both.verify(response, ADDRESS));
  }

  @Test
  void opensNoTokenOfAnotherServerExpiryOrVersion() {
    byte[] token = both.grant.token();
    long expiry = both.grant.expiresAtSeconds();
    assertEquals(7, both.tokens("server-1").open(token, expiry).playerId());
    assertNull(both.tokens("server-2").open(token, expiry));
    assertNull(both.tokens.open(token, expiry + 1));
    ConnectTokens underWrongName =
        new ConnectTokens(
            "server-2", ConnectTokens.serverKey(both.clusterKey, "server-1"), both.random);
    assertNull(underWrongName.open(token, expiry));
  }

  @Test
  void acceptsATokenUntilItExpiresAndNoneOfTooLongALife() {
    assertEquals(Outcome.REQUESTED, request(NOW_SECONDS));
    assertEquals(Outcome.EXPIRED_TOKEN, request(NOW_SECONDS - 1));
    assertEquals(Outcome.REQUESTED, request(NOW_SECONDS + 3_600));
    assertEquals(Outcome.EXPIRED_TOKEN, request(NOW_SECONDS + 3_601));
  }

  private Outcome request(long expiry) {
    ClientSession client = new ClientSession(both.tokens.issue(1, 2, 3, expiry), both.random);
    return both.verify(bytes(client.join(1)), ADDRESS);
  }

  @Test
  void twoSessionsOfOneTokenHaveDifferentKeys() {
    both.shakeHands();
    byte[] first = bytes(both.client.leave(5));
    both.client = new ClientSession(both.grant, both.random);
    both.shakeHands();
    byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
    assertEquals(Opening.FORGED, both.server.opener().open(first, first.length, message));
  }

  @Test
  void tokensBelongToTheirFirstAddressAndAnswerEachChallengeOnce() {
    UsedTokens used = new UsedTokens(1);
    InetSocketAddress other = new InetSocketAddress(ADDRESS.getAddress(), 1);
    assertTrue(used.isFree(5, ADDRESS));
    assertTrue(used.use(5, ADDRESS, 10, NOW_SECONDS));
    assertTrue(used.isFree(5, ADDRESS));
    assertFalse(used.isFree(5, other));
    assertTrue(used.isFullFor(6));
    assertFalse(used.isFullFor(5));
    assertFalse(used.use(5, ADDRESS, 10, NOW_SECONDS));
    assertFalse(used.use(5, ADDRESS, 9, NOW_SECONDS));
    assertFalse(used.isNewer(5, 10));
    assertTrue(used.isNewer(5, 11));
    assertTrue(used.isNewer(6, 1));
    assertTrue(used.use(5, ADDRESS, 11, NOW_SECONDS));
    used.forgetExpired(NOW_SECONDS);
    assertFalse(used.isFree(5, other));
    used.forgetExpired(NOW_SECONDS + 1);
    assertTrue(used.isFree(5, other));
  }

  @Test
  void saysWhatIsWrongWithAGrantOrAnId() {
    assertThrows(IllegalArgumentException.class, () -> both.tokens(""));
    assertThrows(IllegalArgumentException.class, () -> both.tokens("x".repeat(65)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Grant("s", 1, new byte[76], new byte[16], new byte[16]));
  }
}
