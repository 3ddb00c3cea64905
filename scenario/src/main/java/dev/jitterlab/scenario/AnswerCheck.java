package dev.jitterlab.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the answer of a step must be. Immutable and thread-safe. */
public final class AnswerCheck {
  private static final int FIRST_ERROR_STATUS = 400;

  private final int[] statuses; // empty: any below 400
  private final List<SoughtText> texts;
  private final Map<JsonPointer, String> json;
  private final long leastLength;
  private final long mostLength;

  AnswerCheck(
      List<Integer> statuses,
      List<String> texts,
      Map<JsonPointer, String> json,
      long leastLength,
      long mostLength) {
    this.statuses = statuses.stream().mapToInt(Integer::intValue).toArray();
    this.texts = texts.stream().map(SoughtText::new).collect(Collectors.toUnmodifiableList());
    this.json = Map.copyOf(json);
    this.leastLength = leastLength;
    this.mostLength = mostLength;
  }

  /** Returns whether the status is one that the step expects. */
  public boolean acceptsStatus(int status) {
    return statuses.length == 0
        ? status < FIRST_ERROR_STATUS
        : Arrays.stream(statuses).anyMatch(each -> each == status);
  }

  /** Returns whether a whole body of that length is one that the step expects. */
  public boolean acceptsLength(long length) {
    return length >= leastLength && length <= mostLength;
  }

  /** Returns whether {@link #acceptsBody} looks at the body. */
  public boolean needsBody() {
    return !texts.isEmpty() || !json.isEmpty();
  }

  /** Returns whether the body, or as much of it as was kept, is what the step expects. */
  public boolean acceptsBody(byte[] body, int length) {
    for (SoughtText text : texts) {
      if (text.indexIn(body, 0, length) < 0) {
        return false;
      }
    }
    for (Map.Entry<JsonPointer, String> value : json.entrySet()) {
      RequestText found = value.getKey().find(body, length);
      if (found == null || !found.toString().equals(value.getValue())) {
        return false;
      }
    }
    return true;
  }
}
