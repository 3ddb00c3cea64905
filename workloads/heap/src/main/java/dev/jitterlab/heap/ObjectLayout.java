package dev.jitterlab.heap;

/**
 * How large things are in this JVM's heap: headers became smaller in newer JDKs, and references
 * have eight bytes with ZGC and without compressed pointers. Immutable.
 */
final class ObjectLayout {
  private static final int WORD = 8;

  private final int headerBytes;
  private final int referenceBytes;

  /**
   * Takes the sizes.
   *
   * @param headerBytes of an array of bytes
   * @param referenceBytes of an element of an array of objects
   */
  ObjectLayout(int headerBytes, int referenceBytes) {
    this.headerBytes = headerBytes;
    this.referenceBytes = referenceBytes;
  }

  int headerBytes() {
    return headerBytes;
  }

  int referenceBytes() {
    return referenceBytes;
  }

  /** What an array of bytes of that length takes. */
  long bytesOf(int length) {
    return (headerBytes + (long) length + WORD - 1) / WORD * WORD;
  }
}
