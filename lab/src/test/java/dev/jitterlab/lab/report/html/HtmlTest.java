package dev.jitterlab.lab.report.html;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HtmlTest {
  @Property
  void noTextBecomesMarkup(@ForAll String text) {
    String written = new Html().element("p", text, "title", text).toString();
    String inside = written.substring("<!doctype html>\n<p title=\"".length());
    String value = inside.substring(0, inside.indexOf('"'));
    String content = inside.substring(value.length() + 2, inside.length() - "</p>".length());
    assertFalse(value.contains("<") || content.contains("<") || content.contains(">"));
  }

  @Test
  void dataCannotEndItsScript() {
    String written = new Html().json("data", "{\"name\":\"</script><!--\"}").toString();
    assertTrue(written.contains("{\"name\":\"\\u003c/script>\\u003c!--\"}"));
  }

  @Test
  void aScriptCannotEndItself() {
    String written = new Html().verbatim("script", "'</script><!--'").toString();
    assertTrue(written.contains("'<\\/script><\\!--'"));
  }

  @Test
  void anElementLeftOpenIsADefect() {
    assertThrows(IllegalStateException.class, () -> new Html().open("p").toString());
  }
}
