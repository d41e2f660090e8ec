import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import type { Source } from '../../../contract/entities/node.ts';
import { paths } from '../../app/paths.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { CodeBlock } from '../../widgets/code/code-block.tsx';
import { formatByteRate, formatDateTime } from '../../widgets/format.ts';
import { Figure } from '../../widgets/text/figure.tsx';
import { Missing } from '../../widgets/text/missing.tsx';
import { snippetsOf } from './snippets.ts';
import * as css from './source.css.ts';
import { useConnections } from './use-connections.ts';

/** What a source does now: rate, last event, who uses it, and how to send to it. */
export function SourceFacts({ source }: { source: Source }) {
  const { actors } = useCommandContext();
  const { rows } = useConnections('source', source.siteId);
  const row = rows.find((one) => one.connection.id === source.id);
  const snippets = snippetsOf(source);
  return (
    <section className={css.facts} aria-label="Now">
      <dl className={css.list}>
        <dt className={css.term}>Type</dt>
        <dd className={css.value}>{source.templateName}</dd>
        <dt className={css.term}>Data output</dt>
        <dd className={css.value}>
          <Figure figure={formatByteRate(row?.bytesPerSecond)} />
        </dd>
        <dt className={css.term}>Last event</dt>
        <dd className={css.value}>{formatDateTime(source.lastAlive)}</dd>
        <dt className={css.term}>Changed</dt>
        <dd className={css.value}>{formatDateTime(source.updatedAt)}</dd>
      </dl>
      <div>
        <h2 className={css.heading}>Pipelines that use it</h2>
        {row && row.pipelines.length > 0 ? (
          <ul className={css.plain}>
            {row.pipelines.map((pipeline) => (
              <li key={pipeline.id}>
                <Link href={paths.pipeline(pipeline.id)} className={quietLink}>
                  {pipeline.name}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Missing />
        )}
      </div>
      {snippets.map((snippet) => (
        <div key={snippet.label}>
          <h2 className={css.heading}>Send an event with {snippet.label}</h2>
          <CodeBlock
            label={`Line for ${snippet.label}`}
            text={snippet.text}
            wrap
            onCopied={({ ok, message }) => actors.notify({ message, status: ok ? 'success' : 'error' })}
          />
        </div>
      ))}
    </section>
  );
}
