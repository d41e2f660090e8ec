/** Which dead letters are meant; what is left out does not narrow. Times are Unix milliseconds. */
export type DeadLetterChoice = {
  readonly ids?: readonly number[] | undefined;
  readonly pipelineId?: string | undefined;
  readonly pipelineIds?: readonly string[] | undefined;
  readonly componentId?: string | undefined;
  readonly errorName?: string | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
  /** A part of the event or of the reason, in any case. */
  readonly text?: string | undefined;
};

/** An event that was given up. */
export type DeadLetter = {
  /** Unique in the engine, growing, never used again. */
  readonly id: number;
  readonly pipelineId: string;
  readonly componentId: string;
  readonly nodeId: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly errorName: string;
  readonly message: string;
  readonly bytes: number;
  /** Plain text; else a JSON object, or what should have been one. */
  readonly isText: boolean;
  /** The event, or its beginning. */
  readonly event: string;
  readonly isCut: boolean;
  /** Grows with each edit. */
  readonly revision: number;
  /** Unix milliseconds; 0 for never. */
  readonly editedAt: number;
  /** It is on its way into its pipeline. */
  readonly isReplaying: boolean;
  /** The engine ended during a replay, so the event may have arrived. */
  readonly isUncertain: boolean;
  /** JSON text of `@origin`, where it was known. */
  readonly origin?: string;
};

export type DeadLetterGroup = Pick<DeadLetter, 'pipelineId' | 'componentId' | 'nodeId' | 'errorName'> & {
  readonly count: number;
  readonly bytes: number;
  readonly oldestAt: number;
  readonly newestAt: number;
};

/** Letters of a pipeline now, and what became of earlier ones since the first. */
export type DeadLetterFigures = {
  readonly count: number;
  readonly bytes: number;
  /** Unix milliseconds; 0 without one. */
  readonly oldestAt: number;
  /** Deleted because of the limits. */
  readonly dropped: number;
  readonly replayed: number;
  readonly discarded: number;
};

export type DeadLetterRequest = { readonly siteId: string } /** The newest first, from `offset` on. */ & (
  | {
      readonly do: 'list';
      readonly choice: DeadLetterChoice;
      readonly offset: number;
      readonly limit: number;
    }
  | { readonly do: 'group'; readonly choice: DeadLetterChoice }
  | { readonly do: 'read'; readonly id: number }
  | { readonly do: 'edit'; readonly id: number; readonly revision: number; readonly event: string }
  /** The oldest first, after the letter `after`, as lines of JSON. */
  | {
      readonly do: 'export';
      readonly choice: DeadLetterChoice;
      readonly after: number;
      readonly upTo?: number | undefined;
    }
  /**
   * Puts letters between `after` and `upTo` into their pipelines, at their nodes or at `start`: at the source
   * that leads to the node, or at `sourceId`.
   */
  | {
      readonly do: 'replay';
      readonly choice: DeadLetterChoice;
      readonly to: 'node' | 'start';
      readonly sourceId?: string | undefined;
      readonly after: number;
      readonly upTo?: number | undefined;
    }
  /** Which letters `replay` would take. */
  | {
      readonly do: 'window';
      readonly choice: DeadLetterChoice;
      readonly after: number;
      readonly upTo?: number | undefined;
    }
  /** At most those up to the letter `upTo`. */
  | { readonly do: 'discard'; readonly choice: DeadLetterChoice; readonly upTo?: number | undefined }
);

export type DeadLetterAnswers = {
  list: {
    readonly letters: DeadLetter[];
    readonly count: number;
    readonly bytes: number;
    readonly newestId: number;
  };
  group: { readonly groups: DeadLetterGroup[] };
  read: { readonly letter: DeadLetter | null };
  edit: { readonly letter: DeadLetter };
  /** `next`: where the following lines begin, if any. */
  export: { readonly lines: string; readonly next?: number | undefined };
  /**
   * `underWay`: the pipeline has them, and their destination has not taken them yet. `refused`: kept, for the
   * reason given. `next`: after which letter to go on, if any is left.
   */
  replay: {
    readonly replayed: number;
    readonly underWay: number;
    readonly refused: number;
    readonly reason?: string | undefined;
    readonly upTo: number;
    readonly next?: number | undefined;
  };
  /** The letters up to `through`, of these pipelines; `upTo` and `next` as for `replay`. */
  window: {
    readonly pipelineIds: string[];
    readonly through: number;
    readonly upTo: number;
    readonly next?: number | undefined;
  };
  discard: { readonly discarded: number };
};

export type DeadLetterAnswer<R extends DeadLetterRequest = DeadLetterRequest> = DeadLetterAnswers[R['do']];
