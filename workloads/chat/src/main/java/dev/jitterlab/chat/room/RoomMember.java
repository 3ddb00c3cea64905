package dev.jitterlab.chat.room;

/** A user in a room. The room's lock guards what changes; the scratch belongs to who speaks. */
final class RoomMember {
  final int place;
  final String nickname;
  final ReaderQueue queue;
  final ChatLink link;
  final ChatLink[] toWake;
  long said;

  RoomMember(int place, String nickname, ReaderQueue queue, ChatLink link, int roomUsers) {
    this.place = place;
    this.nickname = nickname;
    this.queue = queue;
    this.link = link;
    this.toWake = new ChatLink[roomUsers];
  }
}
