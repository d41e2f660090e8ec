import { Link } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import type {
  ConfigurationDetail,
  RenderedConfiguration,
} from '../../../contract/entities/fleet-configuration.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { paths } from '../../lib/paths.ts';
import * as css from './fleets.css.ts';

/** Further needs of agents, and differences from an engine. */
export function RenderedFacts({ rendered }: { rendered: RenderedConfiguration }) {
  const { notes, variables } = rendered;
  return (
    <>
      {variables.length > 0 && (
        <section className={css.section} aria-labelledby="rendered-variables">
          <h3 id="rendered-variables" className={css.heading}>
            Variables that agents need
          </h3>
          <ul className={css.list}>
            {variables.map(({ nodeId, name, purpose }) => (
              <li key={nodeId} className={css.item}>
                <code>{name}</code>
                <span className={css.quiet}>{purpose}, from the environment of each Collector</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={css.section} aria-labelledby="rendered-notes">
        <h3 id="rendered-notes" className={css.heading}>
          What differs from an engine
        </h3>
        <ul className={css.list}>
          {notes.map(({ nodeId, name, text }) => (
            <li key={`${nodeId} ${text}`} className={css.item}>
              <span className={css.itemName}>{name}</span>
              <span className={css.note}>{text}.</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The pipeline of the newest version, and how to follow it. */
export function MadeFrom({ configuration }: { configuration: ConfigurationDetail }) {
  const { id, pipeline } = configuration;
  if (!pipeline) return null;
  const { name, graphVersion, latestGraphVersion } = pipeline;
  const isBehind = latestGraphVersion > graphVersion;
  return (
    <section className={css.card} aria-label="Made from a pipeline">
      <p className={css.reason}>
        Made from version {graphVersion} of{' '}
        <Link href={paths.pipeline(pipeline.id)} className={quietLink}>
          {name}
        </Link>
        {isBehind ? `, which is at version ${latestGraphVersion} now` : ', its newest version'}.
      </p>
      <div className={wrap}>
        <CommandButton id="configuration.update" args={{ configuration: id }} size="small" />
      </div>
    </section>
  );
}
