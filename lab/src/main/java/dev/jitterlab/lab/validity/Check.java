package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.validity.evidence.Evidence;

/** One question that a trial must answer before its figures may be used. Stateless. */
interface Check {
  /** Answers the question; never throws for want of evidence. */
  Finding examine(Evidence evidence);
}
