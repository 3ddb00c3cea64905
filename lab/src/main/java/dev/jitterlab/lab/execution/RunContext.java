package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;

/** What the blocks of one run have in common. */
record RunContext(
    Plan plan,
    RunDirectory directory,
    Host host,
    RunLog log,
    DiskSpace disk,
    PhaseTracker phases,
    SchedulerTracing tracing,
    Time time) {}
