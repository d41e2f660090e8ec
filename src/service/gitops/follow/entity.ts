import type { GitFollow, GitFollowState } from '../../../contract/entities/git-follow.ts';
import { NODE_TYPES } from '../../../contract/enums.ts';
import { mayReadNodes } from '../../auth/readable.ts';
import { formatTime } from '../../clock.ts';
import type { Services } from '../../services.ts';
import type { Repositories } from '../../store/index.ts';
import type { GitFollowRow, SiteRow } from '../../store/schema.ts';
import { readStatusProblem } from '../providers/report.ts';
import { readRemoteSettings } from './settings.ts';

const NOTHING: GitFollow = {
  state: 'WAITING',
  since: formatTime(0),
  reason: '',
  headCommit: '',
  appliedCommit: '',
  appliedAt: formatTime(0),
  author: '',
  subject: '',
  wasRewritten: false,
  checkedAt: formatTime(0),
  drift: [],
  driftCount: 0,
  statusProblem: '',
};

/** Texts name pipelines, sources and destinations: only for those who may read all. */
export function toGitFollow({ caller }: Pick<Services, 'caller'>, row: GitFollowRow): GitFollow {
  const isReader = NODE_TYPES.every((type) => mayReadNodes(caller, type, row.site_id));
  const drift: string[] = JSON.parse(row.drift);
  return {
    state: row.state as GitFollowState,
    since: formatTime(row.since),
    reason: isReader || row.state === 'AWAY' ? row.reason : '',
    headCommit: row.head_commit,
    appliedCommit: row.applied_commit,
    appliedAt: formatTime(row.applied_at),
    author: isReader ? row.author : '',
    subject: isReader ? row.subject : '',
    wasRewritten: row.was_rewritten === 1,
    checkedAt: formatTime(row.checked_at),
    drift: isReader ? drift : [],
    driftCount: drift.length,
    statusProblem: readStatusProblem(row),
  };
}

export async function readGitFollow(
  services: Services,
  tx: Repositories,
  site: SiteRow,
): Promise<GitFollow | null> {
  if (!readRemoteSettings(services, site)) return null;
  const row = await tx.gitFollows.find(site.id);
  return row ? toGitFollow(services, row) : NOTHING;
}
