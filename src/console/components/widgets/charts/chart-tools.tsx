import { type RefObject, useState } from 'react';
import type { ChartUnit } from '../../../../charts/chart-unit.ts';
import type { ChartSeries } from '../../../../charts/types.ts';
import { getErrorMessage } from '../../../../contract/values.ts';
import { IconButton } from '../actions/button.tsx';
import { MoreMenu } from '../actions/menu.tsx';
import * as css from './chart.css.ts';
import type { CanvasHandle } from './chart-canvas.tsx';
import { buildFileName, saveFile } from './save-file.ts';

type ChartToolsProps = {
  title: string;
  series: readonly ChartSeries[];
  unit: ChartUnit;
  note: string;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  canvas: RefObject<CanvasHandle | null>;
  onRange: (() => void) | undefined;
  onExplain: (() => void) | undefined;
};

export function ChartTools({
  title,
  series,
  unit,
  note,
  isTable,
  onTable,
  canvas,
  onRange,
  onExplain,
}: ChartToolsProps) {
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<void>) => {
    setProblem('');
    await work().catch((error: unknown) => setProblem(getErrorMessage(error)));
  };
  const savePng = async () => {
    const svg = canvas.current?.svg();
    if (!svg) return;
    const { renderChartPng } = await import('./chart-png.ts');
    saveFile(buildFileName(title, 'png'), await renderChartPng(svg, { title, note, series }));
  };
  const saveCsv = async () => {
    const { formatChartCsv } = await import('./chart-csv.ts');
    saveFile(buildFileName(title, 'csv'), new Blob([formatChartCsv(series, unit)], { type: 'text/csv' }));
  };
  return (
    <>
      {problem && (
        <span role="alert" className={css.problem}>
          {problem}
        </span>
      )}
      <IconButton
        icon={isTable ? 'chart' : 'table'}
        label={isTable ? `View ${title} as lines` : `View ${title} as table`}
        variant="ghost"
        size="small"
        onClick={() => onTable(!isTable)}
      />
      {onExplain && (
        <IconButton
          icon="history"
          label={`What changed in ${title}`}
          variant="ghost"
          size="small"
          onClick={onExplain}
        />
      )}
      <MoreMenu
        label={`More for ${title}`}
        entries={[
          ...(onRange
            ? [{ id: 'range', label: 'Select time range', icon: 'clock' as const, onSelect: onRange }]
            : []),
          {
            id: 'png',
            label: 'Export as PNG',
            icon: 'download',
            startsGroup: onRange !== undefined,
            disabledReason: isTable ? 'A table is exported as CSV; view the lines for a picture' : undefined,
            onSelect: () => void attempt(savePng),
          },
          { id: 'csv', label: 'Export as CSV', icon: 'download', onSelect: () => void attempt(saveCsv) },
        ]}
      />
    </>
  );
}
