/** Where a series changes, and whether it became steady; knows nothing of servers or files. */
package dev.jitterlab.lab.changepoint;
