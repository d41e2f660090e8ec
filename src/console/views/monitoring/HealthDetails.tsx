import type { ReactNode } from 'react';
import { wrap } from '../../../../styles/layout.css.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { HealthMark } from '../../components/health/HealthMark.tsx';
import { formatReason } from '../../components/health/reason-text.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatCount, formatDateTime, formatDuration } from '../../lib/format.ts';
import type { HealthRow } from './health-columns.tsx';
import { buildHealthId } from './monitoring.commands.ts';
import * as css from './monitoring.css.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd className={css.factValue}>{children}</dd>
    </div>
  );
}

const Count = ({ of }: { of: string | null }) =>
  of === null ? <Missing /> : <Figure figure={formatCount(fromCount(of))} />;

const Latency = ({ of }: { of: number | null }) =>
  of === null ? <Missing /> : formatDuration(Math.ceil(of));

export function HealthDetails({ row }: { row: HealthRow }) {
  const { figures, reasons } = row;
  return (
    <div className={css.details}>
      {reasons.length > 0 && (
        <ul className={css.reasons}>
          {reasons.map((reason) => (
            <li key={reason.rule}>
              <HealthMark state={reason.state} /> {formatReason(reason)}
            </li>
          ))}
        </ul>
      )}
      <dl className={css.facts} aria-label="The last minute">
        <Fact label="Events in">
          <Count of={figures.eventsIn} />
        </Fact>
        <Fact label="Events out">
          <Count of={figures.eventsOut} />
        </Fact>
        <Fact label="Lost">
          <Count of={figures.eventsLost} />
        </Fact>
        <Fact label="Waiting">
          <Count of={figures.eventsBuffered} />
        </Fact>
        {row.nodeType === 'SINK' && (
          <>
            <Fact label="Latency p50">
              <Latency of={figures.latencyP50Milliseconds} />
            </Fact>
            <Fact label="Latency p99">
              <Latency of={figures.latencyP99Milliseconds} />
            </Fact>
          </>
        )}
        <Fact label="Retries">
          <Count of={figures.retries} />
        </Fact>
        <Fact label="Warnings">
          <Count of={figures.warnings} />
        </Fact>
        <Fact label="Last event">
          {figures.lastEventUnixTimeSeconds > 0 ? (
            formatDateTime(figures.lastEventUnixTimeSeconds * 1000)
          ) : (
            <Missing />
          )}
        </Fact>
      </dl>
      <div className={wrap}>
        <CommandButton id="monitoring.openNode" args={{ node: buildHealthId(row) }} size="small" hideIcon />
        <CommandButton id="monitoring.openErrors" args={{ node: buildHealthId(row) }} size="small" hideIcon />
      </div>
    </div>
  );
}
