package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.load.Turns;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Against a real server; what is asserted are counts, order and contents, never times. */
class JourneysTest {
  private static final String BUY =
      "{journeys: [{name: buy, steps: [{get: /login, extract: {csrf: {between: ['value=\"',"
          + " '\"']}}}, {post: /login, name: sign-in, form: {user: 'u${user}', csrf: '${csrf}'},"
          + " check: {status: 303}, extract: {next: {header: location}}}, {get: '${next}', name:"
          + " welcome}, {post: /basket, think: 1ms, body: '{}', check: {status: 201, json: {/n: 3},"
          + " length: 10..100}, extract: {basket: {json: /id}}}, {delete: '/basket/${basket}',"
          + " name: leave, check: {contains: ok}}]}]}";

  @TempDir private Path folder;
  private HttpGenerator generator;
  private Turns turns;
  private ShopServer server;

  @AfterEach
  void end() {
    if (generator != null) {
      generator.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private TargetLoad start(String... options) throws IOException {
    server = new ShopServer(null);
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--target=shop/1=" + server.address());
    CommandLine command = HttpLoad.commandLine();
    command.parseArgs(arguments.toArray(new String[0]));
    HttpLoad load = command.getCommand();
    generator = load.start();
    turns = load.turns();
    return generator.load().targets().get(0);
  }

  @Test
  void walksThroughAJourney() throws Exception {
    TargetLoad load = start("--model=closed", "--users=1", "--scenario=" + BUY);
    assertTrue(Eventually.holds(() -> load.answered() >= 10));
    assertEquals(
        List.of(
            "GET /login  -",
            "POST /login user=u0&csrf=t-1%262 -",
            "GET /welcome?a=b  sid=s1",
            "POST /basket {} sid=s1",
            "DELETE /basket/b%2F7  sid=s1",
            "GET /login  sid=s1"),
        List.copyOf(server.requests()).subList(0, 6));
    assertEquals(0, load.ended(RequestOutcome.REFUSED) + load.ended(RequestOutcome.WRONG));
  }

  @Test
  void usersOfAnOpenModelAreOthersEachTime() throws Exception {
    TargetLoad load = start("--rate=50", "--scenario=" + BUY);
    assertTrue(Eventually.holds(() -> load.answered() >= 20));
    assertTrue(server.requests().contains("POST /login user=u1&csrf=t-1%262 -"), "no cookie yet");
    assertTrue(server.requests().contains("POST /login user=u2&csrf=t-1%262 -"));
    long now = System.nanoTime();
    long planned = load.plannedBy(now);
    assertEquals(0, planned % 5, "a journey is planned with all its requests");
    assertTrue(load.offeredBy(now) >= load.sent());
  }

  @Test
  void aJourneyBreaksOffAtTheFirstWrongAnswer() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=1",
            "--scenario={journeys: [{steps: [{get: /a, check: {contains: nothing}}, {get: /b}]}]}");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.WRONG) >= 3));
    assertFalse(server.requests().stream().anyMatch(request -> request.contains("/b")));
    assertEquals(0, load.answered());
  }

  /** Else a server would be fast, and would keep its promise, that lets few users in. */
  @Test
  void whatABrokenJourneyHadStillToAskCountsAsMissed() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=1",
            "--slo=59m",
            "--timeout=1h",
            "--scenario={journeys: [{name: a, steps: [{get: /a}, {get: /missing}, {get: /b}, {get:"
                + " /c}]}]}");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.REFUSED) >= 3));
    generator.close();
    assertEquals(2 * load.ended(RequestOutcome.REFUSED), load.ended(RequestOutcome.UNREACHED));
    assertEquals(3 * load.ended(RequestOutcome.REFUSED), load.missed());
  }

  @Test
  void aValueThatIsNotFoundAndAPathOfAnotherServerBreakOff() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=1",
            "--scenario={journeys: [{name: a, steps: [{get: /a, extract: {v: {json: /x}}}, {get:"
                + " /b}]}, {name: c, values: {u: ['http://example.org/c', '/x y']}, steps: [{get:"
                + " '${u}'}]}, {name: d, steps: [{get: /missing}, {get: /b}]}]}");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.REFUSED) >= 3));
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.WRONG) >= 6));
    assertTrue(
        server.requests().stream()
            .allMatch(one -> one.startsWith("GET /a ") || one.startsWith("GET /missing ")));
  }

  /** The server sends a date always, and never a place to go to. */
  @Test
  void anAnswerThatLacksOneOfSeveralHeadersIsWrong() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=1",
            "--scenario={journeys: [{name: a, steps: [{get: /a, extract: {when: {header: date},"
                + " where: {header: location}}}, {get: /b}]}, {name: c, steps: [{get: /c, extract:"
                + " {when: {header: date}, length: {header: content-length}}}, {get: /d}]}]}");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.WRONG) >= 3));
    assertTrue(Eventually.holds(() -> load.answered() >= 6));
    assertFalse(server.requests().stream().anyMatch(request -> request.contains("/b")));
    assertTrue(server.requests().stream().anyMatch(request -> request.contains("/d")));
  }

  /** The second request asks with the first answer's place, and its own answer names none. */
  @Test
  void whatIsTakenInPlaceOfAHeaderIsNotThereBeforeTheAnswer() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=1",
            "--scenario={journeys: [{steps: [{post: /login, body: '&csrf=t-1%262', check: {status:"
                + " 303}, extract: {place: {header: location}}}, {get: '${place}', name: there,"
                + " extract: {place: {header: location, or: /none}}}, {get: '${place}', name:"
                + " then}]}]}");
    assertTrue(Eventually.holds(() -> load.answered() >= 6));
    List<String> first = List.copyOf(server.requests()).subList(0, 3);
    assertTrue(first.get(1).startsWith("GET /welcome?a=b "), first::toString);
    assertTrue(first.get(2).startsWith("GET /none "), first::toString);
    assertEquals(0, load.ended(RequestOutcome.WRONG));
  }

  @Test
  void countsEachStepAndNamesTheStepsOfSlowRequests() throws Exception {
    Path slow = folder.resolve("slow-requests.csv");
    Path log = folder.resolve("ticks.hlog");
    TargetLoad load =
        start(
            "--model=closed",
            "--users=2",
            "--slow=1us",
            "--slow-requests=" + slow,
            "--tick-log=" + log,
            "--scenario=" + BUY);
    assertTrue(Eventually.holds(() -> load.answered() >= 20));
    String metrics =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(generator.metricsUri()).build(), BodyHandlers.ofString())
            .body();
    assertTrue(
        metrics.contains(
            "jitterlab_load_step_requests_total{outcome=\"ok\",step=\"buy/sign-in\",target=\"shop/1\"}"),
        metrics);
    generator.close();
    for (String tag : List.of("step", "waiting-step")) {
      String line = "Tag=" + tag + ";target=shop%2F1;step=buy%2Fsign-in,";
      assertTrue(Files.readString(log).contains(line), line);
    }
    List<String> lines = Files.readAllLines(slow);
    assertTrue(lines.get(0).endsWith(",status,step,began_ns,left_out"), lines.get(0));
    assertTrue(
        lines.stream().anyMatch(line -> line.contains(",303,buy/sign-in,")), lines::toString);
  }

  @Test
  void countsWhatWasNotAnsweredAsPromised() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=2",
            "--slo=59m",
            "--timeout=1h",
            "--scenario={journeys: [{name: a, steps: [{get: /a}]}, {name: b, steps: [{get:"
                + " /missing}]}]}");
    assertTrue(Eventually.holds(() -> load.answered() >= 10 && load.missed() >= 10));
    String metrics =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(generator.metricsUri()).build(), BodyHandlers.ofString())
            .body();
    assertTrue(metrics.contains("jitterlab_load_level{target=\"shop/1\"} 2.0"), metrics);
    generator.close();
    assertEquals(load.ended(RequestOutcome.REFUSED), load.missed(), "59 minutes are never missed");
    assertEquals(load.answered() + load.missed(), load.promised());
  }

  @Test
  void usersComeAndLeaveAsTheLevelSays() throws Exception {
    TargetLoad load =
        start(
            "--model=closed",
            "--users=2:200ms,5:300ms,1",
            "--scenario={journeys: [{think: 5ms, steps: [{get: '/${user}'}]}]}");
    assertTrue(Eventually.holds(() -> server.requests().contains("GET /4  -")));
    assertTrue(
        Eventually.holds(
            () -> {
              List<String> all = List.copyOf(server.requests());
              List<String> last = all.subList(Math.max(0, all.size() - 30), all.size());
              return all.size() > 100 && last.stream().allMatch("GET /0  -"::equals);
            }));
    assertEquals(load.sent(), load.offeredBy(System.nanoTime()));
  }

  @Test
  void usersStandStillWhileTheServerHasNotItsTurn() throws Exception {
    TargetLoad load =
        start(
            "--turns",
            "--model=closed",
            "--users=3",
            "--spawn-rate=100",
            "--scenario={journeys: [{think: 1ms, steps: [{get: /a}, {get: /b}]}]}");
    assertEquals(0, load.sent());
    turns.follow("turn shop/1");
    assertTrue(Eventually.holds(() -> load.answered() >= 30));
    turns.follow("turn");
    assertTrue(Eventually.holds(() -> load.sent() == load.answered()));
    long sent = load.sent();
    turns.follow("turn shop/1");
    assertTrue(Eventually.holds(() -> load.answered() >= sent + 30));
  }

  private static String refusal(String... options) {
    CommandLine command = HttpLoad.commandLine();
    command.parseArgs(options);
    HttpLoad load = command.getCommand();
    return assertThrows(IllegalArgumentException.class, load::start).getMessage();
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    String target = "--target=a/1=127.0.0.1:1";
    String one = "--scenario={journeys: [{steps: [{get: /}]}]}";
    assertTrue(refusal(target, one, "--rate=1", "--path=/x").contains("--path"));
    assertTrue(refusal(target, one, "--model=closed", "--think=1s").contains("--think"));
    assertTrue(refusal(target, one, "--rate=1", "--users=3").contains("--users"));
    assertTrue(refusal(target, "--model=closed", "--spawn-rate=3").contains("--spawn-rate"));
    assertTrue(
        refusal(target, "--model=closed", "--users=3:1s,4", "--spawn-rate=3")
            .contains("over time"));
    String slow = refusal(target, "--model=closed", "--users=2000", "--spawn-rate=0.001");
    assertTrue(slow.contains("--spawn-rate") && slow.contains("at least 0.003"), slow);
    assertTrue(refusal(target, "--model=closed", "--users=20000").contains("1 to 10000"));
    assertTrue(
        refusal(target, "--model=closed", "--users=3", "--connections=3")
            .contains("--connections"));
    assertTrue(refusal(target, "--model=closed", "--burst=3").contains("--burst"));
    assertTrue(refusal(target, "--rate=1", "--scenario=none.yaml").contains("none.yaml"));
    assertTrue(refusal(target, "--rate=1", "--scenario={}").contains("journeys"));
    assertTrue(
        refusal(target, "--rate=1", "--protocol=https", "--trust=none.pem").contains("none.pem"));
  }

  @Test
  void aSearchNeedsAPromiseAndChoosesTheRatesItself() {
    String target = "--target=a/1=127.0.0.1:1";
    String search = "--search-rate=10-100";
    String slo = "--slo=50ms";
    assertTrue(refusal(target, search).contains("--slo"));
    assertTrue(refusal(target, search, slo, "--rate=5").contains("leave --rate out"));
    assertTrue(refusal(target, search, slo, "--model=ramp").contains("constant or poisson"));
    assertTrue(refusal(target, search, slo, "--model=closed").contains("constant or poisson"));
    assertTrue(refusal(target, search, slo, "--users=5").contains("--users"));
    assertTrue(refusal(target, search, slo, "--turns").contains("--turns"));
    for (String range : List.of("100-10", "0-10", "5", "a-b", "1-9999999")) {
      String message = refusal(target, slo, "--search-rate=" + range);
      assertTrue(message.contains("LEAST-MOST") && message.contains(range), message);
    }
  }

  @Test
  void aSearchSendsAtTheLevelThatItHolds() throws Exception {
    TargetLoad load =
        start(
            "--search-rate=20-2000",
            "--search-after=0",
            "--search-settle=1",
            "--search-hold=1",
            "--slo=59m",
            "--timeout=1h",
            "--scenario={journeys: [{name: a, steps: [{get: /a}]}]}");
    URI metrics = generator.metricsUri();
    assertTrue(
        Eventually.holds(
            () -> metrics(metrics).contains("jitterlab_load_level{target=\"shop/1\"} 200.0")));
    assertTrue(Eventually.holds(() -> load.answered() >= 100 && load.promised() >= 100));
  }

  private static String metrics(URI uri) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
