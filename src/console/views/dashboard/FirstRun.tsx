import { CommandButton } from '../../commands/CommandButton.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { Icon } from '../../widgets/icons/icon.tsx';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import * as css from './first-run.css.ts';

const STAGES = [
  { title: 'Application logs', text: 'Made-up data, 200 events/s' },
  { title: 'Parse and drop noise', text: 'Three transforms' },
  { title: 'Local file', text: 'Ten megabytes, three kept' },
];

type HintProps = { id: string; words: string; firstOnly?: boolean };

/** The key of a command, or the first of its sequence, and what it does; nothing while it has no such key. */
function Hint({ id, words, firstOnly = false }: HintProps) {
  const { keys } = useCommand(id);
  const [first, second] = keys?.split(' ') ?? [];
  const binding = firstOnly ? second && first : keys;
  if (!binding) return null;
  return (
    <>
      <KeySequence binding={binding} decorative /> {words}{' '}
    </>
  );
}

/** An empty site: what a pipeline is, and one key that makes one run on made-up data (look 09). */
export function FirstRun() {
  const example = useCommand('example.create');
  return (
    <section className={css.stage} aria-label="First steps">
      <div className={css.inner}>
        <ol className={css.pipe} aria-label="The example pipeline">
          {STAGES.map((stage) => (
            <li key={stage.title} className={css.node}>
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
          // biome-ignore lint/a11y/noAutofocus: the one thing to do on an empty site is one key away
          autoFocus
          className={css.start}
          aria-disabled={example.disabledReason !== undefined || undefined}
          aria-description={example.disabledReason}
          data-command="example.create"
          onClick={() => example.run('button')}
        >
          <span className={css.startKey}>
            <Icon name="enter" size="l" />
          </span>
          <span>
            <span className={css.startTitle}>{example.title}</span>
            <span className={css.startText}>
              Deployed within ten seconds. Real events, written to a file on this machine.
            </span>
          </span>
        </button>
        <div className={css.others}>
          <CommandButton id="source.create" label="Connect a source" />
          <CommandButton id="destination.create" label="Add a destination" />
          <CommandButton id="pipeline.create" label="Build a pipeline" />
        </div>
        <p className={css.keys}>
          <Hint id="console.palette" words="every command" />
          <Hint id="console.help" words="every key" />
          <Hint id="go.pipelines" firstOnly words="then a letter goes anywhere" />
        </p>
      </div>
    </section>
  );
}
