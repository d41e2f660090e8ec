import type { ReportDocument } from '../../../../contract/entities/report-document.ts';
import { formatReportMoment, formatReportSpan } from '../../../../contract/reports/texts.ts';
import { REPORT_COLORS as COLORS, countFiguresPerRow } from '../look.ts';
import { drawChart } from './chart.ts';
import { createPage, INNER_WIDTH, PAGE, type ReportPage } from './page.ts';
import { drawTable } from './table.ts';

const BRAND = { size: 10, weight: 'bold' as const, color: COLORS.accent };
const TITLE = { size: 24, weight: 'bold' as const };
const UNDER = { size: 10.5, color: COLORS.quiet };
const SUMMARY = { size: 12.5 };
const NOTE = { size: 8.5, color: COLORS.quiet };
const LABEL = { size: 8.5, color: COLORS.quiet };
const VALUE = { size: 18, weight: 'bold' as const };
const FOOT = { size: 8, color: COLORS.quiet };
const TONES = { plain: COLORS.text, good: COLORS.good, bad: COLORS.bad };
const FIGURE_HEIGHT = 62;
const GAP = 16;

function drawFigures(page: ReportPage, { figures }: ReportDocument): void {
  const { doc, root } = page;
  const perRow = countFiguresPerRow(figures.length);
  const width = (INNER_WIDTH - GAP * (perRow - 1)) / perRow;
  for (let first = 0; first < figures.length; first += perRow) {
    page.need(FIGURE_HEIGHT + 8);
    const y = page.top();
    page.rule(y);
    for (const [place, { label, text, detail, tone }] of figures.slice(first, first + perRow).entries()) {
      const x = PAGE.margin + place * (width + GAP);
      root.add(
        doc.struct(
          'P',
          { actual: detail === '' ? `${label}: ${text}` : `${label}: ${text}, ${detail}` },
          () => {
            page.drawLine(page.cut(label, width, LABEL), x, y + 8, LABEL);
            page.drawLine(page.cut(text, width, VALUE), x, y + 21, { ...VALUE, color: TONES[tone] });
            if (detail !== '') page.drawLine(page.cut(detail, width, LABEL), x, y + 45, LABEL);
          },
        ),
      );
    }
    page.moveTo(y + FIGURE_HEIGHT + 6);
  }
  page.moveTo(page.top() + 14);
}

function drawFeet(page: ReportPage, document: ReportDocument): void {
  const { doc } = page;
  const { start, count } = doc.bufferedPageRange();
  const what = `${document.title}, ${document.siteName}, ${formatReportSpan(document)}`;
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    const number = `Page ${index - start + 1} of ${count}`;
    const width = page.measure(number, FOOT);
    doc.markContent('Artifact', { type: 'Pagination' });
    const y = PAGE.height - 40;
    page.drawLine(page.cut(what, INNER_WIDTH - width - GAP, FOOT), PAGE.margin, y, FOOT);
    page.drawLine(number, PAGE.margin + INNER_WIDTH - width, y, FOOT);
    doc.endMarkedContent();
  }
}

/** A tagged, searchable PDF. Runs in a thread, since it takes memory. */
export async function renderPdf(document: ReportDocument): Promise<Uint8Array> {
  const { title, siteName, summary, notes, chart, tables, panels = [] } = document;
  const { madeUnixTimeSeconds, timeZone } = document;
  const page = createPage(title, new Date(madeUnixTimeSeconds * 1000));
  const { doc, root } = page;
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve());
    doc.on('error', reject);
  });
  page.paragraph('P', 'Penstock', BRAND, 4);
  page.paragraph('H1', title, TITLE, 2);
  page.paragraph('P', `${siteName}, ${formatReportSpan(document)}`, UNDER, 2);
  // Not at the end, where it would often be alone on a page.
  page.paragraph('P', `Made ${formatReportMoment(madeUnixTimeSeconds, timeZone)}, ${timeZone}.`, NOTE, 12);
  page.paragraph('P', summary, SUMMARY, 18);
  drawFigures(page, document);
  if (chart) drawChart(page, chart, timeZone);
  for (const table of tables) drawTable(page, document, table);
  for (const { title: heading, chart: drawn, columns, rows, note } of panels) {
    if (drawn) drawChart(page, drawn, timeZone);
    else drawTable(page, { columns }, { title: heading, rows, empty: note });
    if (note !== '' && rows.length > 0) page.paragraph('P', note, NOTE, 12);
  }
  for (const note of notes) page.paragraph('P', note, NOTE, 4);
  if (page.isIncomplete())
    page.paragraph(
      'P',
      'Letters that the fonts of this PDF lack are shown as ?. The HTML and CSV of it have them.',
      NOTE,
      4,
    );
  root.end();
  drawFeet(page, document);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}
