import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { paths } from '../../app/paths.ts';
import { PipelineStatus } from '../../parts/pipeline-status.tsx';
import * as css from './source.css.ts';
import type { ConnectionFacts } from './use-connection-facts.ts';

/** The pipelines that use a source or destination, with how each stands (R2.1-12). */
export function UsedBy({ pipelines, unknown }: Pick<ConnectionFacts, 'pipelines' | 'unknown'>) {
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
              <PipelineStatus pipeline={pipeline} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
