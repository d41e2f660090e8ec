/** A pull request; times are 0 and texts empty while there is nothing to tell. */
export type ChangesetRow = {
  id: string;
  site_id: string;
  description: string;
  status: string;
  reason: string;
  base_commit: string;
  head_commit: string;
  merge_commit: string;
  /** The repository elsewhere that it lies in, as its site follows it; empty where the service keeps it. */
  remote: string;
  /** What its branch is known to have there; empty while it is not there. */
  pushed_commit: string;
  /** JSON: the pull request at the provider, as it was seen last; empty while there is none. */
  provider_request: string;
  created_by: string;
  /** Ids of the users who made what is on its branch, as JSON; empty before that was kept. */
  authors: string;
  approved_by: string;
  approved_by_id: string;
  /** The approval is of this commit, and of no later one. */
  approved_commit: string;
  approved_at: number;
  ended_by: string;
  created_at: number;
  merged_at: number;
  updated_at: number;
};

/** A pipeline, source or destination that a pull request changes; `pipeline_id` is the id of any of them. */
export type ChangesetPipelineRow = {
  changeset_id: string;
  pipeline_id: string;
  /** As the request names it. */
  name: string;
  base_path: string;
  path: string;
  /** Fingerprint of the definition that the change began from. */
  base_tag: number;
  graph_version: number;
  /** Why that version did not come to run, or empty. */
  failure: string;
  /** Of a source or destination: the configuration that is asked for, new secrets sealed; empty once it has ended. */
  config: string;
};

/** How far a site follows the branch of a repository elsewhere; times are 0 and texts empty while unknown. */
export type GitFollowRow = {
  site_id: string;
  /** Repository, branch and path that the rest is about. */
  address: string;
  state: string;
  reason: string;
  /** Of the state. */
  since: number;
  /** Newest commit that was seen on the branch. */
  head_commit: string;
  /** What is stored came from this commit. */
  applied_commit: string;
  applied_at: number;
  author: string;
  subject: string;
  /** JSON: pipelines, sources and destinations of the applied commit. */
  entities: string;
  /** JSON: those it no longer has, which are not deleted yet. */
  removed: string;
  /** JSON: names of what differs from the applied commit. */
  drift: string;
  /** Of what was stored when drift was looked for. */
  fingerprint: string;
  checked_at: number;
  leased_until: number;
  /** 1 when the applied commit did not come after the one before it. */
  was_rewritten: number;
  /** The commit whose outcome the provider was told, and the outcome. */
  reported: string;
};

/** A change that a person has collected for their next pull request of a site. */
export type ChangesetDraftRow = {
  site_id: string;
  user_id: string;
  /** Of what is stored, or as a new one will have once it is merged. */
  entity_id: string;
  /** `PIPELINE`, `SOURCE` or `SINK`. */
  kind: string;
  change: string;
  name: string;
  /** What was asked for, as JSON; new secrets are sealed. */
  content: string;
  updated_at: number;
};
