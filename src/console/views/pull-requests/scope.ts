import type { Changeset } from '../../../contract/entities/changeset.ts';

export type PullRequestsScope = {
  requests: readonly Changeset[];
  /** Of the cursor row. */
  current: Changeset | undefined;
  /** Its merge or withdrawal is under way. */
  busyId: string | undefined;
  merge: (id: string) => void;
  withdraw: (id: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    pullRequests: PullRequestsScope;
  }
}
