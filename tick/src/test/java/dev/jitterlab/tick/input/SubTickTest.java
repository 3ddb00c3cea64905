package dev.jitterlab.tick.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SubTickTest {
  private static final long MS = 1_000_000;
  private static final Rate HZ_100 = Rate.hz(100);
  private static final int HALF = SubTick.FRACTIONS / 2;

  private final SubTick subTick = new SubTick();
  private final ExternalTask task = new ExternalTask("t", HZ_100, subTick::begin);
  private long dueNs = Long.MAX_VALUE - 25 * MS; // the clock overflows on the way

  /** Starts the next tick; returns when it is due. */
  private long begin(long missed) {
    dueNs += (1 + missed) * 10 * MS;
    task.ticked(dueNs, dueNs, dueNs);
    return dueNs;
  }

  private void assertClamped(SubTickClamp... expected) {
    List<SubTickClamp> clamps = new ArrayList<>();
    for (SubTickClamp clamp : SubTickClamp.values()) {
      for (long i = 0; i < subTick.clamped(clamp); i++) {
        clamps.add(clamp);
      }
    }
    assertEquals(List.of(expected), clamps);
  }

  @Test
  void believesWhatIsWithinBounds() {
    begin(0);
    long nowNs = begin(0);
    SubTick.Client client = subTick.client(20 * MS);

    assertEquals(5 * MS, client.placeNs(0, HALF, nowNs - MS));
    assertEquals(7_500_000, client.placeNs(0, HALF + HALF / 2, nowNs - MS));
    assertClamped();
  }

  @Test
  void placesNothingAfterItsReception() {
    begin(0);
    long nowNs = begin(0);

    assertEquals(2 * MS, subTick.client(20 * MS).placeNs(0, HALF, nowNs - 8 * MS));
    assertEquals(2 * MS, subTick.client(20 * MS).placeNs(Long.MAX_VALUE, 0, nowNs - 8 * MS));
    assertClamped(SubTickClamp.FUTURE, SubTickClamp.FUTURE);
  }

  @Test
  void trustsNoFurtherBackThanTheBound() {
    begin(0);
    long nowNs = begin(0);

    assertEquals(7 * MS, subTick.client(2 * MS).placeNs(0, 0, nowNs - MS));
    assertClamped(SubTickClamp.UNTRUSTED);
  }

  @Test
  void placesNoInputBeforeTheSameClientsEarlierOne() {
    begin(0);
    long nowNs = begin(0);
    SubTick.Client client = subTick.client(20 * MS);
    client.placeNs(0, HALF, nowNs);

    assertEquals(5 * MS, client.placeNs(0, 0, nowNs));
    assertEquals(0, subTick.client(20 * MS).placeNs(0, 0, nowNs), "another client's");
    assertClamped(SubTickClamp.REORDERED);
  }

  @Test
  void putsWhatBelongsToOtherTicksAtTheEdgesOfThisOne() {
    begin(0);
    begin(0);
    long nowNs = begin(0);

    assertEquals(0, subTick.client(20 * MS).placeNs(0, HALF, nowNs - 2 * MS));
    assertEquals(10 * MS, subTick.client(20 * MS).placeNs(2, HALF, nowNs + 7 * MS));
    assertClamped(SubTickClamp.BEFORE_TICK, SubTickClamp.AFTER_TICK);
  }

  @Test
  void takesAClaimThatIsNoTimeAsOfItsReception() {
    begin(0);
    long nowNs = begin(0);

    assertEquals(9 * MS, subTick.client(MS).placeNs(-1, 0, nowNs - MS));
    assertEquals(9 * MS, subTick.client(MS).placeNs(0, -1, nowNs - MS));
    assertEquals(9 * MS, subTick.client(MS).placeNs(0, SubTick.FRACTIONS, nowNs - MS));
    assertClamped(SubTickClamp.MALFORMED, SubTickClamp.MALFORMED, SubTickClamp.MALFORMED);
  }

  @Test
  void spansThePeriodsThatHadNoTick() {
    begin(0);
    long nowNs = begin(3);

    assertEquals(40 * MS, subTick.lengthNs());
    assertEquals(5 * MS, subTick.client(50 * MS).placeNs(0, HALF, nowNs));
    assertClamped();
  }

  @Provide
  Arbitrary<Long> claims() {
    return Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.longs().between(-3, 70));
  }

  @Provide
  Arbitrary<Integer> fractions() {
    return Arbitraries.oneOf(
        Arbitraries.integers(), Arbitraries.integers().between(-1, SubTick.FRACTIONS));
  }

  /** Whatever clients claim: inside the tick, not after reception, within the trust, in order. */
  @Property
  void keepsItsBoundsAgainstAnyClaim(
      @ForAll long startNs,
      @ForAll("rates") Rate rate,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 4) long trustNs,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 4) Long> missed,
      @ForAll("claims") long claim,
      @ForAll("fractions") int fraction,
      @ForAll Random random) {
    SubTick subject = new SubTick();
    ExternalTask any = new ExternalTask("t", rate, subject::begin);
    long index = -1;
    SubTick.Client client = subject.client(trustNs);
    long scheduledNs = startNs;
    long previousNs = 0;
    boolean first = true;
    for (long left : missed) {
      scheduledNs += (1 + left) * rate.periodNs();
      any.ticked(scheduledNs, scheduledNs, scheduledNs);
      index++;
      for (int i = 0; i < 4; i++) {
        long receivedAgoNs = random.nextInt(100) * (rate.periodNs() / 40);
        long receivedNs = scheduledNs + rate.periodNs() - receivedAgoNs;
        long tickClaim = random.nextBoolean() ? claim : index - random.nextInt(5);
        int fractionClaim = random.nextBoolean() ? fraction : random.nextInt(SubTick.FRACTIONS);
        long placedNs = client.placeNs(tickClaim, fractionClaim, receivedNs);
        long beginNs = scheduledNs - subject.lengthNs();
        assertTrue(placedNs >= 0 && placedNs <= subject.lengthNs(), "in the tick");
        assertTrue(
            placedNs <= Math.max(0, receivedNs - beginNs) || beginNs + placedNs == previousNs,
            "not after reception");
        long earliestNs = Math.min(subject.lengthNs(), receivedNs - beginNs - trustNs);
        assertTrue(placedNs >= earliestNs, "within the trust");
        assertTrue(first || beginNs + placedNs - previousNs >= 0, "in order");
        previousNs = beginNs + placedNs;
        first = false;
      }
    }
  }

  @Provide
  Arbitrary<Rate> rates() {
    return Arbitraries.of(
        Rate.hz(20), Rate.hz(128), Rate.hz(1_000_000), Rate.of(30000, 1001), Rate.of(1, 1_000_000));
  }

  @Property
  void ordersTheInputsOfATickWhateverOrderTheClientsArriveIn(
      @ForAll @Size(max = 40) List<@LongRange(min = 0, max = 5) Long> times,
      @ForAll Random random) {
    List<String> expected = new ArrayList<>();
    List<Integer> arrival = new ArrayList<>();
    for (int client = 0; client < times.size(); client++) {
      arrival.add(client);
      expected.add(times.get(client) + "." + (char) (1000 + client));
    }
    Collections.sort(expected);
    Collections.shuffle(arrival, random);
    SubTickInputs<String> inputs = new SubTickInputs<>(40);
    for (int client : arrival) {
      assertTrue(inputs.add(times.get(client), client, "" + (char) (1000 + client)));
    }
    List<String> order = new ArrayList<>();
    inputs.drain((atNs, clientId, input) -> order.add(atNs + "." + input));

    assertEquals(expected, order);
  }

  @Test
  void keepsTheArrivalOfOneClientsInputsAndRefusesWhatThereIsNoRoomFor() {
    SubTickInputs<String> inputs = new SubTickInputs<>(2);
    assertTrue(inputs.add(7, 1, "first"));
    assertTrue(inputs.add(7, 1, "second"));
    assertFalse(inputs.add(1, 1, "third"));
    List<String> order = new ArrayList<>();
    inputs.drain((atNs, clientId, input) -> order.add(input));

    assertEquals(List.of("first", "second"), order);
    assertEquals(1, inputs.refused());
    assertTrue(inputs.add(1, 1, "next tick's"));
  }

  @Test
  void refusesWhatAReceiverAddsWhileInputsAreGivenOut() {
    SubTickInputs<String> inputs = new SubTickInputs<>(10);
    assertTrue(inputs.add(5, 1, "shoot"));
    assertTrue(inputs.add(7, 2, "jump"));
    List<String> order = new ArrayList<>();
    inputs.drain(
        (atNs, clientId, input) -> {
          order.add(input);
          assertFalse(inputs.add(0, 3, "die"));
        });

    assertEquals(List.of("shoot", "jump"), order);
    assertEquals(2, inputs.refused());
    assertTrue(inputs.add(0, 3, "next tick's"));
  }

  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    SubTick.Client client = subTick.client(20 * MS);
    SubTickInputs<String> inputs = new SubTickInputs<>(10);
    SubTickInputs.Receiver<String> receiver = (atNs, clientId, input) -> {};
    long before = 0;
    for (int i = 0; i < 120_000; i++) {
      if (i == 20_000) {
        before = threads.getThreadAllocatedBytes(id);
      }
      long nowNs = begin(0);
      inputs.add(client.placeNs(i - 2, HALF, nowNs), 1, "input");
      inputs.add(client.placeNs(-1, HALF, nowNs), 0, "input");
      inputs.drain(receiver);
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 10_000, bytes + " bytes in 100,000 ticks");
  }

  @Test
  void refusesSettingsThatAreNone() {
    assertThrows(IllegalArgumentException.class, () -> subTick.client(-1));
    assertThrows(IllegalArgumentException.class, () -> new SubTickInputs<String>(0));
  }
}
