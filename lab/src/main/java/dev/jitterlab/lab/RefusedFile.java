package dev.jitterlab.lab;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that the system does not let Jitterlab read or write: a right or a folder is missing, or
 * the disk is full. That is no defect of Jitterlab's own, and its user can do something about it.
 * Immutable.
 *
 * @param place the file, or {@code jitterlab} where the system does not name it
 * @param why what keeps Jitterlab from it, in words
 * @param remedy what the user can do, as an instruction
 * @param said the system's own words
 */
public record RefusedFile(String place, String why, String remedy, String said) {
  /** The end of a file's name while it is written; see {@link WholeFile}. */
  static final String PART = ".part";

  /** A file's name while it is written, with the id of the process that writes it or without. */
  private static final Pattern NAME_OF_PART =
      Pattern.compile("(.+?)(\\.\\d+)?" + Pattern.quote(PART));

  private static final String DENIED = "Permission denied";
  private static final String MISSING = "No such file or directory";
  private static final String EXISTS = "File exists";
  private static final String NO_FOLDER = "Not a directory";

  /** As {@link FileNotFoundException} puts it: the file, and the reason behind it. */
  private static final Pattern WITH_REASON = Pattern.compile("(.+) \\(([^()]+)\\)");

  private static final Pattern DISK_FULL =
      Pattern.compile("No space left on device|Disk quota exceeded");

  /** What an open file says, which is then not named. */
  private static final Pattern BAD_DISK = Pattern.compile("Input/output error");

  /** The file that a failure is about; empty if it is about anything else. */
  public static Optional<RefusedFile> of(Exception failure) {
    return switch (failure) {
      case UncheckedIOException unchecked -> of(unchecked.getCause());
      case FileSystemException refused ->
          Optional.of(of(refused.getFile(), reason(refused), refused));
      case FileNotFoundException missing -> Optional.of(ofStream(missing));
      case IOException other -> ofOpenFile(other);
      default -> Optional.empty();
    };
  }

  /** Why a file could not be read or written, in words, whatever the failure is. */
  public static String inWords(IOException failure) {
    return of(failure).map(RefusedFile::why).orElseGet(failure::toString);
  }

  /** Whether the system says that a disk, or a user's part of it, is full. */
  public static boolean isFullDisk(String said) {
    return DISK_FULL.matcher(said).find();
  }

  /** The failure of a command that needs the file. */
  public LabException failure() {
    return LabException.failed(place, why, remedy).withDetails(said);
  }

  /**
   * The same.
   *
   * @param meaning what the user should know first, such as {@code the report is not written}
   */
  public LabException failure(String meaning) {
    return LabException.failed(place, meaning + ": " + why, remedy).withDetails(said);
  }

  private static String reason(FileSystemException refused) {
    return switch (refused) {
      case AccessDeniedException _ -> DENIED;
      case NoSuchFileException _ -> MISSING;
      case FileAlreadyExistsException _ -> EXISTS;
      case NotDirectoryException _ -> NO_FOLDER;
      default ->
          refused.getReason() == null ? refused.getClass().getSimpleName() : refused.getReason();
    };
  }

  private static RefusedFile ofStream(FileNotFoundException missing) {
    String message = String.valueOf(missing.getMessage());
    Matcher found = WITH_REASON.matcher(message);
    return found.matches()
        ? of(found.group(1), found.group(2), missing)
        : of(message, MISSING, missing);
  }

  private static Optional<RefusedFile> ofOpenFile(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return isFullDisk(message) || BAD_DISK.matcher(message).find()
        ? Optional.of(of(null, message, failure))
        : Optional.empty();
  }

  /**
   * The same.
   *
   * @param file null where it is not known
   */
  private static RefusedFile of(String file, String reason, IOException failure) {
    Matcher part = NAME_OF_PART.matcher(file == null ? "" : file);
    boolean isPart = part.matches();
    String whole = isPart ? part.group(1) : file;
    String place = whole == null ? "jitterlab" : whole;
    String said = failure.toString();
    if (isFullDisk(reason)) {
      return new RefusedFile(
          place, "the disk is full", "Make room on it, or choose a place on another disk.", said);
    }
    return switch (reason) {
      case DENIED ->
          new RefusedFile(
              place,
              isPart ? "you may not write into its folder" : "you have no right to it",
              "Get that right, or choose another place. What `sudo ./jitterlab` wrote belongs to"
                  + " root: use sudo again, or make it yours with `sudo chown -R`.",
              said);
      case MISSING -> missing(place, said);
      case EXISTS ->
          new RefusedFile(
              place, "a file is there already", "Choose another place, or move it away.", said);
      case NO_FOLDER ->
          new RefusedFile(place, "a part of its path is not a folder", "Correct the path.", said);
      default ->
          new RefusedFile(
              place,
              "the system says: " + reason,
              "Check the path and its disk, or choose another place.",
              said);
    };
  }

  private static RefusedFile missing(String place, String said) {
    Path folder = Path.of(place).toAbsolutePath().getParent();
    return folder == null || Files.isDirectory(folder)
        ? new RefusedFile(
            place,
            "there is no such file or folder",
            "Check the path. If the file belongs to a run, the run is incomplete.",
            said)
        : new RefusedFile(
            place,
            "its folder does not exist",
            "Make the folder " + folder + ", or correct the path.",
            said);
  }
}
