/** Flight recordings of JDK 11 to 25, read once from front to back. Nothing here knows a run. */
package dev.jitterlab.diagnosis.recording;
