package dev.jitterlab.heap.rebuilt;

/**
 * The memory of a rebuilt heap: objects and free chunks without gaps from word 1 to {@link #end}.
 * Word 0 is never used, so that 0 is no address. An object is a header (its size and how many
 * references it has), its references, and data whose last word tells whether it was harmed. A chunk
 * is a header and the address of the next one in its list. Not thread-safe.
 */
final class Words {
  private static final int REFERENCES = 8;
  private static final int FREE = 0xFF;
  private static final long STAMP = 0x5EED_0000_0000_0000L;

  final long[] memory;
  int end;

  Words(int words, int end) {
    this.memory = new long[words];
    this.end = end;
  }

  int size(int at) {
    return (int) (memory[at] >>> REFERENCES);
  }

  int references(int at) {
    return (int) (memory[at] & 0xFF);
  }

  boolean isFree(int at) {
    return references(at) == FREE;
  }

  /** Writes an object; its references are null. */
  void object(int at, int size, int references) {
    memory[at] = ((long) size << REFERENCES) | references;
    for (int i = 1; i <= references; i++) {
      memory[at + i] = 0;
    }
    if (size > references + 1) {
      memory[at + size - 1] = STAMP | size;
    }
  }

  /** Whether it still is what {@link #object} has written. */
  boolean isWhole(int at) {
    int size = size(at);
    return !isFree(at) && (size <= references(at) + 1 || memory[at + size - 1] == (STAMP | size));
  }

  /** Dead space that is in no list. */
  void filler(int at, int size) {
    memory[at] = (long) size << REFERENCES;
  }

  void chunk(int at, int size, int next) {
    memory[at] = ((long) size << REFERENCES) | FREE;
    memory[at + 1] = next;
  }

  int next(int chunk) {
    return (int) memory[chunk + 1];
  }
}
