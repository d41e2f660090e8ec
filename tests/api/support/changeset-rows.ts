import type { TestService } from './service.ts';

/** An open pull request without commits. */
export async function insertChangeset(
  api: TestService,
  siteId: string,
  pipelineId: string,
  texts: {
    description?: string;
    reason?: string;
    name?: string;
    path?: string;
    failure?: string;
    config?: string;
    providerRequest?: string;
  } = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('changeset'), clock()];
  await api.store.changesets.insert(
    {
      id,
      site_id: siteId,
      description: texts.description ?? '',
      status: 'OPEN',
      reason: texts.reason ?? '',
      base_commit: '0'.repeat(40),
      head_commit: '0'.repeat(40),
      merge_commit: '',
      remote: '',
      pushed_commit: '',
      provider_request: texts.providerRequest ?? '',
      created_by: 'test',
      authors: '',
      approved_by: '',
      approved_by_id: '',
      approved_commit: '',
      approved_at: 0,
      ended_by: '',
      created_at: now,
      merged_at: 0,
      updated_at: now,
    },
    [
      {
        changeset_id: id,
        pipeline_id: pipelineId,
        name: texts.name ?? 'web',
        base_path: texts.path ?? 'web.yaml',
        path: texts.path ?? 'web.yaml',
        base_tag: 1,
        graph_version: 0,
        failure: texts.failure ?? '',
        config: texts.config ?? '',
      },
    ],
  );
  return id;
}
