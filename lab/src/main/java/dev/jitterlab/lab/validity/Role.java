package dev.jitterlab.lab.validity;

/** What a finding says to a reader, apart from whether the figures may be used. */
public enum Role {
  /** Nothing more. */
  NONE,
  /** It is said beside the verdict wherever it found something. */
  NOTED,
  /** How far the run came; it says nothing while the run goes on. */
  PROGRESS,
  /** That the run was resumed. */
  RESUMPTION,
  /** What the comparison of the baseline with itself gave. */
  CALIBRATION,
  /** What clients that wait for answers hid of the response times. */
  CLOSED_MODEL
}
