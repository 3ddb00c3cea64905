package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

class AgentArgumentsTest {
  private static final String TICKS = "tick-method=a.Room#tick,tick-rate=20";

  @ParameterizedTest
  @NullAndEmptySource
  void watchesTheJvmAloneWithoutArguments(String text) {
    AgentArguments arguments = AgentArguments.parse(text);

    assertEquals(0, arguments.metricsPort);
    assertEquals(List.of(), arguments.tickMethods);
    assertTrue(arguments.tickLog.isEmpty());
  }

  @Test
  void readsWhatTheLabWrites() {
    AgentArguments arguments =
        AgentArguments.parse("metrics-port=4711,tick-log=ticks.hlog," + TICKS);

    assertEquals(4711, arguments.metricsPort);
    assertEquals(Path.of("ticks.hlog"), arguments.tickLog.orElseThrow());
    assertEquals("[a.Room#tick]", arguments.tickMethods.toString());
    assertEquals(Rate.hz(20), arguments.tickRate);
  }

  @Test
  void readsFromWhichTimeOnARequestIsSlowAndWhatServesIt() {
    AgentArguments arguments = AgentArguments.parse("requests=2.5ms,request-method=a.Shop#pay");

    assertEquals(2_500_000, arguments.slowRequest.orElseThrow().ns());
    assertEquals("[a.Shop#pay]", arguments.requestMethods.toString());
    assertTrue(AgentArguments.parse("").slowRequest.isEmpty());
  }

  @Test
  void readsWhenABundleIsWritten() {
    BundleOptions bundles =
        AgentArguments.parse(
                "requests=10ms,bundle-dir=b,bundle-when=250ms,bundle-count=3,bundle-size=1g")
            .bundles
            .orElseThrow();

    assertEquals(Path.of("b").toAbsolutePath(), bundles.folder);
    assertEquals(250_000_000, bundles.when.ns());
    assertEquals(3, bundles.count);
    assertEquals(1L << 30, bundles.sizeBytes);
    assertEquals(64L << 20, bundles.ringBytes);
    assertEquals(BundleOptions.Redact.ARGUMENTS, bundles.redact);
    assertTrue(AgentArguments.parse("requests=10ms").bundles.isEmpty());
  }

  @Test
  void readsSeveralMethodsOneOverloadAndNestedClasses() {
    List<MethodName> methods =
        AgentArguments.parse("tick-rate=20,tick-method=a.Room#tick(JLa/B;)V+Main$Loop#run")
            .tickMethods;

    assertEquals("a/Room", methods.get(0).internalClassName());
    assertTrue(methods.get(0).matches("tick", "(JLa/B;)V"));
    assertFalse(methods.get(0).matches("tick", "()V"));
    assertEquals("Main$Loop", methods.get(1).internalClassName());
    assertTrue(methods.get(1).matches("run", "()V"));
    assertFalse(methods.get(1).matches("runs", "()V"));
  }

  @ParameterizedTest
  @CsvSource({
    "20, 20, 1",
    "20.0, 20, 1",
    "1e2, 100, 1",
    "62.5, 125, 2",
    "0.25, 1, 4",
    "30000/1001, 30000, 1001"
  })
  void readsARateExactly(String text, long ticks, long seconds) {
    assertEquals(
        Rate.of(ticks, seconds),
        AgentArguments.parse("tick-method=a.Room#tick,tick-rate=" + text).tickRate);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metrics-port | expected name=value",
        "metrics-port= | expected name=value",
        "port=1 | expected metrics-port, tick-log, tick-method, tick-rate, requests,"
            + " request-method, bundle-dir, bundle-when,",
        "bundle-when=1s | bundle-when without bundle-dir",
        "bundle-dir=b | bundle-dir without tick-method and requests",
        "requests=10ms,bundle-dir=b,bundle-when=soon | bundle-when=soon: expected a time above",
        "requests=10ms,bundle-dir=b,bundle-every=0s | bundle-every=0s: expected a time above zero",
        "requests=10ms,bundle-dir=b,bundle-count=0 | bundle-count=0: expected 1 to 1000",
        "requests=10ms,bundle-dir=b,bundle-size=64 | bundle-size=64: expected a size",
        "requests=10ms,bundle-dir=b,bundle-size=1m | bundle-size is less than bundle-ring-size",
        "requests=10ms,bundle-dir=b,bundle-redact=all | expected none, arguments or names",
        "request-method=a.B#c | requests=10ms",
        "requests=10 | requests=10: expected from which time on",
        "requests=1s,request-method=B | request-method=B: expected Class#method",
        "tick-method=a.A#t,tick-rate=20,requests=1s,request-method=a.A#t | request-method=a.A#t is a"
            + " tick-method as well: expected only one of the two",
        "metrics-port=1,metrics-port=2 | metrics-port is given twice",
        "metrics-port=x | expected 0 (any free port) to 65535",
        "metrics-port=65536 | expected 0 (any free port) to 65535",
        "tick-log=t.hlog | tick-log without tick-method",
        "tick-rate=20 | tick-rate without tick-method",
        "tick-method=a.Room#tick | tick-method without tick-rate",
        "tick-method=a.Room.tick,tick-rate=20 | tick-method=a.Room.tick: expected Class#method",
        "tick-method=a.Room#<init>,tick-rate=20 | expected Class#method",
        "tick-method=a/Room#tick,tick-rate=20 | expected Class#method",
        "tick-method=a.Room#tick+,tick-rate=20 | expected Class#method",
        "tick-method=a.A#t+a.A#t,tick-rate=20 | tick-method has a.A#t twice",
        "tick-method=a.Room#tick,tick-rate=0 | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=-1 | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=fast | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=1/0 | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=1e99 | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=1e999999999 | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=1e-999999999 | expected ticks per second",
        "tick-method=a.Room#tick,tick-rate=3.14159265 | expected ticks per second"
      })
  void saysWhatWasExpected(String text, String message) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> AgentArguments.parse(text));

    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }
}
