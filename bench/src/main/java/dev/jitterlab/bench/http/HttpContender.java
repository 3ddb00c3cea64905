package dev.jitterlab.bench.http;

import java.util.List;

/** A load generator of the bench. */
enum HttpContender {
  /** Ours: the one that is judged, and that the others are divided by. */
  JITTERLAB("jitterlab", "due"),
  /** Ours once more: how far its ratio lies from 1 is what the machine does. */
  AGAIN("jitterlab-again", "due"),
  /** Ours, with one request of each connection at once, as h2load sends them. */
  BURSTS("jitterlab-bursts", "due"),
  /** In C; it knows no rate. */
  WRK("wrk", "sent"),
  /** In C++, of nghttp2: each connection has a timer for its part of the rate. */
  H2LOAD("h2load", "sent"),
  /** In Rust; it counts from when its timer let a request go. */
  OHA("oha", "timer");

  private final String label;
  private final String countsFrom;

  HttpContender(String label, String countsFrom) {
    this.label = label;
    this.countsFrom = countsFrom;
  }

  /** How results and folders name it. */
  String label() {
    return label;
  }

  /** From when its response times count at a rate. */
  String countsFrom() {
    return countsFrom;
  }

  boolean isOurs() {
    return this == JITTERLAB || this == AGAIN || this == BURSTS;
  }

  /** Which of ours should have the same response times at half load. */
  List<HttpContender> comparedWith() {
    return switch (this) {
      case JITTERLAB, BURSTS -> List.of();
      case AGAIN -> List.of(JITTERLAB);
      case WRK, H2LOAD, OHA -> List.of(JITTERLAB, BURSTS);
    };
  }

  /** Whether it can load in that way. */
  boolean takesPartIn(LoadPart part) {
    return switch (this) {
      case WRK -> part == LoadPart.CLOSED;
      case BURSTS -> part == LoadPart.HALF_LOAD;
      default -> true;
    };
  }

  /** How to get the program where it is missing, by the name of its package; else a command. */
  String installation() {
    return switch (this) {
      case JITTERLAB, AGAIN, BURSTS -> "";
      case WRK -> "wrk";
      case H2LOAD -> "nghttp2-client";
      case OHA -> "cargo install oha";
    };
  }

  static List<HttpContender> others() {
    return List.of(WRK, H2LOAD, OHA);
  }
}
