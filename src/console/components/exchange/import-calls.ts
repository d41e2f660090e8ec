import type { ApplyOutcome, PlanOutcome } from '../../../../machines/import-review/index.ts';
import type { ErrorDetail } from '../../../contract/errors.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { notifyRequested, type RequestWay, sendRequest } from '../../state/request-draft.ts';

const formatFault = ({ line, column, field, message }: ErrorDetail): string =>
  line === undefined ? `${field}: ${message}` : `Line ${line}, column ${column}, ${field}: ${message}`;

/** One sentence per problem. */
export function describeImportProblems(error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error;
  const placed = error.details.filter(({ line }) => line !== undefined);
  return placed.length > 0 ? placed.map(formatFault) : [error.text.title];
}

const stripEtagQuotes = (etag: string | undefined): string => etag?.replaceAll('"', '') ?? '';

/** Dry run: changes nothing. */
export async function planImport(siteId: string, definition: string): Promise<PlanOutcome> {
  const input = { query: { siteId, dryRun: true }, body: { definition } };
  try {
    const { data, etag } = await callApi('importPipelines', input, { ifMatch: '*' });
    return { plan: { entries: data.entries, tag: stripEtagQuotes(etag) } };
  } catch (error) {
    return { problems: describeImportProblems(error) };
  }
}

async function carryOut(work: () => Promise<unknown>): Promise<ApplyOutcome> {
  try {
    await work();
    return { kind: 'applied' };
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return { kind: 'stale' };
    return { kind: 'refused', problems: describeImportProblems(error) };
  }
}

export const applyImport = (siteId: string, definition: string, tag: string): Promise<ApplyOutcome> =>
  carryOut(() =>
    callApi(
      'importPipelines',
      { query: { siteId, dryRun: false }, body: { definition } },
      { ifMatch: Number(tag) },
    ),
  );

/** Requests the plan's changes on a site managed by Git. */
export const requestImport = (
  siteId: string,
  definition: { text: string; tag: string },
  { way, comment }: { way: RequestWay; comment: string },
): Promise<ApplyOutcome> =>
  carryOut(async () => {
    const { text, tag } = definition;
    const parts = {
      ...{ pipelines: [], connections: [], nodes: [] },
      definition: { text, ...(tag === '*' ? {} : { tag: Number(tag) }) },
    };
    notifyRequested(way, (await sendRequest(way, siteId, parts, { comment })).length);
  });
