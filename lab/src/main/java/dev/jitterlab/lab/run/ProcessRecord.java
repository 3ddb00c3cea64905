package dev.jitterlab.lab.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;

/**
 * What is known of one process; written as {@code process.json} into its folder.
 *
 * <p>All times are seconds since the epoch, from the wall clock; what has not happened is null.
 *
 * @param id {@code group/number} of a server, {@code load/block} of a load process; {@code
 *     load/block/group/number} of one that is none of Jitterlab's own
 * @param block the block in the plan
 * @param command the whole command line, as started
 * @param pid the process id
 * @param startedAt when it was started
 * @param readyAt when it was found to serve
 * @param endpoints what it announced: {@code udp} to {@code 127.0.0.1:4711}, {@code metrics} to
 *     {@code http://127.0.0.1:4712/metrics}; of a foreign server, what the lab has chosen
 * @param fate what became of it
 * @param machine what it got of the machine, read back when it was ready; null where its group asks
 *     for nothing
 */
public record ProcessRecord(
    String id,
    int block,
    List<String> command,
    long pid,
    double startedAt,
    Double readyAt,
    Map<String, String> endpoints,
    @JsonUnwrapped Fate fate,
    MachineReading machine) {
  /**
   * What became of a process.
   *
   * @param stopAskedAt when the lab asked it to end; null if it ended by itself
   * @param exitedAt when it ended
   * @param exitCode its exit status; 143 after the lab's own SIGTERM is as good as 0
   * @param state {@code starting}, {@code ready}, {@code stopped} (on request), {@code died} (by
   *     itself), {@code finished} (by itself, which a foreign load may) or {@code killed} (did not
   *     end on request)
   */
  public record Fate(Double stopAskedAt, Double exitedAt, Integer exitCode, String state) {}
}
