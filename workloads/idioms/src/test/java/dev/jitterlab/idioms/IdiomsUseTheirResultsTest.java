package dev.jitterlab.idioms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

/** That the benchmarks do the work that they time, and hand it to JMH, which uses it. */
class IdiomsUseTheirResultsTest {
  private static final List<Class<?>> IDIOMS =
      List.of(
          NothingIdiom.class,
          CharCopyIdiom.class,
          ByteFillIdiom.class,
          SharedRandomIdiom.class,
          OwnRandomIdiom.class,
          TextWorkIdiom.class,
          StringIdiom.class,
          ExceptionIdiom.class,
          BoxingIdiom.class,
          MonitorIdiom.class,
          CallIdiom.class,
          PoolIdiom.class);

  private static List<Method> benchmarks() {
    return IDIOMS.stream()
        .flatMap(idiom -> Arrays.stream(idiom.getMethods()))
        .filter(method -> method.isAnnotationPresent(Benchmark.class))
        .collect(Collectors.toList());
  }

  private static <T> T idiom(Class<T> type) throws ReflectiveOperationException {
    return type.cast(IdiomShapes.prepared(type));
  }

  /**
   * What a method returns, JMH gives to its black hole; of a void method the JIT may remove all.
   */
  @ParameterizedTest
  @MethodSource("benchmarks")
  void returnsWhatItComputed(Method benchmark) throws ReflectiveOperationException {
    assertNotEquals(void.class, benchmark.getReturnType(), benchmark.toString());
    assertTrue(benchmark.invoke(IdiomShapes.prepared(benchmark.getDeclaringClass())) != null);
  }

  @Test
  void copiesAllElementsBothWays() throws ReflectiveOperationException {
    char[] byCall = idiom(CharCopyIdiom.class).arraycopy();
    char[] byHand = idiom(CharCopyIdiom.class).loop();
    assertEquals(100, byCall.length);
    assertEquals("abcdefghijklmnopqrstuvwxyzabcd", new String(byCall, 0, 30));
    assertArrayEquals(byCall, byHand);
  }

  @Test
  void fillsAllBytes() throws ReflectiveOperationException {
    byte[] expected = new byte[100];
    Arrays.fill(expected, (byte) 7);
    assertArrayEquals(expected, idiom(ByteFillIdiom.class).loop());
  }

  /** Both take their seed the same way, and only that differs. */
  @Test
  void givesTheNumbersOfTheJdksRandomFromASynchronisedSeed() throws ReflectiveOperationException {
    Random expected = new Random(1);
    SharedRandomIdiom shared = idiom(SharedRandomIdiom.class);
    for (int i = 0; i < 1000; i++) {
      int number = expected.nextInt();
      assertEquals(number, shared.synchronizedSeed());
      assertEquals(number, shared.atomicSeed());
    }
  }

  @Test
  void buildsTheSameTextEveryWay() throws ReflectiveOperationException {
    StringIdiom strings = idiom(StringIdiom.class);
    assertEquals("player 4711 at -17,99", strings.plus());
    assertEquals(strings.plus(), strings.builder());
    assertEquals(strings.plus(), strings.buffer());
    assertEquals(strings.plus(), strings.format());
    assertEquals("player".repeat(100), strings.loopPlus());
    assertEquals(strings.loopPlus(), strings.loopBuilder());
  }

  @Test
  void reportsAFailureThroughAllFrames() throws ReflectiveOperationException {
    ExceptionIdiom failures = idiom(ExceptionIdiom.class);
    assertEquals(1, failures.thrown());
    assertEquals(1, failures.withoutTrace());
    assertEquals(2, failures.shared());
    assertEquals(-1, failures.returned());
  }

  @Test
  void addsUpTheSameNumbers() throws ReflectiveOperationException {
    BoxingIdiom sums = idiom(BoxingIdiom.class);
    long expected = 1000L * 1000 + 7L * 999 * 1000 / 2;
    assertEquals(expected, sums.primitive());
    assertEquals(expected, sums.unboxed());
    assertEquals(expected, sums.boxedSum());
  }

  @Test
  void countsUnderEveryLock() throws ReflectiveOperationException {
    MonitorIdiom locks = idiom(MonitorIdiom.class);
    assertEquals(2, locks.none(), "the thread that contended has counted one");
    assertEquals(3, locks.monitor());
    assertEquals(4, locks.contendedOnce());
    assertEquals(5, locks.unfair());
    assertEquals(6, locks.fair());
    assertEquals(7, locks.bounded());
    assertEquals(8, locks.adaptive());
  }

  @Test
  void computesTheSameByClassAndByNumber() throws ReflectiveOperationException {
    CallIdiom calls = idiom(CallIdiom.class);
    assertEquals(calls.eight(), calls.byNumber());
    assertEquals(1 + 3 * 64, calls.one());
    assertEquals(1 + (3 - 5) * 32, calls.two());
  }

  @Test
  void takesAnotherMessageFromThePoolEachTime() throws ReflectiveOperationException {
    PoolIdiom pool = idiom(PoolIdiom.class);
    PoolIdiom.Message first = pool.pooled();
    assertNotEquals(first, pool.pooled());
    for (int i = 0; i < 62; i++) {
      assertNotEquals(first, pool.pooled());
    }
    assertEquals(first, pool.pooled());
    assertNotEquals(pool.allocated(), pool.allocated());
  }

  @Test
  void answersWithTheCountOfEveryWord() throws ReflectiveOperationException {
    String answer = idiom(TextWorkIdiom.class).answer();
    assertTrue(answer.contains("item=3\n"), answer);
    assertTrue(answer.contains("medium=2\n"), answer);
  }
}
