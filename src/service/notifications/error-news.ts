import { noticeTitle } from '../../contract/errors.ts';
import type { Repositories } from '../store/index.ts';
import type { ErrorGroupRow, PipelineRow } from '../store/schema.ts';
import type { Happening } from './raising.ts';

const FOREVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const NAMED = 3;

export const formatErrorsKey = (pipelineId: string): string => `errors:${pipelineId}`;

export async function listOpenErrors(tx: Repositories, pipelineId: string): Promise<ErrorGroupRow[]> {
  const groups = await tx.errors.list({ pipelineIds: [pipelineId], ...FOREVER });
  return groups.filter((group) => group.acknowledged_at === 0 && group.level !== 'INFO');
}

/** One notification for a pipeline's open errors, titled by its name and their first line. */
export function makeErrorNews(pipeline: PipelineRow, groups: readonly ErrorGroupRow[]): Happening {
  const titles = groups.map((group) => noticeTitle(group.description));
  const [title = ''] = titles;
  const many = `${groups.length} kinds of errors in '${pipeline.name}'`;
  const [first] = groups;
  return {
    siteId: pipeline.site_id,
    key: formatErrorsKey(pipeline.id),
    category: 'PIPELINES',
    subCategory: 'NEW_ERRORS',
    severity: groups.some((group) => group.level === 'ERROR') ? 'error' : 'warning',
    message: groups.length === 1 ? `New in '${pipeline.name}': ${title}` : many,
    reason:
      groups.length === 1 && first
        ? first.description
        : [...titles.slice(0, NAMED), ...(titles.length > NAMED ? ['…'] : [])].join('; '),
    pipelineId: pipeline.id,
    nodeId: groups.length === 1 ? (first?.node_id ?? '') : '',
  };
}
