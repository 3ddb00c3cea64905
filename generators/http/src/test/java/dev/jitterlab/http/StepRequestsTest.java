package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.Target;
import dev.jitterlab.scenario.JourneyStep;
import dev.jitterlab.scenario.JourneyValues;
import dev.jitterlab.scenario.RequestText;
import dev.jitterlab.scenario.Scenario;
import dev.jitterlab.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a scenario's first request says, without a server. */
class StepRequestsTest {
  private static final String ADDRESS = "127.0.0.1:8080";

  private final RequestText out = new RequestText();

  private static StepRequests.View view(String address, String text) {
    Scenario scenario = ScenarioText.read(text);
    JourneyValues values = new JourneyValues(scenario);
    values.begin(1, 0, 0);
    StepRequests requests = new StepRequests(scenario, Target.parse("a/1=" + address));
    StepRequests.View view = requests.new View(values, new CookieJar());
    JourneyStep step = scenario.journeys().get(values.journey()).steps().get(0);
    assertTrue(view.begin(step));
    return view;
  }

  private String written(String text) {
    out.clear();
    view(ADDRESS, text).write(out);
    return out.toString();
  }

  /** As HTTP/2 sends them. */
  private static List<String> told(String text) {
    List<String> headers = new ArrayList<>();
    view(ADDRESS, text)
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
}
