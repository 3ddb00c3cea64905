package dev.jitterlab.lab.run;

import java.util.Map;

/**
 * What the processes of a run are made of; written as {@code programs.json} before the first one
 * starts, so that a resumed run can tell whether it would still measure the same programs.
 *
 * @param sha256 the path of each jar to the SHA-256 of its bytes
 * @param inFoldersToo true where jars were also looked for in folders ({@code lib/*}), on module
 *     paths, and behind {@code -javaagent:}; null in runs of earlier versions, which have no hashes
 *     of those
 */
public record Programs(Map<String, String> sha256, Boolean inFoldersToo) {}
