/** Many runs of one experiment over time: read, and shown as a page and as text. */
package dev.jitterlab.lab.report.history;
