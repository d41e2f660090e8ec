import type { ReportDocument } from '../../contract/entities/report-document.ts';
import type { ReportFormat } from '../../contract/reports/kinds.ts';
import { formatReportDay } from '../../contract/reports/texts.ts';
import type { Mail } from '../alerts/channels/email.ts';
import type { Apart } from '../apart/apart.ts';
import type { ReportRunHead } from '../store/reports.ts';
import { parseRecipients } from './entities.ts';
import { renderCsv } from './files/csv.ts';
import { renderHtml, renderText } from './files/html.ts';
import { PDF_JOB } from './files/pdf/job.ts';

export type ReportFile = { name: string; type: string; bytes: Buffer };

const EXTENSIONS = { PDF: 'pdf', HTML: 'html', CSV: 'csv' } as const;
const TYPES = {
  PDF: 'application/pdf',
  HTML: 'text/html; charset=utf-8',
  CSV: 'text/csv; charset=utf-8',
} as const;
const NAME_MAX_LENGTH = 80;

/** Letters and digits of any script, and the last day covered. */
function nameFile({ title, endUnixTimeSeconds, timeZone }: ReportDocument, format: ReportFormat): string {
  const words = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const day = formatReportDay(endUnixTimeSeconds - 1, timeZone).replaceAll(' ', '-');
  return `${words.slice(0, NAME_MAX_LENGTH) || 'report'}-${day}.${EXTENSIONS[format]}`;
}

/** @throws JobOverrun, ContractError TOO_MANY_REQUESTS from the PDF thread */
export async function makeFile(
  apart: Apart,
  document: ReportDocument,
  format: ReportFormat,
  link: string,
): Promise<ReportFile> {
  const make = async (): Promise<Buffer> => {
    if (format === 'PDF') return Buffer.from(await apart.run(PDF_JOB, document));
    return Buffer.from(format === 'HTML' ? renderHtml(document, link) : renderCsv(document));
  };
  return { name: nameFile(document, format), type: TYPES[format], bytes: await make() };
}

/** A line end in a subject would begin another header. */
const toLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

export async function makeMail(
  apart: Apart,
  run: ReportRunHead,
  document: ReportDocument,
  link: string,
): Promise<Mail> {
  const format = run.format as ReportFormat;
  const file = await makeFile(apart, document, format, link);
  const mail: Mail = {
    id: run.id,
    to: parseRecipients(run),
    subject: toLine(
      `${document.title}: ${document.siteName}, ${formatReportDay(document.endUnixTimeSeconds - 1, document.timeZone)}`,
    ),
    text: renderText(document, link),
    thread: `report-${run.report_id}`,
  };
  if (format === 'HTML') return { ...mail, html: file.bytes.toString() };
  return { ...mail, attachments: [{ filename: file.name, contentType: file.type, content: file.bytes }] };
}
