import type { Source } from '../../../contract/entities/node.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { CodeBlock } from '../../components/widgets/code/code-block.tsx';
import { listSourceAddresses } from './address.ts';
import { buildSnippets } from './snippets.ts';
import * as css from './source.css.ts';

/** Renders nothing for sources that fetch. */
export function SendTo({ source }: { source: Source }) {
  const { actors } = useCommandContext();
  const told = ({ ok, message }: { ok: boolean; message: string }) =>
    actors.notify({ message, status: ok ? 'success' : 'error' });
  const addresses = listSourceAddresses(source, window.location.hostname);
  const snippets = buildSnippets(source);
  if (addresses.length === 0 && snippets.length === 0) return null;
  return (
    <section aria-label="Send to it" className={css.section}>
      <h2 className={css.sectionHead}>Send to it</h2>
      {addresses.map((address) => (
        <CodeBlock key={address} label="Address to send to" text={address} onCopied={told} />
      ))}
      {snippets.map((snippet) => (
        <div key={snippet.label}>
          <h3 className={css.heading}>With {snippet.label}</h3>
          <CodeBlock label={`Line for ${snippet.label}`} text={snippet.text} wrap onCopied={told} />
        </div>
      ))}
    </section>
  );
}
