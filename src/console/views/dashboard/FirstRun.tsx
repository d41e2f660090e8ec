import { Suspense } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { useDescription } from '../../components/widgets/text/use-description.tsx';
import type { IconName } from '../../lib/icons/icon-names.ts';
import { formatAriaKeyShortcuts } from '../../lib/key-text.ts';
import { useStore } from '../../lib/store.ts';
import { isTourSeen, tourStep } from '../../state/tour.ts';
import * as css from './first-run.css.ts';

const STAGES = [
  { icon: 'source', title: 'Application logs', text: 'Made-up data, 200 events/s' },
  { icon: 'pipeline', title: 'Parse and drop noise', text: 'Three transforms' },
  { icon: 'destination', title: 'Local file', text: 'Ten megabytes, three kept' },
] as const;

type HintProps = { id: string; words: string; firstOnly?: boolean };

/** A command's key, or the first key of its sequence; renders nothing without a key. */
function Hint({ id, words, firstOnly = false }: HintProps) {
  const { keys } = useCommand(id);
  const [first, second] = keys?.split(' ') ?? [];
  const binding = firstOnly ? second && first : keys;
  if (!binding) return null;
  return (
    <span className={css.hint}>
      <KeySequence binding={binding} decorative /> {words}{' '}
    </span>
  );
}

type OtherProps = { id: string; icon: IconName; title: string; text: string };

function Other({ id, icon, title, text }: OtherProps) {
  const { keys, disabledReason, run } = useCommand(id);
  const { describedBy, description } = useDescription(disabledReason);
  return (
    <button
      type="button"
      className={css.other}
      aria-disabled={disabledReason !== undefined || undefined}
      aria-describedby={describedBy}
      aria-keyshortcuts={keys && formatAriaKeyShortcuts(keys)}
      data-command={id}
      onClick={() => run('button')}
    >
      <Icon name={icon} size="s" />
      <span className={css.otherTitle}>{title}</span>
      {keys && <KeySequence binding={keys} decorative />}
      <span className={css.otherText}>{text}</span>
      {description}
    </button>
  );
}

function Offer() {
  const { disabledReason, run } = useCommand('tour.start');
  if (disabledReason !== undefined) return null;
  return (
    <p className={css.offer}>
      New here?
      <Button size="small" data-command="tour.start" onClick={() => run('button')}>
        Take the tour
      </Button>
      Five steps by keys, each on the real screen.
    </p>
  );
}

/** For people who never started the tour. Last, so that nothing moves when it appears. */
function TourOffer() {
  const isSeen = useStore(isTourSeen);
  const isRunning = useStore(tourStep) !== undefined;
  if (isSeen !== false || isRunning) return null;
  return (
    <Suspense fallback={null}>
      <Offer />
    </Suspense>
  );
}

/** Explains what a pipeline is and offers to run an example. */
export default function FirstRun() {
  const example = useCommand('example.create');
  return (
    <section className={css.stage} aria-label="First steps">
      <div className={css.inner}>
        <ol className={css.pipe} aria-label="The example pipeline">
          {STAGES.map((stage) => (
            <li key={stage.title} className={css.node}>
              <Icon name={stage.icon} size="s" />
              <span className={css.nodeTitle}>{stage.title}</span>
              <span className={css.nodeText}>{stage.text}</span>
            </li>
          ))}
        </ol>
        <h1 className={css.title}>Nothing flows yet</h1>
        <p className={css.text}>
          This site has no pipelines. Run one on made-up data first, then swap in your own source.
        </p>
        <button
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the only action of an empty site is one key away
          autoFocus
          className={css.start}
          aria-disabled={example.disabledReason !== undefined || undefined}
          data-command="example.create"
          onClick={() => example.run('button')}
        >
          <span className={css.startKey}>
            <Icon name="enter" size="l" />
          </span>
          <span>
            <span className={css.startTitle}>{example.title}</span>
            <span className={css.startText}>
              {example.disabledReason ??
                'Deployed within ten seconds. Real events, written to a file on this machine.'}
            </span>
          </span>
        </button>
        <div className={css.others}>
          <Other id="source.create" icon="source" title="Connect a source" text="Syslog, HTTP, files, S3" />
          <Other
            id="destination.create"
            icon="destination"
            title="Add a destination"
            text="Where events go"
          />
          <Other id="pipeline.create" icon="pipeline" title="Build a pipeline" text="From a starting point" />
        </div>
        <p className={css.keys}>
          <Hint id="console.palette" words="every command" />
          <Hint id="console.help" words="every key" />
          <Hint id="go.pipelines" firstOnly words="then a letter goes anywhere" />
        </p>
        <TourOffer />
      </div>
    </section>
  );
}
