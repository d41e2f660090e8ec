import type { LogRow } from '../../../contract/entities/log-search.ts';
import type { HandedSample } from '../../state/handed-sample.ts';

/** Rows, the newest first, as the source of a pipeline received them. */
export const toHandedSample = (rows: readonly LogRow[], pipelineId: string): HandedSample => ({
  pipelineId,
  name: 'Events of Log Search',
  events: rows.map(({ text }) => text),
  origins: rows.map(({ metadata }) => metadata.origin),
});
