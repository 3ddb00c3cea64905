package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.PackedInput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputHistoryTest {
  private static final int BATTLE = 7;

  private final InputHistory history = new InputHistory();
  private final ClientPacket packet = new ClientPacket();

  /** Puts an input whose aim is its number, and returns the times of all in the INPUT. */
  private List<Integer> times(int number, int battle, int seen, int at) {
    ByteBuffer out = ByteBuffer.allocate(ClientPacket.inputBytes(ClientPacket.MAX_INPUTS));
    history.put(out, number, battle, seen, PackedInput.of(1, -2, number, 1, at));
    assertEquals(Decoding.OK, packet.decode(out.flip()));
    assertEquals(seen, packet.seen());
    List<Integer> times = new ArrayList<>();
    for (int i = 0; i < packet.count(); i++) {
      assertEquals(
          PackedInput.of(1, -2, number - i, 1, PackedInput.at(packet.input(i))), packet.input(i));
      times.add(PackedInput.at(packet.input(i)));
    }
    return times;
  }

  @Test
  void inputsAfterTheSameTickKeepTheirTimes() {
    assertEquals(List.of(100), times(1, BATTLE, 3, 100));
    assertEquals(List.of(200, 100), times(2, BATTLE, 3, 200));
    assertEquals(List.of(60_000, 200, 100), times(3, BATTLE, 3, 60_000));
  }

  /** Their times would count from a tick after which they were not done. */
  @Test
  void repeatedInputsOfEarlierTicksAreAtTheBeginningOfTheTickSeen() {
    assertEquals(List.of(60_000), times(1, BATTLE, 3, 60_000));
    assertEquals(List.of(30_000, 0), times(2, BATTLE, 4, 30_000));
    assertEquals(List.of(40_000, 30_000, 0), times(3, BATTLE, 4, 40_000));
    assertEquals(List.of(10, 0, 0, 0), times(4, BATTLE, 9, 10));
    assertEquals(List.of(5, 0, 0, 0), times(5, BATTLE, -1, 5)); // seen is unsigned
  }

  @Test
  void anotherBattleBeginsAnew() {
    assertEquals(List.of(60_000), times(1, BATTLE, 300, 60_000));
    assertEquals(List.of(100), times(2, BATTLE + 1, 2, 100));
    assertEquals(List.of(200, 100), times(3, BATTLE + 1, 2, 200));
    assertEquals(List.of(300, 0, 0), times(4, BATTLE + 1, 3, 300));
  }
}
