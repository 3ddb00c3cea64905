package dev.jitterlab.play;

import dev.jitterlab.lab.host.LabProcess;
import java.util.Optional;

/**
 * A process of the cluster.
 *
 * @param service what it is one of
 * @param version of a battle server; empty for other services
 */
record Running(ClusterFile.Service service, Optional<Version> version, LabProcess process) {
  /** How messages name it. */
  String id() {
    return process.id();
  }

  boolean isBattleServer() {
    return version.isPresent();
  }
}
