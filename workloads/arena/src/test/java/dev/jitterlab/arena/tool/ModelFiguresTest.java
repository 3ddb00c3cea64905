package dev.jitterlab.arena.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.arena.twin.Twin;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFiguresTest {
  @TempDir private Path folder;

  /** Twice the work: twice the clients if it is linear, the root of two if it is quadratic. */
  @Test
  void clientsFollowFromTheMeasuredShareOfQuadraticWork() {
    ModelFigures linear = new ModelFigures(100, 2);
    linear.add(Twin.SINGLE, 1_000, 20);
    linear.add(Twin.PAPER, 2_000, 20);
    linear.addOfFew(1_000); // an update costs the same with 25 fighters
    assertEquals(2, linear.clients(Twin.PAPER).get(0), 1e-9);
    assertEquals(0, linear.quadraticShares().get(0), 1e-9);

    ModelFigures quadratic = new ModelFigures(100, 2);
    quadratic.add(Twin.SINGLE, 1_000, 20);
    quadratic.add(Twin.PAPER, 1_800, 20);
    quadratic.addOfFew(4_000);
    assertEquals(1, quadratic.quadraticShares().get(0), 1e-9);
    assertEquals(Math.sqrt(1.8), quadratic.clients(Twin.PAPER).get(0), 1e-9);
    assertEquals(Math.sqrt(0.9), quadratic.sharesOfIdeal(Twin.PAPER).get(0), 1e-9);
  }

  /** A round that the machine slowed down has a slow main loop too. */
  @Test
  void eachRoundIsComparedWithItsOwnMainLoop() throws IOException {
    ModelFigures figures = new ModelFigures(100, 2);
    for (double speed : new double[] {1_000, 500}) {
      figures.add(Twin.SINGLE, speed, 20);
      figures.add(Twin.PAPER, 1.5 * speed, 20);
      figures.addOfFew(speed);
      figures.addOfSeparateWorlds(1.6 * speed);
    }
    Path file = folder.resolve("figures.json");
    figures.write(file, "100 fighters");

    JsonNode paper = new ObjectMapper().readTree(file.toFile()).path("twins").path("paper");
    assertEquals(1_500, paper.path("updates_per_second").get(0).asDouble());
    assertEquals(1.5, paper.path("clients").get(0).asDouble(), 1e-9);
    assertEquals(1.5, paper.path("clients").get(1).asDouble(), 1e-9);
    assertEquals(0.75, paper.path("share_of_ideal").get(1).asDouble(), 1e-9);
    assertEquals(1.5 / 1.6, paper.path("share_of_machine").get(1).asDouble(), 1e-9);
    assertEquals(20, paper.path("cache_line_ns").get(1).asDouble());
    assertEquals(1.6, figures.mostOfTheMachine().get(1), 1e-9);
  }
}
