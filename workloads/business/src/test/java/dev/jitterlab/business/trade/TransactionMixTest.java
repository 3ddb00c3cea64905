package dev.jitterlab.business.trade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionMixTest {
  @Test
  void drawsByWeight() {
    SplittableRandom random = new SplittableRandom(1);
    TransactionMix mix = TransactionMix.parse("order:3, delivery:1");
    Map<TransactionKind, Integer> drawn = new EnumMap<>(TransactionKind.class);
    for (int i = 0; i < 40_000; i++) {
      drawn.merge(mix.draw(random), 1, Integer::sum);
    }
    assertEquals(2, drawn.size());
    assertEquals(30_000, drawn.get(TransactionKind.ORDER), 300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order",
        "order:-1",
        "order:x",
        "orders:1",
        "order:0",
        "",
        "order:1:2",
        "order:9999999"
      })
  void refusesWhatIsNoMix(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> TransactionMix.parse(text));
    assertTrue(refused.getMessage().startsWith("--mix=" + text + ": "), refused.getMessage());
    assertTrue(refused.getMessage().contains("write such as"), refused.getMessage());
  }

  @Test
  void theSameSeedWishesTheSame() {
    CompanySize size = new CompanySize(3, 10, 100, 20);
    Wishes one = new Wishes(5, TransactionMix.usual(), size);
    Wishes other = new Wishes(5, TransactionMix.usual(), size);
    for (int i = 0; i < 1000; i++) {
      Wish first = one.nextOfAny(3);
      Wish second = other.nextOfAny(3);
      assertEquals(first.kind(), second.kind());
      assertEquals(first.warehouse(), second.warehouse());
      assertEquals(first.amountCents(), second.amountCents());
      assertEquals(first.lines().size(), second.lines().size());
    }
  }
}
