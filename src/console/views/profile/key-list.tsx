import { visuallyHidden } from '../../../../styles/text.css.ts';
import { spokenBinding } from '../../widgets/keys/bindings.ts';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import { Missing } from '../../widgets/text/missing.tsx';
import * as css from './profile.css.ts';

type KeyListProps = {
  keys: readonly string[];
  /** Those that are switched off. */
  off?: readonly string[];
};

/** As many as a cell has room for; the rest is counted, and read out. */
const SHOWN_KEYS = 2;

/** The keys of one command, in a cell. */
export function KeyList({ keys, off = [] }: KeyListProps) {
  if (keys.length === 0) return <Missing />;
  const rest = keys.slice(SHOWN_KEYS);
  return (
    <>
      {keys.slice(0, SHOWN_KEYS).map((one) => (
        <KeySequence key={one} binding={one} variant={off.includes(one) ? 'off' : 'plain'} />
      ))}
      {rest.length > 0 && (
        <span className={css.more} title={rest.map((one) => spokenBinding(one)).join(', ')}>
          <span aria-hidden="true">+{rest.length}</span>
          {rest.map((one) => (
            <span key={one} className={visuallyHidden}>
              {spokenBinding(one)}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
