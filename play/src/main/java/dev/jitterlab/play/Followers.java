package dev.jitterlab.play;

import dev.jitterlab.lab.Unchecked;
import java.util.Set;

/**
 * The battle servers of a cluster in a rolling upgrade: server n is followed by server n + the
 * number of servers, which is of the next version. For one thread.
 *
 * @param servers how many are followed
 * @param next what the followers are of
 * @param supervision starts a server again that dies, until it is retired
 * @param restarting ids of the processes that are waited for because they died
 */
record Followers(
    Cluster cluster,
    int servers,
    Version next,
    Supervision supervision,
    Set<String> restarting,
    PlayView view)
    implements RollingUpgrade.Servers {
  @Override
  public void startFollower(int server) {
    Unchecked.io(() -> cluster.startFollower(servers + server, next));
  }

  @Override
  public boolean isFollowerReady(int server) {
    return cluster.server(servers + server).filter(one -> one.process().isReady()).isPresent();
  }

  @Override
  public boolean isFollowerGivenUp(int server) {
    return supervision.isGivenUp(cluster.serverId(servers + server));
  }

  /** A server that died and waits to be started again has been replaced: it is not started. */
  @Override
  public void retire(int server) {
    String then = isGone(server) ? "has ended already" : "finishes its battles";
    view.note(
        "server %d of %d: its replacement (%s) is ready; the server %s"
            .formatted(server, servers, next.label(), then));
    String id = cluster.serverId(server);
    supervision.forget(id);
    restarting.remove(id);
    cluster.retire(server);
  }

  @Override
  public boolean isGone(int server) {
    return cluster.server(server).isEmpty();
  }
}
