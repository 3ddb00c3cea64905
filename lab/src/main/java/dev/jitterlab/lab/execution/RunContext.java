package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.ProcFiles;
import dev.jitterlab.lab.machine.MachineAccess;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.process.Children;
import dev.jitterlab.lab.run.RunDirectory;

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
