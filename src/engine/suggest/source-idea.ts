/** `line` is the part the source has not parsed. */
export type SourceEvent = {
  fields: Record<string, unknown>;
  line: string;
  /** Unix milliseconds, if known. */
  at: number | undefined;
};

/** Suggested settings, with what the source would make of the events. */
export type SourceIdea = {
  title: string;
  config: Record<string, unknown>;
  isMatch: (index: number) => boolean;
  /** The events as reparsed; empty if unknown. */
  becomes: readonly string[];
  /** Worth suggesting even for few events. */
  isRare?: boolean;
};

export type Reading = { config: Record<string, unknown>; events: readonly SourceEvent[] };
