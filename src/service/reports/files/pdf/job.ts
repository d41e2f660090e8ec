import type { ReportDocument } from '../../../../contract/entities/report-document.ts';
import type { Job } from '../../../apart/pool.ts';

/** Loads library and fonts in a thread, which ends when unused for a while. */
export const PDF_JOB: Job<ReportDocument, Uint8Array> = {
  module: new URL('./render.ts', import.meta.url),
  name: 'renderPdf',
  limitMs: 60_000,
};
