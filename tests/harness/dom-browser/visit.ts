type End = () => void;

function followListeners(owner: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): End {
  const { addEventListener } = owner;
  const ends: End[] = [];
  owner.addEventListener = (type: string, listener: never, options?: never) => {
    addEventListener.call(owner, type, listener, options);
    ends.push(() => owner.removeEventListener(type, listener, options));
  };
  return () => {
    owner.addEventListener = addEventListener;
    for (const end of ends) end();
  };
}

type Timers = 'setTimeout' | 'setInterval' | 'setImmediate';

/** React keeps the function it found at first, so it starts nothing any more once the page is left. */
function followTimers(start: Timers, stop: (timer: never) => void): End {
  const real = globalThis[start] as (...given: unknown[]) => unknown;
  const timers: unknown[] = [];
  let isLeft = false;
  const followed = (...given: unknown[]) => {
    if (isLeft) return undefined;
    const timer = real(...given);
    timers.push(timer);
    return timer;
  };
  Object.assign(globalThis, { [start]: followed });
  return () => {
    isLeft = true;
    // A clock of the test may have replaced it meanwhile.
    if ((globalThis[start] as unknown) === followed) Object.assign(globalThis, { [start]: real });
    for (const timer of timers) stop(timer as never);
  };
}

/** Connections and observers, by their class. */
function followInstances(): End {
  const { BroadcastChannel, WebSocket, MutationObserver } = globalThis;
  const ends: End[] = [];
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      ends.push(() => this.close());
    }
  };
  globalThis.MutationObserver = class extends MutationObserver {
    constructor(callback: MutationCallback) {
      super(callback);
      ends.push(() => this.disconnect());
    }
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      ends.push(() => this.close());
    }
    override addEventListener(type: string, listener: never, options?: never) {
      super.addEventListener(type, listener, options);
      ends.push(() => super.removeEventListener(type, listener, options));
    }
  };
  return () => {
    Object.assign(globalThis, { BroadcastChannel, WebSocket, MutationObserver });
    for (const end of ends.reverse()) end();
  };
}

/**
 * Follows what a page starts from now on: listeners, timers, connections.
 * @returns what ends all of it, as a browser does when a page is left
 */
export function beginVisit(): End {
  const ends = [
    followListeners(globalThis),
    followListeners(document),
    followTimers('setTimeout', clearTimeout),
    followTimers('setInterval', clearInterval),
    followTimers('setImmediate', clearImmediate),
    followInstances(),
  ];
  return () => {
    for (const end of ends) end();
  };
}
