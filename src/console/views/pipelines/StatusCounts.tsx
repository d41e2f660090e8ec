import { memo } from 'react';
import { getFilterLabel, STATUS_FILTER_LABELS } from '../../../../machines/pipeline-lifecycle/index.ts';
import { rowTight } from '../../../../styles/layout.css.ts';
import { TROUBLE_STATES } from '../../../contract/entities/health.ts';
import { HEALTH_LOOKS } from '../../components/health/health-look.ts';
import * as list from '../../components/list-page/list-page.css.ts';
import { getStatusLook } from '../../components/status-look.ts';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { formatExact } from '../../lib/format.ts';
import type { PipelineRow } from './pipeline-rows.ts';

const WORST_FIRST = [...TROUBLE_STATES.toReversed(), 'starting' as const];
const COUNTED = STATUS_FILTER_LABELS.filter((label) => label !== 'deleted');

/** Trouble and *starting* come before the status, as in the rows. */
export const StatusCounts = memo(function StatusCounts({ rows }: { rows: readonly PipelineRow[] }) {
  const byLabel = Map.groupBy(rows, ({ pipeline }) => getFilterLabel(pipeline.status));
  return (
    <div className={list.counts}>
      {COUNTED.map((label) => {
        const found = byLabel.get(label) ?? [];
        const [first] = found;
        if (!first) return null;
        const marked = WORST_FIRST.flatMap((state) => {
          const count = found.filter(({ health }) => health === state).length;
          return count > 0 ? [{ look: HEALTH_LOOKS[state], count }] : [];
        });
        const look =
          marked[0]?.look ?? getStatusLook({ status: first.pipeline.status, pendingAction: 'NOP' });
        return (
          <span key={label} className={rowTight}>
            <StatusShape shape={look.shape} tone={look.tone} />
            {formatExact(found.length)} {label}
            {marked.map((one) => `, ${formatExact(one.count)} ${one.look.label.toLowerCase()}`).join('')}
          </span>
        );
      })}
    </div>
  );
});
