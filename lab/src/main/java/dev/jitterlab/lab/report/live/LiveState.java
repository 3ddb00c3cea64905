package dev.jitterlab.lab.report.live;

/**
 * What the live page shows above its charts, as JSON.
 *
 * @param state {@code running}, {@code ended} or {@code failed}
 * @param text the phase, the time left and so on, in one line; at the end, what became of the run
 * @param phase what the run is doing, in words that stay the same for as long as it does; null
 *     where it does nothing
 * @param share how much of the time is over, from 0 to 1
 * @param verdict the answer; null before the end
 * @param status of the trial, {@code valid}, {@code weak} or {@code invalid}; null before the end
 * @param run the run directory
 * @param report its report; null before the end, and where none could be written
 * @param resume what to type to go on, should the lab be stopped
 * @param late why the newest tick or request was late; null where none was, or none is explained
 * @param page changes when the page itself has to be fetched again: a block is over
 * @param charts changes with the data of the charts
 */
record LiveState(
    String state,
    String text,
    String phase,
    double share,
    String verdict,
    String status,
    String run,
    String report,
    String resume,
    String late,
    int page,
    int charts) {}
