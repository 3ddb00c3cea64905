package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlayValuesTest {
  @Test
  void putsInTheValuesOfThePlayAndOfEarlierServices() throws Exception {
    PlayValues placeholders = new PlayValues(Map.of("bots", "7"));
    placeholders.announced("login", Map.of("http", "http://127.0.0.1:1"));

    assertEquals(
        List.of("--players=7", "--login=http://127.0.0.1:1/$1", "plain"),
        placeholders.fill(List.of("--players=${bots}", "--login=${login.http}/$1", "plain")));
  }

  @Test
  void keepsWhatIsOneProcessOnlyFromTheOthers() throws Exception {
    PlayValues all = new PlayValues(Map.of("bots", "7"));
    PlayValues own = all.with(Map.of("n", "2"));

    assertEquals(List.of("2 of 7"), own.fill(List.of("${n} of ${bots}")));
    assertThrows(PlayValues.UnknownEndpointException.class, () -> all.fill(List.of("${n}")));
  }

  @Test
  void refusesAnOpenBraceAndLeavesALiteralOne() throws Exception {
    assertEquals(
        Optional.of("`${bots` has no closing brace"),
        PlayValues.wrongIn("--players=${bots", List.of(), false));
    assertEquals(Optional.empty(), PlayValues.wrongIn("$${bots", List.of(), false));
    assertEquals(List.of("${bots"), new PlayValues(Map.of()).fill(List.of("$${bots")));
  }

  @Test
  void namesWhatAServiceDidAnnounce() {
    PlayValues placeholders = new PlayValues(Map.of());
    placeholders.announced("login", Map.of("http", "x", "metrics", "y"));

    Exception unknown =
        assertThrows(
            PlayValues.UnknownEndpointException.class,
            () -> placeholders.fill(List.of("${login.udp}")));
    assertTrue(unknown.getMessage().contains("login.http, login.metrics"), unknown.getMessage());
  }
}
