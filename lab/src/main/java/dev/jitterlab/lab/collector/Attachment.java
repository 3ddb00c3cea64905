package dev.jitterlab.lab.collector;

/** What a collector attaches to. */
public enum Attachment {
  /** The servers that are compared. */
  SERVER("servers"),
  /** The load generators that come with Jitterlab. */
  LOAD("loads"),
  /** The idle control process that runs beside every block. */
  CONTROL("control process"),
  /** The machine as a whole. */
  MACHINE("machine");

  private final String words;

  Attachment(String words) {
    this.words = words;
  }

  /** As a word of a sentence. */
  public String words() {
    return words;
  }
}
