package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MailboxTest {
  @Property(tries = 200)
  void behavesLikeABoundedQueueAndItsBooksBalance(
      @ForAll @IntRange(min = 1, max = 9) int capacity, @ForAll List<Boolean> offers) {
    Mailbox<Integer> mailbox = new Mailbox<>("m", capacity);
    Queue<Integer> model = new ArrayDeque<>();
    long refused = 0;
    for (int i = 0; i < offers.size(); i++) {
      if (offers.get(i)) {
        boolean fits = model.size() < mailbox.capacity();
        assertEquals(fits, mailbox.offer(i));
        refused += fits ? 0 : 1;
        boolean unused = fits && model.add(i);
      } else {
        assertEquals(model.poll(), mailbox.poll());
      }
    }

    assertEquals(refused, mailbox.overflowed());
    assertEquals(model.size(), mailbox.accepted() - mailbox.received());
  }

  @Test
  void roundsItsCapacityUpToAPowerOfTwo() {
    assertEquals(1, new Mailbox<>("m", 1).capacity());
    assertEquals(2, new Mailbox<>("m", 2).capacity());
    assertEquals(4, new Mailbox<>("m", 3).capacity());
    assertEquals(128, new Mailbox<>("m", 128).capacity());
    assertThrows(IllegalArgumentException.class, () -> new Mailbox<>("m", 0));
    assertThrows(IllegalArgumentException.class, () -> new Mailbox<>("m", Mailbox.LARGEST + 1));
  }

  @Test
  void drainsNoMoreThanFitsEvenIfTheReceiverAnswersItself() {
    Mailbox<String> mailbox = new Mailbox<>("m", 4);
    List<String> received = new ArrayList<>();
    assertTrue(mailbox.offer("ping"));
    int drained =
        mailbox.drain(
            message -> {
              received.add(message);
              assertTrue(mailbox.offer(message));
            });

    assertEquals(4, drained);
    assertEquals(List.of("ping", "ping", "ping", "ping"), received);
    assertEquals("ping", mailbox.poll());
    assertNull(mailbox.poll());
  }

  @Test
  void losesNothingAndKeepsTheOrderOfEachOfSeveralSenders() throws InterruptedException {
    int senders = 3;
    int messages = 2_000;
    Mailbox<int[]> mailbox = new Mailbox<>("m", 8);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < senders; i++) {
      int sender = i;
      threads.add(
          new Thread(
              () -> {
                for (int number = 1; number <= messages; ) {
                  number += mailbox.offer(new int[] {sender, number}) ? 1 : 0;
                  Thread.onSpinWait();
                }
              }));
    }
    threads.forEach(thread -> thread.setDaemon(true)); // they would never end if one were lost
    threads.forEach(Thread::start);
    int[] last = new int[senders];
    int received = 0;
    while (received < senders * messages) {
      received +=
          mailbox.drain(
              message -> {
                assertEquals(last[message[0]] + 1, message[1]);
                last[message[0]] = message[1];
              });
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertNull(mailbox.poll());
    assertEquals(received, mailbox.accepted());
  }

  @Test
  void refusesWhenFullUntilAMessageIsTakenOut() {
    Mailbox<String> mailbox = new Mailbox<>("m", 1);

    assertTrue(mailbox.offer("a"));
    assertFalse(mailbox.offer("b"));
    assertEquals("a", mailbox.poll());
    assertTrue(mailbox.offer("c"));
    assertEquals("c", mailbox.poll());
    assertEquals(1, mailbox.overflowed());
  }
}
