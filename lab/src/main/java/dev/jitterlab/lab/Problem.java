package dev.jitterlab.lab;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One error as its reader sees it: where it is, what is wrong, and what to do about it.
 *
 * @param where the file with line and column, or the process, that the error is in
 * @param what what was found and what was expected instead
 * @param remedy what the reader can do now, as an instruction
 * @param details the last lines of a process, or other evidence; may be empty, may have many lines
 */
public record Problem(String where, String what, String remedy, String details) {

  /** A place in a text file; line and column count from 1. */
  public record Place(Path file, int line, int column) {
    @Override
    public String toString() {
      return file + ":" + line + ":" + column;
    }

    /** Such as {@code gc.yaml:12}. */
    public String brief() {
      return file.getFileName() + ":" + line;
    }
  }

  /** An error in a text file. */
  public static Problem at(Place place, String what, String remedy) {
    return new Problem(place.toString(), what, remedy, "");
  }

  /** An error that is not in a text file: in a process, a folder, a flag. */
  public static Problem in(String where, String what, String remedy) {
    return new Problem(where, what, remedy, "");
  }

  /** The same error with evidence below it. */
  public Problem withDetails(String lines) {
    return new Problem(where, what, remedy, lines);
  }

  /** The evidence, where there is any. */
  public Optional<String> evidence() {
    return details.isBlank() ? Optional.empty() : Optional.of(details);
  }
}
