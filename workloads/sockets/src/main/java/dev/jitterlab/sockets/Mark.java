package dev.jitterlab.sockets;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** How far a process has come. Immutable. */
final class Mark {
  private final long cpuNs;
  private final long operations;
  private final long bytes;

  private Mark(long cpuNs, long operations, long bytes) {
    this.cpuNs = cpuNs;
    this.operations = operations;
    this.bytes = bytes;
  }

  /** Of this process, now. */
  static Mark now(OwnCpu cpu, Counts counts) throws IOException {
    return new Mark(cpu.ns(), counts.operations(), counts.bytes());
  }

  static Mark read(DataInputStream in) throws IOException {
    return new Mark(in.readLong(), in.readLong(), in.readLong());
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(cpuNs);
    out.writeLong(operations);
    out.writeLong(bytes);
    out.flush();
  }

  /** CPU time of all threads. */
  long cpuNs() {
    return cpuNs;
  }

  long operations() {
    return operations;
  }
}
