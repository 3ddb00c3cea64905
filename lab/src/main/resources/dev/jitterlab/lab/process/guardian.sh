# Ends the lab's children when the lab itself is gone, however it went: standard input is a pipe
# that only the lab holds open. Each line is "<pid> <start time in clock ticks since boot>"; the
# two together name a process for good, because pids are used again. A line "folder <path>" names
# the folder that is deleted at the end, a line "cgroup <path>" a folder of control groups. A line
# "starting" says that a process is about to be started; perhaps no line with its number follows.
# All that the lab has started has this script's argument as a variable in its environment: so what
# was not named is found, and helpers that have left the session of the process that started them.
trap '' HUP INT TERM
owner=$1
children=
starting=
folder=
cgroups=

# A control group can be removed once the last process in it is gone, some moments after its end.
remove_cgroup() {
    for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -d "$1" ] || return
        rmdir -- "$1"/*/ "$1" 2>/dev/null
        [ -d "$1" ] && sleep 0.1
    done
}

leave() {
    [ -z "$folder" ] || rm -rf -- "$folder"
    for cgroup in $cgroups; do
        remove_cgroup "$cgroup"
    done
    exit 0
}

started() {
    # Field 22 of /proc/<pid>/stat, counted behind the command's name, which may have blanks.
    read -r stat 2>/dev/null <"/proc/$1/stat" || return 1
    stat=${stat##*) }
    set -- $stat
    echo "${20}"
}

find_marked() {
    for file in $(grep -lsaF -- "$owner" /proc/[0-9]*/environ); do
        pid=${file#/proc/}
        pid=${pid%/environ}
        start=$(started "$pid") || continue
        case "$children " in
        *" $pid:$start "*) ;;
        *) children="$children $pid:$start" ;;
        esac
    done
}

# A process group outlives its leader, and keeps the leader's pid from being used again: only a
# leader with another start time is a stranger.
send() {
    for child in $children; do
        pid=${child%:*}
        if now=$(started "$pid") && [ "$now" != "${child#*:}" ]; then
            continue
        fi
        kill -s "$1" -- "-$pid" 2>/dev/null || { [ -n "$now" ] && kill -s "$1" "$pid"; } 2>/dev/null
    done
}

any_left() {
    for child in $children; do
        pid=${child%:*}
        if now=$(started "$pid"); then
            [ "$now" = "${child#*:}" ] && return 0
        elif kill -s 0 -- "-$pid" 2>/dev/null; then
            return 0
        fi
    done
    return 1
}

# Looks again before it says so: what has ended may have started something.
all_gone() {
    any_left && return 1
    find_marked
    ! any_left
}

while read -r pid start; do
    case $pid in
    folder) folder=$start ;;
    cgroup) cgroups="$cgroups $start" ;;
    starting) starting=yes ;;
    started) starting= ;;
    *) children="$children $pid:$start" starting= ;;
    esac
done

[ -z "$starting" ] || sleep 0.2 # the time from the fork to the process's own environment
find_marked
any_left || leave
send TERM
for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    all_gone && leave
    sleep 0.1
done
find_marked
send KILL
leave
