package dev.jitterlab.arena.server.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OwnAddressesTest {
  private static List<String> of(String host, String... machine) throws UnknownHostException {
    List<InetAddress> all = new ArrayList<>();
    for (String one : machine) {
      all.add(InetAddress.getByName(one));
    }
    return OwnAddresses.of(host, InetAddress.getByName(host), 8_080, all).stream()
        .map(URI::toString)
        .collect(Collectors.toList());
  }

  @Test
  void aPageOnAllAddressesIsNamedByThoseThatOthersCanOpen() throws UnknownHostException {
    assertEquals(
        List.of("http://127.0.0.1:8080/", "http://192.168.1.5:8080/", "http://10.0.0.7:8080/"),
        of("0.0.0.0", "127.0.0.1", "::1", "fe80::1", "2001:db8::5", "192.168.1.5", "10.0.0.7"));
    assertEquals(
        List.of(
            "http://127.0.0.1:8080/",
            "http://192.168.1.5:8080/",
            "http://[2001:db8:0:0:0:0:0:5]:8080/"),
        of("::", "::1", "2001:db8::5", "fe80::1", "192.168.1.5"));
  }

  @Test
  void aPageOnOneAddressHasThatOne() throws UnknownHostException {
    assertEquals(List.of("http://127.0.0.1:8080/"), of("127.0.0.1", "192.168.1.5"));
    assertEquals(List.of("http://192.168.1.5:8080/"), of("192.168.1.5", "192.168.1.5", "10.0.0.7"));
    assertEquals(List.of("http://[::1]:8080/"), of("::1", "192.168.1.5"));
  }
}
