package dev.jitterlab.aggregator.call;

import io.netty.channel.Channel;

/** One request on one connection. Confined to its event loop. */
abstract class UpstreamExchange {
  final ServiceCall call;
  private Channel channel;
  private boolean ended;

  UpstreamExchange(ServiceCall call) {
    this.call = call;
  }

  /** Called once, with what came or with what went wrong; the body is null then. */
  protected abstract void ended(CallOutcome outcome, byte[] body);

  final void sentOn(Channel itsChannel) {
    channel = itsChannel;
  }

  final boolean isEnded() {
    return ended;
  }

  final void end(CallOutcome outcome, byte[] body) {
    if (!ended) {
      ended = true;
      ended(outcome, body);
    }
  }

  /** Nobody waits any more. The connection is closed: its answer may still come. */
  final void cancel() {
    ended = true;
    if (channel != null) {
      var unused = channel.close();
    }
  }
}
