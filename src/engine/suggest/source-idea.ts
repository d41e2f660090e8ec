/** An event as it left the source. `line` is its text as far as the source has not taken it apart. */
export type SourceEvent = {
  fields: Record<string, unknown>;
  line: string;
  /** Unix milliseconds, where it is known. */
  at: number | undefined;
};

/** Settings that fit, with what the source would make of the events. */
export type SourceIdea = {
  title: string;
  config: Record<string, unknown>;
  isMatch: (index: number) => boolean;
  /** Texts of the events as the source would read them, or none where that cannot be known. */
  becomes: readonly string[];
  /** Worth it also where it concerns few events. */
  isRare?: boolean;
};

export type Reading = { config: Record<string, unknown>; events: readonly SourceEvent[] };
