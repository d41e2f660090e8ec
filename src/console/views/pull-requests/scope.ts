import type { Changeset, DraftChange } from '../../../contract/entities/changeset.ts';

export type PullRequestsScope = {
  requests: readonly Changeset[];
  /** Of the cursor row. */
  current: Changeset | undefined;
  /** What the user has collected. */
  draft: readonly DraftChange[];
  /** What someone asked of it is under way. */
  busyId: string | undefined;
  approve: (request: Changeset) => void;
  unapprove: (id: string) => void;
  /** Raises a request that undoes it. */
  revert: (id: string) => void;
  merge: (id: string) => void;
  /** With what is chosen of its conflicts. */
  rebase: (id: string) => void;
  withdraw: (id: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    pullRequests: PullRequestsScope;
  }
}
