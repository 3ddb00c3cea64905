package dev.jitterlab.idioms;

import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A little of what servers do: takes a request apart, counts its words, and writes an answer. */
@State(Scope.Thread)
public class TextWorkIdiom {
  private final String request =
      "GET /shop/basket?item=17&item=4&item=17&colour=blue&colour=red&size=medium&size=medium";

  @Benchmark
  public String answer() {
    Map<String, Integer> words = new HashMap<>();
    int start = 0;
    int checksum = 0;
    for (int i = 0; i <= request.length(); i++) {
      if (i == request.length() || !Character.isLetterOrDigit(request.charAt(i))) {
        if (i > start) {
          words.merge(request.substring(start, i), 1, Integer::sum);
        }
        start = i + 1;
      } else {
        checksum = 31 * checksum + request.charAt(i);
      }
    }
    StringBuilder answer = new StringBuilder();
    words.forEach((word, count) -> answer.append(word).append('=').append(count).append('\n'));
    return answer.append(checksum).toString();
  }
}
