/**
 * The options of a workload's command line that an experiment may set: marked once, where picocli
 * reads them, checked there, and written into the workload's jar for the lab. Beside them, the
 * version that {@code --version} prints. Nothing here knows the lab or a workload.
 */
package dev.jitterlab.settings;
