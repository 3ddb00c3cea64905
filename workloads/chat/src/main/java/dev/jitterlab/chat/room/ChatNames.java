package dev.jitterlab.chat.room;

import dev.jitterlab.chat.wire.BadFrameException;
import dev.jitterlab.chat.wire.Denial;
import java.text.Normalizer;
import java.util.Locale;

/** What a nickname, or a room, may be called. */
public final class ChatNames {
  /** So many characters at most. */
  public static final int MOST_CHARACTERS = 20;

  private ChatNames() {}

  /**
   * Checks a name: letters and digits of any script, and {@code - _ .} between them.
   *
   * @return the name in the form in which equal names are equal (Unicode's NFKC)
   * @throws BadFrameException if it is none
   */
  public static String checked(String what, String name) throws BadFrameException {
    String normal = Normalizer.normalize(name, Normalizer.Form.NFKC);
    int characters = normal.codePointCount(0, normal.length());
    boolean isGood =
        characters >= 1
            && characters <= MOST_CHARACTERS
            && normal.codePoints().allMatch(ChatNames::isAllowed)
            && Character.isLetterOrDigit(normal.codePointAt(0));
    if (!isGood) {
      throw new BadFrameException(
          Denial.BAD_NAME,
          what
              + " must have 1 to "
              + MOST_CHARACTERS
              + " letters and digits, and may have - _ . after the first");
    }
    return normal;
  }

  private static boolean isAllowed(int character) {
    return Character.isLetterOrDigit(character)
        || Character.getType(character) == Character.NON_SPACING_MARK
        || character == '-'
        || character == '_'
        || character == '.';
  }

  /** Returns what two names that look alike but for capitals have in common. */
  public static String folded(String name) {
    return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }
}
