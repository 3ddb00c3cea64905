package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.faults.InjectionFiles;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The folders of the processes of a block. */
final class BlockFiles {
  private BlockFiles() {}

  /** All that there may be, servers first; not each need exist, and none is within another. */
  static List<Path> folders(RunDirectory directory, Plan.Block block) {
    return Stream.concat(
            block.instances().stream().map(instance -> directory.instance(instance.id())),
            Stream.of(
                directory.load(block.number()),
                directory.control(block.number()),
                directory.scheduler(block.number())))
        .toList();
  }

  /** The folder of each process that there may be. */
  private static List<Path> ofProcesses(RunDirectory directory, Plan.Block block) {
    return Stream.concat(
            folders(directory, block).stream(),
            block.instances().stream()
                .map(instance -> directory.load(block.number(), instance.id())))
        .toList();
  }

  /**
   * Moves what is there into another folder, at the same place below it. That is also what was
   * injected: nobody may look for it in a block that is not measured again.
   */
  static void moveAside(RunDirectory directory, Plan.Block block, Path aside) throws IOException {
    List<Path> all = new ArrayList<>(folders(directory, block));
    all.add(new InjectionFiles(directory).ofBlock(block.number()));
    for (Path one : all) {
      if (Files.exists(one)) {
        Path target = aside.resolve(directory.root().relativize(one));
        Files.createDirectories(target.getParent());
        Files.move(one, target);
      }
    }
  }

  /** What became of the processes of these blocks, as far as it was written down. */
  static Stream<ProcessRecord> records(RunDirectory directory, List<Plan.Block> blocks) {
    return blocks.stream()
        .flatMap(block -> ofProcesses(directory, block).stream())
        .map(RunDirectory::process)
        .flatMap(file -> Json.readIfWhole(file, ProcessRecord.class).stream());
  }
}
