import type { AcknowledgeChoice, AcknowledgeSnapshot } from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';

/** What a list of errors publishes; its functions are stable. */
export type ErrorsScope = {
  /** The pipeline whose errors these are; undefined on the list of the whole site. */
  pipelineId: string | undefined;
  snapshot: AcknowledgeSnapshot;
  /** The errors on screen. */
  errors: readonly ErrorEntry[];
  /** The error under the cursor. */
  cursor: ErrorEntry | undefined;
  /** Ids of the selected rows that are shown, else of the cursor row. */
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
