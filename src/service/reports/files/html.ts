import type { ReportDocument, ReportPanel, ReportTable } from '../../../contract/entities/report-document.ts';
import { findBarShare, omitEmptyColumns } from '../../../contract/reports/columns.ts';
import { formatReportMoment, formatReportSpan } from '../../../contract/reports/texts.ts';
import { renderBar, renderChart } from './html-chart.ts';
import { REPORT_COLORS as COLORS, countFiguresPerRow } from './look.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const toHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

const FONT = "font-family:Geist,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TONES = { plain: COLORS.text, good: COLORS.good, bad: COLORS.bad };

/** Mail programs support tables and inline styles, and little else. */
function renderTable(document: Pick<ReportDocument, 'columns'>, whole: ReportTable): string {
  const { columns, table } = omitEmptyColumns(document.columns, whole);
  const { title, rows, empty } = table;
  const heading = `<h2 style="font-size:16px;margin:28px 0 8px">${toHtml(title)}</h2>`;
  if (rows.length === 0) return `${heading}<p style="color:${COLORS.quiet};margin:0">${toHtml(empty)}</p>`;
  const side = (align: 'start' | 'end') => (align === 'end' ? 'right' : 'left');
  const head = columns
    .map(
      ({ name, align, hasBars }) =>
        // Otherwise bars of equal values differ between tables.
        `<th scope="col"${hasBars ? ' width="40%"' : ''} style="text-align:${side(align)};padding:6px 8px;border-bottom:1px solid ${COLORS.line};color:${COLORS.quiet};font-weight:500;font-size:12px">${toHtml(name)}</th>`,
    )
    .join('');
  const body = rows
    .map((row) => {
      const cells = row.map((cell, index) => {
        const { align = 'start' } = columns[index] ?? {};
        const share = findBarShare(columns, rows, index, cell);
        const bar = share === undefined ? '' : renderBar(share, COLORS.accent, 6);
        const nowrap = align === 'end' ? 'white-space:nowrap;' : '';
        return `<td style="text-align:${side(align)};${nowrap}padding:6px 8px;border-bottom:1px solid ${COLORS.line};font-variant-numeric:tabular-nums;vertical-align:top">${bar}${toHtml(cell.text)}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    })
    .join('');
  return `${heading}<table style="width:100%;border-collapse:collapse;font-size:13px"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Rows even where others draw charts: mail programs show no drawings. */
function renderPanel({ title, columns, rows, note }: ReportPanel): string {
  const table = renderTable({ columns }, { title, rows, empty: note });
  const more =
    rows.length > 0 && note !== ''
      ? `<p style="color:${COLORS.quiet};margin:4px 0 0">${toHtml(note)}</p>`
      : '';
  return `${table}${more}`;
}

function renderFigures({ figures }: ReportDocument): string {
  const perRow = countFiguresPerRow(figures.length);
  const cells = figures.map(
    ({ label, text, detail, tone }) =>
      `<td width="${Math.floor(100 / perRow)}%" style="padding:12px 16px 12px 0;vertical-align:top"><div style="color:${COLORS.quiet};font-size:12px">${toHtml(label)}</div><div style="font-size:20px;font-weight:600;color:${TONES[tone]};white-space:nowrap">${toHtml(text)}</div><div style="color:${COLORS.quiet};font-size:12px">${toHtml(detail)}</div></td>`,
  );
  const rows: string[] = [];
  for (let index = 0; index < cells.length; index += perRow)
    rows.push(`<tr>${cells.slice(index, index + perRow).join('')}</tr>`);
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin-top:16px">${rows.join('')}</table>`;
}

/** A page that also works as mail: no resources, no scripts. @param link to the run, or empty */
export function renderHtml(document: ReportDocument, link = ''): string {
  const { title, siteName, summary, notes, tables, panels = [], madeUnixTimeSeconds, timeZone } = document;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${toHtml(title)}</title></head>`,
    `<body style="margin:0;background:${COLORS.ground};color:${COLORS.text};${FONT};font-size:14px;line-height:1.45">`,
    '<div style="max-width:760px;margin:0 auto;padding:32px 24px">',
    `<p style="margin:0;color:${COLORS.accent};font-weight:600;font-size:12px">Penstock</p>`,
    `<h1 style="font-size:24px;line-height:1.2;margin:4px 0">${toHtml(title)}</h1>`,
    `<p style="margin:0;color:${COLORS.quiet}">${toHtml(siteName)}, ${toHtml(formatReportSpan(document))}</p>`,
    `<p style="font-size:16px;margin:16px 0 0">${toHtml(summary)}</p>`,
    renderFigures(document),
    document.chart === null ? '' : renderChart(document.chart, document, toHtml),
    ...tables.map((table) => renderTable(document, table)),
    ...panels.map(renderPanel),
    ...notes.map(
      (note) => `<p style="color:${COLORS.quiet};margin:16px 0 0;font-size:12px">${toHtml(note)}</p>`,
    ),
    `<p style="color:${COLORS.quiet};margin:24px 0 0;font-size:12px">Made ${toHtml(formatReportMoment(madeUnixTimeSeconds, timeZone))}, ${toHtml(timeZone)}.${link === '' ? '' : ` <a href="${toHtml(link)}" style="color:${COLORS.accent}">Open in Penstock</a>`}</p>`,
    '</div></body></html>',
    '',
  ].join('\n');
}

/** Plain text, for mail programs without HTML and beside attachments. */
export function renderText(document: ReportDocument, link = ''): string {
  const { title, siteName, summary, notes, figures } = document;
  return [
    title,
    `${siteName}, ${formatReportSpan(document)}`,
    '',
    summary,
    '',
    ...figures.map(({ label, text, detail }) => `${label}: ${text}${detail === '' ? '' : ` (${detail})`}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(link === '' ? [] : ['', link]),
    '',
  ].join('\n');
}
