package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CpuListProperties {
  @Property
  void isReadBackAsItWasWritten(
      @ForAll @Size(max = 40) Set<@IntRange(max = CpuList.MOST - 1) Integer> numbers) {
    CpuList list = new CpuList(new TreeSet<>(numbers));
    assertEquals(Optional.of(list), CpuList.parse(list.toString()));
  }

  @Property
  void anyTextIsAListOrRefused(@ForAll String text) {
    CpuList.parse(text)
        .ifPresent(list -> assertEquals(Optional.of(list), CpuList.parse(list.toString())));
  }

  @Example
  void joinsNeighbours() {
    assertEquals("0-2,5,7-8", CpuList.parse("8,0,1,2,5,7").orElseThrow().toString());
  }

  @Example
  void refusesWhatTheKernelWould() {
    for (String wrong : new String[] {"2-1", "1,", ",1", "-1", "a", "1-", "8192", "1 2", "0-1-2"}) {
      assertTrue(CpuList.parse(wrong).isEmpty(), wrong);
    }
  }
}
