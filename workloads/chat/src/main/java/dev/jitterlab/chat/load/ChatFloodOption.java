package dev.jitterlab.chat.load;

import dev.jitterlab.chat.hostile.ChatFlood;
import dev.jitterlab.chat.hostile.ChatHostility;
import dev.jitterlab.load.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hostile clients beside the users: which group's servers get them, of which kind, and how many a
 * second. Nothing of them is in the load's books.
 */
final class ChatFloodOption {
  private static final Pattern FORM = Pattern.compile("([^:;]+):([a-z]+):([0-9]{1,6})");

  private final String group;
  private final ChatHostility kind;
  private final int perSecond;

  private ChatFloodOption(String group, ChatHostility kind, int perSecond) {
    this.group = group;
    this.kind = kind;
    this.perSecond = perSecond;
  }

  /**
   * Reads {@code GROUP:KIND:RATE}, more than one separated by semicolons.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static List<ChatFloodOption> parse(String text) {
    List<ChatFloodOption> floods = new ArrayList<>();
    for (String one : text.split(";", -1)) {
      Matcher matcher = FORM.matcher(one);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "--flood="
                + one
                + " is not GROUP:KIND:RATE, such as attacked:connects:500 for 500 connections a"
                + " second");
      }
      int perSecond = Integer.parseInt(matcher.group(3));
      if (perSecond < 1 || perSecond > ChatFlood.MOST_PER_SECOND) {
        throw new IllegalArgumentException(
            "--flood=" + one + ": the rate is 1 to " + ChatFlood.MOST_PER_SECOND + " a second");
      }
      ChatFloodOption flood =
          new ChatFloodOption(
              matcher.group(1), ChatHostility.labelled(matcher.group(2)), perSecond);
      if (floods.stream().anyMatch(flood::isAlike)) {
        throw new IllegalArgumentException(
            "--flood: " + flood.group + " has the kind " + flood.kind.word() + " twice");
      }
      floods.add(flood);
    }
    return floods;
  }

  private boolean isAlike(ChatFloodOption other) {
    return group.equals(other.group) && kind == other.kind;
  }

  /** Returns whether that server gets them. */
  boolean isFor(Target target) {
    return target.isOf(group);
  }

  /** Begins. */
  ChatFlood start(Target target, long seed) {
    return ChatFlood.start(target.address(), kind, perSecond, seed);
  }
}
