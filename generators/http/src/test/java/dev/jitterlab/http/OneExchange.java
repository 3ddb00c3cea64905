package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.scenario.RequestText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A request without a body, whose answer is remembered. */
final class OneExchange extends Exchange implements Exchange.RequestView {
  final List<String> headers = new ArrayList<>();
  private final String method;
  private final Consumer<RequestOutcome> onEnd;

  OneExchange(String method, Consumer<RequestOutcome> onEnd) {
    this.method = method;
    this.onEnd = onEnd;
  }

  String text() {
    return new String(answer(), 0, kept(), UTF_8);
  }

  @Override
  RequestView request() {
    return this;
  }

  @Override
  boolean wantsHeaders() {
    return true;
  }

  @Override
  boolean wantsBody() {
    return true;
  }

  @Override
  void header(String name, String value) {
    headers.add(name + "=" + value);
  }

  @Override
  void ended(RequestOutcome outcome, long nowNs) {
    onEnd.accept(outcome);
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public void write(RequestText out) {
    out.add((method + " / HTTP/1.1\r\nhost: localhost\r\n\r\n").getBytes(UTF_8));
  }

  @Override
  public void tell(HeaderTaker taker) {
    RequestText path = new RequestText();
    path.add('/');
    taker.path(path);
  }

  @Override
  public RequestText body() {
    return new RequestText();
  }
}
