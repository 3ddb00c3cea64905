package dev.jitterlab.chat.load;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The users of one server, all on one event loop. For its thread, but for what is counted. */
final class TargetCrowd {
  private static final long COME_BACK_MS = 100;
  private static final long LONGEST_AWAY_MS = 1_000;
  private static final long LOOK_MS = 250;

  /** The kernel's own choice took 200 messages of half a kilobyte more before any was dropped. */
  private static final int STOPPED_BUFFER_BYTES = 4_096;

  private final Target target;
  private final ChatShape shape;
  private final EventLoopParker loop;
  private final AwaitedRequests requests;
  private final List<LoadRoom> rooms = new ArrayList<>();
  private final List<ChatUser> users = new ArrayList<>();
  private final DeliveryFaults faults = new DeliveryFaults();
  private final LongAdder leftOut = new LongAdder();
  private final LongAdder refusals = new LongAdder();
  private final LongAdder returns = new LongAdder();
  private final LongAdder returnNs = new LongAdder();
  private final StepLoad returnTimes;
  private final StormWatch<ChatUser> storms;
  private Consumer<ChatUser> onEnd = user -> {};
  private Consumer<ChatUser> onEntered = user -> {};
  private volatile int present; // users that have entered, as of the last look
  private volatile String lastRefusal = "";
  private volatile boolean isClosed;
  private int failures;

  /**
   * Creates the users, who do nothing yet.
   *
   * @param returnTimes gets how long each user was away that came back
   * @param stormTimes gets how long it took until all users of a storm were back
   */
  TargetCrowd(
      Target target,
      ChatShape shape,
      EventLoopParker loop,
      AwaitedRequests requests,
      StepLoad returnTimes,
      StepLoad stormTimes) {
    this.target = target;
    this.shape = shape;
    this.loop = loop;
    this.requests = requests;
    this.returnTimes = returnTimes;
    this.storms = new StormWatch<>(stormTimes);
    int stopped = shape.stopped(target);
    for (int i = 0; i < shape.rooms; i++) {
      LoadRoom room = new LoadRoom("room-" + i);
      rooms.add(room);
      for (int j = 0; j < shape.roomUsers; j++) {
        boolean isStopped = j == 0 && i < stopped; // one in a room, in as many rooms
        ChatUser user = new ChatUser(this, room, j, isStopped, shape.isWebSocket(target));
        room.add(user);
        users.add(user);
      }
    }
  }

  /** Connects all users; from any thread. */
  void start() {
    loop.loop()
        .execute(
            () -> {
              users.forEach(this::connect);
              var unused =
                  loop.loop()
                      .scheduleWithFixedDelay(this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
              shape.storm().ifPresent(this::storm);
            });
  }

  private void storm(ChatStorm storm) {
    var unused =
        loop.loop()
            .scheduleAtFixedRate(
                () -> {
                  List<ChatUser> leaving =
                      users.stream()
                          .filter(ChatUser::hasEntered)
                          .limit(storm.users)
                          .collect(Collectors.toList());
                  storms.began(leaving, System.nanoTime());
                  leaving.forEach(ChatUser::leave);
                },
                storm.everyNs,
                storm.everyNs,
                TimeUnit.NANOSECONDS);
  }

  private void look() {
    long nowNs = System.nanoTime();
    long giveUpNs = nowNs - shape.timeoutNs();
    int count = 0;
    for (ChatUser user : users) {
      if (user.hasEntered()) {
        count++;
        user.sent().giveUpOlder(giveUpNs, nowNs);
      }
    }
    rooms.forEach(room -> room.giveUpOlder(giveUpNs, nowNs));
    present = count;
  }

  private void connect(ChatUser user) {
    SocketChannel channel;
    try {
      channel = loop.newChannel();
    } catch (ChannelException e) { // too many open files
      user.disconnected(System.nanoTime());
      return;
    }
    channel.config().setTcpNoDelay(shape.noDelay).setConnectTimeoutMillis(10_000);
    if (user.isStopped()) {
      channel.config().setReceiveBufferSize(STOPPED_BUFFER_BYTES);
    }
    boolean isWebSocket = shape.isWebSocket(target);
    if (isWebSocket) {
      WebSocketUser.addTo(channel.pipeline(), target.address(), user);
    } else {
      channel.pipeline().addLast(new FrameReader(user));
    }
    ChannelFuture unused =
        loop.loop()
            .register(channel)
            .addListener(
                registered ->
                    channel
                        .connect(target.address())
                        .addListener(
                            done -> {
                              if (!isWebSocket || !done.isSuccess()) {
                                connected(user, channel, done.isSuccess());
                              } // else when the servers have shaken hands
                            }));
  }

  private void connected(ChatUser user, Channel channel, boolean isThere) {
    if (isThere) {
      user.connected(channel);
    } else {
      failures++;
      ChannelFuture unused = channel.close();
      user.disconnected(System.nanoTime());
    }
  }

  /** Somebody's connection ended: it is to come back. */
  void comeBack(ChatUser user) {
    if (!isClosed) {
      long afterMs =
          shape.storm().isPresent()
              ? 1
              : Math.min(LONGEST_AWAY_MS, COME_BACK_MS * Math.max(1, failures));
      var unused = loop.loop().schedule(() -> connect(user), afterMs, TimeUnit.MILLISECONDS);
    }
  }

  /** Somebody was let in. */
  void entered(ChatUser user, long nowNs) {
    failures = 0;
    storms.cameBack(user, nowNs);
    onEntered.accept(user);
  }

  /** Says who is told when a user's message has come to its end, and when a user was let in. */
  void tell(Consumer<ChatUser> messageEnded, Consumer<ChatUser> hasEntered) {
    this.onEnd = messageEnded;
    this.onEntered = hasEntered;
  }

  /** A message of a user has come to its end. */
  void ended(ChatUser user) {
    onEnd.accept(user);
  }

  /**
   * Somebody who was there is away.
   *
   * @return the place among those that are away, for {@link #cameBack}
   */
  int wentAway(long nowNs) {
    return returnTimes.began(nowNs);
  }

  void cameBack(int place, long afterNs) {
    returns.increment();
    returnNs.add(afterNs);
    returnTimes.ended(place, RequestOutcome.OK, afterNs);
  }

  void refused(String words) {
    refusals.increment();
    lastRefusal = words;
  }

  /** Something was due and is not said to so many, as too much waits already. */
  void leaveOut(int listeners) {
    leftOut.increment();
    requests.countOverflow();
    requests.countLost(listeners - 1);
  }

  /** Looks for what came: for a sender that is too late to wait. */
  void lookForMessages() {
    loop.spin();
  }

  Target target() {
    return target;
  }

  AwaitedRequests requests() {
    return requests;
  }

  DeliveryFaults faults() {
    return faults;
  }

  int textBytes() {
    return shape.textBytes;
  }

  /** Returns all users. */
  List<ChatUser> users() {
    return users;
  }

  /** Returns how many users are in their rooms, a moment ago. */
  int present() {
    return present;
  }

  String lastRefusal() {
    return lastRefusal;
  }

  long leftOut() {
    return leftOut.sum();
  }

  long refusals() {
    return refusals.sum();
  }

  long returns() {
    return returns.sum();
  }

  double returnSeconds() {
    return returnNs.sum() / 1e9;
  }

  /** Nobody comes back from now on. */
  void close() {
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }
}
