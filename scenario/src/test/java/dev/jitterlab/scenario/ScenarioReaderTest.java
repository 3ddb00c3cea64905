package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioReaderTest {
  private static final String SHOP =
      "think: 1s..3s\n"
          + "values: {product: 1..1000, color: [red, dark blue]}\n"
          + "headers: {Accept: text/html}\n"
          + "journeys:\n"
          + "  - name: read\n"
          + "    weight: 3\n"
          + "    steps:\n"
          + "      - get: /products/${product}?color=${color}\n"
          + "        name: product\n"
          + "        extract: {token: {between: ['token=\"', '\"']}}\n"
          + "        check: {status: [200, 304], contains: price, length: 10..5000}\n"
          + "  - name: buy\n"
          + "    steps:\n"
          + "      - post: /basket\n"
          + "        form: {product: '${product}', note: 'a b&c'}\n"
          + "        think: {exponential: 2s}\n"
          + "      - put: /orders/${user}\n"
          + "        body: '{\"color\": \"${color}\", \"price\": \"$${1}\"}'\n";

  private static List<String> journeysOf(long seed) {
    Scenario scenario = ScenarioText.read(SHOP);
    JourneyValues values = new JourneyValues(scenario);
    RequestText text = new RequestText();
    List<String> journeys = new ArrayList<>();
    for (int number = 0; number < 200; number++) {
      values.begin(seed, number, 0);
      for (JourneyStep step : scenario.journeys().get(values.journey()).steps()) {
        text.clear();
        step.path().write(values, text);
        text.add(' ');
        step.body().ifPresent(body -> body.write(values, text));
        journeys.add(step.method() + " " + text + " " + values.thinkNs(step));
      }
    }
    return journeys;
  }

  @Test
  void sameSeedIsTheSamePlanOfJourneys() {
    assertEquals(journeysOf(7), journeysOf(7));
    assertNotEquals(journeysOf(7), journeysOf(8));
  }

  @Test
  void aJourneyDoesNotDependOnThoseBefore() {
    Scenario scenario = ScenarioText.read(SHOP);
    JourneyValues used = new JourneyValues(scenario);
    JourneyValues fresh = new JourneyValues(scenario);
    for (int number = 0; number < 50; number++) {
      used.begin(1, number, 0);
    }
    used.begin(1, 17, 3);
    fresh.begin(1, 17, 3);
    JourneyStep step = scenario.journeys().get(fresh.journey()).steps().get(0);
    assertEquals(fresh.journey(), used.journey());
    assertEquals(written(step.path(), fresh), written(step.path(), used));
    assertEquals(fresh.thinkNs(step), used.thinkNs(step));
  }

  @Test
  void weightsSayHowOftenJourneysAreChosen() {
    Scenario scenario = ScenarioText.read(SHOP);
    JourneyValues values = new JourneyValues(scenario);
    int[] chosen = new int[2];
    for (int number = 0; number < 10_000; number++) {
      values.begin(1, number, 0);
      chosen[values.journey()]++;
    }
    assertEquals(7_500, chosen[0], 150);
    assertEquals(10_000, chosen[0] + chosen[1]);
  }

  private static String written(TextTemplate template, JourneyValues values) {
    RequestText text = new RequestText();
    template.write(values, text);
    return text.toString();
  }

  @Test
  void valuesAreEscapedWhereTheyMustBe() {
    Scenario scenario =
        ScenarioText.read(
            "journeys: [{values: {v: ['a b&c/ü']}, steps: [{post: '/x/${v}?q=${v}', form: {'k y':"
                + " '${v} $${v}'}}, {name: raw, put: /y, headers: {X: '${v}'}, body: '${v}'}]}]");
    JourneyValues values = new JourneyValues(scenario);
    values.begin(1, 5, 0);
    JourneyStep form = scenario.journeys().get(0).steps().get(0);
    JourneyStep raw = scenario.journeys().get(0).steps().get(1);
    String escaped = "a%20b%26c%2F%C3%BC";
    assertEquals("/x/" + escaped + "?q=" + escaped, written(form.path(), values));
    assertEquals("k%20y=" + escaped + "%20%24%7Bv%7D", written(form.body().orElseThrow(), values));
    assertEquals("a b&c/ü", written(raw.body().orElseThrow(), values));
    assertEquals("a b&c/ü", written(raw.headers().get(0).value(), values));
    assertEquals(
        "application/x-www-form-urlencoded", written(form.headers().get(0).value(), values));
  }

  /** Of the first step. */
  private static List<String> headers(String text) {
    Scenario scenario = ScenarioText.read(text);
    JourneyValues values = new JourneyValues(scenario);
    values.begin(1, 5, 0);
    List<String> headers = new ArrayList<>();
    for (JourneyStep.Header header : scenario.journeys().get(0).steps().get(0).headers()) {
      headers.add(header.name() + ": " + written(header.value(), values));
    }
    return headers;
  }

  @Test
  void aStepsOwnHeaderOverridesThatOfTheScenarioInAnyCase() {
    assertEquals(
        List.of("X: 1", "Accept: text/html"),
        headers(
            "headers: {accept: '*/*', X: 1}\n"
                + "journeys: [{steps: [{get: /, headers: {Accept: text/html}}]}]"));
  }

  @Test
  void aHeaderSaysWhatABodyIs() {
    String xml = "application/xml";
    String own = "journeys: [{steps: [{post: /, headers: {content-type: " + xml + "}, ";
    assertEquals(List.of("content-type: " + xml), headers(own + "body: <a/>}]}]"));
    assertEquals(List.of("content-type: " + xml), headers(own + "form: {a: b}}]}]"));
    assertEquals(
        List.of("content-type: " + xml),
        headers(own + "body: <a/>, content_type: " + xml + "}]}]"));
    String shared = "headers: {Content-Type: " + xml + "}\njourneys: [{steps: [{post: /, ";
    assertEquals(List.of("Content-Type: " + xml), headers(shared + "body: <a/>}]}]"));
    assertEquals(
        List.of("Content-Type: text/plain"),
        headers(shared + "body: a, content_type: text/plain}]}]"));
    assertEquals(
        List.of("Content-Type: application/x-www-form-urlencoded"),
        headers(shared + "form: {a: b}}]}]"));
    assertEquals(
        "the scenario is wrong\n"
            + "scenario.journeys[1].steps[1].headers.content-type: the header says"
            + " `application/xml`, and `content_type` says `text/plain`. Leave one of them out.",
        refusal(own + "body: a, content_type: text/plain}]}]"));
  }

  @Test
  void popularValuesAreDrawnMoreOften() {
    Scenario scenario =
        ScenarioText.read(
            "journeys: [{values: {v: {zipf: 1, of: 10..12}}, steps: [{get: '/${v}'}]}]");
    JourneyValues values = new JourneyValues(scenario);
    int[] counts = new int[13];
    for (int number = 0; number < 11_000; number++) {
      values.begin(3, number, 0);
      TextTemplate path = scenario.journeys().get(0).steps().get(0).path();
      counts[Integer.parseInt(written(path, values).substring(1))]++;
    }
    assertEquals(6_000, counts[10], 250);
    assertEquals(3_000, counts[11], 250);
    assertEquals(2_000, counts[12], 250);
  }

  private static Extraction extraction(String how) {
    Scenario scenario =
        ScenarioText.read(
            "journeys: [{steps: [{get: /, extract: {v: " + how + "}}, {get: '/${v}'}]}]");
    return scenario.journeys().get(0).steps().get(0).extractions().get(0);
  }

  private static String taken(String how, String body) {
    Scenario scenario =
        ScenarioText.read(
            "journeys: [{steps: [{get: /, extract: {v: "
                + how
                + "}}, {post: '/x', body: '${v}'}]}]");
    JourneyValues values = new JourneyValues(scenario);
    values.begin(1, 1, 0);
    byte[] bytes = body.getBytes(UTF_8);
    List<JourneyStep> steps = scenario.journeys().get(0).steps();
    boolean isTaken = steps.get(0).extractions().get(0).takeFromBody(bytes, bytes.length, values);
    return isTaken ? written(steps.get(1).body().orElseThrow(), values) : "none";
  }

  @Test
  void takesValuesFromBodies() {
    String json = "{\"a\": [1, {\"b\": \"\\u00e9\\n\\\"x\"}], \"c\": {\"d\": true}, \"e~/\": -1.5}";
    assertEquals("1", taken("{json: /a/0}", json));
    assertEquals("true", taken("{json: /c/d}", json));
    assertEquals("{\"d\": true}", taken("{json: /c}", json));
    assertEquals("-1.5", taken("{json: '/e~0~1'}", json));
    assertEquals("none", taken("{json: /a/2}", json));
    assertEquals("none", taken("{json: /a/b}", json));
    assertEquals("none", taken("{json: /x}", json));
    assertEquals("0", taken("{json: /x, or: '0'}", json));
    assertEquals("abc", taken("{between: ['id=<', '>']}", "x id=<abc> id=<d>"));
    assertEquals("none", taken("{between: ['id=<', '>']}", "x id=<abc"));
    assertEquals("none", taken("{json: /a}", "{\"a\": [1, 2"));
    assertEquals("none", taken("{json: /a}", "{\"b\": ]"));
    assertEquals("none", taken("{json: /a/0/0}", "[".repeat(100_000)));
  }

  /** Texts that repeat themselves, in all bodies of eight letters of two kinds. */
  @Test
  void findsATextWhereverItBegins() {
    for (String text : List.of("a", "ab", "aab", "aaab", "abab", "abaab", "aabaaab")) {
      SoughtText sought = new SoughtText(text);
      for (int letters = 0; letters < 256; letters++) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 8; i++) {
          body.append(((letters >> i) & 1) == 0 ? 'a' : 'b');
        }
        byte[] bytes = body.toString().getBytes(UTF_8);
        assertEquals(body.indexOf(text), sought.indexIn(bytes, 0, 8), () -> text + " in " + body);
        assertEquals(
            body.indexOf(text, 3), sought.indexIn(bytes, 3, 8), () -> text + " in " + body);
      }
    }
  }

  /** Else an answer could write headers of the next request. */
  @Test
  void refusesAValueThatEndsALine() {
    assertEquals("none", taken("{between: ['<', '>']}", "<a\r\nX-Admin: 1>"));
    assertEquals("none", taken("{json: /a/1/b}", "{\"a\": [1, {\"b\": \"\\n\"}]}"));
    Scenario scenario = ScenarioText.read(SHOP);
    JourneyValues values = new JourneyValues(scenario);
    assertFalse(extraction("{header: X}").takeFromHeader(null, values));
    assertTrue(extraction("{header: X, or: ''}").takeFromHeader(null, values));
  }

  /** A header's bytes are read one by one as characters, and go out as they were. */
  @Test
  void sendsWhatAHeaderHadByteForByte() {
    Scenario scenario =
        ScenarioText.read(
            "journeys: [{steps: [{get: /, extract: {v: {header: location}}}, {post: '/x', body:"
                + " '${v}'}]}]");
    JourneyValues values = new JourneyValues(scenario);
    values.begin(1, 1, 0);
    List<JourneyStep> steps = scenario.journeys().get(0).steps();
    String read = new String("/s\u00f8k".getBytes(UTF_8), ISO_8859_1);
    assertTrue(steps.get(0).extractions().get(0).takeFromHeader(read, values));
    assertEquals("/s\u00f8k", written(steps.get(1).body().orElseThrow(), values));
  }

  @Test
  void checksAnswers() {
    AnswerCheck check = ScenarioText.read(SHOP).journeys().get(0).steps().get(0).check();
    assertTrue(check.acceptsStatus(304));
    assertFalse(check.acceptsStatus(201));
    assertTrue(check.acceptsLength(5_000));
    assertFalse(check.acceptsLength(9));
    byte[] body = "the price is".getBytes(UTF_8);
    assertTrue(check.acceptsBody(body, body.length));
    assertFalse(check.acceptsBody(body, 8));
    AnswerCheck json =
        ScenarioText.read("journeys: [{steps: [{get: /, check: {json: {/n: 3}}}]}]")
            .journeys()
            .get(0)
            .steps()
            .get(0)
            .check();
    byte[] three = "{\"n\":3}".getBytes(UTF_8);
    assertTrue(json.acceptsBody(three, three.length));
    assertTrue(json.acceptsStatus(200));
    assertFalse(json.acceptsStatus(404));
  }

  private static String refusal(String text) {
    return assertThrows(IllegalArgumentException.class, () -> ScenarioText.read(text)).getMessage();
  }

  @Test
  void saysWhereAndWhatIsWrongAndWhatToDo() {
    assertEquals(
        "the scenario is wrong\n"
            + "scenario.journeys[1].steps[1].gett: unknown key `gett` in a step. Write one of: get,"
            + " head, post, put, patch, delete, options, name, headers, body, form, content_type,"
            + " think, extract, check; docs/load.md describes the format.\n"
            + "scenario.journeys[1].steps[1]: a step without a request. Write `get: /path`, or"
            + " post, put, delete…\n"
            + "scenario.journeys[1].steps[2].get: no value `id` is known here. Write one of: user,"
            + " product; or add it to `values`, or to `extract` of an earlier step.",
        refusal("values: {product: 1..9}\njourneys: [{steps: [{gett: /}, {get: '/${id}'}]}]"));
    for (String wrong :
        List.of(
            "journeys: []",
            "journeys: [{steps: [{get: x}]}]",
            "journeys: [{steps: [{get: /, check: {contains: 'of ${user}'}}]}]",
            "journeys: [{steps: [{get: /, check: {json: {/n: '${user}'}}}]}]",
            "journeys: [{steps: [{get: '/a b'}]}]",
            "journeys: [{steps: [{get: /, post: /}]}]",
            "journeys: [{steps: [{get: /a}, {get: /a}]}]",
            "journeys: [{steps: [{get: /, think: 5}]}]",
            "journeys: [{steps: [{get: /, think: 3s..1s}]}]",
            "journeys: [{steps: [{get: /, headers: {Host: x}}]}]",
            "journeys: [{steps: [{get: /, headers: {X: \"a\\r\\nb\"}}]}]",
            "journeys: [{steps: [{post: /, body: x, form: {a: b}}]}]",
            "journeys: [{steps: [{get: /, check: {status: 99}}]}]",
            "journeys: [{steps: [{get: /, check: {json: {a: b}}}]}]",
            "journeys: [{steps: [{get: /, extract: {v: {}}}]}]",
            "journeys: [{steps: [{get: '/${x'}]}]",
            "journeys: [{weight: 0, steps: [{get: /}]}]",
            "journeys: [{name: a, steps: [{get: /}]}, {name: a, steps: [{get: /}]}]",
            "values: {v: 9..1}\njourneys: [{steps: [{get: /}]}]",
            "values: {v: {zipf: 1}}\njourneys: [{steps: [{get: /}]}]",
            "values: {v: {of: 1..9, letters: 12}}\njourneys: [{steps: [{get: /}]}]",
            "values: {v: {of: 1..9, zips: 1}}\njourneys: [{steps: [{get: /}]}]",
            "cookies: maybe\njourneys: [{steps: [{get: /}]}]",
            "[1]",
            "a: [",
            "")) {
      assertFalse(refusal(wrong).isBlank(), wrong);
    }
  }

  @Test
  void itsJsonIsTheSameScenario() {
    ScenarioNode node =
        ScenarioNode.mapping(
            "",
            java.util.Map.of(
                "a", ScenarioNode.list("", List.of(ScenarioNode.text("", "x\"\\\n\u0085")))));
    assertEquals("{\"a\": [\"x\\\"\\\\\\u000a\\u0085\"]}", node.json());
  }
}
