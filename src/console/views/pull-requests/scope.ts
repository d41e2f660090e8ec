import type { Changeset, DraftChange } from '../../../contract/entities/changeset.ts';

/** By id: check results of a commit, and why it cannot be merged. */
export type Checked = Readonly<Record<string, { commit: string; refusal: string | undefined }>>;

export type PullRequestsScope = {
  requests: readonly Changeset[];
  /** The cursor row. */
  current: Changeset | undefined;
  /** The user's collected changes. */
  draft: readonly DraftChange[];
  /** A request with a pending action. */
  busyId: string | undefined;
  approve: (request: Changeset) => void;
  unapprove: (id: string) => void;
  /** Raises a request that undoes it. */
  revert: (id: string) => void;
  /** `squash`: one commit instead of a merge. */
  merge: (id: string, squash: boolean) => void;
  /** Reruns the checks of those open on screen. */
  check: () => void;
  checked: Checked;
  /** With the choices for its conflicts. */
  rebase: (id: string) => void;
  withdraw: (id: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    pullRequests: PullRequestsScope;
  }
}
