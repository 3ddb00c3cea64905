package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatCounters;
import dev.jitterlab.chat.room.ChatRooms;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumSet;

/** Shows what happens in the chat. All the work is done when scraped. */
final class ChatMetrics implements MultiCollector {
  private final ChatRooms rooms;
  private final OpenConnections open;

  ChatMetrics(ChatRooms rooms, OpenConnections open) {
    this.rooms = rooms;
    this.open = open;
  }

  @Override
  public MetricSnapshots collect() {
    ChatCounters counters = rooms.counters();
    return new MetricSnapshots(
        Snapshots.gauge("jitterlab_chat_connections", "Open connections.", open.count()),
        Snapshots.gauge("jitterlab_chat_users", "Users in rooms.", rooms.users()),
        Snapshots.gauge("jitterlab_chat_rooms", "Rooms with users.", rooms.count()),
        Snapshots.counter("jitterlab_chat_said", "Messages said in rooms.", counters.said.sum()),
        Snapshots.counter(
            "jitterlab_chat_queued",
            "Messages put into readers' queues, one for each reader.",
            counters.queued.sum()),
        Snapshots.counter(
            "jitterlab_chat_dropped",
            "Messages that gave way in a full queue, which the reader was told.",
            counters.dropped.sum()),
        Snapshots.counter(
            "jitterlab_chat_held",
            "How often a message had to wait for a reader with a full queue.",
            counters.held.sum()),
        Snapshots.counter(
            "jitterlab_chat_whispered", "Private messages.", counters.whispered.sum()),
        Snapshots.counter("jitterlab_chat_reads", "Reads from sockets.", counters.reads.sum()),
        Snapshots.counter("jitterlab_chat_writes", "Writes to sockets.", counters.writes.sum()),
        Snapshots.counter(
            "jitterlab_chat_written_bytes", "Bytes written.", counters.writtenBytes.sum()),
        Snapshots.counter(
            "jitterlab_chat_accepted", "Connections taken in.", counters.accepted.sum()),
        Snapshots.counter(
            "jitterlab_chat_accept_failures",
            "Connections that the system did not let us accept, such as without a descriptor.",
            counters.acceptFailures.sum()),
        Snapshots.counter(
            "jitterlab_chat_history_stored",
            "Messages written into the history.",
            counters.historyStored.sum()),
        Snapshots.counter(
            "jitterlab_chat_history_left_out",
            "Messages that the history lacks, as too many waited to be written.",
            counters.historyLeftOut.sum()),
        Snapshots.counter(
            "jitterlab_chat_history_refused",
            "Messages that the history lacks, as the database refused what is in them.",
            counters.historyRefused.sum()),
        Snapshots.counter(
            "jitterlab_chat_history_failures",
            "How often the history could not be written.",
            counters.historyFailures.sum()),
        Snapshots.counter(
            "jitterlab_chat_refusals",
            "What was refused, by reason.",
            EnumSet.allOf(Denial.class),
            why -> Labels.of("reason", why.word()),
            why -> (double) counters.of(why)),
        Snapshots.counter(
            "jitterlab_chat_partings",
            "Connections that ended, by reason.",
            EnumSet.allOf(Parting.class),
            why -> Labels.of("reason", why.word()),
            why -> (double) counters.of(why)));
  }
}
