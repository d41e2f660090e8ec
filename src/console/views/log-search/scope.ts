import type { RefObject } from 'react';
import type { LiveState } from '../../../../machines/log-search/index.ts';
import type { LogFacet, LogRow, LogSource } from '../../../contract/entities/log-search.ts';

export type LogSearchScope = {
  /** As it was typed. */
  query: string;
  setQuery: (query: string) => void;
  sources: readonly LogSource[];
  /** Undefined means all. */
  sourceId: string | undefined;
  setSource: (id: string | undefined) => void;
  facets: readonly LogFacet[];
  narrow: (field: string, value: string, isExcluded: boolean) => void;
  columns: readonly string[];
  toggleColumn: (field: string) => void;
  history: readonly string[];
  /** Why nothing can be exported now, or true. */
  canExport: true | string;
  save: (format: 'NDJSON' | 'JSON') => void;
  /** Of the export under way. */
  cancelExport: (() => void) | undefined;
  /** Chosen in the histogram; zooms to it. */
  zoom: (() => void) | undefined;
  /** Of the event under the cursor. */
  sourceOfCursor: string | undefined;
  /** Those selected, else all that are loaded; the newest first. */
  chosenRows: () => readonly LogRow[];
  isWrapped: boolean;
  toggleWrap: () => void;
  hasMetadata: boolean;
  /** Why no metadata can be shown now, or true. */
  canShowMetadata: true | string;
  toggleMetadata: () => void;
  live: LiveState;
  /** Why new events cannot be followed now. */
  followReason: string | undefined;
  toggleLive: () => void;
  facetList: RefObject<HTMLElement | null>;
  histogram: RefObject<HTMLElement | null>;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    logSearch: LogSearchScope;
  }
}
