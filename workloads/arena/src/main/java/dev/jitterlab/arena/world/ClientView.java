package dev.jitterlab.arena.world;

/**
 * What a fighter's client is shown of the world. A fighter's own update calls {@link #open}, then
 * the others for everything there is, then {@link #close}. Only that update uses it.
 */
public interface ClientView {
  /** A client that is shown nothing. */
  ClientView NONE =
      new ClientView() {
        @Override
        public boolean open(Fighter self, int fighters) {
          return false;
        }

        @Override
        public void fighter(int id, long position, int heading, int flags) {
          throw new IllegalStateException("not open");
        }

        @Override
        public void bolt(float x, float y, int heading) {
          throw new IllegalStateException("not open");
        }

        @Override
        public void close() {
          throw new IllegalStateException("not open");
        }
      };

  /** Begins a picture; false if the client takes none now, and then nothing else is called. */
  boolean open(Fighter self, int fighters);

  /**
   * Shows a fighter.
   *
   * @param position see {@link Positions}
   * @param flags see {@link Fighter#flags}
   */
  void fighter(int id, long position, int heading, int flags);

  /** Shows a bolt that flies. */
  void bolt(float x, float y, int heading);

  /** Ends the picture, which goes to the client. */
  void close();
}
