import type { AgentDetail } from '../../../contract/entities/fleet-agent.ts';
import { type Figure, formatBytes, formatFigure, formatMinute, formatPercent } from '../../lib/format.ts';
import * as css from './fleets.css.ts';

/** CPU and memory of its Collector; outdated figures show their time. */
export function AgentUsage({ usage }: Pick<AgentDetail, 'usage'>) {
  const when = usage && !usage.isCurrent ? ` as of ${formatMinute(usage.at)}` : '';
  const show = (figure: Figure | undefined, more = '') => formatFigure(figure) + (figure ? more + when : '');
  return (
    <section className={css.section} aria-labelledby="agent-process">
      <h3 id="agent-process" className={css.heading}>
        Collector process
      </h3>
      <dl className={css.facts}>
        <dt className={css.term}>CPU</dt>
        <dd className={css.value}>{show(formatPercent(usage?.cpuPercent), ' of a core')}</dd>
        <dt className={css.term}>Memory</dt>
        <dd className={css.value}>{show(formatBytes(usage?.memoryBytes))}</dd>
      </dl>
    </section>
  );
}
