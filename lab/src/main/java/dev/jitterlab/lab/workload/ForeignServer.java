package dev.jitterlab.lab.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A server that Jitterlab does not know, as the author of an experiment describes it under {@code
 * workload}. Texts are as they were written, with their placeholders. Immutable.
 *
 * @param name what reports call it
 * @param folder the experiment file's own, absolute: relative paths begin there
 * @param command the words of its command line
 * @param artifacts the jars that are fetched for it
 * @param readiness how it is found out that it serves
 * @param metrics the address of its own Prometheus endpoint; empty where it has none
 * @param agent the jar of Jitterlab's agent; empty where the agent is not to be attached
 * @param ticks what a tick is; empty for a server that does not tick
 * @param requests which of its requests are recorded; empty where none are
 * @param load the words of the load's command line; empty where no load is started
 * @param http Jitterlab's own load over HTTP; empty where none is asked for
 * @param places where each of its keys stands, such as {@code server.command}
 */
public record ForeignServer(
    String name,
    Path folder,
    List<Scalar> command,
    List<Artifact> artifacts,
    Readiness readiness,
    Optional<Scalar> metrics,
    Optional<Path> agent,
    Optional<Ticks> ticks,
    Optional<Requests> requests,
    List<Scalar> load,
    Optional<HttpLoad> http,
    Map<String, Place> places) {
  /** Copies the lists and the map. */
  public ForeignServer {
    command = List.copyOf(command);
    artifacts = List.copyOf(artifacts);
    load = List.copyOf(load);
    places = Map.copyOf(places);
  }

  /** How it is found out that a server serves. */
  public enum Sign {
    /** A line that it prints; the text is a regular expression. */
    @JsonProperty("log")
    LOG,
    /** A port that takes connections. */
    @JsonProperty("port")
    PORT,
    /** An address that answers with a status of 200 to 299. */
    @JsonProperty("http")
    HTTP;

    /** The word in the experiment file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is waited for before the load starts. */
  public record Readiness(Sign sign, Scalar text) {}

  /**
   * Jitterlab's own load over HTTP.
   *
   * @param generator the program
   * @param options its options, as they stand in the experiment file
   */
  public record HttpLoad(Workload.Load generator, Mapping options) {}

  /** From what ticks are known. */
  public enum TickSource {
    /** A Flight Recorder event that the server emits for each. */
    @JsonProperty("event")
    EVENT,
    /** A method that is called for each; the agent measures it. */
    @JsonProperty("method")
    METHOD;

    /** The word in the experiment file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What a tick of the server is.
   *
   * @param name the event's name, or {@code Class#method}
   * @param rateHz ticks per second
   */
  public record Ticks(TickSource source, String name, double rateHz) {}

  /**
   * Which requests are events of the flight recording.
   *
   * @param slow from which time on, as the agent reads it
   * @param method what serves one, as {@code Class#method}, several joined by {@code +}, beside the
   *     methods of the common servers; may be empty
   */
  public record Requests(String slow, Optional<String> method) {}
}
