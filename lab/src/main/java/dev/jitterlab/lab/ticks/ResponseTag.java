package dev.jitterlab.lab.ticks;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a line of a load generator's log has response times of: its tag is {@code
 * response;target=<id>} or {@code response-compensated;target=<id>}, the id URL-encoded.
 *
 * @param server the instance's id, such as {@code pool/1}
 */
record ResponseTag(ResponseMetric metric, String server) {
  /** Empty for a tag of something else. */
  static Optional<ResponseTag> of(String tag) {
    return Arrays.stream(ResponseMetric.values())
        .filter(metric -> tag.startsWith(prefix(metric)))
        .map(metric -> new ResponseTag(metric, server(tag, prefix(metric))))
        .findFirst();
  }

  private static String server(String tag, String prefix) {
    return URLDecoder.decode(tag.substring(prefix.length()), StandardCharsets.UTF_8);
  }

  private static String prefix(ResponseMetric metric) {
    return metric.tag() + ";target=";
  }
}
