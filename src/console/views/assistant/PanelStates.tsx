import { CHAT_FAULT_TEXTS } from '../../../../machines/chat-connection/index.ts';
import { CHAT_TEXTS } from '../../../../machines/chat-conversation/index.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import * as css from './assistant.css.ts';

export const Down = () => (
  <div className={css.start} role="alert">
    <p className={css.greeting}>{CHAT_TEXTS.down}</p>
    <p className={css.paragraph}>{CHAT_TEXTS.downMore}</p>
  </div>
);

export const Connecting = () => (
  <p className={css.connecting} role="status">
    <StatusShape shape="pending" tone="accent" />
    {CHAT_TEXTS.connecting}
  </p>
);

/** After the assistant stopped retrying. */
export const GivenUp = () => (
  <div className={css.givenUp}>
    <p className={css.failure}>{CHAT_FAULT_TEXTS['given-up']}</p>
    <CommandButton id="assistant.connect" size="small" />
  </div>
);

export function Prompts({ options }: { options: readonly string[] }) {
  if (options.length === 0) return null;
  return (
    <ul className={css.prompts} aria-label="Prompts">
      {options.map((text) => (
        <li key={text}>
          <CommandButton id="assistant.prompt" args={{ text }} label={text} hideIcon className={css.prompt} />
        </li>
      ))}
    </ul>
  );
}

export const Start = ({ options }: { options: readonly string[] }) => (
  <div className={css.start}>
    <p className={css.greeting}>{CHAT_TEXTS.greeting}</p>
    <p className={css.paragraph}>
      {CHAT_TEXTS.start}
      {options.length > 0 && CHAT_TEXTS.startWithPrompts}
    </p>
    <Prompts options={options} />
  </div>
);
