import type { ReportDocument, ReportTable } from '../../../../contract/entities/report-document.ts';
import { findBarShare, omitEmptyColumns } from '../../../../contract/reports/columns.ts';
import { REPORT_COLORS as COLORS } from '../look.ts';
import { INNER_WIDTH, PAGE, type ReportPage, type Struct } from './page.ts';

const HEADING = { size: 12.5, weight: 'bold' as const };
const HEAD = { size: 8.5, color: COLORS.quiet };
const CELL = { size: 9 };
const PADDING = 5;
const GAP = 10;
const LINES_MAX = 3;
const FIGURE_WIDTH = 64;
const BAR_HEIGHT = 5;

export function drawTable(
  page: ReportPage,
  document: Pick<ReportDocument, 'columns'>,
  given: ReportTable,
): void {
  const { columns, table: shown } = omitEmptyColumns(document.columns, given);
  const { title, rows, empty } = shown;
  const { doc, root } = page;
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const unit = (INNER_WIDTH - GAP * (columns.length - 1)) / whole;
  let left = PAGE.margin;
  const places = columns.map(({ width, align, name }) => {
    const place = { x: left, width: width * unit, align, name };
    left += place.width + GAP;
    return place;
  });
  page.need(84);
  page.paragraph('H2', title, HEADING, 6);
  if (rows.length === 0) {
    page.paragraph('P', empty, { size: 9.5, color: COLORS.quiet }, 18);
    return;
  }
  const table: Struct = doc.struct('Table', { title });
  root.add(table);

  const headings = places.map(({ name, width }) => page.wrap(name, width, HEAD, 2));
  const headHeight = page.heightOf(Math.max(...headings.map((lines) => lines.length)), HEAD) + PADDING;
  const drawHead = (isRepeated: boolean): void => {
    const y = page.top();
    const draw = (index: number) => {
      const place = places[index];
      if (place)
        page.drawLines(headings[index] ?? [], place.x, y, place.width, { ...HEAD, align: place.align });
    };
    const drawAll = () => {
      for (const index of places.keys()) draw(index);
    };
    if (isRepeated) page.drawArtifact(drawAll);
    else {
      const row: Struct = doc.struct('TR', {});
      table.add(row);
      for (const index of places.keys()) row.add(doc.struct('TH', {}, () => draw(index)));
      row.end();
    }
    page.rule(y + headHeight, COLORS.quiet);
    page.moveTo(y + headHeight + PADDING);
  };
  drawHead(false);

  for (const cells of rows) {
    const texts = places.map(({ width }, index) =>
      page.wrap(cells[index]?.text || ' ', width, CELL, LINES_MAX),
    );
    const height = page.heightOf(Math.max(...texts.map((lines) => lines.length)), CELL);
    if (page.need(height + PADDING)) drawHead(true);
    const y = page.top();
    for (const [index, { x, width }] of places.entries()) {
      const share = findBarShare(columns, rows, index, cells[index]);
      if (share) page.bar(x, y + 3, Math.max(1, share * (width - FIGURE_WIDTH)), BAR_HEIGHT);
    }
    const row: Struct = doc.struct('TR', {});
    table.add(row);
    for (const [index, place] of places.entries())
      row.add(
        doc.struct('TD', {}, () =>
          page.drawLines(texts[index] ?? [], place.x, y, place.width, { ...CELL, align: place.align }),
        ),
      );
    row.end();
    page.rule(y + height + PADDING - 2);
    page.moveTo(y + height + 2 * PADDING - 2);
  }
  table.end();
  page.moveTo(page.top() + 16);
}
