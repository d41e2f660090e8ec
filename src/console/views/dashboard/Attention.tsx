import { useMemo } from 'react';
import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { HealthMark } from '../../components/health/HealthMark.tsx';
import type { SiteHealth } from '../../components/health/use-health.ts';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { paths } from '../../lib/paths.ts';
import { listAttentionRows } from './attention.ts';
import * as css from './overview.css.ts';

/** Pipelines in trouble with reason and fix; renders nothing when there are none. */
export function Attention({ health }: { health: SiteHealth }) {
  const rows = useMemo(() => listAttentionRows(health.pipelines), [health.pipelines]);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Needs attention" className={css.section}>
      <h2 className={css.heading}>
        Needs attention <CountBadge count={rows.length} />
      </h2>
      <ul className={css.attention}>
        {rows.map((row) => (
          <li key={row.pipelineId} className={css.attentionRow}>
            <HealthMark state={row.state} />
            <Link href={paths.pipeline(row.pipelineId)} className={quietLink}>
              {row.name}
            </Link>
            <span className={css.reason}>
              {row.reason}
              {row.more > 0 && <span className={css.more}> and {row.more} more</span>}
            </span>
            <span className={css.fix}>
              {row.fix && <CommandButton id={row.fix.command} args={row.fix.args} size="small" hideKeys />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
