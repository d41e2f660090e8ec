import { EXPLAIN_MAX } from '../../contract/calls/explain.ts';
import type { ExplainEntry } from '../../contract/entities/explain.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { deploymentEntries, versionsOver } from './deployments.ts';
import { editEntries } from './edits.ts';
import { errorEntries } from './errors.ts';
import { noticeEntries } from './notices.ts';

/** Where and when: Unix milliseconds, the end left out. */
export type ExplainScope = {
  siteId: string;
  /** All of the site, or those asked for. */
  pipelines: readonly PipelineRow[];
  /** Whether only some pipelines were asked for. */
  isNarrow: boolean;
  from: number;
  to: number;
};

/** An entry as it is found; which version ran then is known once all are. */
export type Found = Omit<ExplainEntry, 'pipelineName' | 'graphVersion' | 'at'> & {
  /** Unix milliseconds. */
  at: number;
  graphVersion?: number;
};

/** What changed there and then, in the order it happened; the newest when there is too much. */
export async function explain(
  tx: Repositories,
  scope: ExplainScope,
  areErrorsIgnored: boolean,
): Promise<{ entries: ExplainEntry[]; isCut: boolean }> {
  const found: Found[] = [
    ...(await deploymentEntries(tx, scope)),
    ...(await editEntries(tx, scope)),
    ...(areErrorsIgnored ? [] : await errorEntries(tx, scope)),
    ...(await noticeEntries(tx, scope)),
  ];
  const inOrder = found.sort((a, b) => a.at - b.at);
  const kept = inOrder.slice(-EXPLAIN_MAX);
  const nameOf = new Map(scope.pipelines.map((row) => [row.id, row.name]));
  const versionAt = await versionsOver(tx, scope);
  const entries = kept.map((entry) => ({
    ...entry,
    at: Math.floor(entry.at / 1000),
    pipelineName: nameOf.get(entry.pipelineId) ?? '',
    graphVersion: entry.graphVersion ?? versionAt(entry.pipelineId, entry.at),
  }));
  return { entries, isCut: inOrder.length > kept.length };
}
