import { memo } from 'react';
import { filterLabelOf, STATUS_FILTER_LABELS } from '../../../../machines/pipeline-lifecycle/index.ts';
import { rowTight } from '../../../../styles/layout.css.ts';
import * as list from '../../parts/list-page.css.ts';
import { statusLook } from '../../parts/status-look.ts';
import { formatExact } from '../../widgets/format.ts';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import type { PipelineRow } from './pipeline-rows.ts';

const COUNTED = STATUS_FILTER_LABELS.filter((label) => label !== 'deleted');

/** How many pipelines are in each state; states without any are left out. */
export const StatusCounts = memo(function StatusCounts({ rows }: { rows: readonly PipelineRow[] }) {
  const byLabel = Map.groupBy(rows, ({ pipeline }) => filterLabelOf(pipeline.status));
  return (
    <div className={list.counts}>
      {COUNTED.map((label) => {
        const found = byLabel.get(label) ?? [];
        const [first] = found;
        if (!first) return null;
        const look = statusLook({ status: first.pipeline.status, pendingAction: 'NOP' });
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
