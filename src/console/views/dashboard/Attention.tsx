import { useMemo } from 'react';
import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { HealthMark } from '../../parts/health/HealthMark.tsx';
import type { SiteHealth } from '../../parts/health/use-health.ts';
import { CountBadge } from '../../widgets/status/badge.tsx';
import { attentionRows } from './attention.ts';
import * as css from './overview.css.ts';

/** The pipelines that need somebody, each with its reason and the command that helps; nothing while all is well. */
export function Attention({ health }: { health: SiteHealth }) {
  const rows = useMemo(() => attentionRows(health.pipelines), [health.pipelines]);
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
