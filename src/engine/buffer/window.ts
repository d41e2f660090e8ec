const WINDOW_BYTES = 1 << 20;
const KEEP = 4;

/** Reusable read memory. */
export class Window {
  readonly bytes: Buffer;
  private holders = 1;
  private static readonly free: Window[] = [];

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** At least this many bytes, held by the caller. */
  static take(bytes: number): Window {
    if (bytes > WINDOW_BYTES) return new Window(Buffer.allocUnsafeSlow(bytes));
    const window = Window.free.pop() ?? new Window(Buffer.allocUnsafeSlow(WINDOW_BYTES));
    window.holders = 1;
    return window;
  }

  /** Adds a holder; returns its release function. */
  hold(): () => void {
    this.holders++;
    let held = true;
    return () => {
      if (held) this.release();
      held = false;
    };
  }

  release(): void {
    if (--this.holders === 0 && this.bytes.length === WINDOW_BYTES && Window.free.length < KEEP)
      Window.free.push(this);
  }
}
