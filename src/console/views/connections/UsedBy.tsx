import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { useHealth } from '../../components/health/use-health.ts';
import { PipelineStatus } from '../../components/pipeline-status.tsx';
import { paths } from '../../lib/paths.ts';
import * as css from './source.css.ts';
import type { ConnectionFacts } from './use-connection-facts.ts';

export function UsedBy({ pipelines, unknown }: Pick<ConnectionFacts, 'pipelines' | 'unknown'>) {
  const { pipelines: fares } = useHealth(pipelines[0]?.siteId);
  const states = new Map(fares.map((one) => [one.pipelineId, one.state]));
  return (
    <section aria-label="Pipelines that use it" className={css.section}>
      <h2 className={css.sectionHead}>Pipelines that use it</h2>
      {unknown !== undefined ? (
        <p className={css.note}>{unknown}</p>
      ) : pipelines.length === 0 ? (
        <p className={css.note}>None yet. Add it to a pipeline to make it run.</p>
      ) : (
        <ul className={css.plain}>
          {pipelines.map((pipeline) => (
            <li key={pipeline.id} className={css.user}>
              <Link href={paths.pipeline(pipeline.id)} className={quietLink}>
                {pipeline.name}
              </Link>
              <PipelineStatus pipeline={pipeline} health={states.get(pipeline.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
