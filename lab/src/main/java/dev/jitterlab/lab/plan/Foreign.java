package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import java.util.List;
import java.util.Map;

/**
 * What the lab must know of a server that is none of Jitterlab's own. Ports and folders are not
 * known before a process starts: where a text needs them, it has their {@link StartPlaceholders}.
 *
 * @param java the JVM of the group, for asking it about its flags
 * @param sign how it is found out that the server serves
 * @param ready the regular expression, port or address for that
 * @param target host and port for the load
 * @param metrics the addresses to scrape; may be empty
 * @param ticks what a tick is; null for a server that does not tick
 * @param load the command line of the instance's own load; empty where none is started
 * @param artifacts the coordinates of the jars that are fetched for it, to where they are put
 * @param origins the descriptor's keys, such as {@code server.command}, to the line that set them
 * @param folder where relative paths of the descriptor begin; null in plans of older versions
 */
public record Foreign(
    String java,
    Sign sign,
    String ready,
    String target,
    List<String> metrics,
    Ticks ticks,
    List<String> load,
    Map<String, String> artifacts,
    Map<String, String> origins,
    String folder) {
  /**
   * What a tick is.
   *
   * @param source an event of the flight recording, or a method that the agent measures
   * @param name the event's or the method's
   * @param rateHz ticks per second
   */
  public record Ticks(TickSource source, String name, double rateHz) {}
}
