import type { Changeset, DraftChange } from '../../../contract/entities/changeset.ts';

/** By id: what was found about a commit, and why it cannot be merged. */
export type Checked = Readonly<Record<string, { commit: string; refusal: string | undefined }>>;

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
  /** `squash`: one commit on the branch in place of a merge of both. */
  merge: (id: string, squash: boolean) => void;
  /** Runs the checks of those that are open on screen again. */
  check: () => void;
  checked: Checked;
  /** With what is chosen of its conflicts. */
  rebase: (id: string) => void;
  withdraw: (id: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    pullRequests: PullRequestsScope;
  }
}
