package dev.jitterlab.doctor;

import dev.jitterlab.doctor.Advice.Level;
import dev.jitterlab.lab.run.Environment;
import java.util.List;

/**
 * What the doctor found; printed as text or as JSON, where keys may be added and are never renamed.
 *
 * @param environment the machine
 * @param stillness what an idle process saw of it; null if it recorded nothing
 * @param others the processes that used most CPU meanwhile and lived throughout, at most five
 * @param advice on its settings and on what disturbs it, the worst first
 * @param reach which differences experiments can find here
 */
public record Checkup(
    Environment environment,
    Stillness stillness,
    List<Other> others,
    List<Advice> advice,
    List<Reach> reach) {
  /** Copies the lists. */
  public Checkup {
    others = List.copyOf(others);
    advice = List.copyOf(advice);
    reach = List.copyOf(reach);
  }

  /** The advice of a level. */
  public List<Advice> of(Level level) {
    return advice.stream().filter(one -> one.level() == level).toList();
  }
}
