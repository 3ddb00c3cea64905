package dev.jitterlab.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * What the user asks for.
 *
 * @param scenarios their names; empty for those that run by default
 * @param schedulers their names; empty for all of the tick library; cyclictest runs in any case
 * @param peers jars with schedulers of other libraries, which run unless some are named
 * @param waiting how the scheduler that has the choice waits, a row each; empty for its own way
 * @param fifoPriority adds rows at SCHED_FIFO; empty for none
 * @param pinned adds rows with a CPU for each worker
 * @param compilerNice adds rows whose JVM's compiler threads have this nice value; empty for none
 * @param zgc adds rows whose ticks allocate, in a JVM with ZGC
 * @param rounds how often everything runs; empty for as often as five minutes allow
 * @param seconds how long each scheduler is measured in each scenario of a round
 * @param warmupSeconds how old a server is when it begins to be measured
 * @param seed of the order in each round, and of the tasks' starts
 * @param causes whether to find out why ticks were late
 */
public record BenchChoice(
    List<String> scenarios,
    List<String> schedulers,
    List<Path> peers,
    List<String> waiting,
    OptionalInt fifoPriority,
    boolean pinned,
    OptionalInt compilerNice,
    boolean zgc,
    OptionalInt rounds,
    int seconds,
    int warmupSeconds,
    long seed,
    boolean causes) {}
