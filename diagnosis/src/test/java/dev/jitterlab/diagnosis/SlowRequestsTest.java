package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Budgets;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowRequestsTest {
  private static final double MS = 1e6;
  private static final String HEAD = "id,intended_ns,sent_ns,ended_ns,connection,target,status\n";

  @TempDir Path folder;

  private final TimelineBuilder timeline = new TimelineBuilder();
  private final List<Path> logs = new ArrayList<>();

  private int requestsOf(String instance) throws IOException {
    Path log = folder.resolve("slow-requests.csv");
    Files.writeString(
        log,
        """
        id,intended_ns,sent_ns,ended_ns,connection,target,status
        1,1000000,1000100,90000000,3,collector=g1%2Cheap=1g/2,200
        2,2000000,2000100,91000000,3,collector=zgc%2Cheap=1g/2,200
        """);
    TimelineBuilder some = new TimelineBuilder();
    SlowRequests.add(List.of(log), instance, some);
    return some.requests().size();
  }

  @Test
  void findsTheRequestsOfAGroupOfSeveralVariables() throws IOException {
    assertEquals(1, requestsOf("collector=g1,heap=1g/2"));
    assertEquals(0, requestsOf("collector=g1,heap=1g/1"));
  }

  /** A log of another generator may lack the column, or have nonsense in it. */
  @Test
  void readsWhenTheGeneratorBeganARequest() throws IOException {
    Path log = folder.resolve("began.csv");
    Files.writeString(
        log,
        """
        id,target,intended_start_ns,sent_ns,ended_ns,connection,status,step,began_ns
        1,a/1,1000000,5000000,90000000,3,200,,4000000
        2,a/1,1000000,5000000,90000000,3,200,,7000000
        3,a/1,1000000,5000000,90000000,3,200,,900000
        4,a/1,1000000,5000000,90000000,3,200,
        """);
    SlowRequests.add(List.of(log), "a/1", timeline);
    assertEquals(
        List.of(3_000_000L, 4_000_000L, 0L, 0L),
        timeline.requests().stream().map(TimedWork::loadLateNs).toList());
  }

  /** At 100,000 late requests a second, a log of all of them would be what makes them late. */
  @Test
  void saysHowManyRequestsOfTheServerTheLogLeavesOut() throws IOException {
    Path log = folder.resolve("bounded.csv");
    Files.writeString(
        log,
        """
        id,target,intended_start_ns,sent_ns,ended_ns,connection,status,step,began_ns,left_out
        1,a/1,1000000,1000100,90000000,3,200,,1000000,0
        2,a/1,1000000,1000100,90000000,3,200,,1000000,70
        3,b/1,1000000,1000100,90000000,3,200,,1000000,500
        """);
    SlowRequests.add(List.of(log), "a/1", timeline);

    assertTrue(
        timeline.build().problems().stream().anyMatch(p -> p.contains("2 of them, and not 70 ")),
        () -> timeline.build().problems().toString());
  }

  /** What the server recorded: thread {@code n} served from one millisecond to another. */
  private void served(long thread, double fromMs, double toMs) {
    long from = Math.round(fromMs * MS);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "shop.Cart.pay",
            thread,
            thread,
            from,
            from,
            Math.round(toMs * MS),
            false,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            0));
  }

  /** A generator's log of requests, each with its path, and when it was sent and answered. */
  private void log(Object... pathSentEnded) throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < pathSentEnded.length; i += 3) {
      long sent = Math.round(((Number) pathSentEnded[i + 1]).doubleValue() * MS);
      long ended = Math.round(((Number) pathSentEnded[i + 2]).doubleValue() * MS);
      text.append("%d,%d,%d,%d,3,/%s,200%n".formatted(i, sent, sent, ended, pathSentEnded[i]));
    }
    Path log = folder.resolve("slow-requests-" + logs.size() + ".csv");
    Files.writeString(log, text);
    logs.add(log);
  }

  /** The thread of each slow request, by the millisecond of its end; 0 if it is unknown. */
  private Map<Double, Long> threads() {
    SlowRequests.add(logs, "g/1", timeline);
    Map<Double, Long> threads = new TreeMap<>();
    JvmTimeline built = timeline.build();
    for (int i = 0; i < built.works().size(); i++) {
      TimedWork work = built.works().get(i);
      if (work.late()) {
        threads.put(work.endNs() / MS, work.hasThread() ? work.thread() : 0);
      }
    }
    return threads;
  }

  /** The second one waited for a thread, while the first one's lay within its time. */
  @Test
  void aRequestOfTheServerAnswersOneRequestOnly() throws IOException {
    served(1, 5, 199);
    served(2, 150, 209);
    log("a", 0, 200, "b", 0, 210);
    assertEquals(Map.of(200.0, 1L, 210.0, 2L), threads());
  }

  @Test
  void theEndDecidesAndNotTheLength() throws IOException {
    served(1, 1, 180); // of a request that was not logged
    served(2, 150, 209);
    log("b", 0, 210);
    assertEquals(Map.of(210.0, 2L), threads());
  }

  /** After a pause all are answered at once, in any order. */
  @Test
  void manyThatEndTogetherAreToldApartByTheirBegin() throws IOException {
    Object[] rows = new Object[30];
    Map<Double, Long> expected = new TreeMap<>();
    for (int i = 0; i < 10; i++) {
      double ended = 500 + 0.09 * ((7 * i) % 10);
      served(i + 1, 20 * i + 0.2, 499.5 + 0.05 * ((3 * i) % 10));
      rows[3 * i] = "r" + i;
      rows[3 * i + 1] = 20 * i;
      rows[3 * i + 2] = ended;
      expected.put(Math.round(ended * MS) / MS, i + 1L);
    }
    log(rows);
    assertEquals(expected, threads());
  }

  /** Two generators load the same server. */
  @Test
  void noRequestOfTheServerAnswersARequestOfEachGenerator() throws IOException {
    served(1, 5, 199);
    served(2, 150, 209);
    log("b", 0, 210);
    log("a", 0, 200);
    assertEquals(Map.of(200.0, 1L, 210.0, 2L), threads());
    assertEquals(2, timeline.requests().stream().filter(TimedWork::late).count());
  }

  /** The server recorded others' requests of 20 ms and not this one, which it served in 1 ms. */
  @Test
  void aRequestKeepsNoThreadThatServedSomebodyElse() throws IOException {
    served(1, 20, 40);
    served(2, 60, 85);
    log("a", 0, 210);
    assertEquals(Map.of(210.0, 0L), threads());
  }

  @Test
  void theOnlyOneWithoutARivalIsTaken() throws IOException {
    served(1, 20, 40);
    log("a", 0, 210);
    assertEquals(Map.of(210.0, 1L), threads());
  }

  @Test
  void theOnlyOneOfTwoRequestsIsNobodys() throws IOException {
    served(1, 20, 40);
    log("a", 0, 210, "b", 5, 190);
    assertEquals(Map.of(190.0, 0L, 210.0, 0L), threads());
  }

  /** A pause came between the end of the call and the answer. */
  @Test
  void oneThatFillsMostOfTheTimeIsTakenThoughItsEndIsFar() throws IOException {
    served(1, 1, 150);
    served(2, 60, 85);
    log("a", 0, 210);
    assertEquals(Map.of(210.0, 1L), threads());
  }

  /** The worker had answered after 150 ms, and waits for the next request from then on. */
  @Test
  void whatAThreadDidAfterItsAnswerMadeNothingLate() throws IOException {
    for (int i = 1; i <= 5; i++) {
      served(i, 300 + 10 * i, 302 + 10 * i);
    }
    served(1, 1, 150);
    log("a", 0, 210);
    SlowRequests.add(logs, "g/1", timeline);
    timeline.add(
        new Stretch(
            Cause.PARK, Math.round(151 * MS), Math.round(400 * MS), 1, "jdk.ThreadPark", "park"));
    List<Budget> budgets =
        Budgets.of(
            timeline.build(), OptionalLong.empty(), _ -> false, List.of(), Integer.MAX_VALUE);
    assertEquals(1, budgets.size());
    Budget budget = budgets.getFirst();
    assertEquals(Math.round(60 * MS), budget.work().answeredNs());
    assertEquals(Math.round(208 * MS), budget.latenessNs());
    assertEquals(0, budget.ns(Cause.PARK), budget.parts().toString());
  }

  private Budget onlyBudget() throws IOException {
    log("a", 0, 210);
    SlowRequests.add(logs, "g/1", timeline);
    List<Budget> budgets =
        Budgets.of(
            timeline.build(), OptionalLong.empty(), _ -> false, List.of(), Integer.MAX_VALUE);
    assertEquals(1, budgets.size());
    return budgets.getFirst();
  }

  /** A slower server's longer ones are longer still, and would make less of it late. */
  @Test
  void requestsOfWhichOnlyTheLongerOnesWereRecordedSayNotWhatIsTypical() throws IOException {
    for (int i = 1; i <= 5; i++) {
      served(i, 300 + 100 * i, 340 + 100 * i);
    }
    served(9, 1, 209);
    Budget budget = onlyBudget();
    assertEquals(Math.round(10 * MS), budget.typicalNs());
    assertEquals(Math.round(200 * MS), budget.latenessNs());
  }

  @Test
  void oneShortRequestSaysThatAllWereRecorded() throws IOException {
    for (int i = 1; i <= 5; i++) {
      served(i, 300 + 100 * i, 340 + 100 * i);
    }
    served(6, 1_000, 1_009);
    served(9, 1, 209);
    assertEquals(Math.round(40 * MS), onlyBudget().typicalNs());
  }

  @Test
  void saysForHowManyNotAllWereLookedAt() throws IOException {
    for (int i = 0; i < 1_500; i++) {
      served(i + 1, 10 + 0.1 * i, 20 + 0.1 * i);
    }
    log("a", 0, 300);
    assertEquals(Map.of(300.0, 0L), threads());
    assertEquals(
        List.of(
            "The threads of 1 of the slow requests are unknown: none of the server's last 1,000"
                + " requests before the answer fits."),
        timeline.build().problems());
  }
}
