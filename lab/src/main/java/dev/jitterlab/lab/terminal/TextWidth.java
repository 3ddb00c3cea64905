package dev.jitterlab.lab.terminal;

/**
 * How many columns of a terminal a text takes: two for a letter of East Asia and for an emoji, none
 * for what is drawn over the letter before it, else one. As terminals do, roughly: they disagree
 * about emoji that are made of several. Stateless.
 */
public final class TextWidth {
  private TextWidth() {}

  /** Of a text without escape sequences. */
  public static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  /** The longest beginning of a text that takes no more than so many columns. */
  public static String start(String text, int columns) {
    int taken = 0;
    int end = 0;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      taken += of(codePoint);
      if (taken > columns) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return text.substring(0, end);
  }

  /** Of one code point. */
  public static int of(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(codePoint) ? 2 : 1;
    };
  }

  /** The blocks that Unicode's table EastAsianWidth has as wide, without those of rare scripts. */
  private static boolean isWide(int codePoint) {
    return codePoint >= 0x1100
        && (codePoint <= 0x115f // Hangul, the first part of a syllable
            || (codePoint >= 0x2e80 && codePoint <= 0xa4cf && codePoint != 0x303f) // CJK to Yi
            || (codePoint >= 0xac00 && codePoint <= 0xd7a3) // Hangul
            || (codePoint >= 0xf900 && codePoint <= 0xfaff) // CJK, for compatibility
            || (codePoint >= 0xfe30 && codePoint <= 0xfe6f) // the same, forms
            || (codePoint >= 0xff00 && codePoint <= 0xff60) // letters as wide as those
            || (codePoint >= 0xffe0 && codePoint <= 0xffe6)
            || (codePoint >= 0x20000 && codePoint <= 0x3fffd) // more CJK
            || Character.isEmojiPresentation(codePoint));
  }
}
