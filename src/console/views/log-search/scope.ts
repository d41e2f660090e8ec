import type { RefObject } from 'react';
import type { LiveState } from '../../../../machines/log-search/index.ts';
import type { LogFacet, LogRow, LogSource } from '../../../contract/entities/log-search.ts';

export type LogSearchScope = {
  /** As typed. */
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
  /** True, or why nothing can be exported now. */
  canExport: true | string;
  save: (format: 'NDJSON' | 'JSON') => void;
  /** Cancels the running export. */
  cancelExport: (() => void) | undefined;
  /** Zooms to the histogram's selection. */
  zoom: (() => void) | undefined;
  /** Source of the event under the cursor. */
  sourceOfCursor: string | undefined;
  /** Selected rows, else all loaded ones; newest first. */
  chosenRows: () => readonly LogRow[];
  isWrapped: boolean;
  toggleWrap: () => void;
  hasMetadata: boolean;
  /** True, or why metadata cannot be shown now. */
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
