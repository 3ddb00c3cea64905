package dev.jitterlab.battle.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.bot.People;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.SocketHandler;
import dev.jitterlab.battle.http.SocketPeer;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.rules.GameMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * A browser in which somebody plays. It sends texts, {@code {"join": name, "mode": mode}} first and
 * then {@code {"mode": mode}}, and inputs of six bytes: u8 1, s8 move x, s8 move y, u16 aim, u8
 * buttons. It gets JSON with a {@code type}: {@code state}, {@code doing}, {@code over}, {@code
 * trouble} or {@code refused}. Anything else that it sends ends the connection, with the reason.
 */
final class PersonSocket implements SocketHandler, People.Screen {
  /** The first byte of an input. */
  static final int INPUT = 1;

  private static final int INPUT_BYTES = 6;
  private static final int MOST_BUTTONS = 3;
  private static final int LONGEST_NAME = 20;
  private static final int LONGEST_MODE = 16;
  private static final String ANY_MODE = "any";
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]*");

  /** So that no person takes the account of a bot. */
  private static final String ACCOUNT = "person-";

  private final People people;
  private final SocketPeer peer;
  private final PersonPicture picture = new PersonPicture();
  private People.Person person; // null before it has joined

  PersonSocket(People people, SocketPeer peer) {
    this.people = people;
    this.peer = peer;
  }

  @Override
  public void onText(String text) {
    JsonBody message = read(text);
    String mode = mode(message);
    if (person != null) {
      if (message.has("join")) {
        throw new HttpError(400, "this page is in use; load it again to play under another name");
      }
      person.wishFor(mode);
    } else {
      person = people.join(ACCOUNT + name(message), mode, this);
    }
  }

  private static JsonBody read(String text) {
    try {
      return JsonBody.of(StrictJson.read(text.getBytes(UTF_8)));
    } catch (IOException e) {
      throw new HttpError(400, "the message is " + e.getMessage());
    }
  }

  private static String mode(JsonBody message) {
    String mode = message.text("mode", LONGEST_MODE);
    try {
      return mode.equals(ANY_MODE) ? mode : GameMode.labelled(mode).label();
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage() + ", or any");
    }
  }

  private static String name(JsonBody message) {
    String name = message.text("join", LONGEST_NAME).strip();
    if (!NAME.matcher(name).matches()) {
      throw new HttpError(
          400,
          "a name has 1 to "
              + LONGEST_NAME
              + " letters, digits, blanks, dots and dashes, and begins with a letter or digit");
    }
    return name;
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    if (bytes.remaining() != INPUT_BYTES || bytes.get() != INPUT) {
      throw new HttpError(
          400,
          "an input has "
              + INPUT_BYTES
              + " bytes and begins with "
              + INPUT
              + "; load the page again");
    }
    int moveX = bytes.get();
    int moveY = bytes.get();
    int aim = bytes.getShort() & 0xFFFF;
    int buttons = bytes.get() & 0xFF;
    if (moveX == Byte.MIN_VALUE || moveY == Byte.MIN_VALUE || buttons > MOST_BUTTONS) {
      throw new HttpError(
          400, "an input has a velocity of -127 to 127 and buttons of 0 to 3; load the page again");
    }
    if (person != null) {
      person.act(moveX, moveY, aim, buttons);
    }
  }

  @Override
  public void onClosed() {
    if (person != null) {
      person.leave();
      person = null;
    }
  }

  /** On one thread at a time: the reader's. */
  @Override
  public void saw(State latest) {
    boolean unused = peer.trySend(picture.of(latest));
  }

  @Override
  public void became(String doing) {
    peer.send(message("doing").put("doing", doing));
  }

  @Override
  public void failed(String why) {
    peer.send(message("trouble").put("why", why));
  }

  @Override
  public void over(String ending, boolean won) {
    peer.send(message("over").put("ending", ending).put("won", won));
  }

  private static ObjectNode message(String type) {
    return StrictJson.object().put("type", type);
  }
}
