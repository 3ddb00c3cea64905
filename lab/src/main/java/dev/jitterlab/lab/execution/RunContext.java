package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.ProcFiles;
import dev.jitterlab.lab.collect.Time;
import dev.jitterlab.lab.machine.MachineAccess;
import dev.jitterlab.lab.plan.Plan;

/** What the blocks of one run have in common. */
record RunContext(
    Plan plan,
    RunDirectory directory,
    Children children,
    MachineAccess machine,
    RunLog log,
    DiskSpace disk,
    PhaseTracker phases,
    ProcFiles proc,
    Time time) {}
