/**
 * What something long says while it goes on, and how a terminal or a log shows it. Knows neither
 * runs nor benches: each tells a {@link dev.jitterlab.lab.progress.Progress} how it stands.
 */
package dev.jitterlab.lab.progress;
