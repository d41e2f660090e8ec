import type { ChatMessage } from '../../../../machines/chat-conversation/index.ts';
import { link as linkClass, visuallyHidden } from '../../../../styles/text.css.ts';
import type { ChatLink } from '../../../contract/assistant.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './assistant.css.ts';
import { ProposalCard } from './ProposalCard.tsx';

const findAddress = ({ kind, id }: ChatLink): string => {
  if (kind === 'pipeline') return paths.pipeline(id);
  if (kind === 'source') return paths.source(id);
  if (kind === 'sink') return paths.destinations({ destination: id });
  return paths.pipelines();
};

const Links = ({ links }: { links: readonly ChatLink[] }) => {
  const own = [...new Map(links.map((one) => [`${one.kind}/${one.id}`, one])).values()];
  return (
    <ul className={css.links} aria-label="Named in the reply">
      {own.map((one) => {
        const to = findAddress(one);
        return (
          <li key={`${one.kind}/${one.id}`}>
            <a
              href={to}
              className={linkClass}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                // Returns the focus to the screen.
                event.currentTarget.blur();
                goTo(to);
              }}
            >
              {one.label}
            </a>
          </li>
        );
      })}
    </ul>
  );
};

/** Assistant texts are plain text: no markup, no pictures. */
export function Message({ message }: { message: ChatMessage }) {
  const { source, message: text, steps, links, proposal, failure } = message;
  if (source === 'User')
    return (
      <li className={css.said}>
        <span className={visuallyHidden}>You: </span>
        {text}
      </li>
    );
  return (
    <li className={css.reply}>
      <span className={visuallyHidden}>Assistant: </span>
      {steps.length > 0 && (
        <ul className={css.steps} aria-label="Steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {text !== '' && <p className={css.text}>{text}</p>}
      {proposal && <ProposalCard message={message} proposal={proposal} />}
      {!proposal && failure !== undefined && <p className={css.failure}>{failure}</p>}
      {links.length > 0 && <Links links={links} />}
    </li>
  );
}
