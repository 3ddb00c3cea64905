package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.Target;
import dev.jitterlab.scenario.JourneyValues;
import dev.jitterlab.scenario.RequestText;
import dev.jitterlab.scenario.Scenario;
import dev.jitterlab.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a scenario's first request says, without a server. */
class StepRequestsTest {
  private static final String ADDRESS = "127.0.0.1:8080";

  private final RequestText out = new RequestText();

  /** Of its first step, which has begun. */
  private static StepRequests.View view(String text) {
    Scenario scenario = ScenarioText.read(text);
    StepRequests.View view = view(ADDRESS, scenario);
    assertTrue(view.begin(scenario.journeys().get(0).steps().get(0)));
    return view;
  }

  private static StepRequests.View view(String address, Scenario scenario) {
    JourneyValues values = new JourneyValues(scenario);
    values.begin(1, 0, 0);
    StepRequests requests = new StepRequests(scenario, Target.parse("a/1=" + address));
    return requests.new View(values, new CookieJar());
  }

  private String written(String text) {
    out.clear();
    view(text).write(out);
    return out.toString();
  }

  /** As HTTP/2 sends them. */
  private static List<String> told(String text) {
    List<String> headers = new ArrayList<>();
    view(text)
        .tell(
            new Exchange.HeaderTaker() {
              @Override
              public void path(RequestText path) {
                headers.add(path.toString());
              }

              @Override
              public void header(String name, RequestText value) {
                headers.add(name + ": " + value);
              }
            });
    return headers;
  }

  @Test
  void saysWhoItIs() {
    String text = "{journeys: [{steps: [{get: /a}]}]}";
    assertEquals(
        "GET /a HTTP/1.1\r\nhost: 127.0.0.1:8080\r\nuser-agent: jitterlab\r\n\r\n", written(text));
    assertEquals(List.of("/a", "user-agent: jitterlab"), told(text));
  }

  @Test
  void isWhoAScenarioSays() {
    String text = "{headers: {User-Agent: 'u/${user}'}, journeys: [{steps: [{get: /a}]}]}";
    assertEquals(
        "GET /a HTTP/1.1\r\nhost: 127.0.0.1:8080\r\nUser-Agent: u/0\r\n\r\n", written(text));
    assertEquals(List.of("/a", "User-Agent: u/0"), told(text));
  }

  /** What is asked for where a path is a whole URI; "none" if it is one of another server. */
  private String pathOf(String uri, String address) {
    Scenario scenario =
        ScenarioText.read(
            "{journeys: [{values: {next: ['" + uri + "']}, steps: [{get: '${next}'}]}]}");
    StepRequests.View view = view(address, scenario);
    if (!view.begin(scenario.journeys().get(0).steps().get(0))) {
      return "none";
    }
    out.clear();
    view.write(out);
    return out.toString().split(" ", -1)[1];
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080/a?b, 127.0.0.1:8080, /a?b",
    "HTTPS://127.0.0.1:8080, 127.0.0.1:8080, /",
    "http://127.0.0.1:8080?b, 127.0.0.1:8080, /?b",
    "http://127.0.0.1:80801/a, 127.0.0.1:8080, none",
    "http://127.0.0.1:8080.example.org/, 127.0.0.1:8080, none",
    "http://127.0.0.1/a, 127.0.0.1:8080, none",
    "http://127.0.0.1/a, 127.0.0.1:80, /a",
    "http://127.0.0.1:80/a, 127.0.0.1:80, /a",
    "http://127.0.0.1, 127.0.0.1:80, /",
    "http://127.0.0.10/a, 127.0.0.1:80, none",
    "http://127.0.0.1:81/a, 127.0.0.1:80, none",
    "https://127.0.0.1/a, 127.0.0.1:80, none",
    "https://127.0.0.1/a, 127.0.0.1:443, /a",
    "http://[0:0:0:0:0:0:0:1]/a, ::1:80, /a"
  })
  void takesThePathOfAUriOfTheServer(String uri, String address, String path) {
    assertEquals(path, pathOf(uri, address));
  }
}
