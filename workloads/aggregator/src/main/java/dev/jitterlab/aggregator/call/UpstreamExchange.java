package dev.jitterlab.aggregator.call;

/** One request on one connection. Confined to its event loop. */
abstract class UpstreamExchange {
  final ServiceCall call;
  private ReplicaConnections.Connection connection; // null: it was not sent
  private boolean ended;

  UpstreamExchange(ServiceCall call) {
    this.call = call;
  }

  /** Called once, with what came or with what went wrong; the body is null then. */
  protected abstract void ended(CallOutcome outcome, byte[] body);

  final void sentOn(ReplicaConnections.Connection itsConnection) {
    connection = itsConnection;
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

  /** Nobody waits for the answer any more. */
  final void cancel() {
    ended = true;
    if (connection != null) {
      connection.leave(this);
    }
  }
}
