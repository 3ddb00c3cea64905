package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The monolith must be as long as the thesis's methods, and yet be compiled: HotSpot never compiles
 * a method of more than 8,000 bytecodes (its HugeMethodLimit), which is another illness.
 */
class MonolithSizeTest {
  private static final int HUGE_METHOD_LIMIT = 8_000;
  private static final int LONG_METHOD = 5_000;
  private static final Pattern INSTRUCTION = Pattern.compile("(?m)^ +(\\d+): [a-z]");

  @Test
  void stepIsLongAndBelowTheLimitAboveWhichHotSpotCompilesNothing() throws Exception {
    int longest = 0;
    Matcher instructions = INSTRUCTION.matcher(disassembled());
    while (instructions.find()) {
      longest = Math.max(longest, Integer.parseInt(instructions.group(1)));
    }
    assertTrue(longest > LONG_METHOD, "the longest method has " + longest + " bytecodes");
    assertTrue(longest < HUGE_METHOD_LIMIT, "the longest method has " + longest + " bytecodes");
  }

  private static String disassembled() throws Exception {
    Path classes =
        Path.of(MonolithLogic.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    StringWriter out = new StringWriter();
    int status =
        ToolProvider.findFirst("javap")
            .orElseThrow()
            .run(
                new PrintWriter(out),
                new PrintWriter(out),
                "-c",
                "-p",
                "-cp",
                classes.toString(),
                MonolithLogic.class.getName());
    assertEquals(0, status, out.toString());
    return out.toString();
  }
}
