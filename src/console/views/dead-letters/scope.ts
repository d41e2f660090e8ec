import type { DeadLetterEntry } from '../../../contract/entities/dead-letter.ts';

/** Ids, or everything that matches the filters, on screen or not. */
export type Chosen = readonly string[] | 'all';
export type ReplayTo = 'node' | 'start';

export type DeadLettersScope = {
  /** On screen; commands look letters up by id. */
  letters: readonly DeadLetterEntry[];
  /** Ids of the visible selected rows, else of the opened letter or the cursor row. */
  chosenIds: readonly string[];
  selectedCount: number;
  /** The letter in the side panel, possibly outside the filters. */
  openId: string | undefined;
  /** Number that match the filters. */
  total: number;
  /** Why nothing can be changed now. */
  busy: string | undefined;
  replay: (chosen: Chosen, to: ReplayTo) => void;
  discard: (chosen: Chosen) => void;
  save: (chosen: Chosen) => void;
  edit: (id: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    deadLetters: DeadLettersScope;
  }
}
