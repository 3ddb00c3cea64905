package dev.jitterlab.load;

/** A part of a generator that loads one target, and stops and goes on as it is told. */
public interface TurnTaker {
  /**
   * Nothing more is to be sent. Sessions and connections stay; what is under way is answered.
   *
   * @param nowNs by the load's clock
   */
  void pause(long nowNs);

  /**
   * Goes on where it paused: what would have been due meanwhile never is.
   *
   * @param nowNs by the load's clock
   */
  void resume(long nowNs);
}
