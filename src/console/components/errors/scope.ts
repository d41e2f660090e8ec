import type { AcknowledgeChoice, AcknowledgeSnapshot } from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';

/** Published by an error list; its functions are stable. */
export type ErrorsScope = {
  /** Undefined for the whole site. */
  pipelineId: string | undefined;
  snapshot: AcknowledgeSnapshot;
  errors: readonly ErrorEntry[];
  cursor: ErrorEntry | undefined;
  /** Selected visible rows, else the cursor row. */
  chosenIds: readonly string[];
  acknowledge: (choice: AcknowledgeChoice) => void;
  unacknowledge: (ids: readonly string[]) => void;
  /** Why its node cannot be shown; undefined when it can. */
  nodeReason: (error: ErrorEntry) => string | undefined;
  openNode: (error: ErrorEntry) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    errors: ErrorsScope;
  }
}
