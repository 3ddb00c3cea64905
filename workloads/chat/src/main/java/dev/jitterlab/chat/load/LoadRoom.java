package dev.jitterlab.chat.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The users of this load in one room. For one thread. */
final class LoadRoom {
  /** So many users fit into the bits of a long. */
  static final int MOST_USERS = 64;

  private final String name;
  private final List<ChatUser> users = new ArrayList<>();
  private final Map<String, SentMessages> byNickname = new HashMap<>();
  private final List<SentMessages> ofThoseWhoLeft = new ArrayList<>(); // with what is out

  LoadRoom(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(ChatUser user) {
    users.add(user);
  }

  void calls(String nickname, SentMessages sent) {
    byNickname.put(nickname, sent);
  }

  void forgets(SentMessages sent) {
    byNickname.values().remove(sent);
  }

  /** A speaker has left by itself: the others are still to hear what is on its way. */
  void left(SentMessages sent) {
    forgets(sent);
    sent.leave();
    if (sent.isOut()) {
      ofThoseWhoLeft.add(sent);
    }
  }

  /** Gives up what was said before a time by those who left. */
  void giveUpOlder(long thanNs, long nowNs) {
    ofThoseWhoLeft.forEach(sent -> sent.giveUpOlder(thanNs, nowNs));
    ofThoseWhoLeft.removeIf(sent -> !sent.isOut());
  }

  /** Returns what the user of that nickname says; null if it is none of this load, or has gone. */
  SentMessages calledOf(String nickname) {
    return byNickname.get(nickname);
  }

  /** Returns a bit for each user that is to hear what that one says now. */
  long listeners(ChatUser speaker) {
    long bits = 0;
    for (ChatUser user : users) {
      if (user != speaker && user.hasEntered() && !user.isStopped()) {
        bits |= 1L << user.number();
      }
    }
    return bits;
  }

  /**
   * A user has gone: what the others said does not wait for it any more.
   *
   * @param hasLeft whether the user itself ended the connection; else the server did
   */
  void gone(ChatUser listener, boolean hasLeft) {
    for (ChatUser user : users) {
      if (user != listener && user.hasEntered()) {
        gone(user.sent(), listener, hasLeft);
      }
    }
    ofThoseWhoLeft.forEach(sent -> gone(sent, listener, hasLeft));
  }

  private static void gone(SentMessages sent, ChatUser listener, boolean hasLeft) {
    if (hasLeft) {
      sent.gone(listener.number());
    } else {
      sent.cutOff(listener.number());
    }
  }
}
