package dev.jitterlab.chat.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SentMessagesTest {
  private static final long TO_TWO_AND_FIVE = 0b100100;

  private final Target target = Target.parse("chat/1=127.0.0.1:1");
  private final Load load = new Load(List.of(target), () -> 1_000, new PrometheusRegistry());
  private final AwaitedRequests requests = load.awaited(target, 10);
  private final List<RequestOutcome> ended = new ArrayList<>();
  private final SentMessages sent = new SentMessages(requests, ended::add);

  private long say(long listeners) {
    return sent.sent(requests.trySend(0), 0, 0, listeners);
  }

  /** How many deliveries the log would say are out. */
  private long waiting() {
    return load.responseTimes().get("waiting-response;target=chat%2F1").get().getTotalCount();
  }

  @Test
  void aMessageIsOutForEachWhoIsStillToHearIt() {
    long message = say(TO_TWO_AND_FIVE);
    assertEquals(2, waiting());
    assertEquals(700, sent.heard(message, 2, 700));
    assertEquals(1, waiting());
    sent.awaitFrom(0, 3);
    assertEquals(2, waiting());
    sent.gone(3);
    assertEquals(1, waiting());
    assertEquals(List.of(), ended);
    assertEquals(900, sent.heard(message, 5, 900));
    assertEquals(0, waiting());
    assertEquals(List.of(RequestOutcome.OK), ended);
  }

  /** What was given up took as long as it was waited for, and counts once. */
  @Test
  void whatIsGivenUpIsNotOutAnyMore() {
    long first = say(TO_TWO_AND_FIVE);
    long second = say(TO_TWO_AND_FIVE);
    assertEquals(700, sent.heard(first, 2, 700));
    assertEquals(3, waiting());
    sent.giveUpOlder(1, 750);
    assertEquals(0, waiting());
    Histogram times = load.responseTimes().get("response;target=chat%2F1").get();
    assertEquals(4, times.getTotalCount());
    assertEquals(3, times.getCountBetweenValues(750, 750));
    assertEquals(800, sent.heard(first, 5, 800), "too late, and known");
    assertEquals(800, sent.heard(second, 2, 800));
    assertEquals(List.of(RequestOutcome.TIMEOUT, RequestOutcome.TIMEOUT), ended);
    assertEquals(
        0, load.responseTimes().get("response;target=chat%2F1").get().getTotalCount(), "again");
  }

  private long lost() {
    return load.of(target).lost();
  }

  /** Each listener counts, also where the message is lost: else 1 of 20 would hide 19 of them. */
  @Test
  void aLostMessageIsLostToEachListener() {
    say(0b1_1111);
    long heardByOne = say(0b1_1111);
    sent.heard(heardByOne, 0, 100);
    sent.cutOff(1);
    sent.endAll(RequestOutcome.FAILED);

    assertEquals(0, waiting());
    assertEquals(List.of(RequestOutcome.FAILED, RequestOutcome.FAILED), ended);
    assertEquals(5 + 4, 2 + lost(), "an outcome for each, and the others");
  }

  @Test
  void aMessageThatTimesOutIsLostToEachWhoWasCutOff() {
    say(TO_TWO_AND_FIVE);
    sent.cutOff(2);
    sent.giveUpOlder(1, 750);

    assertEquals(List.of(RequestOutcome.TIMEOUT), ended);
    assertEquals(1, lost(), "the outcome is that of the other one, and has a time");
  }

  /** It is not the server that ended the connection. */
  @Test
  void whatASpeakerSaidThatLeftByItselfIsStillHeard() {
    LoadRoom room = new LoadRoom("room");
    room.calls("speaker", sent);
    long first = say(TO_TWO_AND_FIVE);
    say(TO_TWO_AND_FIVE);
    room.left(sent);
    assertNull(room.calledOf("speaker"));
    assertEquals(4, waiting());
    assertEquals(700, sent.heard(first, 2, 700));
    assertEquals(900, sent.heard(first, 5, 900));
    assertEquals(2, waiting());
    room.giveUpOlder(1, 950);
    assertEquals(0, waiting());
    assertEquals(1, load.of(target).ended(RequestOutcome.OK));
    assertEquals(1, load.of(target).ended(RequestOutcome.TIMEOUT));
    assertEquals(0, lost());
    assertEquals(List.of(), ended, "who has left does not go on when it was heard");
  }

  @Test
  void whatNobodyIsToHearIsNotOut() {
    say(0);
    sent.endUnheard();
    assertEquals(0, waiting());
    assertEquals(List.of(RequestOutcome.OK), ended);
  }

  @Test
  void whatAListenerDoesNotGetBecauseTheServerEndsItsConnectionHasFailed() {
    long message = say(TO_TWO_AND_FIVE);
    sent.cutOff(3); // was not to hear it
    assertEquals(2, waiting());
    sent.cutOff(2);
    assertEquals(1, waiting());
    assertEquals(700, sent.heard(message, 5, 700));
    Histogram times = load.responseTimes().get("response;target=chat%2F1").get();
    assertEquals(1, times.getTotalCount());
    assertEquals(List.of(RequestOutcome.FAILED), ended);
    assertEquals(0, lost(), "the outcome stands for the one who was cut off");

    for (int i = 0; i < SentMessages.WINDOW; i++) { // in every place, and in that one again
      long next = say(TO_TWO_AND_FIVE);
      sent.gone(2);
      assertEquals(800, sent.heard(next, 5, 800));
    }
    assertEquals(1, ended.stream().filter(RequestOutcome.FAILED::equals).count());
    assertEquals(SentMessages.WINDOW + 1, ended.size());
  }
}
