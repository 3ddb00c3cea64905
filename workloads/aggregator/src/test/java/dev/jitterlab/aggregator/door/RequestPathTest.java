package dev.jitterlab.aggregator.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rule as a pattern says the same. */
class RequestPathTest {
  private static final Pattern POSSIBLE = Pattern.compile("/|(?:/[A-Za-z0-9_~-]{1,100}){1,8}/?");
  private static final String SIGNS = "//aZ09_~-.%@[`{:?\u00e9";

  private static void agrees(String path) {
    assertEquals(POSSIBLE.matcher(path).matches(), RequestPath.isPossible(path), path);
  }

  @Test
  void isWhatThePatternSays() {
    Random random = new Random(1);
    int possible = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder path = new StringBuilder("/");
      for (int sign = random.nextInt(20); sign > 0; sign--) {
        path.append(SIGNS.charAt(random.nextInt(i % 2 == 0 ? SIGNS.length() : 9)));
      }
      agrees(path.toString());
      possible += RequestPath.isPossible(path.toString()) ? 1 : 0;
    }
    assertTrue(possible > 1_000 && possible < 199_000, "both answers: " + possible);
  }

  @Test
  void knowsTheLimits() {
    for (int length = 99; length <= 102; length++) {
      agrees('/' + "x".repeat(length));
      agrees("/y/" + "x".repeat(length) + '/');
    }
    for (int segments = 7; segments <= 9; segments++) {
      agrees("/x".repeat(segments));
      agrees("/x".repeat(segments) + '/');
    }
    agrees("/");
    agrees("//");
  }
}
