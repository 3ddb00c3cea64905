package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.scenario.JourneyStep.Header;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads one step of a journey. */
final class StepReader {
  private static final List<String> METHODS =
      List.of("get", "head", "post", "put", "patch", "delete", "options");
  private static final List<String> KEYS =
      List.of(
          "get",
          "head",
          "post",
          "put",
          "patch",
          "delete",
          "options",
          "name",
          "headers",
          "body",
          "form",
          "content_type",
          "think",
          "extract",
          "check");
  private static final List<String> EXTRACT = List.of("header", "json", "between", "or");
  private static final List<String> CHECK = List.of("status", "contains", "json", "length");

  /** What the generator says itself; a second one would be another request than was meant. */
  private static final Set<String> OWN_HEADERS =
      Set.of("host", "content-length", "transfer-encoding", "connection", "cookie", "upgrade");

  private static final String CONTENT_TYPE = "Content-Type";
  private static final int MOST_TEXT = 1_000;

  private final List<String> known;
  private final ScenarioProblems problems;

  /**
   * Creates a reader.
   *
   * @param known the names of the journey's values so far; those that the step extracts are added
   */
  StepReader(List<String> known, ScenarioProblems problems) {
    this.known = known;
    this.problems = problems;
  }

  /** Returns the step; null if it is wrong, which was reported. */
  JourneyStep read(
      ScenarioNode node,
      Map<String, ScenarioNode> shared,
      ThinkTime defaultThink,
      Set<String> names,
      int number) {
    ScenarioFields fields = ScenarioFields.of(node, "a step", KEYS, problems);
    if (fields == null) {
      return null;
    }
    String method = null;
    for (String each : METHODS) {
      if (fields.has(each)) {
        if (method != null) {
          fields.report(
              "a step has both `" + method + "` and `" + each + "`",
              "Make two steps of it, one request each.");
        }
        method = each;
      }
    }
    if (method == null) {
      fields.report("a step without a request", "Write `get: /path`, or post, put, delete…");
      return null;
    }
    String path = fields.text(method);
    TextTemplate pathText = path == null ? null : path(path, fields.node(method));
    String name = name(fields, path, names, number);
    List<Header> headers = new ArrayList<>();
    Map<String, ScenarioNode> own = fields.mapping("headers", "a mapping of headers");
    Map<String, ScenarioNode> all = new LinkedHashMap<>(shared);
    all.keySet().removeIf(key -> own.keySet().stream().anyMatch(key::equalsIgnoreCase));
    all.putAll(own);
    all.forEach((key, value) -> header(key, value, headers));
    TextTemplate body = body(fields, own, headers);
    ThinkTime think = ScenarioParts.think(fields, defaultThink);
    AnswerCheck check = check(fields);
    List<Extraction> extractions = new ArrayList<>();
    fields
        .mapping("extract", "a mapping of values")
        .forEach((key, value) -> extraction(key, value, extractions));
    return pathText == null
        ? null
        : new JourneyStep(
            name,
            method.toUpperCase(Locale.ROOT),
            pathText,
            headers,
            body,
            think,
            extractions,
            check);
  }

  /** By its path, if it has no name. */
  private String name(ScenarioFields fields, String path, Set<String> names, int number) {
    String plain =
        path == null
            ? ""
            : path.replaceFirst("[?].*", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-")
                .replaceAll("^[^A-Za-z0-9]+|-+$", "");
    String fromPath = plain.isEmpty() ? "step-" + number : plain;
    String name = fields.name("name", fromPath.substring(0, Math.min(40, fromPath.length())));
    if (names.contains(name)) {
      fields.report(
          "a second step of the journey has the name `" + name + "`",
          "Give each a `name`; a step without one is called after its path.");
    }
    names.add(name);
    return name;
  }

  private TextTemplate path(String path, ScenarioNode node) {
    boolean isWholeValue = path.startsWith("${");
    if (!path.startsWith("/") && !isWholeValue) {
      problems.add(
          node.place(),
          "the path `" + path + "` does not begin with `/`",
          "Write the path alone, without a host, such as /pages/1.");
      return null;
    }
    if (path.chars().anyMatch(one -> one <= ' ' || one == 0x7f || one > 0x7f || one == '#')) {
      problems.add(
          node.place(),
          "the path `" + path + "` has a character that no path can have",
          "Escape it with %, as %20 for a blank.");
      return null;
    }
    // A path that is a value, such as a Location, is sent as it came; other values are escaped.
    return template(path, node, isWholeValue ? TextTemplate.Escape.NONE : TextTemplate.Escape.URI);
  }

  private void header(String name, ScenarioNode value, List<Header> to) {
    if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")) {
      problems.add(
          value.place(), "`" + name + "` cannot be a header's name", "Correct or remove it.");
    } else if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
      problems.add(
          value.place(),
          "the header `" + name + "` is set by the generator itself",
          "Remove it; `cookies: false` at the scenario leaves cookies out.");
    } else if (!value.isText() || ScenarioParts.hasControl(value.text())) {
      ScenarioFields.wrong(value, name, "a text in one line", problems);
    } else {
      to.add(new Header(name, template(value.text(), value, TextTemplate.Escape.NONE)));
    }
  }

  private TextTemplate body(
      ScenarioFields fields, Map<String, ScenarioNode> own, List<Header> headers) {
    if (fields.has("body") && fields.has("form")) {
      fields.report("a step has both `body` and `form`", "Leave one of them out.");
      return null;
    }
    String text = fields.text("body");
    Map<String, ScenarioNode> form = fields.mapping("form", "a mapping of fields");
    String type = fields.text("content_type");
    if (text == null && form.isEmpty()) {
      if (type != null) {
        fields.report("`content_type` without a body", "Add `body` or `form`, or remove it.");
      }
      return null;
    }
    if (!isTypeNamed(type, text != null, own, headers)) {
      String usual = text == null ? "application/x-www-form-urlencoded" : "application/json";
      headers.removeIf(header -> isContentType(header.name()));
      headers.add(new Header(CONTENT_TYPE, TextTemplate.constant(type == null ? usual : type)));
    }
    return text != null
        ? template(text, fields.node("body"), TextTemplate.Escape.NONE)
        : form(form);
  }

  /**
   * Whether a header says what a body is: one of the step's own, or else one of the scenario. A
   * form is one whatever the scenario says.
   */
  private boolean isTypeNamed(
      String type, boolean isText, Map<String, ScenarioNode> own, List<Header> headers) {
    for (Map.Entry<String, ScenarioNode> header : own.entrySet()) {
      if (isContentType(header.getKey())) {
        ScenarioNode value = header.getValue();
        if (type != null && value.isText() && !value.text().equals(type)) {
          problems.add(
              value.place(),
              "the header says `" + value.text() + "`, and `content_type` says `" + type + "`",
              "Leave one of them out.");
        }
        return true;
      }
    }
    return type == null
        && isText
        && headers.stream().anyMatch(header -> isContentType(header.name()));
  }

  private static boolean isContentType(String header) {
    return header.equalsIgnoreCase(CONTENT_TYPE);
  }

  private TextTemplate form(Map<String, ScenarioNode> form) {
    List<TextTemplate> parts = new ArrayList<>();
    form.forEach(
        (key, value) -> {
          if (!value.isText()) {
            ScenarioFields.wrong(value, key, "a text", problems);
            return;
          }
          parts.add(TextTemplate.constant((parts.isEmpty() ? "" : "&") + escaped(key) + "="));
          parts.add(template(value.text(), value, TextTemplate.Escape.URI, true));
        });
    return TextTemplate.joined(parts);
  }

  private TextTemplate template(String text, ScenarioNode node, TextTemplate.Escape escape) {
    return template(text, node, escape, false);
  }

  private TextTemplate template(
      String text, ScenarioNode node, TextTemplate.Escape escape, boolean escapesTexts) {
    List<byte[]> texts = new ArrayList<>();
    List<Integer> values = new ArrayList<>();
    List<Boolean> escaped = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        literal.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = text.indexOf('}', at);
        if (end < 0) {
          problems.add(node.place(), "`${` without `}`", "Close it, or write `$${` for `${`.");
          break;
        }
        int value = known.indexOf(text.substring(at + 2, end));
        if (value < 0) {
          problems.add(
              node.place(),
              "no value `" + text.substring(at + 2, end) + "` is known here",
              "Write one of: "
                  + String.join(", ", known)
                  + "; or add it to `values`, or to `extract` of an earlier step.");
          value = 0;
        }
        texts.add(bytes(literal.toString(), escapesTexts));
        literal.setLength(0);
        values.add(value);
        escaped.add(escape == TextTemplate.Escape.URI);
        at = end + 1;
      } else {
        literal.append(text.charAt(at++));
      }
    }
    texts.add(bytes(literal.toString(), escapesTexts));
    return new TextTemplate(texts, values, escaped);
  }

  private static byte[] bytes(String literal, boolean isEscaped) {
    return (isEscaped ? escaped(literal) : literal).getBytes(UTF_8);
  }

  private static String escaped(String text) {
    byte[] plain = text.getBytes(UTF_8);
    RequestText escaped = new RequestText();
    escaped.addEscaped(plain, 0, plain.length);
    return escaped.toString();
  }

  private void extraction(String name, ScenarioNode node, List<Extraction> to) {
    ScenarioFields fields = ScenarioFields.of(node, "a value to extract", EXTRACT, problems);
    if (fields == null) {
      return;
    }
    if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,39}") || name.equals(JourneyValues.USER)) {
      fields.report(
          "`" + name + "` cannot be the name of a value",
          "Use letters, digits and _, beginning with a letter.");
    }
    int value = known.indexOf(name);
    if (value < 0) {
      value = known.size();
      known.add(name);
    }
    String other = fields.text("or");
    byte[] otherwise = other == null ? null : other.getBytes(UTF_8);
    if (Stream.of("header", "json", "between").filter(fields::has).count() != 1) {
      fields.report(
          "a value to extract needs one of header, json and between",
          "Write {header: X-Token}, {json: /items/0/id} or {between: ['id=\"', '\"']}.");
      return;
    }
    String header = fields.text("header");
    String json = fields.text("json");
    if (header != null) {
      to.add(Extraction.ofHeader(value, header, otherwise));
    } else if (json != null) {
      JsonPointer pointer = pointer(json, fields.node("json"));
      if (pointer != null) {
        to.add(Extraction.ofJson(value, pointer, otherwise));
      }
    } else if (fields.has("between")) {
      List<ScenarioNode> both = fields.list("between", "two texts", 2);
      if (both.size() == 2 && both.stream().allMatch(StepReader::isSearchText)) {
        to.add(Extraction.between(value, both.get(0).text(), both.get(1).text(), otherwise));
      } else {
        fields.wrong("between", "two texts of 1 to " + MOST_TEXT + " characters");
      }
    }
  }

  private static boolean isSearchText(ScenarioNode node) {
    return node.isText() && !node.text().isEmpty() && node.text().length() <= MOST_TEXT;
  }

  private JsonPointer pointer(String text, ScenarioNode node) {
    try {
      return JsonPointer.parse(text);
    } catch (IllegalArgumentException e) {
      problems.add(
          node.place(),
          "`" + text + "` is no JSON pointer: " + e.getMessage(),
          "Write the keys and numbers of items on the way, such as /items/0/id.");
      return null;
    }
  }

  private AnswerCheck check(ScenarioFields step) {
    ScenarioFields fields =
        step.has("check")
            ? ScenarioFields.of(step.node("check"), "a check", CHECK, problems)
            : null;
    if (fields == null) {
      return new AnswerCheck(List.of(), List.of(), Map.of(), 0, Long.MAX_VALUE);
    }
    List<Integer> statuses = new ArrayList<>();
    for (ScenarioNode node : oneOrMore(fields, "status")) {
      long[] status = node.isText() ? ScenarioParts.range(node.text()) : null;
      if (status == null || status[0] != status[1] || status[0] < 200 || status[0] > 599) {
        ScenarioFields.wrong(node, "status", "a number from 200 to 599, or a list", problems);
      } else {
        statuses.add((int) status[0]);
      }
    }
    List<String> texts = new ArrayList<>();
    for (ScenarioNode node : oneOrMore(fields, "contains")) {
      if (isSearchText(node)) {
        refuseValues(node);
        texts.add(node.text());
      } else {
        ScenarioFields.wrong(
            node, "contains", "a text of 1 to " + MOST_TEXT + " characters, or a list", problems);
      }
    }
    Map<JsonPointer, String> json = new LinkedHashMap<>();
    fields
        .mapping("json", "a mapping of JSON pointers to values")
        .forEach(
            (key, value) -> {
              JsonPointer pointer = pointer(key, value);
              if (!value.isText()) {
                ScenarioFields.wrong(value, key, "a text or a number", problems);
              } else if (pointer != null) {
                refuseValues(value);
                json.put(pointer, value.text());
              }
            });
    long[] length = {0, Long.MAX_VALUE};
    if (fields.text("length") != null) {
      long[] given = ScenarioParts.range(fields.text("length"));
      if (given == null) {
        fields.wrong("length", "a number of bytes, or a range such as 100..5000");
      } else {
        length = given;
      }
    }
    return new AnswerCheck(statuses, texts, json, length[0], length[1]);
  }

  /** Taken as it stands, it would fail with every answer. */
  private void refuseValues(ScenarioNode text) {
    if (text.text().contains("${")) {
      problems.add(
          text.place(),
          "a check has no values of the journey: `" + text.text() + "`",
          "Check a part of the answer that is the same for all users.");
    }
  }

  private static List<ScenarioNode> oneOrMore(ScenarioFields fields, String key) {
    if (!fields.has(key)) {
      return List.of();
    }
    ScenarioNode node = fields.node(key);
    return node.isList() ? node.items() : List.of(node);
  }
}
