package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DeadlineTreeTest {
  private final DeadlineTree tree = new DeadlineTree(4);

  /** Leaves come and go as the numbers say; a sorted map of the same keys is the model. */
  @Property(tries = 200)
  void namesTheEarliestWhateverCameAndWent(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 63) Integer> picks) {
    DeadlineTree played = new DeadlineTree(4);
    Map<Long, Integer> model = new TreeMap<>();
    long[] keyOf = new long[64];
    for (int i = 0; i < picks.size(); i++) {
      int pick = picks.get(i);
      int leaf = pick * 65; // all over the tree
      if (keyOf[pick] == 0) {
        keyOf[pick] = (long) (pick * 31 % 17 - 8) * 1_000_003 + i + 1;
        model.put(keyOf[pick], leaf);
        played.put(leaf, keyOf[pick]);
      } else {
        assertTrue(played.claim(leaf, keyOf[pick]));
        model.remove(keyOf[pick]);
        keyOf[pick] = 0;
      }
      int expected = model.isEmpty() ? -1 : model.values().iterator().next();
      assertEquals(expected, played.first());
    }
  }

  @Test
  void givesALeafToOneClaimOnlyAndOnlyForTheKeyItHas() {
    tree.put(7, 100);

    assertFalse(tree.claim(7, 99));
    assertTrue(tree.claim(7, 100));
    assertFalse(tree.claim(7, 100));
    assertEquals(-1, tree.first());
    assertEquals(DeadlineTree.NONE, tree.key(7));
  }

  @Test
  void holdsAsManyAsItHasLeaves() {
    for (int leaf = 0; leaf < tree.leaves(); leaf++) {
      tree.put(leaf, -leaf);
    }
    for (int leaf = tree.leaves() - 1; leaf >= 0; leaf--) {
      assertEquals(leaf, tree.first());
      assertTrue(tree.claim(leaf, -leaf));
    }
    assertEquals(-1, tree.first());
    assertEquals(4_096, tree.leaves());
  }
}
