/**
 * How much heap a server needs: which size to try next, what the collector costs at each size, and
 * where the server dies. The search knows no process; it is given what became of each try. It does
 * not print and draws nothing ({@code report.size} does).
 */
package dev.jitterlab.lab.size;
