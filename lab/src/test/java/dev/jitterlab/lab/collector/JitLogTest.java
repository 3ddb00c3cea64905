package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.jit.OptimisedCode;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JitLogTest {
  private static final String STEP = "game.rules.Monolith::step";

  @TempDir private Path folder;

  @Test
  void readsOptimisedCodeThatWasMadeNotEntrantByAnyJdk() {
    assertEquals(
        Optional.of(new OptimisedCode(1763703210.123, STEP, 7321)),
        JitLog.deoptimisation(
            "[1763703210123ms]  412   !   4       game.rules.Monolith::step (7321 bytes)   made"
                + " not entrant"));
    assertEquals(
        Optional.of(new OptimisedCode(1763703210.123, STEP, 7321)),
        JitLog.deoptimisation(
            "[1763703210123ms] 1412 % !   4       game.rules.Monolith::step @ 2847 (7321 bytes)  "
                + " made not entrant: uncommon trap"));
  }

  @Test
  void readsThatOfAJvmWithoutTieredCompilationWhichNamesNoLevel() {
    assertEquals(
        Optional.of(new OptimisedCode(1763703210.09, STEP, 7321)),
        JitLog.deoptimisation(
            "[1763703210090ms]  179   !         game.rules.Monolith::step (7321 bytes)   made not"
                + " entrant: uncommon trap"));
  }

  @Test
  void leavesOutCodeThatItsSuccessorReplaces() {
    for (String replaced :
        List.of(
            "[1ms]   12       3       a.B::c (5 bytes)   made not entrant",
            "[1ms]   12       3       a.B::c (5 bytes)   made not entrant: not used",
            "[1ms]   12       4       a.B::c (5 bytes)   made not entrant: not used",
            "[1ms]   12 %     4       a.B::c @ 3 (5 bytes)   made not entrant: OSR invalidation for"
                + " compiling with C2",
            "[1ms]   12       4       a.B::c (5 bytes)   made zombie",
            "[1ms]   12       4       a.B::c (5 bytes)",
            "[1ms]   13     n 0       a.B::d (native)   (static)")) {
      assertEquals(Optional.empty(), JitLog.deoptimisation(replaced), replaced);
    }
  }

  @Test
  void countsTheTicksOwnMethodsInTheMeasuredTime() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("jit.log"),
            """
            [900ms] 1    b  4 game.rules.Monolith::step (7000 bytes)
            [950ms] 2    b  4 game.rules.mode.Boss::slam (50 bytes)
            [960ms] 3 %  b  4 game.rules.mode.Boss::slam @ 4 (50 bytes)
            [970ms] 4    b  3 game.rules.mode.Boss::slam (50 bytes)
            [1000ms] 1 4 game.rules.Monolith::step (7000 bytes)   made not entrant
            [1100ms] 5    b  4 game.rules.Monolith::step (7000 bytes)
            [1200ms] 6       4 game.rules.Monolith::step (7000 bytes)
            [1300ms] 7       4 game.rulesbook.Page::turn (20 bytes)
            [1400ms] 8       4 game.rulesbook.Page::turn (20 bytes)
            [2000ms] 2 4 game.rules.Monolith::step (7000 bytes)   made not entrant
            [2500ms] 3 4 game.rulesbook.Page::turn (20 bytes)   made not entrant
            [2600ms] 3 4 game.rules.mode.Boss::slam (50 bytes)   made not entrant
            [3000ms] 4 4 game.rules.Monolith::step (7000 bytes)   made not entrant
            [3100ms] 9       4 game.rules.Monolith::step (7000 bytes)
            """);
    assertEquals(
        new JitFigures(3, 2, 7050, 3, 14_000),
        JitFigures.of(
            JitLog.deoptimisations(log),
            JitLog.optimisedCode(log),
            List.of("game.rules"),
            MeasuredWindows.of(new Window(2, 3))));
  }
}
