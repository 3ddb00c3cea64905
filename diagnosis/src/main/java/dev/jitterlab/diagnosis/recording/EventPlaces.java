package dev.jitterlab.diagnosis.recording;

import java.util.IdentityHashMap;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** Where in the program an event happened. Not thread-safe. */
final class EventPlaces {
  private static final int MOST = 50_000;

  private final IdentityHashMap<RecordedStackTrace, String> known = new IdentityHashMap<>();

  /** The innermost frame that is not the JDK's own; empty if there is none. */
  String of(RecordedStackTrace stack) {
    if (stack == null) {
      return "";
    }
    String place = known.get(stack);
    if (place == null) {
      if (known.size() == MOST) {
        known.clear();
      }
      place = placeOf(stack);
      known.put(stack, place);
    }
    return place;
  }

  private static String placeOf(RecordedStackTrace stack) {
    for (RecordedFrame frame : stack.getFrames()) {
      String method = EventValues.method(frame.getMethod());
      if (!method.startsWith("java.") && !method.startsWith("jdk.") && !method.startsWith("sun.")) {
        return method.replace("::", ".")
            + (frame.getLineNumber() > 0 ? ", line " + frame.getLineNumber() : "");
      }
    }
    return "";
  }
}
