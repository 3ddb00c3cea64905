package dev.jitterlab.aggregator.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door over real connections; the test answers when it likes. */
final class FrontDoorTest {
  private static final class HeldRequest {
    final ClientRequest request;
    final Consumer<Answer> answer;

    HeldRequest(ClientRequest request, Consumer<Answer> answer) {
      this.request = request;
      this.answer = answer;
    }
  }

  private final DoorSettings settings = new DoorSettings();
  private final BlockingQueue<HeldRequest> asked = new LinkedBlockingQueue<>();
  private MultiThreadIoEventLoopGroup loops;
  private FrontDoor door;

  @BeforeEach
  void opens() throws Exception {
    settings.budgetNs = TimeUnit.MINUTES.toNanos(5);
    settings.lagNs = 0; // how busy the machine is must not decide a test
    loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    door =
        FrontDoor.open(
            loops,
            settings,
            new RequestRefusals(),
            (request, answer) -> asked.add(new HeldRequest(request, answer)));
  }

  @AfterEach
  void closes() {
    door.close();
    var unused = loops.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
  }

  private HeldRequest next() throws InterruptedException {
    HeldRequest next = asked.poll(1, TimeUnit.MINUTES);
    assertTrue(next != null, "no request came");
    return next;
  }

  /** Its wait for the answer to an earlier one is a part of the time that its client waits. */
  @Test
  void aRequestSentAheadArrivesWhenItComesAndNotWhenItsTurnDoes() throws Exception {
    try (Socket client = new Socket(door.address().getAddress(), door.address().getPort())) {
      client
          .getOutputStream()
          .write(
              "GET /first HTTP/1.1\r\nHost: shop\r\n\r\nGET /second HTTP/1.1\r\nHost: shop\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      HeldRequest first = next();
      first.request.loop().submit(() -> {}).get(); // all that came with it was read
      long answeredNs = System.nanoTime();
      first.answer.accept(Answer.words(200, "done"));
      ClientRequest second = next().request;

      assertEquals("/second", second.path());
      assertTrue(second.arrivedNs() - answeredNs <= 0, "it came before the answer");
      assertEquals(settings.budgetNs, second.deadlineNs() - second.arrivedNs());
      assertFalse(second.isHurried(), "nearly all of its time is left");
      assertEquals(settings.budgetNs, first.request.deadlineNs() - first.request.arrivedNs());
      assertFalse(first.request.isHurried());
    }
  }
}
