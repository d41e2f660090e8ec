/** Times are 0 and texts empty where unknown. */
export type ChangesetRow = {
  id: string;
  site_id: string;
  description: string;
  status: string;
  reason: string;
  base_commit: string;
  head_commit: string;
  merge_commit: string;
  /** Remote repository followed by its site; empty if kept by the service. */
  remote: string;
  /** Its branch's known remote commit; empty before the first push. */
  pushed_commit: string;
  /** JSON of the provider's pull request as last seen, or empty. */
  provider_request: string;
  created_by: string;
  /** JSON user ids of the branch's authors; empty in old rows. */
  authors: string;
  approved_by: string;
  approved_by_id: string;
  /** Approved commit; later ones are not. */
  approved_commit: string;
  approved_at: number;
  ended_by: string;
  created_at: number;
  merged_at: number;
  updated_at: number;
};

/** One changed thing; `pipeline_id` is the id of any kind. */
export type ChangesetPipelineRow = {
  changeset_id: string;
  pipeline_id: string;
  name: string;
  base_path: string;
  path: string;
  /** Fingerprint of the base definition. */
  base_tag: number;
  graph_version: number;
  failure: string;
  /** Requested configuration of a source or destination, new secrets sealed; empty once ended. */
  config: string;
};

/** State of following a remote branch; times are 0 and texts empty where unknown. */
export type GitFollowRow = {
  site_id: string;
  /** Repository, branch and path of this state. */
  address: string;
  state: string;
  reason: string;
  since: number;
  head_commit: string;
  applied_commit: string;
  applied_at: number;
  author: string;
  subject: string;
  /** JSON: content of the applied commit. */
  entities: string;
  /** JSON: removed from the commit, not deleted yet. */
  removed: string;
  /** JSON: names of what differs from the applied commit. */
  drift: string;
  /** Fingerprint of the stored state when drift was checked. */
  fingerprint: string;
  checked_at: number;
  leased_until: number;
  /** 1 when the applied commit is no descendant of the previous one. */
  was_rewritten: number;
  /** Commit and outcome reported to the provider. */
  reported: string;
};

export type ChangesetDraftRow = {
  site_id: string;
  user_id: string;
  /** Stored, or reserved for the merge. */
  entity_id: string;
  /** `PIPELINE`, `SOURCE` or `SINK`. */
  kind: string;
  change: string;
  name: string;
  /** The request as JSON; new secrets are sealed. */
  content: string;
  updated_at: number;
};
