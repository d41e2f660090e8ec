import type { Batch } from '../../event/batch.ts';
import type { PlanFile } from '../../port.ts';
import type { ComponentContext, ComponentProblem } from './component.ts';

/** Time as components see it: the engine's, or that of a test. */
export type Clock = {
  /** Milliseconds that only go forward: for how long something takes. */
  now(): number;
  /** Unix milliseconds: for what is written into events. */
  date(): number;
};

export type TransformContext = ComponentContext & {
  readonly clock: Clock;
  /** What the component's `load` resolved to. */
  readonly loaded?: unknown;
  /**
   * The event could not be processed: counts and reports it, then does what the node's `onError` says
   * (keep: nothing; drop: drops it; tag: sets the field `penstock_error` to the error's name).
   */
  fail(batch: Batch, event: number, problem: ComponentProblem): void;
  /**
   * Takes the event that is being processed out of its batch, as one more of `kept` or the first of new ones.
   * It is `buffered` until `emit` settles it, and so is its acknowledgement where the keeper says so. It must
   * be the last thing done with the event.
   */
  keep(batch: Batch, event: number, kept: KeptEvents | null): KeptEvents;
  /**
   * Sends the events that `write` appends to a batch on to the next nodes, and settles `kept`: what was kept
   * beyond the number written is merged, what is written beyond it created; when nothing is written, all of it
   * is dropped. Acknowledgements that wait for `kept` follow those events.
   */
  emit(kept: KeptEvents | null, write: (batch: Batch) => void): void;
};

/** Events that a transform keeps back beyond their batches. */
export type KeptEvents = { readonly count: number };

/** A transform that keeps events back, or sends events on when their time has come. */
export type Keeper = {
  /**
   * When sources are answered for what is kept: once what became of it is delivered or durably buffered, or
   * when it is taken. Then it is lost when the engine crashes. Held back too long, senders that wait for an
   * answer give up and send again: so what is kept longer than they wait is better answered when taken.
   */
  readonly acknowledges: 'delivered' | 'taken';
  /** When `flush` should be called, by the clock's `now`; Infinity while nothing is to come. */
  nextAt(): number;
  /** Emits what is due; everything when the node is stopped, changed or paused. */
  flush(everything: boolean): void;
};

export type RunningTransform = {
  /**
   * Edits or drops one live event, in place; appended events of the same batch count as created. The node's
   * `condition` was tested before; a thrown error sends the event to the dead letters.
   */
  process(batch: Batch, event: number): void;
  /** Only of a component whose events leave by named outputs. */
  readonly router?: Router;
  /** Only of a component that calls `keep` or `emit`. */
  readonly keeper?: Keeper;
};

/** Sends each event of a node to some of its named outputs. */
export type Router = {
  /** At most 31: each is a bit, the first the lowest. */
  readonly outputs: readonly string[];
  /** The outputs of an event that the node's `condition` keeps from it; 0 drops it. */
  readonly rest: number;
  /** The outputs of one live event as bits; 0 drops it. */
  choose(batch: Batch, event: number): number;
};

export type TransformComponent = {
  /**
   * Of a component whose code is large, or that reads files: `create` may be called once this is done, and is
   * given what it resolves to. Throws ComponentError.
   */
  load?(config: Record<string, unknown>, files: Readonly<Record<string, PlanFile>>): Promise<unknown>;
  /** Throws ComponentError (or PatternError, FieldPathError) when the configuration cannot be used. */
  create(config: Record<string, unknown>, context: TransformContext): RunningTransform;
  /** It may drop events but never changes one: spares measuring their sizes. */
  readonly onlyDrops?: boolean;
};
