package dev.jitterlab.bench.jit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JitBenchTest {
  private static final List<Integer> JDKS = List.of(11, 17, 21, 25);

  @Test
  void asksTheJdksInANewOrderInEachRound() {
    List<List<Integer>> orders =
        IntStream.rangeClosed(1, 20).mapToObj(round -> JitBench.inOrder(JDKS, round)).toList();

    orders.forEach(order -> assertEquals(JDKS, order.stream().sorted().toList()));
    assertTrue(orders.stream().map(List::getFirst).distinct().count() > 1, orders::toString);
    assertEquals(orders.getFirst(), JitBench.inOrder(JDKS, 1), "the same in each bench");
  }
}
