import { memo } from 'react';
import { getFilterLabel, STATUS_FILTER_LABELS } from '../../../../machines/pipeline-lifecycle/index.ts';
import { rowTight } from '../../../../styles/layout.css.ts';
import * as list from '../../components/list-page/list-page.css.ts';
import { getStatusLook } from '../../components/status-look.ts';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { formatExact } from '../../lib/format.ts';
import type { PipelineRow } from './pipeline-rows.ts';

const COUNTED = STATUS_FILTER_LABELS.filter((label) => label !== 'deleted');

export const StatusCounts = memo(function StatusCounts({ rows }: { rows: readonly PipelineRow[] }) {
  const byLabel = Map.groupBy(rows, ({ pipeline }) => getFilterLabel(pipeline.status));
  return (
    <div className={list.counts}>
      {COUNTED.map((label) => {
        const found = byLabel.get(label) ?? [];
        const [first] = found;
        if (!first) return null;
        const look = getStatusLook({ status: first.pipeline.status, pendingAction: 'NOP' });
        return (
          <span key={label} className={rowTight}>
            <StatusShape shape={look.shape} tone={look.tone} />
            {formatExact(found.length)} {label}
          </span>
        );
      })}
    </div>
  );
});
