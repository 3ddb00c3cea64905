package dev.jitterlab.tick;

/** What was decided after a tick about a task with an {@link ExecutionBudget}. */
public enum BudgetAction {
  /** Nothing: the task stays where it is. */
  NONE("none"),
  /** It exceeded its budget too often and goes into quarantine. */
  QUARANTINE("quarantine"),
  /** It kept to its budget for long enough and comes out of quarantine. */
  RELEASE("release");

  private final String label;

  BudgetAction(String label) {
    this.label = label;
  }

  /** Returns the name that metrics and recordings use. */
  public String label() {
    return label;
  }
}
