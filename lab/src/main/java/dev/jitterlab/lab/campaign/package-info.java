/**
 * Campaigns: an experiment run many times, one kept record for each run, and the ledger of the
 * papers' claims that is computed from these records. Reads finished run directories; knows nothing
 * of how a run is measured.
 */
package dev.jitterlab.lab.campaign;
