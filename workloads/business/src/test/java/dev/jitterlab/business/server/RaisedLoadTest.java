package dev.jitterlab.business.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RaisedLoadTest {
  @Test
  void anErrorEndsItAndIsTold() {
    List<String> told = new CopyOnWriteArrayList<>();
    RaisedLoad.start(
            () -> {
              throw new OutOfMemoryError("on purpose");
            },
            told::add)
        .close(); // waits for its thread
    assertEquals(
        List.of("the load could not be raised: java.lang.OutOfMemoryError: on purpose"), told);
  }
}
