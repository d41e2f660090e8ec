/** Omitted filters match everything. Times are Unix milliseconds. */
export type DeadLetterChoice = {
  readonly ids?: readonly number[] | undefined;
  readonly pipelineId?: string | undefined;
  readonly pipelineIds?: readonly string[] | undefined;
  readonly componentId?: string | undefined;
  readonly errorName?: string | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
  /** Substring of the event or of the reason, ignoring case. */
  readonly text?: string | undefined;
};

export type DeadLetter = {
  /** Increasing, never reused. */
  readonly id: number;
  readonly pipelineId: string;
  readonly componentId: string;
  readonly nodeId: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly errorName: string;
  readonly message: string;
  readonly bytes: number;
  /** Otherwise JSON, perhaps malformed. */
  readonly isText: boolean;
  /** May be truncated. */
  readonly event: string;
  readonly isCut: boolean;
  /** Grows with each edit. */
  readonly revision: number;
  /** Unix milliseconds; 0 for never. */
  readonly editedAt: number;
  readonly isReplaying: boolean;
  /** The engine ended during a replay: the event may have been delivered. */
  readonly isUncertain: boolean;
  /** JSON text of `@origin`, if known. */
  readonly origin?: string;
};

export type DeadLetterGroup = Pick<DeadLetter, 'pipelineId' | 'componentId' | 'nodeId' | 'errorName'> & {
  readonly count: number;
  readonly bytes: number;
  readonly oldestAt: number;
  readonly newestAt: number;
};

/** Dead letters of a pipeline, and totals of earlier ones. */
export type DeadLetterFigures = {
  readonly count: number;
  readonly bytes: number;
  /** Unix milliseconds; 0 when empty. */
  readonly oldestAt: number;
  readonly dropped: number;
  readonly replayed: number;
  readonly discarded: number;
};

export type DeadLetterRequest = { readonly siteId: string } /** Newest first, from `offset`. */ & (
  | {
      readonly do: 'list';
      readonly choice: DeadLetterChoice;
      readonly offset: number;
      readonly limit: number;
    }
  | { readonly do: 'group'; readonly choice: DeadLetterChoice }
  | { readonly do: 'read'; readonly id: number }
  | { readonly do: 'edit'; readonly id: number; readonly revision: number; readonly event: string }
  /** Oldest first, after id `after`, as lines of JSON. */
  | {
      readonly do: 'export';
      readonly choice: DeadLetterChoice;
      readonly after: number;
      readonly upTo?: number | undefined;
    }
  /**
   * Replays the letters between `after` and `upTo` at their node, or at `start`: the source that leads to the
   * node, or `sourceId`.
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
  export: { readonly lines: string; readonly next?: number | undefined };
  /**
   * `underWay`: accepted by the pipeline, not yet by the destination. `refused`: kept, with the reason.
   * `next`: continue after this id, if any is left.
   */
  replay: {
    readonly replayed: number;
    readonly underWay: number;
    readonly refused: number;
    readonly reason?: string | undefined;
    readonly upTo: number;
    readonly next?: number | undefined;
  };
  /** Letters of these pipelines up to `through`; `upTo` and `next` as in `replay`. */
  window: {
    readonly pipelineIds: string[];
    readonly through: number;
    readonly upTo: number;
    readonly next?: number | undefined;
  };
  discard: { readonly discarded: number };
};

export type DeadLetterAnswer<R extends DeadLetterRequest = DeadLetterRequest> = DeadLetterAnswers[R['do']];
