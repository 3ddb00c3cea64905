package dev.jitterlab.chat.load;

/** The faults that one listener sees. What the server said it dropped is not lost. */
final class ReaderFaults {
  private final DeliveryFaults all;
  private long announced;

  ReaderFaults(DeliveryFaults all) {
    this.all = all;
  }

  /** The server says that it dropped so many messages. */
  void announced(long messages) {
    announced += messages;
  }

  void lost(long messages) {
    long dropped = Math.min(messages, announced);
    announced -= dropped;
    all.dropped.add(dropped);
    all.lost.add(messages - dropped);
  }

  void doubled() {
    all.doubled.increment();
  }

  void reordered() {
    all.reordered.increment();
  }

  void altered() {
    all.altered.increment();
  }
}
