package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/**
 * A value that a step takes from its answer: of a header, at a place of a JSON document, or between
 * two texts. The search goes through an answer once, so its time is bounded by the answer's length.
 * Immutable and thread-safe.
 */
public final class Extraction {
  /** Longer values are not taken. */
  static final int MOST_BYTES = 8_192;

  private final int value;
  private final String header; // null where it is of the body
  private final JsonPointer pointer;
  private final SoughtText after;
  private final SoughtText before;
  private final byte[] otherwise; // null where a journey without it breaks off

  private Extraction(
      int value,
      String header,
      JsonPointer pointer,
      SoughtText after,
      SoughtText before,
      byte[] otherwise) {
    this.value = value;
    this.header = header;
    this.pointer = pointer;
    this.after = after;
    this.before = before;
    this.otherwise = otherwise;
  }

  static Extraction ofHeader(int value, String header, byte[] otherwise) {
    return new Extraction(value, header, null, null, null, otherwise);
  }

  static Extraction ofJson(int value, JsonPointer pointer, byte[] otherwise) {
    return new Extraction(value, null, pointer, null, null, otherwise);
  }

  static Extraction between(int value, String after, String before, byte[] otherwise) {
    return new Extraction(
        value, null, null, new SoughtText(after), new SoughtText(before), otherwise);
  }

  /** Returns whether it is of the body. */
  public boolean isOfBody() {
    return header == null;
  }

  /** Returns the header that it is of. */
  public Optional<String> header() {
    return Optional.ofNullable(header);
  }

  /**
   * Takes it from a body.
   *
   * @return whether the journey has the value now
   */
  public boolean takeFromBody(byte[] body, int length, JourneyValues journey) {
    if (pointer != null) {
      RequestText found = pointer.find(body, length);
      return found == null ? takeOther(journey) : take(found.array(), 0, found.length(), journey);
    }
    int start = after.indexIn(body, 0, length);
    if (start < 0) {
      return takeOther(journey);
    }
    start += after.length();
    int end = before.indexIn(body, start, Math.min(length, start + MOST_BYTES + before.length()));
    return end < 0 ? takeOther(journey) : take(body, start, end, journey);
  }

  /**
   * Takes it from a header's value.
   *
   * @param text null where the answer has no such header
   * @return whether the journey has the value now
   */
  public boolean takeFromHeader(String text, JourneyValues journey) {
    if (text == null) {
      return takeOther(journey);
    }
    byte[] bytes = text.getBytes(ISO_8859_1); // as it was read: a byte for each character
    return take(bytes, 0, bytes.length, journey);
  }

  private boolean take(byte[] from, int start, int end, JourneyValues journey) {
    if (end - start > MOST_BYTES || Bytes.hasControl(from, start, end)) {
      return takeOther(journey); // it could forge a header
    }
    journey.set(value, from, start, end);
    return true;
  }

  private boolean takeOther(JourneyValues journey) {
    if (otherwise == null) {
      return false;
    }
    journey.set(value, otherwise, 0, otherwise.length);
    return true;
  }
}
