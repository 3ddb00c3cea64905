package dev.jitterlab.chat.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When users of the closed model speak. Without a server; what is due later is done by hand. */
class ClosedSpeechTest {
  private static final long THINK_NS = 1_000_000_000;

  private final Target target = Target.parse("chat/1=127.0.0.1:4000");
  private final Load load =
      Load.closed(List.of(target), System::nanoTime, new PrometheusRegistry(), THINK_NS);
  private final StepLoad returns = load.of(target).addStep("return");
  private final StepLoad storms = load.of(target).addStep("storm");
  private final AwaitedRequests requests = load.awaited(target, 2 * SentMessages.WINDOW);
  private final EventLoopParker loop = new EventLoopParker(false);
  private final TargetCrowd crowd =
      new TargetCrowd(target, twoUsers(), loop, requests, returns, storms);
  private final List<LongConsumer> later = new ArrayList<>();

  private static ChatShape twoUsers() {
    ChatShape shape = new ChatShape();
    shape.rooms = 1;
    shape.roomUsers = 2;
    return shape;
  }

  @AfterEach
  void close() {
    crowd.close();
    loop.end();
  }

  private static void enter(ChatUser user) {
    user.connected(new EmbeddedChannel());
    byte[] welcome = new FrameWriter(ChatWire.WELCOME, 16).put(0).putLong(0).put(0).frame();
    FrameReader.takeAll(user, Unpooled.wrappedBuffer(welcome), 0);
  }

  private void letTimePass() {
    List<LongConsumer> due = List.copyOf(later);
    later.clear();
    due.forEach(task -> task.accept(System.nanoTime()));
  }

  @Test
  void whoIsAwayWhileItThinksSaysOneThingWhenItIsBack() {
    ClosedSpeech unused = new ClosedSpeech(crowd, (ns, task) -> later.add(task), THINK_NS);
    crowd.users().forEach(ClosedSpeechTest::enter);
    letTimePass();
    assertEquals(2, load.of(target).sent(), "each of them speaks");

    ChatUser anna = crowd.users().get(0);
    ChatUser bert = crowd.users().get(1);
    assertTrue(anna.sent().heard(1, bert.number(), System.nanoTime()) >= 0, "so anna thinks");
    anna.disconnected(System.nanoTime()); // and nobody else is to hear what bert said
    enter(anna);
    letTimePass();

    assertEquals(4, load.of(target).sent(), "each speaks once, although anna thought twice");
  }
}
