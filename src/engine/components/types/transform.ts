import type { Batch } from '../../event/batch.ts';
import type { PlanFile } from '../../types/plan.ts';
import type { ComponentContext, ComponentProblem } from './component.ts';

export type Clock = {
  /** Monotonic milliseconds, for durations. */
  now(): number;
  /** Unix milliseconds, for timestamps in events. */
  date(): number;
};

export type TransformContext = ComponentContext & {
  readonly clock: Clock;
  readonly loaded?: unknown;
  /**
   * Counts and reports a failed event, then applies the node's `onError`: keep, drop, or tag (sets
   * `penstock_error` to the error's name, or a list of several).
   */
  fail(batch: Batch, event: number, problem: ComponentProblem): void;
  /**
   * Moves the current event from its batch into `kept`, or into a new group. It counts as `buffered` until
   * `emit` settles it; with `acknowledges: 'delivered'` its acknowledgement waits. Must be the last action on
   * the event.
   */
  keep(batch: Batch, event: number, kept: KeptEvents | null): KeptEvents;
  /**
   * Sends the events that `write` appends to the next nodes and settles `kept`: missing events count as
   * merged, extra ones as created, all as dropped when none is written. Waiting acknowledgements follow these
   * events.
   */
  emit(kept: KeptEvents | null, write: (batch: Batch) => void): void;
};

export type KeptEvents = { readonly count: number };

/** A transform with state, or one that emits on a timer. */
export type Keeper = {
  /**
   * When sources are acknowledged for kept events: once the result is delivered or durably buffered
   * (`delivered`), or at once (`taken`; lost if the engine crashes). Senders resend after a timeout, so use
   * `taken` when events are kept for longer.
   */
  readonly acknowledges: 'delivered' | 'taken';
  /** When to call `flush`, on the clock's `now`; Infinity for never. */
  nextAt(): number;
  /** Emits what is due, or everything when the node is stopped, changed or paused. */
  flush(everything: boolean): void;
};

export type RunningTransform = {
  /**
   * Edits or drops one live event in place. Appended events count as created. The node's `condition` holds; a
   * thrown error turns the event into a dead letter.
   */
  process(batch: Batch, event: number): void;
  /** Only with named outputs. */
  readonly router?: Router;
  /** Only for components that call `keep` or `emit`. */
  readonly keeper?: Keeper;
};

/** Sends each event to some of the node's named outputs. */
export type Router = {
  /** At most 31: output n is bit n. */
  readonly outputs: readonly string[];
  /** Output bits of an event the node's `condition` excludes; 0 drops it. */
  readonly rest: number;
  /** Output bits of one live event; 0 drops it. */
  choose(batch: Batch, event: number): number;
};

export type TransformComponent = {
  load?(config: Record<string, unknown>, files: Readonly<Record<string, PlanFile>>): Promise<unknown>;
  /** @throws ComponentError, PatternError, FieldPathError when the configuration is unusable */
  create(config: Record<string, unknown>, context: TransformContext): RunningTransform;
  /** It keeps events that were already acknowledged: they are lost with its process. */
  losesKept?(config: Record<string, unknown>): boolean;
  /** Never changes events, so their sizes are not measured again. */
  readonly onlyDrops?: boolean;
};
