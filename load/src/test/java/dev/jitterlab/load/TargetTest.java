package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @Test
  void readsAnInstanceIdAndAnAddress() {
    Target target = Target.parse("gc=g1,jdk=25/1=127.0.0.1:4000");
    assertEquals("gc=g1,jdk=25/1", target.id());
    assertEquals(4000, target.address().getPort());
    assertEquals("gc=g1,jdk=25/1=127.0.0.1:4000", target.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:4000, 127.0.0.1:4000",
    "::1:4000, [0:0:0:0:0:0:0:1]:4000",
    "[::1]:4000, [0:0:0:0:0:0:0:1]:4000",
    "fe80::1%1:4000, [fe80:0:0:0:0:0:0:1]:4000"
  })
  void anAddressOfIpv6StandsInBracketsInRequests(String address, String authority) {
    assertEquals(authority, Target.parse("a/1=" + address).authority());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a=",
        "=127.0.0.1:1",
        "a=:1",
        "a=127.0.0.1",
        "a=127.0.0.1:",
        "a=127.0.0.1:0",
        "a=127.0.0.1:65536",
        "a=127.0.0.1:x"
      })
  void saysWhatATargetLooksLike(String text) {
    Exception refusal = assertThrows(IllegalArgumentException.class, () -> Target.parse(text));
    assertTrue(refusal.getMessage().contains("<id>=<host>:<port>"), refusal.getMessage());
  }
}
