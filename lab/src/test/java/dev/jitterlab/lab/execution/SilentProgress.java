package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.progress.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Remembers what it was told. */
final class SilentProgress implements Progress {
  final List<Status> statuses = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  Consumer<String> onNote = notes::add;
  Consumer<Status> onUpdate = status -> {};

  @Override
  public synchronized void update(Step step) {
    statuses.add((Status) step);
    onUpdate.accept((Status) step);
  }

  @Override
  public synchronized void note(String line) {
    onNote.accept(line);
  }

  @Override
  public void close() {}
}
